// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/pair.hpp"

namespace apart {

/// The walk of Lin and Canny (1991) on cores with vertices and no axis, whose polytopes have edge
/// lists: a feature of each; while the near point of one is not in the Voronoi region of the other,
/// on to the adjacent feature beyond the region's boundary. False if what it ends with is not
/// proved: then `d` has only the number of support calls.
bool voronoi_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                      const Options& options, Tracker* tracker, Distance& d);

}  // namespace apart
