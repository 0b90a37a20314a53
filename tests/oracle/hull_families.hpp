// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Pairs of point sets in R^m, random and degenerate.

#include <vector>

#include "oracle/random.hpp"

namespace oracle {

struct HullCase {
  const char* family;
  int dimension;
  std::vector<double> a, b;  ///< the coordinates of one point after the other
  bool touching = false;     ///< exactly, by construction
};

HullCase make_hulls(Random& random, int dimension);

/// Greatest norm of the points.
double radius(const std::vector<double>& points, int dimension);

}  // namespace oracle
