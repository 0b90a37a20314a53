// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
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

/// Where centres are nearer than so many times the sum of the radii, bodies of that many vertices
/// are likely to overlap. A look back along the line of centres then makes a tetrahedron of the
/// triangle, usually one around the origin. Of bodies of few vertices that is seldom so.
inline constexpr int fewest_to_enclose = 9;
inline double deep(int vertices_a, int vertices_b) {
  const int least = std::min(vertices_a, vertices_b);
  return least < fewest_to_enclose ? 0 : least <= 32 ? 0.6 : 0.75;
}

/// Is the origin inside of a tetrahedron, as far as double tells?
inline bool around_origin(const Triple (&p)[3], Triple back) {
  const Triple e = p[0] - back, f = p[1] - back, g = p[2] - back, fg = cross(f, g);
  const double volume = dot(e, fg), sign = std::copysign(1.0, volume);
  const double x = dot(back, fg), y = dot(back, cross(g, e)), z = dot(back, cross(e, f));
  const double most = larger(larger(x * sign, y * sign), z * sign);
  return (most < 0) & ((volume + ((x + y) + z)) * sign > 0);
}

/// Three directions around q, the farther from it the nearer the centres are: deep in each other,
/// bodies are best enclosed by looking to all sides. And the one back.
class Surroundings {
 public:
  /// As a tangent: a triangle that the look back is to enclose the origin with has to face it.
  static constexpr double widest(bool with_look_back) { return with_look_back ? 1.4 : 4; }
  static constexpr double sine = 0.8660254037844386;  // of 60 degrees

  Surroundings(Triple q, double extent, double spread, double widest) : q_(q) {
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
  Triple back() const { return q_ * -1; }

 private:
  Triple q_, e_, f_;
};

}  // namespace apart
