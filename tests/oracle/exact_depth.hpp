// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The exact signed distance between the convex hulls of two finite sets of points in R^3: their
// distance, or minus the length of the shortest translation that ends their overlap.

#include "oracle/exact.hpp"

namespace oracle {

struct ExactSigned {
  int sign = 0;             ///< of the signed distance
  ExactDistance magnitude;  ///< distance or depth

  /// Sign of the signed distance less the bound.
  int compare(double bound) const;
  /// Whether lower <= signed distance <= upper, decided exactly. NaN never holds.
  bool holds(double lower, double upper) const;
  /// Correct to about 15 digits.
  double approximate() const { return sign * magnitude.approximate(); }
};

/// At most 64 different points on either side. The points may have different exponents.
ExactSigned exact_signed_distance(Points a, Points b);

}  // namespace oracle
