// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/mesh.hpp>
#include <vector>

#include "tree/group.hpp"
#include "tree/sphere_tree.hpp"
#include "tree/topology.hpp"
#include "tree/wide_tree.hpp"

namespace apart::detail {

/// What a Mesh shares among its copies.
struct MeshData {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<Mesh::Corners> triangles;
  std::vector<int> polygon;  ///< of each triangle; empty if triangles were given
  Topology topology;
  bool solid = false;
  TreeKind kind = TreeKind::boxes;
  WideTree tree;  ///< its elements are the triangles
  std::vector<Group> groups;
  double leaf_radius = 0;  ///< that was asked for, of a sphere tree
  SphereTree sphere_tree;  ///< if that is the kind; its labels are the first triangles of polygons

  /// One past the last triangle of the polygon that this one is the first of.
  int polygon_end(int first) const {
    int end = first + 1;
    if (polygon.empty()) return end;
    while (end < static_cast<int>(polygon.size()) && polygon[end] == polygon[first]) ++end;
    return end;
  }
};

}  // namespace apart::detail
