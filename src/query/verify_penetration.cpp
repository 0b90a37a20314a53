// SPDX-License-Identifier: BSD-3-Clause

// Every claim of a signed distance, in the manner of verify.cpp.
#include <algorithm>
#include <apart/error.hpp>
#include <apart/verify.hpp>
#include <cmath>

#include "verify_audit.hpp"
#include "verify_depth.hpp"
#include "verify_pieces.hpp"

namespace apart {

namespace {

using namespace verification;

class PenetrationAudit : public Audit {
 public:
  PenetrationAudit(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                   const Penetration& answer, const Options& options)
      : Audit(a, pose_a, b, pose_b,
              {.lower = answer.lower,
               .upper = answer.upper,
               .value = answer.signed_distance,
               .called = "signed_distance",
               .normal = answer.direction,
               .normal_called = "direction",
               .point_a = answer.point_a,
               .point_b = answer.point_b,
               .witness = answer.witness,
               .status = answer.status},
              options) {}

  std::string first_problem() const {
    using Self = PenetrationAudit;
    return first_of(*this, &Self::numbers, &Self::weights, &Self::status, &Self::width, &Self::slab,
                    &Self::points, &Self::upper);
  }

 private:
  std::string status() const;
  std::string width() const;
  std::string slab() const;
  std::string points() const;
  std::string upper() const;
  bool reached(Real distance) const;
  Vec core_point(const Side& side) const;
  bool curved() const { return !a_.shape.has_vertices() || !b_.shape.has_vertices(); }
};

std::string PenetrationAudit::status() const {
  const Claim& c = claim_;
  switch (c.status) {
    case Status::separated:
      return c.lower > 0 ? "" : sentence("the status is separated, but lower = ", c.lower);
    case Status::touching:
      if (c.lower <= 0 && c.upper >= 0) return {};
      return sentence("the status is touching, but 0 is not in [", c.lower, ", ", c.upper, "]");
    case Status::overlapping:
      return c.upper < 0 ? "" : sentence("the status is overlapping, but upper = ", c.upper);
    case Status::cut_off:
      return decision();
    case Status::not_converged:
      return {};
  }
  return sentence("the status has the unknown value ", static_cast<int>(c.status));
}

/// Of curved shapes in each other 1e-10 of the size is all that is promised.
std::string PenetrationAudit::width() const {
  if (claim_.status == Status::cut_off || claim_.status == Status::not_converged) return {};
  const Real found = Real(claim_.upper) - Real(claim_.lower);
  const Real larger = std::max(std::abs(claim_.lower), std::abs(claim_.upper));
  const Real exact = curved() ? std::max(zero_bound(), 1e-10L * size_) : zero_bound();
  const Real asked = std::max(Real(options_.relative_error) * larger, exact);
  if (found <= asked * (1 + 4 * own_u)) return {};
  return sentence("the interval [", claim_.lower, ", ", claim_.upper, "] is ", found,
                  " wide, more than the ", asked, " asked for");
}

/// The planes normal to the direction. They are all that there is to a half-space, and settle
/// `upper` as well.
std::string PenetrationAudit::slab() const {
  Vec n = real(claim_.normal) / norm(real(claim_.normal));
  if (std::string problem = aligned(n); !problem.empty()) return problem;
  const Real thick = thickness(n);
  if (thick + own_error() < claim_.lower) {
    return sentence("the slab along the direction is ", thick,
                    " thick, below lower = ", claim_.lower, " by ", claim_.lower - thick);
  }
  if (plane_normal_ && thick - own_error() > claim_.upper) {
    return sentence("the slab along the half-space's normal is ", thick,
                    " thick, above upper = ", claim_.upper, " by ", thick - claim_.upper);
  }
  return {};
}

/// The points attain one end of the interval, and the planes prove the other.
std::string PenetrationAudit::points() const {
  std::string problem = step(2 * (Real(claim_.upper) - Real(claim_.lower)));
  return problem.empty() ? in_shapes() : problem;
}

/// Points of the cores prove it, if that is all it says: that the cores, the shapes without their
/// balls, are not farther apart. Else all directions have to be searched; also for cores that
/// overlap by so little that the points do not show it.
std::string PenetrationAudit::upper() const {
  if (plane_normal_) return {};
  const Real of_cores = Real(claim_.upper) + a_.shape.rounding() + b_.shape.rounding();
  if (of_cores >= 0 && !curved()) {
    const std::string problem = Audit::upper();
    if (problem.empty() || of_cores > zero_bound()) return problem;
  }
  if (curved() && of_cores >= 0 && reached(of_cores)) return {};
  const Real error = own_error() + 2 * (a_.shape.user_error() + b_.shape.user_error());
  const Real least = curved() ? -of_cores : std::max(Real(0), -of_cores);
  const auto found = find_shallower(a_.shape, b_.shape, gap_, axis_, least, error);
  if (!found) return {};
  const Vec& n = found->direction;
  const Real thick = thickness(n);
  return sentence("the slab along (", n.x(), ", ", n.y(), ", ", n.z(), ") is ", thick,
                  " thick, above upper = ", claim_.upper, " by ", thick - claim_.upper);
}

Vec PenetrationAudit::core_point(const Side& side) const {
  return side.point - side.translation - side.normal * side.shape.rounding();
}

bool PenetrationAudit::reached(Real distance) const {
  for (const Side* side : {&a_, &b_}) {
    if (off_core(*side, core_point(*side)) > point_bound()) return false;
  }
  const Vec between = gap_ + core_point(b_) - core_point(a_);
  return norm(across_axis(between)) <= distance + 2 * point_bound();
}

}  // namespace

Verification verify(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                    const Penetration& answer, const Options& options) {
  require_pair(a, pose_a, b, pose_b, options);
  if (options.enough && std::isnan(*options.enough)) {
    throw InvalidInput("verify: options that no query accepts, so there is no answer");
  }
  std::string problem =
      convex(a) && convex(b)
          ? PenetrationAudit(a, pose_a, b, pose_b, answer, options).first_problem()
          : first_problem_of_pieces(a, pose_a, b, pose_b, answer, options);
  return {problem.empty(), std::move(problem)};
}

}  // namespace apart
