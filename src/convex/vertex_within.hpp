// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/core.hpp"
#include "convex/stopping.hpp"

namespace apart {

/// Are two bounded cores with vertices not proved farther apart than `options.enough`? As the
/// `lower` of their distance tells, but without points: nothing is evaluated for them.
bool vertex_within(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                   const Options& options, Tracker* tracker);

}  // namespace apart
