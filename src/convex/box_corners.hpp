// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>

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

}  // namespace apart
