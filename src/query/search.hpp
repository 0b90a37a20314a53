// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>

namespace apart {

/// The distance of two shapes of which one at least is not convex. Arguments are checked already.
/// `points` = false: only whether they are closer than options.enough is of interest.
Distance search_distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                         const Options& options, Tracker* tracker, bool points = true);

}  // namespace apart
