// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "convex/vector.hpp"

namespace apart {

/// The rotation about a unit vector by an angle (Rodrigues). Its numbers are off by less than 24
/// units of 2^-53 in all: of the angle itself at most 4, of sine, cosine and the axis' length 6 in
/// any direction, of the sums 6.
inline Eigen::Matrix3d turn(const Vector<double>& axis, double angle) {
  const double s = std::sin(angle), half = std::sin(angle / 2), c = std::cos(angle);
  const Vector<double> a = axis * s, b = axis * (2 * half * half);
  Eigen::Matrix3d q;
  q << c + axis.x() * b.x(), axis.x() * b.y() - a.z(), axis.x() * b.z() + a.y(),
      axis.x() * b.y() + a.z(), c + axis.y() * b.y(), axis.y() * b.z() - a.x(),
      axis.x() * b.z() - a.y(), axis.y() * b.z() + a.x(), c + axis.z() * b.z();
  return q;
}

}  // namespace apart
