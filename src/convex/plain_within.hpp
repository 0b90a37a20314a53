// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "convex/plain_distance.hpp"

namespace apart {

/// Are two bodies within r of each other? In plain double, like plain_distance(), and without
/// points of polytopes: it ends as soon as that is proved. No answer, if that takes more care than
/// this.
std::optional<bool> plain_within(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                                 const Pose& pose_b, double r, Tracker* tracker);

}  // namespace apart
