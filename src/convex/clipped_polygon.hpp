// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <initializer_list>

namespace apart::detail {

/// What directions may be larger by, and a vertex nearer than the farthest, as parts of the
/// polygon's size and of the vertices', where it is asked which vertices are farthest somewhere:
/// far more than the rounding of the answer and of what it is used for, so that no vertex is
/// missing; far less than makes lists longer.
inline constexpr double room = 0x1p-40;

/// A convex polygon, cut by straight lines.
struct ClippedPolygon {
  static constexpr int most = 40;
  std::array<Eigen::Vector2d, most> corner;
  int size = 0;

  ClippedPolygon(std::initializer_list<Eigen::Vector2d> corners)
      : size(static_cast<int>(corners.size())) {
    std::copy(corners.begin(), corners.end(), corner.begin());
  }
  ClippedPolygon(const ClippedPolygon& other) : size(other.size) {
    std::copy_n(other.corner.begin(), size, corner.begin());
  }

  /// The part on which f >= 0, f being linear. Keeps all if there is no room for another corner.
  template <class Linear>
  void clip(const Linear& f) {
    if (size == 0) return;
    std::array<Eigen::Vector2d, 2 * most> kept;
    int n = 0;
    Eigen::Vector2d p = corner[size - 1];
    double fp = f(p);
    for (int i = 0; i < size; ++i) {
      const Eigen::Vector2d& q = corner[i];
      const double fq = f(q);
      if ((fp >= 0) != (fq >= 0)) kept[n++] = p + (q - p) * (fp / (fp - fq));
      if (fq >= 0) kept[n++] = q;
      p = q;
      fp = fq;
    }
    if (n > most) return;
    std::copy_n(kept.begin(), n, corner.begin());
    size = n;
  }
};

}  // namespace apart::detail
