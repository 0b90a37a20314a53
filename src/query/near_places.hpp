// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/gradient.hpp>

namespace apart {

/// Of shapes of which one at least is not convex, and an answer that is as exact as can be: is
/// there one nearest place only, or one deepest? If not, adds some of them to those that are tied.
/// Triangles that share the vertex or edge where the near points are make one place.
bool one_near_place(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double margin,
                    Gradient& g);

}  // namespace apart
