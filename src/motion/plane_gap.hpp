// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/found.hpp"
#include "convex/pair.hpp"

namespace apart {

/// The gap between two convex bodies along n, a unit vector from A to B: what the two planes normal
/// to it prove, negative if they overlap.
inline double plane_gap(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                        double margin, const Vector<double>& n) {
  const Pair pair(a, pose_a, b, pose_b, margin);
  const Vector<double> q = -n;
  const double value = pair.support(q).value;
  DoubleDouble lower = two_sum(value, -pair.lower_error(q, value));
  if (pair.rounded()) lower -= pair.rounding();
  return unscaled(round_down(lower), pair.back(), -INFINITY);
}

}  // namespace apart
