// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "convex/vector.hpp"

namespace apart {

/// The corners of a box around a point on its surface, and the weights that make it of them:
/// products of those along the axes. At most four, as at least one coordinate is at a face.
struct CornersAround {
  int size = 1;
  std::array<int, 4> corner{};
  std::array<double, 4> weight{1};

  CornersAround(Triple point, Triple half) {
    along(1, point.x, half.x);
    along(2, point.y, half.y);
    along(4, point.z, half.z);
  }

 private:
  void along(int bit, double x, double half) {
    if (!(std::abs(x) < half)) {
      for (int i = 0; i < size; ++i) corner[i] |= x > 0 ? bit : 0;
      return;
    }
    const double share = (x + half) / (2 * half);
    for (int i = 0; i < size; ++i) {
      corner[i + size] = corner[i] | bit;
      weight[i + size] = weight[i] * share;
      weight[i] *= 1 - share;
    }
    size *= 2;
  }
};

/// The weights of pairs of ends of two segments, or points, are products of those of the ends. To
/// whatever lists pairs of vertices.
template <class Pairs>
inline void weigh_ends(std::span<const double> weight_a, std::span<const double> weight_b,
                       Pairs& pairs) {
  pairs.size = 0;
  for (std::size_t i = 0; i < weight_a.size(); ++i) {
    for (std::size_t j = 0; j < weight_b.size(); ++j) {
      const double weight = weight_a[i] * weight_b[j];
      if (!(weight > 0)) continue;
      pairs.vertex_a[pairs.size] = static_cast<int>(i);
      pairs.vertex_b[pairs.size] = static_cast<int>(j);
      pairs.weight[pairs.size++] = weight;
    }
  }
}

}  // namespace apart
