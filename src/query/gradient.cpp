// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/error.hpp>
#include <apart/gradient.hpp>
#include <cmath>
#include <optional>
#include <string>

#include "query/door.hpp"
#include "query/facing.hpp"
#include "query/halfspace.hpp"
#include "query/near_places.hpp"
#include "query/ways_out.hpp"

namespace apart {

namespace {

using Eigen::Vector3d;

/// By distance() as long as they are apart, which is quickest, unless it is likely that they are
/// not: then there is a surface from the last time.
Penetration signed_answer(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                          const Options& options, Tracker* tracker, Workspace* workspace) {
  if (convex(a) && convex(b) && !(tracker && tracker->surface.faces > 0)) {
    std::optional<Tracker> before;  // what the one learns of an overlap is no start for the other
    if (tracker) before = *tracker;
    Options asked = options;
    if (asked.enough && *asked.enough < 0) asked.enough.reset();
    const Distance d = distance(a, pose_a, b, pose_b, asked, tracker);
    if (d.lower > 0 || d.status == Status::cut_off) return signed_part(d);
    if (tracker) *tracker = *before;
  }
  return penetration(a, pose_a, b, pose_b, options, tracker, workspace);
}

/// Lengths below this are rounding, or what the answer leaves open.
double tolerance_of(const Gradient& g, double size) {
  return std::max(64 * unit_roundoff * size, 4 * (g.upper - g.lower));
}

TiedWitness witness_of(const Gradient& g) { return {g.point_a, g.point_b, g.normal}; }

bool one_place_on_plane(const Core& core, const Pose& pose, double sign, Gradient& g) {
  const Vector3d& at = sign > 0 ? g.point_a : g.point_b;
  const double size = core.radius + safe_norm(from_point(at, pose, core.centre)) +
                      core.rounding.hi + std::abs(g.value);
  return Facing(witness_of(g), size, tolerance_of(g, size))
      .one_place_on_plane({core, pose}, sign, g);
}

/// Cores that overlap: the direction is as good as the interval is narrow, which for curved ones is
/// not enough.
bool one_way_out(const PlacedCore& a, const PlacedCore& b, WaysOut& ways, Gradient& g,
                 double& tolerance) {
  if (!a.core.has_vertices() || !b.core.has_vertices()) {
    if (const auto settled = ways.settled(g.normal)) {
      g.point_a = settled->point_a;
      g.point_b = settled->point_b;
      g.normal = settled->normal;
      g.value = std::clamp(ways.signed_distance(g.normal), g.lower, g.upper);
      tolerance = 256 * unit_roundoff * ways.size();
    }
  }
  return ways.only_one(g.normal, std::max(tolerance, g.upper - g.lower), g);
}

bool one_place(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double margin,
               const Tracker* tracker, Workspace* workspace, Gradient& g) {
  if (!convex(a) || !convex(b)) return one_near_place(a, pose_a, b, pose_b, margin, g);
  if (find_halfspace(a).halfspace) return one_place_on_plane(make_core(b), pose_b, -1, g);
  if (find_halfspace(b).halfspace) return one_place_on_plane(make_core(a), pose_a, 1, g);
  const Core core_a = make_core(a), core_b = make_core(b);
  const PlacedCore placed_a{core_a, pose_a}, placed_b{core_b, pose_b};
  const double balls = core_a.rounding.hi + core_b.rounding.hi + 2 * margin;
  const Pair pair(core_a, pose_a, core_b, pose_b, margin);
  const double size = pair.size() * pair.back();
  double tolerance = tolerance_of(g, size);
  if (!(g.value + balls > tolerance)) {  // else the cores are apart
    WaysOut ways(core_a, pose_a, core_b, pose_b, margin, workspace, tracker ? *tracker : Tracker());
    if (!one_way_out(placed_a, placed_b, ways, g, tolerance)) return false;
  }
  return Facing(witness_of(g), size, tolerance).one_place(placed_a, placed_b, g);
}

Vector6d by_motion(const Vector3d& arm, const Vector3d& n) {
  Vector6d v;
  v << arm.cross(n), n;
  return v;
}

}  // namespace

Gradient gradient(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                  const Options& options, Tracker* tracker, Workspace* workspace) {
  check_signed_query(a, pose_a, b, pose_b, options);
  const Penetration p = signed_answer(a, pose_a, b, pose_b, options, tracker, workspace);
  Gradient g;
  g.value = p.signed_distance;
  g.lower = p.lower;
  g.upper = p.upper;
  g.point_a = p.point_a;
  g.point_b = p.point_b;
  g.normal = p.direction;
  g.witness = p.witness;
  g.status = p.status;
  // What is not decided is not unique, but those that are tied may be of use.
  const bool decided = p.status != Status::cut_off && p.status != Status::not_converged;
  const bool one = p.status != Status::cut_off &&
                   one_place(a, pose_a, b, pose_b, options.margin, tracker, workspace, g);
  g.unique = decided && one;
  // 0 - x: no negative zeros
  g.grad_a = Vector6d::Zero() - by_motion(g.point_a - pose_a.translation, g.normal);
  g.grad_b = by_motion(g.point_b - pose_b.translation, g.normal);
  return g;
}

Eigen::VectorXd by_coordinates(const Gradient& gradient,
                               const Eigen::Ref<const Jacobian>& jacobian_a,
                               const Eigen::Ref<const Jacobian>& jacobian_b) {
  const Eigen::Index n = jacobian_a.cols(), m = jacobian_b.cols();
  if (n > 0 && m > 0 && n != m) {
    throw InvalidInput("by_coordinates: the Jacobians must have as many columns, got " +
                       std::to_string(n) + " for A and " + std::to_string(m) + " for B");
  }
  Eigen::VectorXd by_q = Eigen::VectorXd::Zero(std::max(n, m));
  if (n > 0) by_q += jacobian_a.transpose() * gradient.grad_a;
  if (m > 0) by_q += jacobian_b.transpose() * gradient.grad_b;
  return by_q;
}

}  // namespace apart
