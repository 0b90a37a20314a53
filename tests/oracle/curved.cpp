// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/curved.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/curved_iteration.hpp"
#include "oracle/families.hpp"

namespace oracle {

namespace {

using Coarse = long double;

Stage<Coarse> coarse_stage(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  const std::size_t m = frame_of<Coarse>(a, pose_a, b, pose_b).size();
  std::vector<Coarse> d(m, 0.25L);
  d[0] = 1;
  const Coarse tolerance = 0x1p-64L * size_of(a, pose_a, b, pose_b);
  return Iteration<Coarse>(a, pose_a, b, pose_b).run({d}, tolerance, 300);
}

Interval bounded_core_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  std::vector<std::vector<Real>> start;
  for (const auto& d : coarse_stage(a, pose_a, b, pose_b).directions) {
    start.emplace_back(d.begin(), d.end());
  }
  const Real size = size_of(a, pose_a, b, pose_b);
  const Stage<Real> fine =
      Iteration<Real>(a, pose_a, b, pose_b).run(start, Real(size * 1e-36), 1000);
  const Real slack = size * 1e-44;  // for the rounding of 75 digits
  return {fine.lower - slack, fine.upper + slack};
}

/// The normal of a posed half-space, r^-T n: exactly up to the determinant, a positive factor.
Vec<Real> posed_normal(const Body& halfspace, const Map& map) {
  Vec<Real> rows[3];
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) rows[i][k] = map.r[3 * i + k];
  }
  const Vec<Real> n = converted<Real>(halfspace.points[0]);
  const Vec<Real> cofactors[3] = {cross3(rows[1], rows[2]), cross3(rows[2], rows[0]),
                                  cross3(rows[0], rows[1])};
  const Real det = dot3(rows[0], cofactors[0]);
  Vec<Real> out;
  for (std::size_t i = 0; i < 3; ++i) out[i] = dot3(cofactors[i], n) / det;
  return out;
}

Interval halfspace_distance(const Body& halfspace, const Map& map, const Body& b,
                            const Map& pose_b) {
  const Vec<Real> n = posed_normal(halfspace, map);
  const Vec<Real> lowest = support<Real>(b, pose_b, {-n[0], -n[1], -n[2]});
  Vec<Real> d;
  for (std::size_t k = 0; k < 3; ++k) d[k] = lowest[k] - Real(map.t[k]);
  const Real gap = (dot3(n, d) - Real(halfspace.size[0])) / sqrt(dot3(n, n));
  const Real slack = size_of(halfspace, map, b, pose_b) * Real(1e-44);
  return {gap - slack, gap + slack};
}

}  // namespace

Interval core_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  if (a.kind == Kind::halfspace) return halfspace_distance(a, pose_a, b, pose_b);
  if (b.kind == Kind::halfspace) return halfspace_distance(b, pose_b, a, pose_a);
  return bounded_core_distance(a, pose_a, b, pose_b);
}

Interval curved_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  Interval out = core_distance(a, pose_a, b, pose_b);
  const Real radii = rounding_of(a) + rounding_of(b);
  out.lower = std::max(Real(0), Real(out.lower - radii));
  out.upper = std::max(Real(0), Real(out.upper - radii));
  return out;
}

double radius(const Body& body) {
  const Vec3& s = body.size;
  double r = 0;
  switch (body.kind) {
    case Kind::sphere:
      r = s[0];
      break;
    case Kind::box:
      r = std::hypot(s[0], s[1], s[2]) / 2;
      break;
    case Kind::capsule:
      r = s[0] + s[1] / 2;
      break;
    case Kind::cylinder:
    case Kind::cone:
      r = std::hypot(s[0], s[1] / 2);
      break;
    case Kind::frustum:
      r = std::hypot(std::max(s[0], s[2]), s[1] / 2);
      break;
    case Kind::ellipsoid:
      r = std::max({s[0], s[1], s[2]});
      break;
    case Kind::halfspace:
      r = std::abs(s[0]) / radius(body.points);
      break;
    default:
      r = radius(body.points);
  }
  return r + body.rounding;
}

double size_of(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  const Vec3 &s = pose_a.t, &t = pose_b.t;
  return radius(a) + radius(b) + std::hypot(t[0] - s[0], t[1] - s[1], t[2] - s[2]);
}

namespace {

/// From a half-space to a body outside of it.
RoughDistance rough_height(const Body& halfspace, const Map& map, const Body& b,
                           const Map& pose_b) {
  const Vec<Real> n = unit(posed_normal(halfspace, map));
  return {double(curved_distance(halfspace, map, b, pose_b).upper),
          {double(n[0]), double(n[1]), double(n[2])}};
}

}  // namespace

RoughDistance rough_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  if (a.kind == Kind::halfspace) return rough_height(a, pose_a, b, pose_b);
  if (b.kind == Kind::halfspace) {
    RoughDistance out = rough_height(b, pose_b, a, pose_a);
    for (double& x : out.direction) x = -x;
    return out;
  }
  const Stage<Coarse> stage = coarse_stage(a, pose_a, b, pose_b);
  const Frame<Coarse> frame = frame_of<Coarse>(a, pose_a, b, pose_b);
  RoughDistance out{};
  if (!(stage.upper > 0)) return out;
  for (std::size_t k = 0; k < 3; ++k) {
    Coarse sum = 0;
    for (std::size_t i = 0; i < frame.size(); ++i) sum -= frame[i][k] * stage.near[i];
    out.direction[k] = double(sum / stage.upper);
  }
  out.distance = double(stage.upper) - core_radius(a) - core_radius(b) - a.rounding - b.rounding;
  return out;
}

}  // namespace oracle
