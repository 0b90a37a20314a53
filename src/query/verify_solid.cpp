// SPDX-License-Identifier: BSD-3-Clause
#include "verify_solid.hpp"

#include <algorithm>
#include <cmath>

namespace apart::verification {

namespace {

Vec real(const Eigen::Vector3d& x) { return x.cast<Real>(); }

}  // namespace

Real norm(const Vec& x) { return std::hypot(x.x(), x.y(), x.z()); }

Real support_value(const Cylinder& c, const Vec& q) {
  return Real(c.radius()) * std::hypot(q.x(), q.y()) + Real(c.length()) / 2 * std::abs(q.z());
}

Real support_value(const Cone& c, const Vec& q) {
  const Real apex = Real(c.length()) / 2 * q.z();
  return std::max(apex, Real(c.radius()) * std::hypot(q.x(), q.y()) - apex);
}

Real support_value(const Ellipsoid& e, const Vec& q) {
  return norm(real(e.radii()).cwiseProduct(q));
}

Vec farthest(const Cylinder& c, const Vec& q) {
  const Real rho = std::hypot(q.x(), q.y()), half = Real(c.length()) / 2;
  const Real stretch = rho > 0 ? Real(c.radius()) / rho : 0;
  return {q.x() * stretch, q.y() * stretch, q.z() < 0 ? -half : half};
}

Vec farthest(const Cone& c, const Vec& q) {
  const Vec rim = farthest(Cylinder(c.radius(), c.length()), {q.x(), q.y(), -1});
  const Vec apex(0, 0, Real(c.length()) / 2);
  return q.dot(apex) > q.dot(rim) ? apex : rim;
}

Vec farthest(const Ellipsoid& e, const Vec& q) {
  const Vec s = real(e.radii()).cwiseProduct(q / norm(q));
  return norm(s) > 0 ? Vec(real(e.radii()).cwiseProduct(s / norm(s))) : Vec(0, 0, 0);
}

Real radius_of(const Cylinder& c) { return std::hypot(Real(c.radius()), Real(c.length()) / 2); }
Real radius_of(const Cone& c) { return std::hypot(Real(c.radius()), Real(c.length()) / 2); }
Real radius_of(const Ellipsoid& e) { return e.radii().maxCoeff(); }

Vec nearest(const Cylinder& c, const Vec& y) {
  const Real r = c.radius(), half = Real(c.length()) / 2, rho = std::hypot(y.x(), y.y());
  const Real shrink = rho > r ? r / rho : 1;
  return {y.x() * shrink, y.y() * shrink, std::clamp(y.z(), -half, half)};
}

/// In the half-plane (rho, z) the cone is a triangle; its slanted side runs from (r, -half) to the
/// apex.
Vec nearest(const Cone& c, const Vec& y) {
  const Real r = c.radius(), half = Real(c.length()) / 2, rho = std::hypot(y.x(), y.y());
  const Real side = std::hypot(r, 2 * half);
  Real near_rho = std::min(rho, r), near_z = -half;
  if (y.z() > -half && side > 0) {
    const Real along_rho = -r / side, along_z = 2 * half / side;
    const Real dr = rho - r, dz = y.z() + half;
    // A cone without a radius has no inside to tell: all its axis, however long, is on the side.
    const bool inside = y.z() <= half && dr * along_z - dz * along_rho <= 0;
    const Real s = std::clamp(dr * along_rho + dz * along_z, Real(0), side);
    near_rho = inside ? rho : std::max(r + s * along_rho, Real(0));
    near_z = inside ? y.z() : s * along_z - half;
  }
  const Real shrink = rho > 0 ? near_rho / rho : 0;
  return {y.x() * shrink, y.y() * shrink, near_z};
}

/// The nearest point of the surface to y outside is x_i = r_i y_i / (s + r_i), r_i = (e_i /
/// e_min)^2, for the one s > 0 that puts it on the surface (Eberly, "Distance from a point to an
/// ellipse, an ellipsoid, or a hyperellipsoid"). All sums are of positive terms, so bisection loses
/// no digits.
Vec nearest(const Ellipsoid& ellipsoid, const Vec& y) {
  const Vec e = real(ellipsoid.radii());
  const Real largest = e.maxCoeff();
  // So small, or seen from so far, that the difference shows in no tolerance of ours; what remains
  // has ratios whose squares are finite numbers.
  if (norm(y) >= largest * 0x1p100L) return Vec::Zero();
  Real smallest = largest;
  Vec x = y;
  for (int i = 0; i < 3; ++i) {
    if (e[i] <= largest * 0x1p-200L) {
      x[i] = 0;
    } else {
      smallest = std::min(smallest, e[i]);
    }
  }
  Vec r, z;
  for (int i = 0; i < 3; ++i) {
    r[i] = std::max(Real(1), (e[i] / smallest) * (e[i] / smallest));
    z[i] = x[i] == 0 ? 0 : x[i] / e[i];
  }
  if (norm(z) <= 1) return x;
  const auto at = [&](Real s, const Vec& w) {
    return Vec(r.array() * w.array() / (r.array() + s));
  };
  Real low = 0, high = norm(r.cwiseProduct(z));
  while (high - low > own_u * (1 + low)) {
    const Real middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (norm(at(middle, z)) > 1 ? low : high) = middle;
  }
  return at(high, x);  // `high` errs to the inside: the point is one of the ellipsoid
}

}  // namespace apart::verification
