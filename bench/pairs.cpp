// SPDX-License-Identifier: BSD-3-Clause
#include "pairs.hpp"

#include <stdexcept>

namespace bench {

Hull random_hull(int n, Random& random) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < n; ++i) points.push_back(random.on_sphere());
  Hull hull = convex_hull(points);
  if (hull.vertices.size() != points.size()) {
    throw std::runtime_error("bench: a point is not a vertex of its hull; try another seed");
  }
  return hull;
}

std::vector<Pair> random_pairs(int n, int count, Random& random) {
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) {
    Pair& pair = pairs.emplace_back();
    pair.a = random_hull(n, random);
    pair.b = random_hull(n, random);
  }
  return pairs;
}

}  // namespace bench
