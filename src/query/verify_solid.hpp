// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The numbers that verify() works in, and its own formulas for the solids without vertices. Of
// apart, verify() includes public headers only: nothing may come from the code whose answers it
// checks.
#include <Eigen/Core>
#include <apart/primitives.hpp>
#include <limits>

namespace apart::verification {

/// 64 bits of mantissa on x86; at least the 53 of a double everywhere.
using Real = long double;
using Vec = Eigen::Matrix<Real, 3, 1>;
using Mat = Eigen::Matrix<Real, 3, 3>;

inline constexpr Real u = 0x1p-53L;
/// What one operation of our own may err by, relatively.
inline constexpr Real own_u = std::numeric_limits<Real>::epsilon() / 2;
/// The grain of the numbers in an answer, and of our own. Only felt at the bottom of their range,
/// where rounding is no longer relative.
inline constexpr Real grain = std::numeric_limits<double>::denorm_min();
inline constexpr Real own_grain = std::numeric_limits<Real>::denorm_min();

/// |x|, safe from overflow and underflow.
Real norm(const Vec& x);

/// Support values: the most q.x can be on the solid, in its own frame; |q| is near 1.
Real support_value(const Cylinder& c, const Vec& q);
Real support_value(const Cone& c, const Vec& q);
Real support_value(const Ellipsoid& e, const Vec& q);

/// Points where q.x is that large; q is not zero.
Vec farthest(const Cylinder& c, const Vec& q);
Vec farthest(const Cone& c, const Vec& q);
Vec farthest(const Ellipsoid& e, const Vec& q);

/// Bounds on |x| over the solid.
Real radius_of(const Cylinder& c);
Real radius_of(const Cone& c);
Real radius_of(const Ellipsoid& e);

/// The point of the solid nearest y, in its own frame.
Vec nearest(const Cylinder& c, const Vec& y);
Vec nearest(const Cone& c, const Vec& y);
Vec nearest(const Ellipsoid& e, const Vec& y);

}  // namespace apart::verification
