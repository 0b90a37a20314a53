// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/polytope_judge.hpp"

#include <algorithm>
#include <cmath>

namespace oracle {

namespace {

using Vector3l = Eigen::Matrix<long double, 3, 1>;

/// r x + t - origin, to 64 bits.
Vector3l place(const Vec3& x, const Map& map, const Vec3& origin) {
  Vector3l out;
  for (int i = 0; i < 3; ++i) {
    const auto k = std::size_t(i);
    out[i] = static_cast<long double>(map.t[k]) - origin[k];
    for (std::size_t j = 0; j < 3; ++j) {
      out[i] += static_cast<long double>(map.r[3 * k + j]) * x[j];
    }
  }
  return out;
}

bool within(const std::vector<Vec3>& points, const Map& map, const Eigen::Vector3d& x,
            double tolerance) {
  const Vec3 one[] = {from_eigen(x)};
  return exact_distance(posed(points, map), posed(one, Map{})).compare(tolerance) <= 0;
}

}  // namespace

apart::Polytope hull(const std::vector<Vec3>& points) {
  std::vector<Eigen::Vector3d> given;
  for (const Vec3& p : points) given.push_back(to_eigen(p));
  return apart::Polytope::hull(given, {.edge_list = true});
}

long double plane_gap(const Case& c, const Eigen::Vector3d& normal) {
  const Vector3l n = normal.cast<long double>();
  long double above = INFINITY, below = -INFINITY;
  for (const Vec3& p : c.a) below = std::max(below, n.dot(place(p, c.pose_a, c.pose_a.t)));
  for (const Vec3& p : c.b) above = std::min(above, n.dot(place(p, c.pose_b, c.pose_a.t)));
  return above - below;
}

void check_points(const Case& c, const Eigen::Vector3d& point_a, const Eigen::Vector3d& point_b,
                  double tolerance, Problems& out) {
  if (!within(c.a, c.pose_a, point_a, tolerance)) out.push_back("point_a is not in A");
  if (!within(c.b, c.pose_b, point_b, tolerance)) out.push_back("point_b is not in B");
}

bool witness_holds(const Case& c, const apart::Witness& w, const Eigen::Vector3d& point_a,
                   const Eigen::Vector3d& point_b, double tolerance) {
  if (w.size < 1 || w.size > 4) return false;
  Vector3l a = -point_a.cast<long double>(), b = -point_b.cast<long double>();
  long double sum = 0;
  for (std::size_t i = 0; i < std::size_t(w.size); ++i) {
    const int va = w.vertex_a[i], vb = w.vertex_b[i];
    if (va < 0 || va >= int(c.a.size()) || vb < 0 || vb >= int(c.b.size())) return false;
    if (!(w.weight[i] >= 0)) return false;
    sum += w.weight[i];
    a += w.weight[i] * place(c.a[std::size_t(va)], c.pose_a, Vec3{});
    b += w.weight[i] * place(c.b[std::size_t(vb)], c.pose_b, Vec3{});
  }
  return std::abs(sum - 1) <= 4 * u && a.stableNorm() <= tolerance && b.stableNorm() <= tolerance;
}

}  // namespace oracle
