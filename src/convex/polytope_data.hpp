// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "convex/support_cells.hpp"

namespace apart::detail {

/// What a Polytope shares among its copies. Vertices are structure-of-arrays, padded with copies
/// of one in the last block to a multiple of `padding`, so that a support call can be a branch-free
/// vector scan.
struct PolytopeData {
  static constexpr int padding = 8;

  int count = 0;                ///< vertices, without padding
  std::vector<double> x, y, z;  ///< vertex minus centre, which is exact (see recentre)
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double radius = 0;  ///< bound on |vertex - centre|
  double slack = 0;   ///< bound on how far a dropped point lies outside
  int dimension = 0;
  std::vector<int> given;            ///< index of each vertex among the given points
  std::vector<int> neighbour_start;  ///< count + 1 entries into `neighbour`
  std::vector<int> neighbour;
  std::vector<Eigen::Vector3d> dropped;
  SupportCells cells;  ///< of more vertices than a scan is good for

  Eigen::Vector3d local(int i) const { return {x[i], y[i], z[i]}; }
};

}  // namespace apart::detail
