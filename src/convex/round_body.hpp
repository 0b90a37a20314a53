// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "convex/core.hpp"

namespace apart {

/// A core that is an ellipsoid, or the sum of a disc and a segment along its axis (a cylinder), or
/// a point, as a direction n of world axes sees it: scaled, about its centre. All of these equal
/// their mirror images, so that a point -w of B counts in A - B as the point w of A.
struct RoundBody {
  /// Half axes: a point of the body is x u0 + y u1 + z u2, |u| <= 1 or, of a cylinder, |(u0, u1)|
  /// <= 1 and |u2| <= 1.
  Vector<double> x, y, z;
  bool disc, solid;
  /// x x^T + y y^T, of an ellipsoid + z z^T: entries 00, 01, 02, 11, 12, 22.
  double square[6];

  /// What look() found: n in units of the half axes, its length without the segment's part and one
  /// over it, the derivative of the support function without that part, and the support function
  /// itself.
  Vector<double> d, slope;
  double length, over, value;

  static bool fits(const Core& core) {
    return core.kind == Core::Kind::ellipsoid || core.kind == Core::Kind::cylinder ||
           (core.kind == Core::Kind::points && core.count == 1);
  }

  RoundBody(const Core& core, const Eigen::Matrix3d& rotation, double scale)
      : x(rotation.col(0) * (core.extent.x() * scale)),
        y(rotation.col(1) * (core.extent.y() * scale)),
        z(rotation.col(2) * (core.extent.z() * scale)),
        disc(core.kind == Core::Kind::cylinder),
        solid(core.kind == Core::Kind::ellipsoid) {
    for (int i = 0, k = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j, ++k) {
        square[k] = x[i] * x[j] + y[i] * y[j] + (solid ? z[i] * z[j] : 0);
      }
    }
  }

  /// The half segment.
  Vector<double> segment() const { return disc ? z : Vector<double>::Zero(); }

  /// The support function.
  double support(const Vector<double>& n) const {
    const double dx = dot(x, n), dy = dot(y, n), dz = dot(z, n), across = solid ? dz : 0;
    const double across_axis = std::sqrt(dx * dx + (dy * dy + across * across));
    return solid ? across_axis : across_axis + std::abs(dz);
  }

  /// The same, and its derivatives.
  void look(const Vector<double>& n) {
    d = {dot(x, n), dot(y, n), dot(z, n)};
    const double across = solid ? d.z() : 0;
    length = std::sqrt(d.x() * d.x() + (d.y() * d.y() + across * across));
    value = solid ? length : length + std::abs(d.z());
    over = length > 0 ? 1 / length : 0;
    slope = (x * d.x() + (y * d.y() + z * across)) * over;
  }

  /// Adds the second derivative of the support function, which has n in its kernel.
  void add_curvature(double* sum) const {
    for (int i = 0, k = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j, ++k) sum[k] += (square[k] - slope[i] * slope[j]) * over;
    }
  }
};

}  // namespace apart
