// SPDX-License-Identifier: BSD-3-Clause
#include "truth.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace bench {

namespace {

using Points = std::vector<Eigen::Vector3d>;

Points face_normals(const Hull& hull, const Points& points) {
  Points normals;
  for (const auto& t : hull.triangles) {
    const Eigen::Vector3d& p = points[t[0]];
    normals.push_back((points[t[1]] - p).cross(points[t[2]] - p).normalized());
  }
  return normals;
}

/// An edge with the two faces that meet in it: their normals are the ends of its Gauss arc.
struct Edge {
  int from, to, face, other;
};

std::vector<Edge> edges(const Hull& hull) {
  std::map<std::pair<int, int>, int> face_of;
  std::vector<Edge> result;
  for (int f = 0; f < static_cast<int>(hull.triangles.size()); ++f) {
    const auto& t = hull.triangles[f];
    for (int k = 0; k < 3; ++k) {
      const int i = t[k], j = t[(k + 1) % 3];
      face_of[{i, j}] = f;
      if (const auto twin = face_of.find({j, i}); twin != face_of.end()) {
        result.push_back({i, j, f, twin->second});
      }
    }
  }
  return result;
}

double highest(const Points& points, const Eigen::Vector3d& n) {
  double value = -std::numeric_limits<double>::infinity();
  for (const auto& p : points) value = std::max(value, n.dot(p));
  return value;
}

}  // namespace

Difference::Difference(const Hull& a, const Hull& b, const Eigen::Matrix3d& rotation)
    : points_a_(a.vertices) {
  for (const auto& p : b.vertices) points_b_.push_back(rotation * p);
  add_faces(a, b);
  add_edge_pairs(a, b);
}

double Difference::support(const Eigen::Vector3d& n) const {
  return highest(points_a_, n) + highest(points_b_, -n);
}

void Difference::add(const Eigen::Vector3d& normal, double offset) {
  normals_.push_back(normal);
  offsets_.push_back(offset);
}

void Difference::add_faces(const Hull& a, const Hull& b) {
  for (const auto& n : face_normals(a, points_a_)) add(n, support(n));
  for (const auto& n : face_normals(b, points_b_)) add(-n, support(-n));
}

void Difference::add_edge_pairs(const Hull& a, const Hull& b) {
  const Points normals_a = face_normals(a, points_a_), normals_b = face_normals(b, points_b_);
  const std::vector<Edge> edges_a = edges(a), edges_b = edges(b);
  std::vector<char> above(normals_b.size());
  for (const Edge& e : edges_a) {
    const Eigen::Vector3d along_a = points_a_[e.to] - points_a_[e.from];
    const Eigen::Vector3d &n1 = normals_a[e.face], &n2 = normals_a[e.other];
    for (std::size_t f = 0; f < normals_b.size(); ++f) above[f] = along_a.dot(normals_b[f]) > 0;
    for (const Edge& g : edges_b) {
      // Each arc has to cross the great circle of the other ...
      if (above[g.face] == above[g.other]) continue;
      const Eigen::Vector3d along_b = points_b_[g.to] - points_b_[g.from];
      if ((along_b.dot(n1) > 0) == (along_b.dot(n2) > 0)) continue;
      // ... and both at the same one of the two points where these meet, if they are not the same.
      Eigen::Vector3d n = along_a.cross(along_b).normalized();
      if (n.isZero(0)) continue;
      if (n.dot(n1 + n2) < 0) n = -n;
      if (n.dot(normals_b[g.face] + normals_b[g.other]) > 0) continue;
      add(n, n.dot(points_a_[e.from] - points_b_[g.from]));
    }
  }
}

Difference::Depth Difference::depth(const Eigen::Vector3d& t) const {
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < normals_.size(); ++k) {
    const double d = offsets_[k] - normals_[k].dot(t);
    if (d < least) least = d, nearest = k;
  }
  // A normal from two edges nearly parallel is known less well than the support in its direction.
  const Eigen::Vector3d& n = normals_[nearest];
  return {support(n) - n.dot(t), n};
}

double Difference::slide(const Eigen::Vector3d& t, const Eigen::Vector3d& direction,
                         double depth) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < normals_.size(); ++k) {
    const double rate = normals_[k].dot(direction);
    if (rate > 0) least = std::min(least, (offsets_[k] - normals_[k].dot(t) - depth) / rate);
  }
  return least;
}

}  // namespace bench
