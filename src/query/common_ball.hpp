// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tree/body.hpp"

namespace apart {

/// A point inside of two bodies, as deep in each as a ball around it shows. To part the bodies is
/// to part the two balls: one has to be moved by the sum of their radii at least.
struct CommonBall {
  double depth = 0;              ///< proved; 0 if there is none
  Eigen::Vector3d out_a, out_b;  ///< from the point to the border of each
};

/// One that is large, if not the largest, between two bodies each of which is convex or a solid
/// mesh.
CommonBall common_ball(Body& a, Body& b);

}  // namespace apart
