// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace apart::detail {

/// Directions sorted into cells of a cube around them, `side` by `side` on each face.
struct DirectionMap {
  static constexpr int side = 16, cells = 6 * side * side;

  static int cell(const Eigen::Vector3d& d);
  static Eigen::Vector3d middle(int cell);
};

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
  std::vector<int> map;  ///< of large ones: for each cell of DirectionMap, a vertex far along it

  Eigen::Vector3d local(int i) const { return {x[i], y[i], z[i]}; }
};

inline int DirectionMap::cell(const Eigen::Vector3d& d) {
  int axis;
  const double largest = d.cwiseAbs().maxCoeff(&axis);
  const int face = 2 * axis + (d[axis] > 0);
  const double across = side / 2 / largest;
  const auto column = [&](double x) {  // also for NaN or infinity: a cell, if not the right one
    const double c = x * across + side / 2;
    return c > 0 ? (c < side ? static_cast<int>(c) : side - 1) : 0;
  };
  return (face * side + column(d[(axis + 1) % 3])) * side + column(d[(axis + 2) % 3]);
}

inline Eigen::Vector3d DirectionMap::middle(int cell) {
  const int axis = cell / (side * side) / 2;
  Eigen::Vector3d d;
  d[axis] = cell / (side * side) % 2 ? 1 : -1;
  d[(axis + 1) % 3] = (cell / side % side + 0.5) / (side / 2) - 1;
  d[(axis + 2) % 3] = (cell % side + 0.5) / (side / 2) - 1;
  return d;
}

}  // namespace apart::detail
