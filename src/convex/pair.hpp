// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <apart/distance.hpp>
#include <cmath>
#include <optional>
#include <span>

#include "convex/core.hpp"

namespace apart {

/// A point of the difference A - B: one point of each core, each in its own frame.
struct Vertex {
  Support a, b;

  bool operator==(const Vertex& other) const {
    return a.point == other.a.point && b.point == other.b.point;
  }
};

/// Points whose coordinates are sums hi + lo.
struct WidePoint {
  Vector<double> hi, lo;

  WidePoint() = default;
  WidePoint(const Vector<double>& h, const Vector<double>& l) : hi(h), lo(l) {}
  explicit WidePoint(const ExactVector& x)
      : hi(x.x().hi, x.y().hi, x.z().hi), lo(x.x().lo, x.y().lo, x.z().lo) {}
  ExactVector exact() const {
    return {DoubleDouble(hi.x(), lo.x()), DoubleDouble(hi.y(), lo.y()),
            DoubleDouble(hi.z(), lo.z())};
  }
};

/// Two posed cores as one problem: how far is the difference A - B from the origin?
///
/// Works in world axes with the origin at A's centre, lengths times a power of two that brings them
/// near 1. World axes, not A's frame: the support function of an affine image is h(R^T q) + q.t for
/// any R, so a pose's defect from rigidity is met exactly and costs no error bound.
/// docs/certificate.md derives every constant here. A view: cores and poses must outlive it.
class Pair {
 public:
  Pair(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, double margin);

  const Core& a() const { return a_; }
  const Core& b() const { return b_; }

  /// The point of A - B, in double and nearly exact; a prism's axis is projected out.
  Vector<double> difference(const Vertex& v) const;
  ExactVector exact_difference(const Vertex& v) const;

  /// A point of A - B that minimises q.w, and the minimum itself divided by |q|.
  struct Plane {
    Vertex vertex;
    double value;
  };
  /// No vertex is overlooked: the value, as computed, exceeds the true one by no more than
  /// lower_error(). q is not zero.
  Plane support(const Vector<double>& q) const;

  /// w less its component along the axis: only directions without one prove anything.
  Vector<double> without_axis(const Vector<double>& w) const;
  /// A - B is centred about here: the first guess of the point nearest the origin.
  Vector<double> start() const {
    const bool far = dot(offset_.hi, offset_.hi) > 64 * unit_ * unit_;
    return far && !axis_ ? Vector<double>(-offset_.hi) : careful_start();
  }
  /// The axis along which the difference is infinite, if there is one.
  const std::optional<Vector<double>>& axis() const { return axis_; }

  double scale() const { return scale_; }  ///< problem length / world length, a power of two
  double back() const { return back_; }    ///< and back
  double size() const { return size_; }    ///< S
  double unit() const { return unit_; }    ///< u * S
  /// The gap that is aimed at, and the one that counts as closed when nothing moves any more.
  double goal() const { return goal_; }
  double tolerance() const { return (14 + 3 * jitter()) * unit_; }
  /// How much a computed plane value may exceed the true one; q is the plane's direction.
  double lower_error(const Vector<double>& q, double value) const;
  /// How far a combination of exact differences may lie outside of the true A - B.
  double upper_error() const { return upper_error_; }
  /// The same for one computed in double.
  double upper_error_in_double() const { return 32 * unit_ + upper_error_; }
  /// A gap between proved overlap and proved separation; see Gjk::enclose().
  double corner() const {
    return std::max(24.0, 9 + 3 * std::max(a_.outside, b_.outside)) * unit_ + 3 * exact_error_;
  }

  /// Sum of the balls added to A and B, margins included; and each of them.
  const DoubleDouble& rounding() const { return rounding_; }
  const DoubleDouble& rounding_a() const { return rounding_a_; }
  const DoubleDouble& rounding_b() const { return rounding_b_; }
  bool rounded() const { return rounding_.hi > 0; }

  /// Points of the problem (relative to A's centre) in the world, rounded once.
  Vector<double> to_world(const WidePoint& p) const {
    const Vector<double> hi = p.hi * back_, sum = origin_.hi + hi, other = sum - origin_.hi;
    const Vector<double> rest = (origin_.hi - (sum - other)) + (hi - other);
    return sum + (rest + (origin_.lo + p.lo * back_));
  }
  /// The points of A and of B that make up a vertex.
  ExactVector point_of_a(const Vertex& v) const;
  ExactVector point_of_b(const Vertex& v) const;
  /// The same in double, each from its own body's centre.
  Vector<double> quick_point_of_a(const Vertex& v) const;
  Vector<double> quick_point_of_b(const Vertex& v) const;
  ExactVector exact_offset() const { return offset_.exact(); }  ///< from A's centre to B's
  const WidePoint& origin() const { return origin_; }           ///< A's centre in the world
  const WidePoint& wide_offset() const { return offset_; }
  const Vector<double>& offset() const { return offset_.hi; }
  const Eigen::Matrix3d& rotation_a() const { return rotation_a_; }
  const Eigen::Matrix3d& rotation_b() const { return rotation_b_; }
  ExactVector along_axis(const ExactVector& difference) const;
  /// Appends an iteration, in the world's units.
  void record(Trace& trace, std::span<const Vector<double>> simplex, double upper,
              const Vector<double>& q, double lower, bool extended) const;
  bool axis_of_a() const { return a_.infinite_along_z; }

 private:
  Plane plane(const Vector<double>& q, const Vertex& vertex) const;
  double jitter() const { return std::max(a_.jitter, b_.jitter); }
  double move_to_centres();
  Vector<double> careful_start() const;
  static DoubleDouble scaled(const DoubleDouble& x, double power_of_two) {
    return {x.hi * power_of_two, x.lo * power_of_two};
  }

  const Core& a_;
  const Core& b_;
  const Eigen::Matrix3d &rotation_a_, &rotation_b_;
  WidePoint origin_;  // A's centre in the world
  WidePoint offset_;  // B's centre minus A's, scaled
  std::optional<Vector<double>> axis_;
  double scale_, back_, unit_, size_;
  double goal_, exact_error_, upper_error_, slack_;
  DoubleDouble rounding_, rounding_a_, rounding_b_;
};

// What queries and loops call, in sight of them.

inline Pair::Pair(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                  double margin)
    : a_(a),
      b_(b),
      rotation_a_(pose_a.rotation),
      rotation_b_(pose_b.rotation),
      rounding_(0),
      rounding_a_(a.rounding),
      rounding_b_(b.rounding) {
  const Vector<double>&ta = pose_a.translation, &tb = pose_b.translation;
  const Vector<double> difference = tb - ta, other = difference - tb;
  offset_ = {difference, (tb - (difference - other)) - (ta + other)};
  origin_ = {ta, Vector<double>::Zero()};
  double centres = 0;
  if (!a.centred || !b.centred) centres = move_to_centres();
  if (margin > 0) {
    rounding_a_ += DoubleDouble(margin);
    rounding_b_ += DoubleDouble(margin);
  }

  // S, the bound on all coordinates that enter, and the scale that brings it near 1. The floors
  // keep exact arithmetic clear of over- and underflow; they lie far below anything a result can
  // show.
  const double gap = safe_norm(offset_.hi);
  const double balls = rounding_a_.hi + rounding_b_.hi;
  const double extent = a.radius + b.radius + balls, far_off = 0x1p-200 * centres;
  const double size = std::max(extent + gap, std::max(far_off, smallest_size));
  // The power of two comes from a rough size, which is not smaller, nor twice as large: it does
  // not wait for a root.
  const Vector<double> away = offset_.hi.cwiseAbs();
  const double rough = extent + (away.x() + (away.y() + away.z()));
  const double brought_near_1 = std::max(rough, std::max(far_off, 0x1p-1010));
  scale_ = one_over_power_of_two(brought_near_1);
  back_ = power_of_two(brought_near_1);
  size_ = size * scale_ * (1 + 8 * unit_roundoff);
  unit_ = unit_roundoff * size_;

  offset_.hi *= scale_;
  offset_.lo *= scale_;
  if (balls > 0) {
    rounding_a_ = scaled(rounding_a_, scale_);
    rounding_b_ = scaled(rounding_b_, scale_);
    rounding_ = rounding_a_ + rounding_b_;
  }
  if (a.infinite_along_z) axis_ = rotation_a_.col(2);
  if (b.infinite_along_z) axis_ = rotation_b_.col(2);

  goal_ = (12 + jitter()) * unit_;
  const bool all_zero = gap + a.radius + b.radius + centres == 0;
  exact_error_ = all_zero ? 0 : 0x1p-96 * size_ + 0x1p-100 * scale_ * centres;
  upper_error_ =
      exact_error_ + unit_roundoff * scale_ * (a.outside * a.radius + b.outside * b.radius);
  slack_ = scale_ * (a.slack + b.slack) + exact_error_;
}

inline Vector<double> Pair::without_axis(const Vector<double>& w) const {
  if (!axis_) return w;
  return w - *axis_ * (dot(*axis_, w) / dot(*axis_, *axis_));
}

inline Vector<double> Pair::quick_point_of_a(const Vertex& v) const {
  return product(rotation_a_, v.a.point * scale_);
}

inline Vector<double> Pair::quick_point_of_b(const Vertex& v) const {
  return product(rotation_b_, v.b.point * scale_);
}

inline Vector<double> Pair::difference(const Vertex& v) const {
  return without_axis((quick_point_of_a(v) - quick_point_of_b(v)) - offset_.hi);
}

inline Pair::Plane Pair::plane(const Vector<double>& q, const Vertex& vertex) const {
  // A prism's cross-section stands in z = 0, so what is left of q along its axis does not enter.
  const double lowest_a = -vertex.a.value * scale_, highest_b = vertex.b.value * scale_;
  return {vertex, ((lowest_a - highest_b) - dot(q, offset_.hi)) / norm(q)};
}

inline Pair::Plane Pair::support(const Vector<double>& q) const {
  return plane(q, {a_.farthest(transposed_product(rotation_a_, -q)),
                   b_.farthest(transposed_product(rotation_b_, q))});
}

inline double Pair::lower_error(const Vector<double>& q, double value) const {
  double error = (12 + std::max(a_.shortfall, b_.shortfall)) * unit_ +
                 4 * unit_roundoff * std::abs(value) + slack_;
  if (axis_) {
    const double tilt = std::abs(dot(q, *axis_)) / (norm(q) * norm(*axis_));
    error += (tilt + 4 * unit_roundoff) * size_;
  }
  return error;
}

}  // namespace apart
