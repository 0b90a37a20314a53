// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/mesh.hpp>
#include <span>
#include <vector>

namespace apart {

/// How the triangles of a mesh hang together, vertices in the same place being one. Triangles that
/// have two corners in one place have no part in it: they are segments or points.
struct Topology {
  /// The surface has no border: every edge belongs to two triangles, or is passed as often in one
  /// direction as in the other.
  bool closed = true;
  /// The latter holds of every edge, so that winding numbers are integers off the surface.
  bool oriented = true;
  int components = 0;
  /// A vertex of each component.
  std::vector<int> probes;
};

Topology find_topology(std::span<const Eigen::Vector3d> vertices,
                       std::span<const Mesh::Corners> triangles);

/// For every vertex the first one in the same place (zeros of either sign are one place).
std::vector<int> weld(std::span<const Eigen::Vector3d> vertices);

}  // namespace apart
