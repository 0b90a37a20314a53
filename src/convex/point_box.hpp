// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>

#include "convex/core.hpp"

namespace apart {

/// The distance of a point and a box, in either order: clamped in the box's frame, the near point
/// evaluated nearly exactly. Where that does not close the gap, vertex_distance() answers.
Distance point_box_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                            const Options& options, Tracker* tracker);

}  // namespace apart
