// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "body.hpp"
#include "random.hpp"

namespace bench {

struct Pair {
  Body a, b;
  /// What depths, gaps, steps and errors are measured by: about the diameter of either.
  double size() const { return radius(a) + radius(b); }
};

/// The hull of n points, evenly distributed on the unit sphere: each is a vertex.
Hull random_hull(int n, Random& random);
std::vector<Pair> random_pairs(int n, int count, Random& random);

}  // namespace bench
