// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>
#include <cstddef>

#include "convex/two.hpp"

namespace apart {

class Poses;

/// If x and y are unit vectors, normal to each other, and z is their cross product, with errors
/// that sum to e, then |R^T R - I| <= sqrt(8) e (z.z errs by up to twice as much as z), and the
/// determinant is positive. So much of e is within the 1e-6 that a pose may have.
inline constexpr double plain_defect = 3.4e-7;
/// And so far may a pose be off the origin, as a sum of coordinates.
inline constexpr double plain_reach = 0x1p500;

/// Do both poses hold what validate() asks, with a little room? If not, it has the last word.
/// Two at once, lane by lane. Also false for NaN.
inline bool plainly_rigid(const Pose& a, const Pose& b) {
  const auto rotation = [&](int k) { return Two{a.rotation.data()[k], b.rotation.data()[k]}; };
  const auto translation = [&](int k) { return Two{a.translation[k], b.translation[k]}; };
  const Two x0 = rotation(0), x1 = rotation(1), x2 = rotation(2);
  const Two y0 = rotation(3), y1 = rotation(4), y2 = rotation(5);
  const Two xx = x0 * x0 + x1 * x1 + x2 * x2, yy = y0 * y0 + y1 * y1 + y2 * y2;
  const Two xy = x0 * y0 + x1 * y1 + x2 * y2;
  const Two z0 = (x1 * y2 - x2 * y1) - rotation(6), z1 = (x2 * y0 - x0 * y2) - rotation(7);
  const Two z2 = (x0 * y1 - x1 * y0) - rotation(8);
  const Two off = size(xx - 1) + size(yy - 1) + size(xy) + (size(z0) + size(z1) + size(z2));
  const Two far = size(translation(0)) + size(translation(1)) + size(translation(2));
  const auto good = (off <= plain_defect) & (far <= plain_reach);
  return (good[0] & good[1]) != 0;
}

/// Do all these poses hold that? Also false where that would take as long as asking them one by
/// one.
bool plainly_rigid(const Poses& poses, std::size_t first, std::size_t last);

}  // namespace apart
