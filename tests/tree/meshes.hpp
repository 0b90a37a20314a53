// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <random>
#include <string>
#include <vector>

namespace apart::testing {

/// Vertices and triangles, to be changed at will before they become a Mesh.
struct Surface {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<Mesh::Corners> triangles;

  Mesh mesh(const MeshOptions& options = {}) const {
    return Mesh::from_triangles(vertices, triangles, options);
  }
  Surface scaled(double s) const;
  Surface moved(const Eigen::Vector3d& t) const;
};

using Random = std::mt19937_64;

Surface sphere(int rings, double radius = 1);     ///< closed
Surface bumpy_sphere(int rings, Random& random);  ///< closed, not convex
Surface cube(double side = 1, int cuts = 1);      ///< closed, faces cut into cuts^2 squares
Surface sheet(int cuts, double size = 1);         ///< flat, in the xy plane
Surface soup(int triangles, double size, Random& random);
/// Points, segments and needles among other triangles.
Surface degenerate_soup(int triangles, Random& random);
Surface joined(const Surface& a, const Surface& b);

Eigen::Vector3d random_vector(Random& random);
Pose random_pose(Random& random, double distance);

/// The nearest pair of all pieces of two shapes, each pair by the certified convex distance: what
/// a search has to agree with. Containment apart.
Distance brute_force(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     double margin = 0);

}  // namespace apart::testing
