// SPDX-License-Identifier: BSD-3-Clause
#include "gjk/polytopes.hpp"

#include <cmath>
#include <numbers>

#include "random.hpp"

namespace apart::experiments {

namespace {

using Points = std::vector<Eigen::Vector3d>;
constexpr double turn = 2 * std::numbers::pi;

/// Regular polygons of `sides` corners in the planes z = -h and z = h.
Points truncated(int sides, double bottom, double top, double h) {
  Points points;
  for (int i = 0; i < sides; ++i) {
    const double angle = turn * i / sides;
    points.emplace_back(bottom * std::cos(angle), bottom * std::sin(angle), -h);
    points.emplace_back(top * std::cos(angle), top * std::sin(angle), h);
  }
  return points;
}

Points irregular(int vertices, double r, double h, Random& random) {
  Points points;
  for (int i = 0; i < vertices; ++i) {
    const double angle = turn * random.unit();
    points.emplace_back(r * std::cos(angle), r * std::sin(angle), i % 2 ? h : -h);
  }
  return points;
}

Points box(double x, double y, double z) {
  Points points;
  for (int i = 0; i < 8; ++i) points.emplace_back(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
  return points;
}

}  // namespace

std::vector<Points> paper_polytopes() {
  Random random(1988);
  Points triangle;
  for (const double part : {0.0, 1.0 / 3, 2.0 / 3}) {
    triangle.emplace_back(1.5 * std::cos(turn * part), 1.5 * std::sin(turn * part), 0);
  }
  std::vector<Points> all{{{0, 0, -1}, {0, 0, 1}}, triangle,
                          box(1, 0.8, 0.6),        truncated(6, 1.5, 0.8, 1.2),
                          truncated(8, 1, 1, 2),   truncated(10, 2, 2, 1)};
  all.push_back(irregular(20, 1.5, 1, random));
  all.push_back(irregular(40, 2, 1.5, random));
  all.push_back(irregular(50, 2, 2, random));
  all.push_back(irregular(60, 3, 1, random));
  all.push_back(irregular(100, 2.5, 2.5, random));
  all.push_back(irregular(100, 3.5, 1.5, random));
  return all;
}

std::vector<std::pair<int, int>> paper_pairs() {
  std::vector<std::pair<int, int>> pairs;
  for (const int i : {1, 3, 6, 8}) {
    for (const int j : {2, 4, 5, 10}) pairs.emplace_back(i - 1, j - 1);
  }
  for (const auto& [i, j] : {std::pair(7, 9), {7, 12}, {11, 9}, {11, 12}}) {
    pairs.emplace_back(i - 1, j - 1);
  }
  return pairs;
}

}  // namespace apart::experiments
