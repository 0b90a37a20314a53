// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace bench {

/// A convex polyhedron with triangular faces, as every contestant gets it. Its vertices have their
/// mean at the local origin, which is what "centre" means here.
struct Hull {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;  ///< counter-clockwise from outside
  std::vector<std::vector<int>> neighbours;   ///< of each vertex
  double radius = 0;                          ///< about the origin
};

/// The hull of points, by qhull; those that are no vertices are left out. Throws std::runtime_error
/// if there is none: the points lie in a plane.
Hull convex_hull(const std::vector<Eigen::Vector3d>& points);

/// Upright and regular.
Hull prism(int sides, double radius, double height);

}  // namespace bench
