// SPDX-License-Identifier: BSD-3-Clause
#include "hull.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace bench {

namespace {

using Points = std::vector<Eigen::Vector3d>;
using Triangle = std::array<int, 3>;

bool sees(const Points& points, const Triangle& t, const Eigen::Vector3d& p) {
  const Eigen::Vector3d& a = points[t[0]];
  return (points[t[1]] - a).cross(points[t[2]] - a).dot(p - a) > 0;
}

std::vector<Triangle> tetrahedron(const Points& points) {
  std::vector<Triangle> faces{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  if (sees(points, faces[0], points[3])) {
    for (auto& f : faces) std::swap(f[1], f[2]);
  }
  return faces;
}

/// Replaces the faces that see point p by the cone from p over their outline.
void add(const Points& points, int p, std::vector<Triangle>& faces) {
  std::set<std::pair<int, int>> rim;
  std::erase_if(faces, [&](const Triangle& f) {
    if (!sees(points, f, points[p])) return false;
    for (int k = 0; k < 3; ++k) {
      const std::pair edge{f[k], f[(k + 1) % 3]};
      if (rim.erase({edge.second, edge.first}) == 0) rim.insert(edge);
    }
    return true;
  });
  for (const auto& [i, j] : rim) faces.push_back({i, j, p});
}

void check(const Hull& hull) {
  std::set<int> used;
  for (const auto& t : hull.triangles) {
    used.insert(t.begin(), t.end());
    for (int i = 0; i < static_cast<int>(hull.vertices.size()); ++i) {
      if (std::find(t.begin(), t.end(), i) == t.end() && sees(hull.vertices, t, hull.vertices[i])) {
        throw std::runtime_error("bench: a hull came out not convex; try another seed");
      }
    }
  }
  if (used.size() != hull.vertices.size()) {
    throw std::runtime_error("bench: a point is not a vertex of its hull");
  }
}

}  // namespace

Hull convex_hull(Points points) {
  Hull hull;
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  for (const auto& p : points) mean += p / static_cast<double>(points.size());
  for (auto& p : points) {
    p -= mean;
    hull.radius = std::max(hull.radius, p.norm());
  }
  hull.triangles = tetrahedron(points);
  for (int i = 4; i < static_cast<int>(points.size()); ++i) add(points, i, hull.triangles);
  hull.neighbours.resize(points.size());
  for (const auto& t : hull.triangles) {
    for (int k = 0; k < 3; ++k) hull.neighbours[t[k]].push_back(t[(k + 1) % 3]);
  }
  hull.vertices = std::move(points);
  check(hull);
  return hull;
}

}  // namespace bench
