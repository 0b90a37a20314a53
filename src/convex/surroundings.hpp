// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "convex/vector.hpp"

namespace apart {

// A search that begins along the line of centres has a triangle after three looks, each of which
// waits for the last. Three looks around that line wait for nothing, and the triangle that they
// find is about as good.

/// Where centres are farther apart than so many times the sum of the radii, the line of centres is
/// as good a guess as any.
inline constexpr double nearby = 1.5;

/// How far around to look, as a tangent, if the centres are as far apart as the radii sum to: about
/// as far as faces are wide.
inline double spread(int vertices) {
  return vertices <= 8 ? 0.3 : vertices <= 32 ? 0.25 : vertices <= 128 ? 0.18 : 0.09;
}
inline double spread(int vertices_a, int vertices_b) {
  return 0.5 * (spread(vertices_a) + spread(vertices_b));
}

/// Three directions around q, the farther from it the nearer the centres are: deep in each other,
/// bodies are best enclosed by looking to all sides.
class Surroundings {
 public:
  static constexpr double widest = 4;
  static constexpr double sine = 0.8660254037844386;  // of 60 degrees

  Surroundings(Triple q, double extent, double spread) : q_(q) {
    // Two vectors normal to q and to each other, as long as q (Duff et al. 2017).
    const double length = norm(q), sign = std::copysign(1.0, q.z);
    const double length_z = std::copysign(length, q.z);
    const double a = -1 / (length_z + q.z), b = q.x * q.y * a;
    const double wide = lesser(widest, spread * (extent * extent) / (length * length));
    const Triple e{length + sign * (q.x * q.x * a), sign * b, 0 - sign * q.x};
    const Triple f{b, length_z + q.y * q.y * a, 0 - q.y};
    e_ = e * (sine * wide);
    f_ = f * (0.5 * wide);
  }
  Triple way(int k) const {
    if (k == 0) return q_ + (f_ + f_);
    return k == 1 ? (q_ - f_) + e_ : (q_ - f_) - e_;
  }

 private:
  Triple q_, e_, f_;
};

}  // namespace apart
