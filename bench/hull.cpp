// SPDX-License-Identifier: BSD-3-Clause
#include "hull.hpp"

#include <libqhull_r/libqhull_r.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace bench {

namespace {

using Points = std::vector<Eigen::Vector3d>;
using Triangle = std::array<int, 3>;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Qhull's faces of the points ("Qt": triangulated), counter-clockwise from outside.
std::vector<Triangle> faces(const Points& points) {
  const std::unique_ptr<std::FILE, Close> nowhere(std::fopen("/dev/null", "w"));
  auto* coordinates = const_cast<double*>(points.data()->data());
  char command[] = "qhull Qt Pp";
  qhT memory;
  qhT* qh = &memory;
  qh_zero(qh, nowhere.get());
  const int failed = qh_new_qhull(qh, 3, static_cast<int>(points.size()), coordinates, False,
                                  command, nullptr, nowhere.get());
  std::vector<Triangle> result;
  if (failed == 0) {
    facetT* facet;
    FORALLfacets {
      Triangle t{};
      for (int k = 0; k < 3; ++k) {
        t[k] = qh_pointid(qh, static_cast<vertexT*>(facet->vertices->e[k].p)->point);
      }
      if (facet->toporient) std::swap(t[1], t[2]);
      result.push_back(t);
    }
  }
  qh_freeqhull(qh, !qh_ALL);
  int used, left;
  qh_memfreeshort(qh, &used, &left);
  if (failed != 0) throw std::runtime_error("bench: qhull makes no hull of the points");
  return result;
}

}  // namespace

Hull convex_hull(const Points& points) {
  Hull hull;
  hull.triangles = faces(points);
  std::vector<int> place(points.size(), -1);
  for (const auto& t : hull.triangles) {
    for (const int i : t) place[i] = 0;
  }
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (place[i] < 0) continue;
    place[i] = static_cast<int>(hull.vertices.size());
    hull.vertices.push_back(points[i]);
    mean += points[i];
  }
  mean /= static_cast<double>(hull.vertices.size());
  for (auto& v : hull.vertices) {
    v -= mean;
    hull.radius = std::max(hull.radius, v.norm());
  }
  hull.neighbours.resize(hull.vertices.size());
  for (auto& t : hull.triangles) {
    for (int& i : t) i = place[i];
    for (int k = 0; k < 3; ++k) hull.neighbours[t[k]].push_back(t[(k + 1) % 3]);
  }
  return hull;
}

Hull prism(int sides, double radius, double height) {
  Points points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    points.insert(points.end(), {{x, y, height / 2}, {x, y, -height / 2}});
  }
  return convex_hull(points);
}

}  // namespace bench
