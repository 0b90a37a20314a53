// SPDX-License-Identifier: BSD-3-Clause
#include "query/ways_out.hpp"

#include <algorithm>
#include <cmath>

#include "convex/convex_distance.hpp"
#include "query/core_penetration.hpp"
#include "query/facing.hpp"

namespace apart {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// Looks from outside at one way out, at most.
constexpr int most_looks = 24;
/// A direction that is as good as this ends them: the root of what distances leave open.
constexpr double settled_angle = 0x1p-27;

bool known(const Gradient& g, const Vector3d& normal) {
  return std::any_of(g.tied.begin(), g.tied.begin() + g.tied_size,
                     [&](const TiedWitness& w) { return (w.normal - normal).norm() < 0x1p-10; });
}

Options with_margin(double margin) {
  Options options;
  options.margin = margin;
  return options;
}

}  // namespace

WaysOut::WaysOut(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                 double margin, Workspace* workspace, const Tracker& tracker)
    : a_(a),
      b_(b),
      pose_a_(pose_a.rotation, Vector3d::Zero()),
      pose_b_(pose_b.rotation, pose_b.translation - pose_a.translation),
      origin_(pose_a.translation),
      pair_(a_, pose_a_, b_, pose_b_, margin),
      options_(with_margin(margin)),
      workspace_(workspace),
      tracker_(tracker) {}

double WaysOut::signed_distance(const Vector3d& n) const {
  return (pair_.support(pair_.without_axis(-n)).value - pair_.rounding().hi) * pair_.back();
}

Pose WaysOut::moved_by(const Vector3d& way) const {
  return {pose_b_.rotation, pose_b_.translation + way};
}

/// With B moved out along a direction, a little more than it takes, the normal between the near
/// points is a better one: where the border of A - B has radius of curvature r at depth s, and a
/// gap g is left, what it was off shrinks by (s + g) / (r + g), and r > s at a way out that is the
/// shortest near by. Two such steps tell the factor, and the rest of the way (Aitken).
std::optional<TiedWitness> WaysOut::settled(const Vector3d& direction) {
  Vector3d n = direction, last = Vector3d::Zero();
  std::optional<TiedWitness> found;
  Tracker tracker;
  double best = -INFINITY;
  for (int look = 0; look < most_looks; ++look) {
    const double depth = std::max(0.0, -signed_distance(n));
    const Vector3d way = (depth + std::max(depth / 8, 0x1p-12 * size())) * n;
    const Pose moved = moved_by(way);
    const Distance d = convex_distance(a_, pose_a_, b_, moved, options_, &tracker);
    if (d.status != Status::separated) break;
    const double value = signed_distance(d.normal);
    if (value < best - 64 * unit_roundoff * size()) break;  // it leads away
    best = value;
    const Vector3d back = moved.translation - pose_b_.translation;
    found = {origin_ + d.point_a, origin_ + (d.point_b - back), d.normal};
    const Vector3d step = d.normal - n;
    const double before = last.squaredNorm();
    const double factor = before > 0 ? std::clamp(step.dot(last) / before, 0.0, 0.96875) : 0;
    const Vector3d rest = step * (factor / (1 - factor));
    if (step.norm() <= settled_angle && (look > 0 || step.isZero(0))) break;
    const bool extrapolate = before > 0 && rest.norm() > settled_angle / 4;
    n = extrapolate ? (d.normal + rest).normalized() : d.normal;
    last = extrapolate ? Vector3d::Zero() : step;
  }
  return found;
}

/// A way out that is as short as n, found with B moved by the step: there, it is the shortest. One
/// that is merely not much longer makes the step too large: it is repeated, so small that this one
/// does not count.
std::optional<Vector3d> WaysOut::other_way(const Vector3d& n, const Vector3d& step,
                                           double tolerance) {
  const double here = signed_distance(n);
  for (double tau = 0x1p-10 * size(); tau > 4 * tolerance;) {
    const Penetration p =
        core_penetration(a_, pose_a_, b_, moved_by(tau * step), options_, &tracker_, workspace_);
    const double gained = p.signed_distance - (here + tau * step.dot(n));
    if (gained <= 2 * (tolerance + (p.upper - p.lower))) return std::nullopt;
    const double longer = here - signed_distance(p.direction);
    if (longer <= tolerance) return p.direction;
    tau = std::min(tau / 2, longer / 4);
  }
  return std::nullopt;
}

bool WaysOut::only_one(const Vector3d& n, double tolerance, Gradient& g) {
  if (!other_way(n, -n, tolerance)) return true;
  add_tied(g, {g.point_a, g.point_b, g.normal});
  const Matrix3d axes = axes_across(n);
  const Vector3d x = axes.row(0), y = axes.row(1);
  for (const Vector3d& step : {Vector3d(-n), x, Vector3d(-x), y, Vector3d(-y)}) {
    const auto other = other_way(n, step, tolerance);
    const auto witness = other ? settled(*other) : std::nullopt;
    if (witness && !known(g, witness->normal)) add_tied(g, *witness);
  }
  return false;
}

}  // namespace apart
