// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <optional>

#include "convex/core.hpp"

namespace apart {

// What plain_distance() and plain_within() do for polytopes and boxes as they stand, for all
// bounded cores with vertices: points, segments, triangles, the axes of capsules; with balls around
// them, away from the origin of their own frames, to a relative error.

/// False if a case is not that simple, or more is asked for than a relative error and a margin; or
/// less: then plain_distance() has tried. `d` is as it was made; if false, of no account.
bool plain_cores(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                 const Options& options, Tracker* tracker, Distance& d);

/// Are they within `options.enough`, which is there? No answer if that takes more care than this.
std::optional<bool> plain_cores_within(const Core& a, const Pose& pose_a, const Core& b,
                                       const Pose& pose_b, const Options& options,
                                       Tracker* tracker);

}  // namespace apart
