// SPDX-License-Identifier: BSD-3-Clause
#include "query/ways_out.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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
/// Of Newton's method after that.
constexpr int most_steps = 6;
/// What a direction is tilted by to see how a curved surface bends, and to see whether it does:
/// points as far apart as `edge` for the least of tilts are on one that is flat.
constexpr double tilt = 0x1p-13, least_tilt = 0x1p-30, edge = 0x1p-20;

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
  if (found) sharpen(*found);
  return found;
}

WaysOut::Look WaysOut::look(const Vector3d& n) const {
  const Vertex vertex = pair_.support(pair_.without_axis(-n)).vertex;
  const Vector3d a = pair_.quick_point_of_a(vertex);
  const Vector3d b = pair_.quick_point_of_b(vertex) + pair_.offset();
  return {a, b, pair_.without_axis(a - b)};
}

WaysOut::Look WaysOut::tilted(const Vector3d& n, const Vector3d& side, double by) const {
  const Look plus = look(n + by * side), minus = look(n - by * side);
  return {plus.a - minus.a, plus.b - minus.b, plus.w - minus.w};
}

WaysOut::Flat WaysOut::flat_along(const Vector3d& n) const {
  const Matrix3d axes = axes_across(n);
  const Look by_x = tilted(n, axes.row(0), least_tilt), by_y = tilted(n, axes.row(1), least_tilt);
  const auto longer = [](const Vector3d& p, const Vector3d& q) {
    return p.squaredNorm() < q.squaredNorm() ? q : p;
  };
  const auto parallel = [](const Vector3d& p, const Vector3d& q) {
    return p.cross(q).norm() <= edge * std::max(p.norm(), q.norm());
  };
  Flat flat;
  const Vector3d edge_a = longer(by_x.a, by_y.a), edge_b = longer(by_x.b, by_y.b);
  flat.a = edge_a.norm() > edge;
  flat.b = edge_b.norm() > edge;
  flat.edge = flat.a ? edge_a : edge_b;
  flat.face = (flat.a && flat.b) || (flat.a && !parallel(by_x.a, by_y.a)) ||
              (flat.b && !parallel(by_x.b, by_y.b));
  return flat;
}

/// At a way out the point w(n) of the border farthest along n is n times the depth s. With w' how w
/// varies as n is tilted, Newton's step d has (w' - s) d = -w across n.
Vector3d WaysOut::newton_step(const Vector3d& n, const Vector3d& w) const {
  const Matrix3d axes = axes_across(n);
  const Vector3d x = axes.row(0), y = axes.row(1);
  const Vector3d by_x = tilted(n, x, tilt).w / (2 * tilt);
  const Vector3d by_y = tilted(n, y, tilt).w / (2 * tilt);
  const double depth = n.dot(w);
  Eigen::Matrix2d m;
  m << x.dot(by_x) - depth, x.dot(by_y), y.dot(by_x), y.dot(by_y) - depth;
  const double determinant = m.determinant();
  const Eigen::Vector2d r(x.dot(w), y.dot(w));
  const double u = (m(0, 1) * r.y() - m(1, 1) * r.x()) / determinant;
  const double v = (m(1, 0) * r.x() - m(0, 0) * r.y()) / determinant;
  return u * x + v * y;
}

/// The same about an edge: what is off to its side, by how it changed with the last step.
Vector3d WaysOut::secant_step(const Vector3d& n, const Vector3d& w, const Vector3d& along,
                              Secant& last) const {
  Vector3d side = n.cross(along).normalized();
  if (side.dot(last.side) < 0) side = -side;
  const double off = side.dot(w);
  const bool first = last.length == 0;
  const double slope = first ? side.dot(tilted(n, side, tilt).w) / (2 * tilt) - n.dot(w)
                             : (off - last.off) / last.length;
  const double length = off == 0 ? 0 : -off / slope;
  last = {side, off, length};
  return side * length;
}

/// From values, which are flat at a way out, its direction is known to the root of their error. The
/// points themselves tell it better, by Newton's method where the border is curved. Where it is
/// flat along an edge of one of the shapes, n is tilted about that edge only, by secants, and stays
/// normal to it as it turns (on a cone it does). The direction of a face is as good as it gets.
void WaysOut::sharpen(TiedWitness& witness) const {
  Flat flat = flat_along(witness.normal);
  if (flat.face) return;
  Vector3d n = witness.normal;
  Look here = look(n);
  Secant secant;
  for (int i = 0; i < most_steps; ++i) {
    const Vector3d step =
        flat.edges() ? secant_step(n, here.w, flat.edge, secant) : newton_step(n, here.w);
    if (!(step.norm() < 0x1p-8)) return;
    Vector3d next = (n + step).normalized();
    if (flat.edges()) {
      const Flat there = flat_along(next);
      if (there.a != flat.a || there.b != flat.b) return;
      flat.edge = there.edge;
      next = (next - flat.edge * (flat.edge.dot(next) / flat.edge.squaredNorm())).normalized();
    }
    if (signed_distance(next) < signed_distance(n) - 64 * unit_roundoff * size()) return;
    n = next;
    here = look(n);
    if (step.norm() < 0x1p-45) break;
  }
  if (pair_.axis()) (pair_.axis_of_a() ? flat.a : flat.b) = true;  // it is anywhere along that
  const auto world = [&](const Vector3d& p, double rounding) -> Vector3d {
    return origin_ + pair_.to_world({p + rounding * n, Vector3d::Zero()});
  };
  const double value = signed_distance(n);
  const Vector3d a = world(here.a, pair_.rounding_a().hi);
  const Vector3d b = world(here.b, -pair_.rounding_b().hi);
  witness = {flat.a ? Vector3d(b - value * n) : a, flat.b ? Vector3d(a + value * n) : b, n};
}

/// A way out that is as short as n, found with B moved by the step: there, it is the shortest. One
/// that is merely not much longer makes the step too large: it is repeated, so small that this one
/// does not count.
std::optional<Vector3d> WaysOut::other_way(const Vector3d& n, const Vector3d& step,
                                           double tolerance) {
  const double here = signed_distance(n);
  // So large that ways out at a small angle to n show beside the tolerance, but not larger: those
  // that are not much longer are to be left alone.
  double tau = std::max(0x1p-20 * size(), 0x1p16 * tolerance);
  while (tau > 4 * tolerance) {
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
