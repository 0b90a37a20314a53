// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "convex/edge_list.hpp"
#include "convex/octants.hpp"
#include "convex/support_cells.hpp"
#include "convex/vector.hpp"

namespace apart::detail {

/// Memory from the start of a line of the cache on: blocks of vertices are then in one line each.
template <class Number>
struct Lined {
  using value_type = Number;
  static constexpr std::align_val_t line{64};

  Lined() = default;
  template <class Other>
  Lined(const Lined<Other>&) {}

  Number* allocate(std::size_t n) {
    return static_cast<Number*>(::operator new(n * sizeof(Number), line));
  }
  void deallocate(Number* p, std::size_t) { ::operator delete(p, line); }
  bool operator==(const Lined&) const = default;
};

/// What a Polytope shares among its copies, in few pieces of memory. Vertices are
/// structure-of-arrays, padded with copies of the last to a multiple of `padding`, so that a
/// support call can be a branch-free vector scan.
struct PolytopeData {
  static constexpr int padding = 8;

  int count = 0;  ///< vertices, without padding
  int dimension = 0;
  int stride = 0;           ///< with padding
  bool centred = true;      ///< the centre is zero
  bool aside = false;       ///< the points are beside it: `ball` is worth a look
  bool with_edges = false;  ///< were they asked for?
  double radius = 0;        ///< bound on |vertex - centre|
  double slack = 0;         ///< bound on how far a dropped point lies outside
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  /// A ball around all points, from the centre, in parts of `radius`. Small, as it is rough.
  struct Ball {
    float x = 0, y = 0, z = 0, reach = 1;
  } ball;
  std::vector<double, Lined<double>>
      coordinates;         ///< vertex minus centre, which is exact: all x, all y, all z
  std::vector<int> links;  ///< given(), neighbour_start(), neighbour(), one after another
  std::vector<Eigen::Vector3d> dropped;
  std::unique_ptr<const Octants> octants;     ///< of some vertices
  std::unique_ptr<const SupportCells> cells;  ///< of more vertices than a scan is good for
  std::unique_ptr<const EdgeList> edges;      ///< if asked for, and the hull has a closed surface

  /// The middle of that ball, and how much less it reaches than one about the centre.
  Triple middle() const { return Triple{ball.x, ball.y, ball.z} * radius; }
  double less_reach() const { return (1 - double{ball.reach}) * radius; }

  const double* x() const { return coordinates.data(); }
  const double* y() const { return x() + stride; }
  const double* z() const { return y() + stride; }
  /// One vertex, from as few lines of memory as can be.
  Eigen::Vector3d local(int i) const {
    if (!cells) return {x()[i], y()[i], z()[i]};
    const double* p = cells->corner(i);
    return {p[0], p[1], p[2]};
  }
  int given_index(int i) const { return cells ? cells->number(i) : given()[i]; }

  /// Index of each vertex among the given points.
  const int* given() const { return links.data(); }
  /// count + 1 indices into neighbour().
  const int* neighbour_start() const { return given() + count; }
  const int* neighbour() const { return neighbour_start() + count + 1; }
};

}  // namespace apart::detail
