// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "hull.hpp"
#include "random.hpp"

namespace bench {

struct HullPair {
  Hull a, b;
  /// What depths, gaps, steps and errors are measured by: about the diameter of either.
  double size() const { return a.radius + b.radius; }
};

/// Hulls of n points, evenly distributed on the unit sphere: each is a vertex.
std::vector<HullPair> random_pairs(int n, int count, Random& random);

}  // namespace bench
