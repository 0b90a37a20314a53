// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/vector.hpp"

namespace apart {

/// Of so many vertices, turning all into world axes costs no more than turning directions.
inline constexpr int most_turned = 32;

/// The rotation of a pose times a power of two.
struct Turn {
  Triple x, y, z;  ///< its columns

  /// The scale is 1, as a rule.
  Turn(const Eigen::Matrix3d& rotation, double scale)
      : x(column(rotation, 0)), y(column(rotation, 1)), z(column(rotation, 2)) {
    if (scale != 1) [[unlikely]] {
      x = x * scale;
      y = y * scale;
      z = z * scale;
    }
  }
  static Triple column(const Eigen::Matrix3d& rotation, int k) {
    const double* c = rotation.data() + 3 * k;
    return {c[0], c[1], c[2]};
  }
  /// Of a point: product().
  Triple operator*(Triple p) const {
    return {x.x * p.x + (y.x * p.y + z.x * p.z), x.y * p.x + (y.y * p.y + z.y * p.z),
            x.z * p.x + (y.z * p.y + z.z * p.z)};
  }
  /// Of a direction, back into the body's frame: transposed_product().
  Triple back(Triple q) const { return {dot(x, q), dot(y, q), dot(z, q)}; }
};

}  // namespace apart
