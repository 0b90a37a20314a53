// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "convex/pair.hpp"
#include "convex/two.hpp"

namespace apart {

inline double sum(Two x) { return x[0] + x[1]; }
inline Two root(Two x) { return Two{std::sqrt(x[0]), std::sqrt(x[1])}; }

/// A vector of each.
struct TwoVectors {
  Two x, y, z;

  Triple of(int body) const { return {x[body], y[body], z[body]}; }
};
inline TwoVectors operator+(const TwoVectors& a, const TwoVectors& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline TwoVectors operator*(const TwoVectors& a, Two b) { return {a.x * b, a.y * b, a.z * b}; }
inline Two dot(const TwoVectors& a, Triple b) { return a.x * b.x + (a.y * b.y + a.z * b.z); }
inline Triple sum(const TwoVectors& a) { return {sum(a.x), sum(a.y), sum(a.z)}; }

/// Two cores, each an ellipsoid, or the sum of a disc and a segment along its axis (a cylinder), or
/// a point, as a direction n of world axes sees them: scaled, about their centres. All of these
/// equal their mirror images, so that a point -w of B counts in A - B as the point w of A.
struct RoundBodies {
  /// Half axes: a point of a body is x u0 + y u1 + z u2, |u| <= 1 or, of a cylinder, |(u0, u1)|
  /// <= 1 and |u2| <= 1.
  TwoVectors x, y, z;
  TwoVectors axis[3];  ///< the same as columns of the rotations
  Two extent[3];       ///< times these
  bool disc[2];
  Two solid, flat;  ///< 1 for an ellipsoid, 0 for the others; and the other way round
  /// x x^T + y y^T, of an ellipsoid + z z^T: entries 00, 01, 02, 11, 12, 22.
  Two square[6];

  /// What look() found: n in units of the half axes, its length without the segment's part and one
  /// over it, the derivative of the support function without that part, and the support function
  /// itself.
  TwoVectors d, slope;
  Two length, over, value;

  static bool fits(const Core& core) {
    return core.kind == Core::Kind::ellipsoid || core.kind == Core::Kind::cylinder ||
           (core.kind == Core::Kind::points && core.count == 1);
  }

  explicit RoundBodies(const Pair& pair)
      : disc{pair.a().kind == Core::Kind::cylinder, pair.b().kind == Core::Kind::cylinder},
        solid{pair.a().kind == Core::Kind::ellipsoid ? 1.0 : 0.0,
              pair.b().kind == Core::Kind::ellipsoid ? 1.0 : 0.0},
        flat(1 - solid) {
    for (int k = 0; k < 3; ++k) {
      const double* a = pair.rotation_a().data() + 3 * k;
      const double* b = pair.rotation_b().data() + 3 * k;
      axis[k] = {Two{a[0], b[0]}, Two{a[1], b[1]}, Two{a[2], b[2]}};
      extent[k] = Two{pair.a().extent[k], pair.b().extent[k]} * pair.scale();
    }
    x = axis[0] * extent[0];
    y = axis[1] * extent[1];
    z = axis[2] * extent[2];
    const TwoVectors w = z * solid;
    square[0] = x.x * x.x + (y.x * y.x + w.x * w.x);
    square[1] = x.x * x.y + (y.x * y.y + w.x * w.y);
    square[2] = x.x * x.z + (y.x * y.z + w.x * w.z);
    square[3] = x.y * x.y + (y.y * y.y + w.y * w.y);
    square[4] = x.y * x.z + (y.y * y.z + w.y * w.z);
    square[5] = x.z * x.z + (y.z * y.z + w.z * w.z);
  }

  /// The half segments; a point has none, as its half axes are zero.
  TwoVectors segments() const { return z * flat; }

  /// The sum of the support functions.
  double support(Triple n) const {
    const Two dx = dot(x, n), dy = dot(y, n), dz = dot(z, n), across = dz * solid;
    return sum(root(dx * dx + (dy * dy + across * across)) + size(dz) * flat);
  }

  /// The same, and its derivatives.
  void look(Triple n) {
    d = {dot(x, n), dot(y, n), dot(z, n)};
    const Two across = d.z * solid;
    length = root(d.x * d.x + (d.y * d.y + across * across));
    value = length + size(d.z) * flat;
    over = length > 0 ? 1 / length : Two{0, 0};
    slope = (x * d.x + (y * d.y + z * across)) * over;
  }

  /// As if a direction along a disc's axis had touched a point of its rim: hardly any way along it.
  void touch_rim(int k, double dx, double dy, double dz, double far) {
    d.x[k] = dx;
    d.y[k] = dy;
    d.z[k] = dz;
    length[k] = far;
    value[k] = std::abs(dz);
    const Triple e = x.of(k), f = y.of(k), at = (e * dx + f * dy) * (1 / far);
    over[k] = 0x1p10 / std::sqrt(dot(e, e));
    slope.x[k] = at.x;
    slope.y[k] = at.y;
    slope.z[k] = at.z;
  }

  /// Adds the second derivative of the support functions, which has n in its kernel.
  void add_curvature(double* m) const {
    m[0] += sum((square[0] - slope.x * slope.x) * over);
    m[1] += sum((square[1] - slope.x * slope.y) * over);
    m[2] += sum((square[2] - slope.x * slope.z) * over);
    m[3] += sum((square[3] - slope.y * slope.y) * over);
    m[4] += sum((square[4] - slope.y * slope.z) * over);
    m[5] += sum((square[5] - slope.z * slope.z) * over);
  }

  /// The points that are so many half axes from the centres.
  TwoVectors at(const Two (&part)[3]) const {
    return axis[0] * (extent[0] * part[0]) +
           (axis[1] * (extent[1] * part[1]) + axis[2] * (extent[2] * part[2]));
  }
};

}  // namespace apart
