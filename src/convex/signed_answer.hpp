// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <apart/penetration.hpp>

#include "convex/found.hpp"

namespace apart {

/// What bounds a signed distance from above: the length of what was found apart, or, where the
/// cores overlap and that was measured, minus the bound of the nearest face around the origin.
struct SignedBound {
  bool measured;
  double upper;
  double enough;  ///< a width that counts as closed
};

/// As publish(), for a signed distance: all but the points.
inline void publish_signed(const Pair& pair, const Found& found, const SignedBound& bound, End end,
                           Penetration& p) {
  const double back = pair.back();
  p.direction = normal_of(pair, found);
  DoubleDouble lower = two_sum(found.lower, -pair.lower_error(found.q, found.lower));
  DoubleDouble upper = bound.upper, value = found.lower;
  if (!bound.measured) {
    upper = two_sum(bound.upper, found.length.lo + (pair.upper_error() + 0x1p-95 * bound.upper));
    value = found.length;
  }
  if (pair.rounded()) {
    lower -= pair.rounding();
    upper -= pair.rounding();
    value -= pair.rounding();
  }
  p.lower = unscaled(round_down(lower), back, -INFINITY);
  p.upper = std::max(p.lower, unscaled(round_up(upper), back, INFINITY));
  p.signed_distance = std::clamp(value.hi * back, p.lower, p.upper);
  publish_witness(pair, found, p.witness);

  const bool narrow = bound.upper - found.lower <= std::max(bound.enough, pair.tolerance());
  if (end == End::cut_off && !narrow) {
    p.status = Status::cut_off;
  } else if (end == End::stalled && !narrow) {
    p.status = Status::not_converged;
  } else {
    p.status = p.lower > 0   ? Status::separated
               : p.upper < 0 ? Status::overlapping
                             : Status::touching;
  }
}

/// The points, once the direction is known.
inline void publish_signed_points(const Pair& pair, const Found& found, Penetration& p) {
  WidePoint a = found.point_a, b = found.point_b;
  if (pair.rounded()) {
    const ExactVector n = p.direction.cast<DoubleDouble>();
    a = WidePoint(a.exact() + n * pair.rounding_a());
    b = WidePoint(b.exact() - n * pair.rounding_b());
  }
  p.point_a = pair.to_world(a);
  p.point_b = pair.to_world(b);
}

}  // namespace apart
