// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/mesh.hpp>
#include <optional>

namespace apart {

/// What there is to know about a mesh before one trusts it. Nothing here hinders a query: distances
/// are true for any triangles. Vertices in the same place count as one where edges are concerned,
/// and collapsed triangles have no edges.
struct MeshReport {
  int vertices = 0, triangles = 0;

  int unused_vertices = 0;      ///< in no triangle
  int duplicate_vertices = 0;   ///< in the same place as an earlier one
  int collapsed_triangles = 0;  ///< with two corners in the same place: segments and points
  int flat_triangles = 0;  ///< collapsed ones, and those with corners on a line: no area, exactly
  int duplicate_triangles = 0;  ///< with the corners of an earlier one, whichever way round

  int edges = 0;
  int open_edges = 0;          ///< of one triangle
  int non_manifold_edges = 0;  ///< of more than two
  int inconsistent_edges = 0;  ///< of two that pass it in the same direction

  int components = 0;
  bool closed = false, solid = false;

  Eigen::Vector3d box_min = Eigen::Vector3d::Zero();  ///< of the vertices in use
  Eigen::Vector3d box_max = Eigen::Vector3d::Zero();
  double area = 0;
  /// Negative if the triangles are seen clockwise from outside. Unset if the surface encloses none:
  /// if some edge is not passed as often in one direction as in the other.
  std::optional<double> volume = std::nullopt;
};

/// Takes O(n log n).
MeshReport inspect(const Mesh& mesh);

}  // namespace apart
