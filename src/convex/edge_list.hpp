// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "convex/vector.hpp"

namespace apart::detail {

/// The half-edges of a triangulated surface, vertex by vertex: `target` has the other ends of a
/// vertex's edges, counterclockwise as seen from outside. Two that follow each other are a triangle
/// with the vertex; the last and the first are, too. So an edge's triangles stand on both sides of
/// it in the ring of either end, and its twin, if wanted, is in the ring of the other. A view.
struct Rings {
  const int* start = nullptr;  ///< of each vertex's ring in `target`, and the end of the last
  const int* target = nullptr;
  bool flat = false;  ///< the surface has two sides and nothing between them

  std::span<const int> ring(int v) const { return {target + start[v], target + start[v + 1]}; }
  /// Where w stands in the ring of v, or -1.
  int find(int v, int w) const {
    for (int k = start[v]; k < start[v + 1]; ++k) {
      if (target[k] == w) return k;
    }
    return -1;
  }
  /// The neighbours of a place in the ring of v.
  int after(int v, int k) const { return target[k + 1 < start[v + 1] ? k + 1 : start[v]]; }
  int before(int v, int k) const { return target[k > start[v] ? k - 1 : start[v + 1] - 1]; }
};

/// A doubly connected edge list, kept with a polytope that is to have one.
class EdgeList {
 public:
  using Triangle = std::array<int, 3>;

  /// Of a surface whose triangles may turn either way; a segment (two vertices) and a point have
  /// none. Null if they do not make one closed surface, of which every vertex is part: each edge of
  /// two triangles, one ring around each vertex, and Euler's formula.
  static std::unique_ptr<const EdgeList> of(std::span<const Vector<double>> vertices,
                                            std::vector<Triangle> triangles, bool flat);

  Rings rings() const { return {start_.data(), target_.data(), flat_}; }
  std::size_t bytes() const {
    return sizeof *this + (start_.size() + target_.size()) * sizeof(int);
  }

 private:
  bool link(int vertices, std::span<const Triangle> triangles);

  std::vector<int> start_, target_;
  bool flat_ = false;
};

/// A box's, corners numbered by the signs of x, y, z; its faces are halved so that every second
/// corner has six edges.
Rings box_rings();
/// Of one, two or three points: a triangle has two sides.
Rings few_points_rings(int count);

}  // namespace apart::detail
