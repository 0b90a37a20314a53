// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <optional>

#include "convex/core.hpp"

namespace apart {

/// A point of the difference A - B: one point of each core, each in its own frame.
struct Vertex {
  Support a, b;

  bool operator==(const Vertex& other) const {
    return a.point == other.a.point && b.point == other.b.point;
  }
};

/// Two posed cores as one problem: how far is the difference A - B from the origin?
///
/// Works in world axes with the origin at A's centre, lengths times a power of two that brings them
/// near 1. World axes, not A's frame: the support function of an affine image is h(R^T q) + q.t for
/// any R, so a pose's defect from rigidity is met exactly and costs no error bound.
/// docs/certificate.md derives every constant here.
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
  /// The same by climbing from `near` where that is quicker. Nothing is proved by it.
  Plane propose(const Vector<double>& q, const Vertex& near) const;
  /// Then what is proposed is also proved.
  bool exhaustive() const { return a_.scans() && b_.scans(); }

  /// w less its component along the axis: only directions without one prove anything.
  Vector<double> without_axis(const Vector<double>& w) const;
  /// A - B is centred about here: the first guess of the point nearest the origin.
  Vector<double> start() const;
  /// The axis along which the difference is infinite, if there is one.
  const std::optional<Vector<double>>& axis() const { return axis_; }

  double scale() const { return scale_; }  ///< problem length / world length, a power of two
  double size() const { return size_; }    ///< S
  double unit() const { return unit_; }    ///< u * S
  /// The gap that is aimed at, and the one that counts as closed when nothing moves any more.
  double goal() const { return goal_; }
  double tolerance() const { return tolerance_; }
  /// How much a computed plane value may exceed the true one; q is the plane's direction.
  double lower_error(const Vector<double>& q, double value) const;
  /// How far a combination of exact differences may lie outside of the true A - B.
  double upper_error() const { return upper_error_; }
  /// The same for one computed in double.
  double upper_error_in_double() const { return 32 * unit_ + upper_error_; }
  /// A gap between proved overlap and proved separation; see Gjk::enclose().
  double corner() const { return corner_; }

  /// Sum of the balls added to A and B, margins included; and each of them.
  const DoubleDouble& rounding() const { return rounding_; }
  const DoubleDouble& rounding_a() const { return rounding_a_; }
  const DoubleDouble& rounding_b() const { return rounding_b_; }

  /// Points of the problem (relative to A's centre) in the world, rounded once.
  Vector<double> to_world(const ExactVector& p) const;
  /// The points of A and of B that make up a vertex.
  ExactVector point_of_a(const Vertex& v) const;
  ExactVector point_of_b(const Vertex& v) const;
  /// The same in double, each from its own body's centre.
  Vector<double> quick_point_of_a(const Vertex& v) const;
  Vector<double> quick_point_of_b(const Vertex& v) const;
  const ExactVector& exact_offset() const { return exact_offset_; }  ///< from A's centre to B's
  ExactVector along_axis(const ExactVector& difference) const;
  bool axis_of_a() const { return a_.infinite_along_z; }

 private:
  Plane plane(const Vector<double>& q, const Vertex& vertex) const;

  const Core& a_;
  const Core& b_;
  Eigen::Matrix3d rotation_a_, rotation_b_;
  ExactVector origin_;        // A's centre in the world
  ExactVector exact_offset_;  // B's centre minus A's, scaled
  Vector<double> offset_;
  std::optional<Vector<double>> axis_;
  double scale_, unit_, size_;
  double goal_, tolerance_, upper_error_, shortfall_, slack_, corner_;
  DoubleDouble rounding_, rounding_a_, rounding_b_;
};

// What the loops call, in sight of them.

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
  return without_axis((quick_point_of_a(v) - quick_point_of_b(v)) - offset_);
}

inline Pair::Plane Pair::plane(const Vector<double>& q, const Vertex& vertex) const {
  // A prism's cross-section stands in z = 0, so what is left of q along its axis does not enter.
  const double lowest_a = -vertex.a.value * scale_, highest_b = vertex.b.value * scale_;
  return {vertex, ((lowest_a - highest_b) - dot(q, offset_)) / norm(q)};
}

inline Pair::Plane Pair::support(const Vector<double>& q) const {
  return plane(q, {a_.farthest(transposed_product(rotation_a_, -q)),
                   b_.farthest(transposed_product(rotation_b_, q))});
}

inline Pair::Plane Pair::propose(const Vector<double>& q, const Vertex& near) const {
  return plane(q, {a_.climb(transposed_product(rotation_a_, -q), near.a.id),
                   b_.climb(transposed_product(rotation_b_, q), near.b.id)});
}

inline double Pair::lower_error(const Vector<double>& q, double value) const {
  double error = (12 + shortfall_) * unit_ + 4 * unit_roundoff * std::abs(value) + slack_;
  if (axis_) {
    const double tilt = std::abs(dot(q, *axis_)) / (norm(q) * norm(*axis_));
    error += (tilt + 4 * unit_roundoff) * size_;
  }
  return error;
}

}  // namespace apart
