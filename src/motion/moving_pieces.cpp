// SPDX-License-Identifier: BSD-3-Clause
#include "motion/moving_pieces.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "convex/convex_distance.hpp"
#include "motion/farthest_proved.hpp"
#include "motion/plane_gap.hpp"
#include "tree/compound_data.hpp"

namespace apart {

namespace {

/// A volume of a piece's tree, or all of it, as a ball: in the piece's frame, and in the world at
/// s.
struct Volume {
  std::int32_t child = 0;  ///< a node, or ~leaf
  bool root = false;       ///< all of it: its children are those of node 0
  Vector<double> centre = Vector<double>::Zero(), at_s = Vector<double>::Zero();
  double radius = 0;

  bool leaf() const { return !root && child < 0; }
};

/// One of the two bodies during a search.
struct Side {
  const Motion& motion;
  MovingPiece* piece = nullptr;
  Pose outer_s, at_s, at_t;  ///< the motion's own, and the piece's
  Passage passage;

  Side(const Motion& m, double s, double t) : motion(m), outer_s(m(s)), passage(m, s, outer_s, t) {}

  void set(MovingPiece& p) {
    piece = &p;
    at_s = p.pose(outer_s);
    at_t = p.pose(passage.at_t);
  }
  void end_at(double s, double t) {
    passage = Passage(motion, s, outer_s, t);
    at_t = piece->pose(passage.at_t);
  }
  bool convex() const { return piece->body.kind() == Body::Kind::convex; }

  Volume all() const {
    Volume v;
    v.root = true;
    if (convex()) {
      const Core& core = piece->body.core();
      v.root = false;
      v.child = ~0;
      v.centre = core.centre;
      v.radius = (core.radius + core.slack) * (1 + 2e-6) + core.rounding.hi;
    } else {
      const TreeView& tree = piece->body.tree();
      v.centre = tree.centre;
      v.radius = tree.radius * (1 + 2e-6) + piece->body.rounding().hi;
    }
    v.radius *= 1 + 0x1p-40;
    v.at_s = at_s * v.centre;
    return v;
  }
  Volume volume(const WideNode& node, int slot) const {
    const VolumeBall ball(piece->body.tree(), node, slot);
    Volume v;
    v.child = node.child[slot];
    v.centre = ball.centre;
    v.at_s = at_s * ball.centre;
    v.radius = (ball.radius + piece->body.rounding().hi) * (1 + 0x1p-40);
    return v;
  }
  /// Calls visit(core) for what a leaf holds.
  template <class Visit>
  void for_each_element(const Volume& leaf, Visit visit) const {
    if (convex()) return visit(piece->body.core());
    const Group& group = piece->body.tree().groups[~leaf.child];
    for (int i = 0; i < group.count(); ++i) visit(piece->body.core(group.element[i]));
  }
};

class Search {
 public:
  Search(const Motion& motion_a, const Motion& motion_b, double s, double limit, double m,
         double known)
      : s_(s), t_(limit), m_(m), known_(known), a_(motion_a, s, limit), b_(motion_b, s, limit) {}

  void visit(MovingPiece& a, MovingPiece& b) {
    a_.set(a);
    b_.set(b);
    visit(a_.all(), b_.all());
  }
  bool hopeless() const { return std::abs(t_ - s_) <= std::abs(known_ - s_); }
  double proved() const { return t_; }

 private:
  void visit(const Volume& a, const Volume& b) {
    if (hopeless() || apart(a, b)) return;
    if (a.leaf() && b.leaf()) return meet(a, b);
    const bool split_a = b.leaf() || (!a.leaf() && a.radius >= b.radius);
    const Volume& large = split_a ? a : b;
    const Volume& other = split_a ? b : a;
    const Side& side = split_a ? a_ : b_;
    const WideNode& node = side.piece->body.tree().nodes[large.root ? 0 : large.child];
    std::array<Volume, WideNode::width> child;  // the nearest first
    std::array<double, WideNode::width> away;
    int count = 0;
    for (int slot = 0; slot < WideNode::width; ++slot) {
      if (node.child[slot] == WideNode::nothing) continue;
      const Volume v = side.volume(node, slot);
      const double gap = safe_norm(v.at_s - other.at_s) - v.radius;
      int k = count++;
      for (; k > 0 && gap < away[k - 1]; --k) {
        child[k] = child[k - 1];
        away[k] = away[k - 1];
      }
      child[k] = v;
      away[k] = gap;
    }
    for (int i = 0; i < count; ++i) {
      split_a ? visit(child[i], other) : visit(other, child[i]);
    }
  }

  /// Does a plane between two balls prove them to be apart up to t? Only the centre of a ball
  /// turns.
  bool apart(const Volume& a, const Volume& b) const {
    const Vector<double> between = b.at_s - a.at_s;
    const double length = safe_norm(between), radii = a.radius + b.radius;
    if (!(length - radii > m_)) return false;
    const Vector<double> n = between / length;
    const Vector<double> later = b_.at_t * b.centre - a_.at_t * a.centre;
    const double gap = std::min(length, dot(n, later)) - radii;
    const double error =
        32 * unit_roundoff *
        (safe_norm(a.at_s) + safe_norm(b.at_s) + length + safe_norm(later) + radii);
    if (!(gap - error > m_)) return false;
    return gap - error - bulge(a_, a, n) - bulge(b_, b, n) >= m_;
  }
  static double bulge(const Side& side, const Volume& v, const Vector<double>& n) {
    return side.passage.bulge({v.at_s, 0}, n) + side.passage.blur(v.radius);
  }

  void meet(const Volume& a, const Volume& b) {
    a_.for_each_element(a, [&](const Core& core_a) {
      b_.for_each_element(b, [&](const Core& core_b) { meet(core_a, core_b); });
    });
  }

  /// As PairMotion::advance_plane().
  void meet(const Core& core_a, const Core& core_b) {
    if (hopeless()) return;
    const Distance d = convex_distance(core_a, a_.at_s, core_b, b_.at_s, {}, nullptr);
    const double at_s = plane_gap(core_a, a_.at_s, core_b, b_.at_s, 0, d.normal);
    if (!(at_s > m_)) return end_at(s_);
    const auto ball = [](const Core& core, const Pose& pose) {
      return TurningBall{core.centre, core.radius + core.slack}.placed(pose);
    };
    const TurningBall ball_a = ball(core_a, a_.at_s), ball_b = ball(core_b, b_.at_s);
    const double t = farthest_proved(s_, t_, at_s - m_, [&](double x) {
      const bool same = x == t_;
      const Passage a = same ? a_.passage : Passage(a_.motion, s_, a_.outer_s, x);
      const Passage b = same ? b_.passage : Passage(b_.motion, s_, b_.outer_s, x);
      const double at_x = plane_gap(core_a, same ? a_.at_t : a_.piece->pose(a.at_t), core_b,
                                    same ? b_.at_t : b_.piece->pose(b.at_t), 0, d.normal);
      return std::min(at_s, at_x) - a.bulge(ball_a, d.normal) - b.bulge(ball_b, d.normal) - m_;
    });
    if (t != t_) end_at(t);
  }

  void end_at(double t) {
    t_ = t;
    a_.end_at(s_, t);
    b_.end_at(s_, t);
  }

  double s_, t_, m_, known_;
  Side a_, b_;
};

}  // namespace

MovingPieces::MovingPieces(ShapeRef a, ShapeRef b, double margin)
    : a_(pieces_of(a, margin)), b_(pieces_of(b, margin)) {
  const auto convex = [](const auto& p) { return p->body.kind() == Body::Kind::convex; };
  few_ = a_.size() * b_.size() <= 64 && std::all_of(a_.begin(), a_.end(), convex) &&
         std::all_of(b_.begin(), b_.end(), convex);
}

MovingPieces::Pieces MovingPieces::pieces_of(ShapeRef shape, double margin) {
  Pieces pieces;
  const Body whole(shape, Pose(), margin);
  if (whole.kind() != Body::Kind::compound) {
    pieces.push_back(std::make_unique<MovingPiece>(shape, margin));
    return pieces;
  }
  for (const detail::Piece& piece : whole.compound().pieces) {
    pieces.push_back(std::make_unique<MovingPiece>(piece.shape, whole.rounding(), piece.pose));
  }
  return pieces;
}

double MovingPieces::advance(const Motion& motion_a, const Motion& motion_b, double s, double limit,
                             double m, double known) const {
  Search search(motion_a, motion_b, s, limit, m, known);
  for (const auto& a : a_) {
    for (const auto& b : b_) {
      if (search.hopeless()) return known;
      search.visit(*a, *b);
    }
  }
  return search.hopeless() ? known : search.proved();
}

}  // namespace apart
