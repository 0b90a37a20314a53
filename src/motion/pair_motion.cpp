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
#include "tree/lowest.hpp"

namespace apart {

namespace {

void check_turns(ShapeRef shape, const Motion& motion, const char* name) {
  if (bounded(shape) || !motion.data().turns()) return;
  throw InvalidInput(std::string(name) + " turns a " + type_name(shape) +
                     "; an unbounded shape may be moved, but not turned");
}

/// Half the longest side of a volume of a tree.
double half_side(const TreeView& tree, int slot) {
  double longest = 0;
  const WideNode& root = tree.nodes[0];
  for (int k = 0; k < 3; ++k) {
    const Vector<double> half(root.axis(k, 0)[slot], root.axis(k, 1)[slot], root.axis(k, 2)[slot]);
    longest = std::max(longest, tree.unit * norm(half));
  }
  return longest;
}

/// No more than the radius of the smallest ball around it, but for the last digits of floats: half
/// the longest side of a box that fits closely; of a tree, of one of the first.
double size_of(Body& body) {
  if (body.kind() == Body::Kind::convex) return half_side(body.outline(), 0);
  double size = 0;
  if (body.kind() == Body::Kind::compound) {
    for_each_piece(body, [&](Body& piece) { size = std::max(size, size_of(piece)); });
    return size;
  }
  for (int slot = 0; slot < WideNode::width; ++slot) {
    if (body.tree().nodes[0].child[slot] == WideNode::nothing) continue;
    size = std::max(size, half_side(body.tree(), slot));
  }
  return size + body.rounding().hi;
}

/// Distances of other solids are those of their triangles, though something may be inside farther
/// away: they prove nothing of what is between two points of a motion.
void check_closed(ShapeRef shape, const char* name) {
  if (convex(shape) || find_halfspace(shape).halfspace) return;
  Body body(shape, Pose(), 0);
  for_each_piece(body, [&](const Body& piece) {
    if (!piece.solid() || piece.encloses()) return;
    throw InvalidInput(std::string(name) +
                       ": a solid mesh that moves, or that something moves to, must have a closed "
                       "surface, and this one is open: mend it, or set solid to false");
  });
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
  check_closed(a, "a");
  check_closed(b, "b");
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
    Body body(shape, Pose(), margin_);
    const double size = size_of(body);
    if (size > 4 * smallest_size) size_ = size_ > 0 ? std::min(size_, size) : size;
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

double PairMotion::advance(double s, double limit, const Distance& found, double m,
                           bool thorough) const {
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
  if (!thorough && !pieces_->few()) return freely;
  return advance_pieces(s, nearer_horizon(motion_a_, motion_b_, s, limit), freely, m);
}

/// Three times as far as is known, and so on: the farther, the more pairs there are to look at.
double PairMotion::advance_pieces(double s, double limit, double known, double m) const {
  while (std::abs(known - s) < std::abs(limit - s)) {
    const double far = s + 3 * (known - s);
    const double aim = std::abs(far - s) < std::abs(limit - s) ? far : limit;
    const double t = pieces_->advance(motion_a_, motion_b_, s, aim, m, known);
    known = std::abs(t - s) > std::abs(known - s) ? t : known;
    if (known != aim) break;
  }
  return known;
}

}  // namespace apart
