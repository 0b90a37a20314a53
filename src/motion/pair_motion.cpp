// SPDX-License-Identifier: BSD-3-Clause
#include "motion/pair_motion.hpp"

#include <algorithm>
#include <apart/error.hpp>
#include <cmath>
#include <string>

#include "motion/farthest_proved.hpp"
#include "motion/moving_pieces.hpp"
#include "motion/plane_gap.hpp"
#include "query/door.hpp"
#include "query/search.hpp"
#include "tree/body.hpp"

namespace apart {

namespace {

void check_turns(ShapeRef shape, const Motion& motion, const char* name) {
  if (bounded(shape) || !motion.data().turns()) return;
  throw InvalidInput(std::string(name) + " turns a " + type_name(shape) +
                     "; an unbounded shape may be moved, but not turned");
}

/// Of a bounded shape, rounding and all.
double radius_of(ShapeRef shape) {
  if (convex(shape)) {
    const Core core = make_core(shape);
    return core.radius + core.rounding.hi;
  }
  Body body(shape, Pose(), 0);
  return body.tree().radius + body.rounding().hi;
}

double nearer_horizon(const Motion& a, const Motion& b, double s, double limit) {
  return b.data().horizon(s, a.data().horizon(s, limit));
}

}  // namespace

PairMotion::PairMotion(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
                       double margin)
    : a_(a),
      b_(b),
      motion_a_(motion_a),
      motion_b_(motion_b),
      margin_(margin),
      half_a_(find_halfspace(a)),
      half_b_(find_halfspace(b)) {
  check_bounded(a, b);
  check_turns(a, motion_a, "motion_a");
  check_turns(b, motion_b, "motion_b");
  const bool halfspace = half_a_.halfspace || half_b_.halfspace;
  if (!half_a_.halfspace) ball_a_ = turning_ball(a);
  if (!half_b_.halfspace) ball_b_ = turning_ball(b);
  if (convex(a) && !half_a_.halfspace) core_a_ = make_core(a);
  if (convex(b) && !half_b_.halfspace) core_b_ = make_core(b);
  if (detail::same(motion_a.data(), motion_b.data())) {
    kind_ = Kind::together;
  } else if (halfspace || (convex(a) && convex(b))) {
    kind_ = Kind::plane;
  } else {
    kind_ = bounded(a) && bounded(b) ? Kind::many : Kind::prism;
  }
  if (kind_ == Kind::many) pieces_ = std::make_unique<MovingPieces>(a, b, margin);
  find_size();
}

PairMotion::~PairMotion() = default;

void PairMotion::find_size() {
  for (const ShapeRef shape : {a_, b_}) {
    if (!bounded(shape)) continue;
    const double radius = radius_of(shape) + margin_;
    if (radius > 0) size_ = size_ > 0 ? std::min(size_, radius) : radius;
  }
  if (size_ > 0) return;
  const auto reach = [](const TurningBall& ball) { return safe_norm(ball.centre) + ball.radius; };
  size_ = motion_a_.data().way(reach(ball_a_)) + motion_b_.data().way(reach(ball_b_));
}

Distance PairMotion::distance(double s, const Options& options, Tracker* tracker) const {
  Options asked = options;
  asked.margin = margin_;
  return apart::distance(a_, motion_a_(s), b_, motion_b_(s), asked, tracker);
}

double PairMotion::gap(const Pose& pose_a, const Pose& pose_b, const Vector<double>& n) const {
  if (half_a_.halfspace) {
    if (!convex(b_)) return search_halfspace(half_a_, pose_a, b_, pose_b, margin_).lower;
    return penetration_halfspace(half_a_, pose_a, core_b_, pose_b, margin_).lower;
  }
  if (half_b_.halfspace) {
    if (!convex(a_)) return search_halfspace(half_b_, pose_b, a_, pose_a, margin_).lower;
    return penetration_halfspace(half_b_, pose_b, core_a_, pose_a, margin_).lower;
  }
  return plane_gap(core_a_, pose_a, core_b_, pose_b, margin_, n);
}

/// A half-space, of which n is the normal, does not turn: it has no bulge.
double PairMotion::advance_plane(double s, double limit, const Vector<double>& n, double m) const {
  Pose pose_a = motion_a_(s), pose_b = motion_b_(s);
  double at_s = gap(pose_a, pose_b, n);
  while (s != limit && at_s > m) {
    const double horizon = nearer_horizon(motion_a_, motion_b_, s, limit);
    const TurningBall ball_a = ball_a_.placed(pose_a), ball_b = ball_b_.placed(pose_b);
    double at_horizon = 0;
    const double t = farthest_proved(s, horizon, at_s - m, [&](double x) {
      const Passage a(motion_a_, s, pose_a, x), b(motion_b_, s, pose_b, x);
      const double at_x = gap(a.at_t, b.at_t, n);
      if (x == horizon) at_horizon = at_x;
      return std::min(at_s, at_x) - a.bulge(ball_a, n) - b.bulge(ball_b, n) - m;
    });
    if (t != horizon) return t;
    s = t;
    pose_a = motion_a_(s);
    pose_b = motion_b_(s);
    at_s = at_horizon;
  }
  return s;
}

/// How much closer the shapes may come: whatever their directions, if they go the same way it does
/// not count.
double PairMotion::free_way(const Passage& a, const Passage& b) const {
  return safe_norm(b.sweep.shift - a.sweep.shift) + a.turned_by(ball_a_.placed(a.at_s)) +
         b.turned_by(ball_b_.placed(b.at_s));
}

double PairMotion::advance_freely(double s, double limit, double lower, double m) const {
  while (s != limit && lower > m) {
    const double horizon = nearer_horizon(motion_a_, motion_b_, s, limit);
    const Pose pose_a = motion_a_(s), pose_b = motion_b_(s);
    const auto way = [&](double x) {
      return free_way(Passage(motion_a_, s, pose_a, x), Passage(motion_b_, s, pose_b, x));
    };
    const double t =
        farthest_proved(s, horizon, lower - m, [&](double x) { return lower - way(x) - m; });
    if (t != horizon) return t;
    lower -= way(horizon);
    s = t;
  }
  return s;
}

double PairMotion::advance(double s, double limit, const Distance& found, double m) const {
  if (!(found.lower > m)) return s;
  if (kind_ == Kind::together) {
    return found.lower * (1 - motion_a_.data().stretching()) > m ? limit : s;
  }
  if (kind_ == Kind::plane) {
    const double t = advance_plane(s, limit, found.normal, m);
    if (t != s) return t;
  }
  const double freely = advance_freely(s, limit, found.lower, m);
  if (kind_ != Kind::many || freely == limit) return freely;
  const double horizon = nearer_horizon(motion_a_, motion_b_, s, limit);
  const double led = pieces_->advance(motion_a_, motion_b_, s, horizon, m, freely);
  return std::abs(led - s) > std::abs(freely - s) ? led : freely;
}

}  // namespace apart
