// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "convex/vector.hpp"

namespace apart {

/// Which points are vertices of a convex hull, and the edges and triangles between them (indices of
/// points). Triangles may turn either way; a flat hull has them on both sides.
struct HullGraph {
  int dimension = 0;
  std::vector<int> vertices;
  std::vector<std::pair<int, int>> edges;
  std::vector<std::array<int, 3>> triangles = {};
};

/// The hull of points whose coordinates are of the order of 1. Good to rounding: a point that
/// stands out by that much may be missing. Where no hull can be had, all points are vertices,
/// without edges.
HullGraph hull_graph(std::span<const Vector<double>> points);

}  // namespace apart
