// SPDX-License-Identifier: BSD-3-Clause

// Every claim of an answer, checked against the shapes as given, in long double. The checks never
// refuse a true answer for the rounding of their own arithmetic: where they compare, they allow
// what that may amount to, at most 32 * 2^-p * S with p the digits of long double. On x86 (p = 64)
// this is u * S / 64; where long double is double, 32 u * S, and a claim that is wrong by less goes
// unnoticed.
#include <algorithm>
#include <apart/error.hpp>
#include <apart/verify.hpp>
#include <cmath>

#include "verify_audit.hpp"
#include "verify_pieces.hpp"

namespace apart {

namespace {

using namespace verification;

class DistanceAudit : public Audit {
 public:
  DistanceAudit(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                const Distance& answer, const Options& options)
      : Audit(a, pose_a, b, pose_b,
              {.lower = answer.lower,
               .upper = answer.upper,
               .value = answer.upper,
               .called = "upper",
               .normal = answer.normal,
               .normal_called = "normal",
               .point_a = answer.point_a,
               .point_b = answer.point_b,
               .witness = answer.witness,
               .status = answer.status},
              options),
        answer_(answer) {}

  std::string first_problem() const {
    using Self = DistanceAudit;
    return first_of(*this, &Self::numbers, &Self::weights, &Self::status, &Self::width, &Self::slab,
                    &Self::upper, &Self::points);
  }

 private:
  std::string numbers() const;
  std::string status() const;
  std::string width() const;
  std::string slab() const;
  std::string points() const;

  const Distance& answer_;
};

std::string DistanceAudit::numbers() const {
  if (std::string problem = Audit::numbers(); !problem.empty()) return problem;
  if (!std::isfinite(answer_.optimality)) return sentence("optimality is ", answer_.optimality);
  if (answer_.lower < 0) return sentence("lower = ", answer_.lower, " is negative");
  return {};
}

std::string DistanceAudit::status() const {
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
      return decision();
    case Status::not_converged:
      return {};
  }
  return sentence("the status has the unknown value ", static_cast<int>(d.status));
}

std::string DistanceAudit::width() const {
  if (answer_.status != Status::separated && answer_.status != Status::touching) return {};
  const Real found = Real(answer_.upper) - Real(answer_.lower);
  const Real asked = std::max(Real(options_.relative_error) * answer_.upper, zero_bound());
  if (found <= asked * (1 + 4 * own_u)) return {};
  return sentence("the interval [", answer_.lower, ", ", answer_.upper, "] is ", found,
                  " wide, more than the ", asked, " asked for");
}

/// The planes normal to n: how far do they keep all points of A and of B apart?
std::string DistanceAudit::slab() const {
  const bool touching = answer_.status == Status::touching;
  if (answer_.lower == 0 && !touching) return {};
  Vec n = real(answer_.normal) / norm(real(answer_.normal));
  if (std::string problem = aligned(n); !problem.empty()) return problem;
  const Real thick = thickness(n);
  const Real least = touching ? -zero_bound() : Real(answer_.lower);
  if (thick + own_error() >= least) return {};
  if (touching) {
    return sentence("the shapes reach ", -thick, " into each other along the normal, more than ",
                    "the ", zero_bound(), " that touching allows");
  }
  return sentence("the slab along the normal is ", thick, " thick, below lower = ", answer_.lower,
                  " by ", least - thick);
}

std::string DistanceAudit::points() const {
  const Real apart = norm(b_.point - a_.point);
  if (answer_.status == Status::separated) {
    if (std::string problem = step(); !problem.empty()) return problem;
  } else if (apart > Real(answer_.upper) + point_bound()) {
    return sentence("the points are ", apart, " apart, more than upper = ", answer_.upper);
  }
  return in_shapes();
}

}  // namespace

Verification verify(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                    const Distance& answer, const Options& options) {
  require_pair(a, pose_a, b, pose_b, options);
  if (options.enough && !(*options.enough >= 0)) {
    throw InvalidInput("verify: options that no query accepts, so there is no answer");
  }
  std::string problem = convex(a) && convex(b)
                            ? DistanceAudit(a, pose_a, b, pose_b, answer, options).first_problem()
                            : first_problem_of_pieces(a, pose_a, b, pose_b, answer, options);
  return {problem.empty(), std::move(problem)};
}

}  // namespace apart
