// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Signed distances of curved convex bodies. The distance of two that are apart is that of
// curved.hpp; the depth of an overlap is the least of their difference's support function over all
// directions, which has many local minima.

#include "oracle/curved.hpp"

namespace oracle {

/// The signed distance is never below `value` (but for 1e-30 of the size: a direction shows it) and
/// never above `value + missed`: a search of all directions leaves no room for more. Unless one of
/// the local minima within `missed` was overlooked, `value` is the signed distance to 25 digits.
struct SignedReference {
  Real value;
  double missed = 0;
};

/// `directions` is how many directions the search may evaluate.
SignedReference curved_signed_distance(const Body& a, const Map& pose_a, const Body& b,
                                       const Map& pose_b, int directions = 3000);

}  // namespace oracle
