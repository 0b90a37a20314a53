// SPDX-License-Identifier: BSD-3-Clause
#include "query/halfspace.hpp"

#include <algorithm>
#include <cmath>

#include "convex/found.hpp"

namespace apart {

namespace {

ExactVector exact(const Vector<double>& x) { return x.cast<DoubleDouble>(); }

/// The half-space in world axes: {y : m.(y - t) <= offset}, scaled. Under x -> R x + t normals go
/// with the matrix of cofactors, whatever R, so a pose that is not quite rigid costs no accuracy.
struct Plane {
  ExactVector m;
  DoubleDouble offset;
  DoubleDouble length;  // |m|
};

Plane place(const Halfspace& half, const Eigen::Matrix3d& r, double scale) {
  const ExactVector x = exact(r.col(0)), y = exact(r.col(1)), z = exact(r.col(2));
  // The normal's own length is of no account: bring it near 1 first, by a power of two.
  const double size = half.normal().cwiseAbs().maxCoeff();
  const double one_over = std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000));
  const Vector<double> n = half.normal() * one_over;
  Plane plane;
  plane.m = cross(y, z) * DoubleDouble(n.x()) + cross(z, x) * DoubleDouble(n.y()) +
            cross(x, y) * DoubleDouble(n.z());
  plane.offset = dot<DoubleDouble>(x, cross(y, z)) * DoubleDouble(half.offset() * one_over * scale);
  plane.length = sqrt(dot(plane.m, plane.m));
  return plane;
}

}  // namespace

RoundedHalfspace find_halfspace(ShapeRef shape) {
  if (is_halfspace(shape)) return {&shape.as<Halfspace>(), 0};
  if (shape.index() == detail::index_in<Rounded, ShapeVariant>) {
    RoundedHalfspace inner = find_halfspace(shape.as<Rounded>().shape());
    if (inner.halfspace) inner.rounding += DoubleDouble(shape.as<Rounded>().radius());
    return inner;
  }
  return {};
}

Penetration penetration_halfspace(const RoundedHalfspace& half, const Pose& pose_half,
                                  const Core& core, const Pose& pose_core, double margin) {
  const ExactVector centre = exact_product(pose_core.rotation, core.centre);
  ExactVector offset;
  for (int i = 0; i < 3; ++i) {
    offset[i] = two_sum(pose_core.translation[i], -pose_half.translation[i]) + centre[i];
  }
  const Halfspace& h = *half.halfspace;
  const double plane_distance = std::abs(h.offset()) / h.normal().cwiseAbs().maxCoeff();
  const DoubleDouble ball_a = half.rounding + DoubleDouble(margin);
  const DoubleDouble ball_b = core.rounding + DoubleDouble(margin);
  const double size =
      std::max({core.radius + ball_a.hi + ball_b.hi + plane_distance + safe_norm(rounded(offset)),
                0x1p-200 * safe_norm(core.centre), smallest_size});
  const double scale = std::ldexp(1.0, -std::ilogb(size)), back = 1 / scale;

  const Plane plane = place(h, pose_half.rotation, scale);
  const Vector<double> q = normalised(rounded(plane.m));
  const Support lowest = core.farthest(transposed_product(pose_core.rotation, -q));
  const ExactVector p =
      exact_product(pose_core.rotation, lowest.point * scale) + offset * DoubleDouble(scale);
  const DoubleDouble height = (dot(plane.m, p) - plane.offset) / plane.length;

  // The height of that point is nearly exact. A scan errs by 8.25 u r at each of two vertices, and
  // q by u r from the plane's normal, in choosing it; a single vertex leaves no choice.
  const bool on_the_plane =
      height == DoubleDouble(0) && size == smallest_size;  // nothing but zeros
  const double exact_error =
      on_the_plane ? 0 : 0x1p-94 * size * scale + 0x1p-98 * scale * safe_norm(core.centre);
  const double point_error = unit_roundoff * core.outside * core.radius * scale;
  const double choice_error = core.has_vertices() && core.count == 1
                                  ? 0
                                  : (20 + core.shortfall) * unit_roundoff * core.radius * scale;
  const DoubleDouble lower = height - ball_a * scale - ball_b * scale -
                             DoubleDouble(choice_error + exact_error + core.slack * scale);
  const DoubleDouble upper =
      height - ball_a * scale - ball_b * scale + DoubleDouble(point_error + exact_error);

  Penetration d;
  d.support_calls = 1;
  d.witness = {1, {-1}, {core.given_index(lowest.id)}, {1}};
  const ExactVector n = plane.m / plane.length;
  d.direction = rounded(n);
  const ExactVector origin = exact(pose_half.translation);
  const auto to_world = [&](const ExactVector& x) {
    return rounded(ExactVector(origin + x * DoubleDouble(back)));
  };
  d.lower = unscaled(round_down(lower), back, -INFINITY);
  d.upper = unscaled(round_up(upper), back, INFINITY);
  const DoubleDouble gap = height - ball_a * scale - ball_b * scale;
  d.signed_distance = std::clamp(gap.hi * back, d.lower, d.upper);
  d.point_a = to_world(p - n * (height - ball_a * scale));
  d.point_b = to_world(p - n * (ball_b * scale));
  d.status = d.lower > 0 ? Status::separated : d.upper < 0 ? Status::overlapping : Status::touching;
  return d;
}

Distance distance_halfspace(const RoundedHalfspace& half, const Pose& pose_half, const Core& core,
                            const Pose& pose_core, double margin) {
  return unsigned_part(penetration_halfspace(half, pose_half, core, pose_core, margin));
}

Distance unsigned_part(const Penetration& p) {
  Distance d;
  d.support_calls = p.support_calls;
  d.witness = p.witness;
  d.normal = p.direction;
  d.status = p.status;
  d.point_a = p.status == Status::overlapping ? p.point_b : p.point_a;
  d.point_b = p.point_b;
  d.lower = std::max(0.0, p.lower);
  d.upper = std::max(0.0, p.upper);
  return d;
}

Penetration signed_part(const Distance& d) {
  Penetration p;
  p.signed_distance = d.upper;
  p.lower = d.lower;
  p.upper = d.upper;
  p.direction = d.normal;
  p.point_a = d.point_a;
  p.point_b = d.point_b;
  p.witness = d.witness;
  p.status = d.status;
  p.support_calls = d.support_calls;
  return p;
}

namespace {

void swap_sides(Witness& w) {
  std::swap(w.vertex_a, w.vertex_b);
  std::swap(w.triangle_a, w.triangle_b);
  std::swap(w.part_a, w.part_b);
}

}  // namespace

Penetration swapped(const Penetration& p) {
  Penetration s = p;
  std::swap(s.point_a, s.point_b);
  swap_sides(s.witness);
  s.direction = Vector<double>::Zero() - p.direction;
  return s;
}

Distance swapped(const Distance& d) {
  Distance s = d;
  std::swap(s.point_a, s.point_b);
  swap_sides(s.witness);
  s.normal = Vector<double>::Zero() - d.normal;  // 0 - x: no negative zeros
  return s;
}

}  // namespace apart
