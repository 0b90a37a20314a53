// SPDX-License-Identifier: BSD-3-Clause

// Every claim of an answer, checked against the shapes as given, in long double. The checks never
// refuse a true answer for the rounding of their own arithmetic: where they compare, they allow
// what that may amount to, at most 32 * 2^-p * S with p the digits of long double. On x86 (p = 64)
// this is u * S / 64; where long double is double, 32 u * S, and a claim that is wrong by less goes
// unnoticed.
#include <algorithm>
#include <apart/error.hpp>
#include <apart/verify.hpp>
#include <charconv>
#include <cmath>
#include <concepts>

#include "verify_shape.hpp"

namespace apart {

namespace {

using namespace verification;

Vec real(const Eigen::Vector3d& x) { return x.cast<Real>(); }

void append(std::string& s, const char* text) { s += text; }
void append(std::string& s, int x) { s += std::to_string(x); }
template <std::floating_point T>
void append(std::string& s, T x) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<double>(x)).ptr;
  s.append(buffer, end);
}

template <class... Parts>
std::string sentence(const Parts&... parts) {
  std::string s;
  (append(s, parts), ...);
  return s;
}

/// One answer under examination. Each check returns a sentence, or nothing if all is well; each
/// relies on those before it.
class Audit {
 public:
  Audit(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, const Distance& answer,
        const Options& options);

  std::string first_problem() const;

 private:
  struct Side {
    PosedShape shape;
    Vec translation, point;
    Vec normal;  // toward the other
    const std::array<int, 4>& vertex;
    const char* name;
  };

  std::string numbers() const;
  std::string weights() const;
  std::string status() const;
  std::string width() const;
  std::string slab() const;
  std::string upper() const;
  std::string points() const;

  std::string indices(const Side& side) const;
  std::string aligned(Vec& n) const;
  std::string in_shape(const Side& side) const;
  Vec combination(const Side& side) const;
  Vec across_axis(const Vec& x) const;
  Real zero_bound() const;
  Real point_bound() const;

  const Distance& answer_;
  const Options& options_;
  Side a_, b_;
  Vec gap_;                          // from A's origin to B's
  std::optional<Vec> axis_;          // of the prism, if there is one
  std::optional<Vec> plane_normal_;  // of the half-space, if there is one, from A to B
  Real size_;                        // S
};

Audit::Audit(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, const Distance& answer,
             const Options& options)
    : answer_(answer),
      options_(options),
      a_{PosedShape(a, pose_a, options.margin),
         real(pose_a.translation),
         real(answer.point_a),
         real(answer.normal),
         answer.witness.vertex_a,
         "a"},
      b_{PosedShape(b, pose_b, options.margin),
         real(pose_b.translation),
         real(answer.point_b),
         -real(answer.normal),
         answer.witness.vertex_b,
         "b"},
      gap_(b_.translation - a_.translation),
      axis_(a_.shape.axis()),
      plane_normal_(a_.shape.outward()),
      size_(a_.shape.reach() + b_.shape.reach() + norm(gap_)) {
  if (!axis_) axis_ = b_.shape.axis();
  if (const auto outward = b_.shape.outward()) plane_normal_ = -*outward;
}

std::string Audit::first_problem() const {
  for (const auto check : {&Audit::numbers, &Audit::weights, &Audit::status, &Audit::width,
                           &Audit::slab, &Audit::upper, &Audit::points}) {
    if (std::string problem = (this->*check)(); !problem.empty()) return problem;
  }
  return {};
}

/// What the documentation allows between touching and not, and as the width of an interval: 64 u S,
/// and what dropped points and users' support functions add to it.
Real Audit::zero_bound() const {
  return 64 * u * size_ + a_.shape.slack() + b_.shape.slack() +
         4 * (a_.shape.user_error() + b_.shape.user_error()) + 4 * grain;
}

/// How far a near point may be from where it belongs. Near points are rounded to the world's
/// doubles.
Real Audit::point_bound() const {
  const Real coordinates = norm(a_.point) + norm(b_.point) + size_;
  return (4 * u + 32 * own_u) * coordinates + a_.shape.user_error() + b_.shape.user_error() +
         4 * grain;
}

std::string Audit::numbers() const {
  if (!std::isfinite(answer_.lower)) return sentence("lower is ", answer_.lower);
  if (!std::isfinite(answer_.upper)) return sentence("upper is ", answer_.upper);
  if (!std::isfinite(answer_.optimality)) return sentence("optimality is ", answer_.optimality);
  if (!answer_.point_a.allFinite()) return "point_a has a coordinate that is not finite";
  if (!answer_.point_b.allFinite()) return "point_b has a coordinate that is not finite";
  if (!answer_.normal.allFinite()) return "normal has a coordinate that is not finite";
  if (answer_.lower < 0) return sentence("lower = ", answer_.lower, " is negative");
  if (answer_.lower > answer_.upper) {
    return sentence("lower = ", answer_.lower, " exceeds upper = ", answer_.upper);
  }
  const Real defect = norm(real(answer_.normal)) - 1;
  if (std::abs(defect) > 4 * u + 4 * own_u) {
    return sentence("normal is not a unit vector: its length differs from 1 by ", defect);
  }
  return {};
}

std::string Audit::weights() const {
  const Witness& w = answer_.witness;
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
  const int size = answer_.witness.size;
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

std::string Audit::status() const {
  const Distance& d = answer_;
  switch (d.status) {
    case Status::separated:
      return d.lower > 0 ? "" : "the status is separated, but lower = 0";
    case Status::touching:
      return d.lower == 0 ? "" : sentence("the status is touching, but lower = ", d.lower);
    case Status::overlapping:
      if (d.upper > 0) return sentence("the status is overlapping, but upper = ", d.upper);
      if (d.point_a != d.point_b) return "the status is overlapping, but the points differ";
      return {};
    case Status::cut_off:
      if (!options_.enough) return "the status is cut_off, but `enough` was not given";
      if (d.lower > *options_.enough || d.upper <= *options_.enough) return {};
      return sentence("the status is cut_off, but enough = ", *options_.enough,
                      " is not decided by [", d.lower, ", ", d.upper, "]");
    case Status::not_converged:
      return {};
  }
  return sentence("the status has the unknown value ", static_cast<int>(d.status));
}

std::string Audit::width() const {
  if (answer_.status != Status::separated && answer_.status != Status::touching) return {};
  const Real found = Real(answer_.upper) - Real(answer_.lower);
  const Real asked = std::max(Real(options_.relative_error) * answer_.upper, zero_bound());
  if (found <= asked * (1 + 4 * own_u)) return {};
  return sentence("the interval [", answer_.lower, ", ", answer_.upper, "] is ", found,
                  " wide, more than the ", asked, " asked for");
}

/// Turns n into the one direction in which an unbounded shape can be kept off, if it is that. To
/// prove `lower` along the direction itself, not along n, is what leaves no gap: however little n
/// is off, an unbounded shape reaches across the planes normal to it somewhere.
std::string Audit::aligned(Vec& n) const {
  if (plane_normal_) {
    const Real off = norm(n - *plane_normal_);
    if (off > 16 * u) return sentence("normal is off the half-space's by ", off);
    n = *plane_normal_;
  }
  if (axis_) {
    const Real tilt = std::abs(axis_->dot(n));
    if (tilt > 16 * u) return sentence("normal is tilted along the prism's axis by ", tilt);
    n = across_axis(n);
    n /= norm(n);
  }
  return {};
}

/// The planes normal to n: how far do they keep all points of A and of B apart?
std::string Audit::slab() const {
  const bool touching = answer_.status == Status::touching;
  if (answer_.lower == 0 && !touching) return {};
  Vec n = real(answer_.normal) / norm(real(answer_.normal));
  if (std::string problem = aligned(n); !problem.empty()) return problem;
  const Real thickness = n.dot(gap_) - (a_.shape.support(n) + b_.shape.support(-n));
  const Real own_error = 32 * own_u * size_ + 32 * own_grain;
  const Real least = touching ? -zero_bound() : Real(answer_.lower);
  if (thickness + own_error >= least) return {};
  if (touching) {
    return sentence("the shapes reach ", -thickness,
                    " into each other along the normal, more than ", "the ", zero_bound(),
                    " that touching allows");
  }
  return sentence("the slab along the normal is ", thickness,
                  " thick, below lower = ", answer_.lower, " by ", least - thickness);
}

/// Where both shapes have vertices, their weights prove `upper` without the rounding of the near
/// points to the world's doubles, which far from the origin is coarse. Weights are rounded, too.
std::string Audit::upper() const {
  if (!a_.shape.has_vertices() || !b_.shape.has_vertices()) return {};
  const Vec difference = across_axis(gap_ + combination(b_) - combination(a_));
  const Real apart = norm(difference) - a_.shape.rounding() - b_.shape.rounding();
  if (apart <= Real(answer_.upper) + (8 * u + 32 * own_u) * size_ + grain) return {};
  return sentence("the witness's points are ", apart, " apart, more than upper = ", answer_.upper,
                  " by ", apart - answer_.upper);
}

std::string Audit::points() const {
  const Vec step = b_.point - a_.point;
  if (answer_.status == Status::separated) {
    const Real miss = norm(step - Real(answer_.upper) * real(answer_.normal));
    if (miss > point_bound()) {
      return sentence("point_b - point_a differs from upper * normal by ", miss, ", more than ",
                      point_bound());
    }
  } else if (norm(step) > Real(answer_.upper) + point_bound()) {
    return sentence("the points are ", norm(step), " apart, more than upper = ", answer_.upper);
  }
  std::string problem = in_shape(a_);
  return problem.empty() ? in_shape(b_) : problem;
}

std::string Audit::in_shape(const Side& side) const {
  const Vec y = side.point - side.translation;
  Real off = side.shape.distance_to_core(y, side.normal);
  if (side.shape.has_vertices()) {
    const Vec from = y - combination(side);
    off = norm(side.shape.axis() ? across_axis(from) : from);
  }
  off -= side.shape.rounding();
  if (off <= point_bound()) return {};
  return sentence("point_", side.name, " is ", off, " off shape ", side.name, ", more than ",
                  point_bound());
}

/// The point that the weights make of the vertices; dividing by their sum makes it a true one.
Vec Audit::combination(const Side& side) const {
  Vec x = Vec::Zero();
  Real sum = 0;
  for (int i = 0; i < answer_.witness.size; ++i) {
    x += *side.shape.vertex(side.vertex[i]) * Real(answer_.witness.weight[i]);
    sum += answer_.witness.weight[i];
  }
  return x / sum;
}

Vec Audit::across_axis(const Vec& x) const { return axis_ ? Vec(x - *axis_ * axis_->dot(x)) : x; }

void require(const Options& options) {
  const bool sound = options.margin >= 0 && options.margin <= 0x1p500 &&
                     options.relative_error >= 0 && options.relative_error <= 1 &&
                     (!options.enough || *options.enough >= 0);
  if (!sound) throw InvalidInput("verify: options that no query accepts, so there is no answer");
}

}  // namespace

Verification verify(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                    const Distance& answer, const Options& options) {
  validate(pose_a, "pose_a");
  validate(pose_b, "pose_b");
  require(options);
  if (!bounded(a) && !bounded(b)) {
    throw InvalidInput(std::string("verify: at most one operand may be unbounded, got ") +
                       type_name(a) + " and " + type_name(b));
  }
  std::string problem = Audit(a, pose_a, b, pose_b, answer, options).first_problem();
  return {problem.empty(), std::move(problem)};
}

}  // namespace apart
