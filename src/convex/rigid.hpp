// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>
#include <cstddef>

#include "convex/two.hpp"

namespace apart {

class Poses;

// Of the squares of a matrix' singular values, the sum of its squares is three times the arithmetic
// mean, and the determinant to the power 2/3 the geometric one. They are equal only if all are
// equal: if the means differ by up to e, and the determinant is within d of 1, then |R^T R - I| <=
// sqrt(6 e) + 2 d / sqrt(3) up to parts in a million.

/// So much may the sum of squares exceed 1 + 2 det: then the means differ by 4.8e-14 at most,
/// rounding and (det - 1)^2 / 9 included.
inline constexpr double plain_defect = 1e-13;
/// And so far may the determinant be off 1; both together are within the 1e-6 that a pose may have.
inline constexpr double plain_scaling = 3.5e-7;
/// So far may a pose be off the origin, as a sum of coordinates; each may be twice that.
inline constexpr double plain_reach = 0x1p499;

/// Which of two matrices are plainly rotations, by the sums of their squares and determinants?
inline auto rotates(Two square, Two determinant) {
  return (((square - 1) - (determinant + determinant)) <= plain_defect) &
         (size(determinant - 1) <= plain_scaling);
}
template <class Which>
bool all(Which which) {
  return (which[0] & which[1]) != 0;
}

/// Do both poses hold what validate() asks, with a little room? If not, it has the last word.
/// Two at once, lane by lane. Also false for NaN.
inline bool plainly_rigid(const Pose& a, const Pose& b) {
  const auto rotation = [&](int k) { return Two{a.rotation.data()[k], b.rotation.data()[k]}; };
  const auto translation = [&](int k) { return Two{a.translation[k], b.translation[k]}; };
  const Two x0 = rotation(0), x1 = rotation(1), x2 = rotation(2);
  const Two y0 = rotation(3), y1 = rotation(4), y2 = rotation(5);
  const Two z0 = rotation(6), z1 = rotation(7), z2 = rotation(8);
  const auto square = [](Two x, Two y, Two z) { return (x * x + y * y) + z * z; };
  const Two squares = square(x0, y0, z0) + (square(x1, y1, z1) + square(x2, y2, z2));
  const Two determinant =
      x0 * (y1 * z2 - y2 * z1) + (x1 * (y2 * z0 - y0 * z2) + x2 * (y0 * z1 - y1 * z0));
  const Two far = size(translation(0)) + (size(translation(1)) + size(translation(2)));
  return all(rotates(squares, determinant) & (far <= plain_reach));
}

/// Do all these poses hold that? Also false where that would take as long as asking them one by
/// one.
bool plainly_rigid(const Poses& poses, std::size_t first, std::size_t last);

}  // namespace apart
