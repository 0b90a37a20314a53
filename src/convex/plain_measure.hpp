// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <apart/pose.hpp>
#include <cmath>

#include "convex/vector.hpp"

namespace apart {

/// The size of a problem, and the power of two that brings it near 1, as Pair has them.
struct PlainMeasure {
  /// In units of u * S: below the first, v is left to those who know what touching is; a gap of the
  /// second is closed.
  static constexpr double shortest = 64, closed = 12;

  Triple offset;  ///< from A's centre to B's, scaled
  double gap;     ///< its length
  double extent;  ///< both radii of the cores, scaled
  double scale, back, unit;
  bool usual;  ///< neither very large nor very small, and not concentric

  PlainMeasure() = default;
  PlainMeasure(double extent_of_both, const Pose& pose_a, const Pose& pose_b) {
    const Triple o = Triple::of(pose_b.translation) - Triple::of(pose_a.translation);
    const double rough = extent_of_both + (std::abs(o.x) + (std::abs(o.y) + std::abs(o.z)));
    scale = one_over_power_of_two(rough);
    back = power_of_two(rough);
    offset = o * scale;
    extent = extent_of_both * scale;
    gap = std::sqrt(dot(offset, offset));
    unit = unit_roundoff * (1 + 16 * unit_roundoff) * size();
    usual = rough > 0x1p-900 && rough < 0x1p900 && gap > 8 * unit;
  }
  double size() const { return extent + gap; }  ///< S
};

}  // namespace apart
