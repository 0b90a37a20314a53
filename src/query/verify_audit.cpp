// SPDX-License-Identifier: BSD-3-Clause
#include "verify_audit.hpp"

#include <algorithm>
#include <apart/error.hpp>
#include <cmath>

namespace apart::verification {

Audit::Audit(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, const Claim& claim,
             const Options& options)
    : claim_(claim),
      options_(options),
      a_{PosedShape(a, pose_a, options.margin),
         real(pose_a.translation),
         real(claim.point_a),
         real(claim.normal),
         claim.witness.vertex_a,
         "a"},
      b_{PosedShape(b, pose_b, options.margin),
         real(pose_b.translation),
         real(claim.point_b),
         -real(claim.normal),
         claim.witness.vertex_b,
         "b"},
      gap_(b_.translation - a_.translation),
      axis_(a_.shape.axis()),
      plane_normal_(a_.shape.outward()),
      size_(a_.shape.reach() + b_.shape.reach() + norm(gap_)) {
  if (!axis_) axis_ = b_.shape.axis();
  if (const auto outward = b_.shape.outward()) plane_normal_ = -*outward;
}

Real Audit::zero_bound() const {
  return 64 * u * std::max(size_, 0x1p-960L) + a_.shape.slack() + b_.shape.slack() +
         4 * (a_.shape.user_error() + b_.shape.user_error()) + 4 * grain;
}

Real Audit::point_bound() const {
  const Real coordinates = norm(a_.point) + norm(b_.point) + size_;
  return (4 * u + 32 * own_u) * coordinates + a_.shape.user_error() + b_.shape.user_error() +
         4 * grain;
}

std::string Audit::numbers() const {
  const Claim& c = claim_;
  if (!std::isfinite(c.lower)) return sentence("lower is ", c.lower);
  if (!std::isfinite(c.upper)) return sentence("upper is ", c.upper);
  if (!std::isfinite(c.value)) return sentence(c.called, " is ", c.value);
  if (!c.point_a.allFinite()) return "point_a has a coordinate that is not finite";
  if (!c.point_b.allFinite()) return "point_b has a coordinate that is not finite";
  if (!c.normal.allFinite()) {
    return sentence(c.normal_called, " has a coordinate that is not finite");
  }
  if (c.lower > c.upper) return sentence("lower = ", c.lower, " exceeds upper = ", c.upper);
  if (c.value < c.lower || c.value > c.upper) {
    return sentence(c.called, " = ", c.value, " is not in [", c.lower, ", ", c.upper, "]");
  }
  const Real defect = norm(real(c.normal)) - 1;
  if (std::abs(defect) > 4 * u + 4 * own_u) {
    return sentence(c.normal_called, " is not a unit vector: its length differs from 1 by ",
                    defect);
  }
  return {};
}

std::string Audit::weights() const {
  const Witness& w = claim_.witness;
  if (w.size < 0 || w.size > 4) return sentence("witness.size = ", w.size, " is not in 0..4");
  Real sum = 0;
  for (int i = 0; i < w.size; ++i) {
    if (!(w.weight[i] >= 0 && w.weight[i] <= 2)) {
      return sentence("witness.weight[", i, "] = ", w.weight[i], " is not in 0..1");
    }
    sum += w.weight[i];
  }
  if (w.size > 0 && std::abs(sum - 1) > 8 * u + 4 * own_u) {
    return sentence("the weights do not sum to 1 but differ from it by ", sum - 1);
  }
  std::string problem = indices(a_);
  return problem.empty() ? indices(b_) : problem;
}

std::string Audit::indices(const Side& side) const {
  const int size = claim_.witness.size;
  if (side.shape.has_vertices() && size == 0) {
    return sentence("the witness is empty, though shape ", side.name, " has vertices");
  }
  for (int i = 0; i < size; ++i) {
    const int index = side.vertex[i];
    const std::string what = sentence("witness.vertex_", side.name, "[", i, "] = ", index);
    if (!side.shape.has_vertices() && index != -1) {
      return what + ", though the shape has no vertices";
    }
    if (side.shape.has_vertices() && !side.shape.vertex(index)) {
      return what + " is not the index of a vertex of the shape";
    }
  }
  return {};
}

std::string Audit::decision() const {
  if (claim_.status != Status::cut_off) return {};
  if (!options_.enough) return "the status is cut_off, but `enough` was not given";
  if (claim_.lower > *options_.enough || claim_.upper <= *options_.enough) return {};
  return sentence("the status is cut_off, but enough = ", *options_.enough, " is not decided by [",
                  claim_.lower, ", ", claim_.upper, "]");
}

/// To prove `lower` along the direction itself, not along n, is what leaves no gap: however little
/// n is off, an unbounded shape reaches across the planes normal to it somewhere.
std::string Audit::aligned(Vec& n) const {
  if (plane_normal_) {
    const Real off = norm(n - *plane_normal_);
    if (off > 16 * u) return sentence(claim_.normal_called, " is off the half-space's by ", off);
    n = *plane_normal_;
  }
  if (axis_) {
    const Real tilt = std::abs(axis_->dot(n));
    if (tilt > 16 * u) {
      return sentence(claim_.normal_called, " is tilted along the prism's axis by ", tilt);
    }
    n = across_axis(n);
    n /= norm(n);
  }
  return {};
}

Real Audit::thickness(const Vec& n) const {
  return n.dot(gap_) - (a_.shape.support(n) + b_.shape.support(-n));
}

/// Without the rounding of the near points to the world's doubles, which far from the origin is
/// coarse. Weights are rounded, too.
std::string Audit::upper() const {
  if (!a_.shape.has_vertices() || !b_.shape.has_vertices()) return {};
  const Vec difference = across_axis(gap_ + combination(b_) - combination(a_));
  const Real apart = norm(difference) - a_.shape.rounding() - b_.shape.rounding();
  if (apart <= Real(claim_.upper) + (8 * u + 32 * own_u) * size_ + grain) return {};
  return sentence("the witness's points are ", apart, " apart, more than upper = ", claim_.upper,
                  " by ", apart - claim_.upper);
}

std::string Audit::step(Real allowed) const {
  const Real miss = norm(b_.point - a_.point - Real(claim_.value) * real(claim_.normal));
  if (miss <= point_bound() + allowed) return {};
  return sentence("point_b - point_a differs from ", claim_.called, " * ", claim_.normal_called,
                  " by ", miss, ", more than ", point_bound() + allowed);
}

std::string Audit::in_shapes() const {
  std::string problem = in_shape(a_);
  return problem.empty() ? in_shape(b_) : problem;
}

std::string Audit::in_shape(const Side& side) const {
  const Real off = off_core(side, side.point - side.translation) - side.shape.rounding();
  if (off <= point_bound()) return {};
  return sentence("point_", side.name, " is ", off, " off shape ", side.name, ", more than ",
                  point_bound());
}

/// How far y is from the core, or from the point of it that the weights make.
Real Audit::off_core(const Side& side, const Vec& y) const {
  if (!side.shape.has_vertices()) return side.shape.distance_to_core(y, side.normal);
  const Vec from = y - combination(side);
  return norm(side.shape.axis() ? across_axis(from) : from);
}

/// The point that the weights make of the vertices; dividing by their sum makes it a true one.
Vec Audit::combination(const Side& side) const {
  Vec x = Vec::Zero();
  Real sum = 0;
  for (int i = 0; i < claim_.witness.size; ++i) {
    x += *side.shape.vertex(side.vertex[i]) * Real(claim_.witness.weight[i]);
    sum += claim_.witness.weight[i];
  }
  return x / sum;
}

Vec Audit::across_axis(const Vec& x) const { return axis_ ? Vec(x - *axis_ * axis_->dot(x)) : x; }

void require_pair(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                  const Options& options) {
  validate(pose_a, "pose_a");
  validate(pose_b, "pose_b");
  const bool sound = options.margin >= 0 && options.margin <= 0x1p500 &&
                     options.relative_error >= 0 && options.relative_error <= 1;
  if (!sound) throw InvalidInput("verify: options that no query accepts, so there is no answer");
  if (!bounded(a) && !bounded(b)) {
    throw InvalidInput(std::string("verify: at most one operand may be unbounded, got ") +
                       type_name(a) + " and " + type_name(b));
  }
}

}  // namespace apart::verification
