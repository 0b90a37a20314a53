// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The point of a simplex nearest the origin by brute force: the least |v| over all affinely
// independent subsets, each solved by elimination with 300 bits. And simplices that are awkward.
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "support/wide.hpp"

namespace support {

using Points = std::vector<Eigen::Vector3d>;

inline Wide wide_dot(const std::array<Wide, 3>& a, const std::array<Wide, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline std::array<Wide, 3> wide_difference(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return {Wide(a.x()) - b.x(), Wide(a.y()) - b.y(), Wide(a.z()) - b.z()};
}

/// The weights of the point of the affine hull nearest the origin; none if the points are affinely
/// dependent.
inline std::optional<std::vector<Wide>> affine_weights(const Points& p) {
  const int n = static_cast<int>(p.size()) - 1;  // unknowns: weights of all but the first
  std::vector<std::array<Wide, 3>> edge;
  for (int i = 0; i < n; ++i) edge.push_back(wide_difference(p[i + 1], p[0]));
  const auto first = wide_difference(p[0], Eigen::Vector3d::Zero());
  std::vector<std::vector<Wide>> m(n, std::vector<Wide>(n + 1));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) m[i][j] = wide_dot(edge[i], edge[j]);
    m[i][n] = -wide_dot(edge[i], first);
  }
  for (int k = 0; k < n; ++k) {  // positive semidefinite: no pivoting
    if (m[k][k] < 1e-60) return {};
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const Wide factor = m[i][k] / m[k][k];
      for (int j = k; j <= n; ++j) m[i][j] -= factor * m[k][j];
    }
  }
  std::vector<Wide> weight(n + 1);
  weight[0] = 1;
  for (int i = 0; i < n; ++i) weight[0] -= weight[i + 1] = m[i][n] / m[i][i];
  return weight;
}

/// |v| of the hull's point nearest the origin.
inline double nearest_by_brute_force(const Points& p) {
  Wide least = std::numeric_limits<double>::infinity();
  for (unsigned mask = 1; mask < 1u << p.size(); ++mask) {
    Points subset;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (mask >> i & 1) subset.push_back(p[i]);
    }
    const auto weight = affine_weights(subset);
    if (!weight || *std::min_element(weight->begin(), weight->end()) < -1e-60) continue;
    std::array<Wide, 3> v{};
    for (std::size_t i = 0; i < subset.size(); ++i) {
      for (int k = 0; k < 3; ++k) v[k] += (*weight)[i] * subset[i][k];
    }
    least = std::min(least, wide_dot(v, v));
  }
  return mp::sqrt(least).convert_to<double>();
}

struct AwkwardSimplex {
  const char* name;
  Points points;
  double distance;
};

inline std::vector<AwkwardSimplex> awkward_simplices() {
  const Eigen::Vector3d o = Eigen::Vector3d::Zero(), a(1, 2, 2), b(1, -2, 2), c(1, 0, -3);
  return {
      {"the origin itself", {o}, 0},
      {"four times the origin", Points(4, o), 0},
      {"four times one point", Points(4, a), 3},
      {"a duplicate of the nearest", {b, c, a, a}, 1},
      {"collinear, origin before the end", {a, 2 * a, 3 * a, 4 * a}, 3},
      {"collinear, origin between", {-2 * a, -a, 3 * a, a}, 0},
      {"collinear, origin beside", {{-2, 1, 0}, {-1, 1, 0}, {3, 1, 0}, {1, 1, 0}}, 1},
      {"the origin is a vertex", {a, b, c, o}, 0},
      {"coplanar, origin in their plane", {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}}, 0},
      {"coplanar, origin above", {{1, 1, 2}, {-1, 1, 2}, {-1, -1, 2}, {1, -1, 2}}, 2},
      {"coplanar, a vertex inside the triangle of the rest", {a, b, c, {1, 0, 0}}, 1},
      {"coplanar, an edge is nearest", {{2, 1, 0}, {2, -1, 0}, {3, 1, 0}, {3, -1, 0}}, 2},
      {"a flat tetrahedron", {{1, 1, 1}, {-1, 1, 1}, {0, -1, 1}, {0, 0, 1 + 0x1p-50}}, 1},
      {"a flat tetrahedron around the origin",
       {{1, 1, -0x1p-60}, {-1, 1, -0x1p-60}, {0, -1, -0x1p-60}, {0, 0, 0x1p-60}},
       0},
  };
}

}  // namespace support
