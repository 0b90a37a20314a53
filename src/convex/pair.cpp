// SPDX-License-Identifier: BSD-3-Clause
#include "convex/pair.hpp"

#include <algorithm>
#include <cmath>

namespace apart {

namespace {

ExactVector exact(const Vector<double>& x) { return x.cast<DoubleDouble>(); }

ExactVector scaled(const ExactVector& x, double power_of_two) {
  ExactVector y;
  for (int i = 0; i < 3; ++i) y[i] = {x[i].hi * power_of_two, x[i].lo * power_of_two};
  return y;
}

/// Most centres are zero.
ExactVector placed(const Eigen::Matrix3d& rotation, const Vector<double>& centre) {
  return centre.isZero(0) ? ExactVector(ExactVector::Zero()) : exact_product(rotation, centre);
}

DoubleDouble scaled(const DoubleDouble& x, double power_of_two) {
  return {x.hi * power_of_two, x.lo * power_of_two};
}

}  // namespace

Pair::Pair(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, double margin)
    : a_(a), b_(b), rotation_a_(pose_a.rotation), rotation_b_(pose_b.rotation) {
  const ExactVector centre_a = placed(rotation_a_, a.centre);
  const ExactVector centre_b = placed(rotation_b_, b.centre);
  origin_ = centre_a + exact(pose_a.translation);
  ExactVector offset;
  for (int i = 0; i < 3; ++i) {
    offset[i] =
        two_sum(pose_b.translation[i], -pose_a.translation[i]) + (centre_b[i] - centre_a[i]);
  }
  rounding_a_ = a.rounding + DoubleDouble(margin);
  rounding_b_ = b.rounding + DoubleDouble(margin);

  // S, the bound on all coordinates that enter, and the scale that brings it near 1. The floors
  // keep exact arithmetic clear of over- and underflow; they lie far below anything a result can
  // show.
  const double centres = safe_norm(a.centre) + safe_norm(b.centre);
  const double gap = safe_norm(rounded(offset));
  const double size = std::max({a.radius + b.radius + rounding_a_.hi + rounding_b_.hi + gap,
                                0x1p-200 * centres, smallest_size});
  scale_ = one_over_power_of_two(size);
  size_ = size * scale_ * (1 + 8 * unit_roundoff);
  unit_ = unit_roundoff * size_;

  exact_offset_ = scaled(offset, scale_);
  offset_ = rounded(exact_offset_);
  rounding_a_ = scaled(rounding_a_, scale_);
  rounding_b_ = scaled(rounding_b_, scale_);
  rounding_ = rounding_a_ + rounding_b_;
  if (a.infinite_along_z) axis_ = rotation_a_.col(2);
  if (b.infinite_along_z) axis_ = rotation_b_.col(2);

  const bool all_zero = gap == 0 && a.radius == 0 && b.radius == 0 && centres == 0;
  const double exact_error = all_zero ? 0 : 0x1p-96 * size_ + 0x1p-100 * scale_ * centres;
  shortfall_ = std::max(a.shortfall, b.shortfall);
  upper_error_ =
      exact_error + unit_roundoff * scale_ * (a.outside * a.radius + b.outside * b.radius);
  slack_ = scale_ * (a.slack + b.slack) + exact_error;
  const double jitter = std::max(a.jitter, b.jitter);
  goal_ = (12 + jitter) * unit_;
  tolerance_ = (14 + 3 * jitter) * unit_;
  corner_ = std::max(24.0, 9 + 3 * std::max(a.outside, b.outside)) * unit_ + 3 * exact_error;
}

ExactVector Pair::along_axis(const ExactVector& w) const {
  if (!axis_) return ExactVector::Zero();
  const ExactVector c = exact(*axis_);
  return c * (dot(c, w) / dot(c, c));
}

ExactVector Pair::point_of_a(const Vertex& v) const {
  return exact_product(rotation_a_, v.a.point * scale_);
}

ExactVector Pair::point_of_b(const Vertex& v) const {
  return exact_product(rotation_b_, v.b.point * scale_) + exact_offset_;
}

ExactVector Pair::exact_difference(const Vertex& v) const {
  const ExactVector w = point_of_a(v) - point_of_b(v);
  return axis_ ? ExactVector(w - along_axis(w)) : w;
}

Vector<double> Pair::start() const {
  const Vector<double> q = without_axis(-offset_);
  if (norm(q) > 8 * unit_) return normalised(q);
  const Vector<double> x = without_axis(Vector<double>::UnitX());
  return norm(x) > 0.5 ? x : without_axis(Vector<double>::UnitY());
}

Vector<double> Pair::to_world(const ExactVector& p) const {
  const ExactVector world = origin_ + scaled(p, 1 / scale_);
  return rounded(world);
}

}  // namespace apart
