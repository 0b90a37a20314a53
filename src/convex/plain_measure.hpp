// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>
#include <cmath>

#include "convex/vector.hpp"

namespace apart {

/// The size of a problem.
struct PlainMeasure {
  /// In units of u * S: below the first, v is left to those who know what touching is; a gap of the
  /// second is closed.
  static constexpr double shortest = 64, closed = 12;
  /// What is that large, or smaller by as much, is not scaled: products of six lengths are formed,
  /// which is all the same between here and there. Nobody has to wait for the scale.
  static constexpr double large = 0x1p60;

  Triple offset;   ///< from A's centre to B's, scaled
  double gap;      ///< its length
  double extent;   ///< both radii of the cores, scaled
  double smaller;  ///< of the two
  double scale = 1, back = 1;
  double whole;  ///< the power of two below S, or there about
  double unit;
  bool usual;  ///< neither very large nor very small

  /// Never: then large and small are not usual.
  enum class Scaling { never, as_needed, always };

  PlainMeasure(double radius_a, double radius_b, const Pose& pose_a, const Pose& pose_b,
               Scaling scaling = Scaling::as_needed)
      : PlainMeasure(radius_a, radius_b,
                     Triple::of(pose_b.translation) - Triple::of(pose_a.translation), scaling) {}

  /// `o`: from A's centre to B's.
  PlainMeasure(double radius_a, double radius_b, Triple o, Scaling scaling = Scaling::as_needed) {
    const double extent_of_both = radius_a + radius_b;
    const double rough = extent_of_both + (std::abs(o.x) + (std::abs(o.y) + std::abs(o.z)));
    whole = power_of_two(rough);
    const bool plain = (rough < large) & (rough > 1 / large);
    if (scaling == Scaling::always || (scaling == Scaling::as_needed && !plain)) [[unlikely]] {
      scale = one_over_power_of_two(rough);
      back = whole;
      whole = 1;
    }
    offset = o * scale;
    extent = extent_of_both * scale;
    smaller = lesser(radius_a, radius_b) * scale;
    gap = std::sqrt(dot(offset, offset));
    unit = unit_roundoff * (1 + 16 * unit_roundoff) * size();
    usual = scaling == Scaling::never ? plain : rough > 0x1p-900 && rough < 0x1p900;
  }
  double size() const { return extent + gap; }  ///< S
};

/// How much of rounding near points may show that are `length` apart and off their shapes by
/// `error` in all, each of them by `error_of_one`: they have to be `upper` apart along the normal,
/// and to lie on their shapes, within 4u (|point_a| + |point_b| + S). What `upper` is too large by
/// is not all left to the former: B's point is moved outward by up to half of it, if the latter
/// allows.
struct PlainShown {
  double upper_error, all, outward;

  PlainShown(double error, double error_of_one, double length, double far_a, double far_b,
             double size) {
    constexpr double u = unit_roundoff;
    upper_error = error + 3.5 * u * length;
    all = u * (3.9 * far_a + 1.9 * far_b + 4 * size);
    outward = lesser(0.5 * upper_error, larger(0.0, all - (error_of_one + u * far_a)));
  }
};

}  // namespace apart
