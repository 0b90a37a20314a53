// SPDX-License-Identifier: BSD-3-Clause
#include "convex/curved_contact.hpp"

#include "convex/between_centres.hpp"
#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/curved_contact.cpp"
#include <hwy/foreach_target.h>

#include "convex/convex_distance.hpp"
#include "convex/curved_search-inl.hpp"
#include "convex/evaluated_simplex-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

class CurvedContact : public EvaluatedSimplex<CurvedBody> {
 public:
  HWY_INLINE CurvedContact(const Pair& pair, const Stopping& stopping, Found& found, Trace* trace)
      : EvaluatedSimplex(pair, stopping, found),
        trace_(trace),
        steps_(a_, b_, Triple::of(pair.offset())) {}

  /// Open, if others have the word.
  HWY_INLINE End run(const Tracker* tracker) {
    const std::size_t traced = trace_ ? trace_->steps.size() : 0;
    End end = approach(start(tracker), patience, INFINITY);
    double close = 0.125;
    for (int attempt = 0; end == End::open && may_follow_; ++attempt) {
      end = follow();
      if (end != End::open || attempt == attempts || !directed(summit_)) break;
      // Bodies overlap, or its steps go round in circles: a better start, with the vertices there.
      simplex_.clear();
      end = approach(summit_, CurvedBody::room, close);
      close *= 0.25;
    }
    if (trace_ && end == End::open) trace_->steps.resize(traced);
    for (int k = 0; k < found_.size; ++k) {
      found_.vertex_a[k] = a_.kept_vertex(found_.vertex_a[k]);
      found_.vertex_b[k] = b_.kept_vertex(found_.vertex_b[k]);
    }
    return end;
  }

  HWY_INLINE int support_calls() const { return support_calls_; }

  /// Only yes or no is wanted: inside, if what is asked for is within enough, or else cut off.
  HWY_INLINE void without_points() { pointless_ = true; }

 private:
  /// Newton's method takes four or five once it knows the vertices.
  static constexpr int limit = 24;
  /// Of steps of GJK: bodies that overlap are known to by then, as a rule.
  static constexpr int patience = 4;
  /// And of rounds of Newton's method without a plane that separates.
  static constexpr int hope = 10;
  /// How often it is given a better start.
  static constexpr int attempts = 2;
  /// A gap of so many units of u * S is closed by Newton's last step, as finish() takes it.
  static constexpr double nearly_closed = 0x1p10;
  /// Below this many units of u * S, v is left to double-double.
  static constexpr double shortest = 64;

  HWY_INLINE Triple start(const Tracker* tracker) const {
    if (tracker && tracker->direction.allFinite() && !tracker->direction.isZero(0)) {
      return Triple::of(normalised(-tracker->direction));
    }
    return Triple::of(pair_.start());
  }

  /// GJK, until the plane shows that the cores are apart, and leaves no more than that part of |v|
  /// open, or a tetrahedron that they are not; or for so many steps.
  APART_OUT_OF_LINE End approach(Triple q, int most, double close) {
    steps_.q = q;
    double last = INFINITY;
    for (int step = 0; step < CurvedBody::room && directed(steps_.q); ++step) {
      look();
      if (plane_decides()) return End::cut_off;
      const double far = std::sqrt(last);
      const bool near =
          close == INFINITY || step == CurvedBody::room - 1 || far - steps_.lower < close * far;
      may_follow_ = steps_.lower > 0 ? near : step >= most;
      if (may_follow_) return End::open;
      keep(step, a_.id(), b_.id());
      const Triple p = difference(step);
      simplex_.solve_with(p);
      const bool nearer = simplex_.carriers() % 4 != 0 && simplex_.squared() < last;
      if (!nearer) {
        may_follow_ = steps_.lower > 0;  // as near as this comes
        if (may_follow_) return End::open;
        simplex_.add(p, number(step));
        name_vertices();
        return simplex_.carriers() == 4 ? overlap() : give_up();
      }
      simplex_.keep_with(p, number(step));
      last = simplex_.squared();
      const double upper = std::sqrt(last);
      if (points_decide(upper)) return End::inside;
      if (upper <= shortest * pair_.unit()) break;
      if (stopping_.balls_overlap(upper, pair_.upper_error_in_double()))
        return finish(Points::of_several_looks);
      steps_.q = simplex_.quick_direction();
    }
    return give_up();
  }

  /// Newton's method from the direction looked along last.
  HWY_INLINE End follow() {
    const double error = pair_.upper_error_in_double();
    double doubtful = INFINITY, best = -INFINITY;
    Triple best_q{0, 0, 0};
    steps_.forget();
    for (int k = 0; k < simplex_.size(); ++k) {
      const int slot = vertex_of_a(simplex_.number(k));
      steps_.expect(a_.kept_id(slot), b_.kept_id(slot));
    }
    for (int round = 0; round < limit; ++round) {
      if (round > 0) look();
      if (round > 0 && plane_decides()) return End::cut_off;
      if (CurvedBody* const body = round > 0 ? steps_.passed() : nullptr) {
        const End end = on_cap(*body);
        if (end != End::open) return end;
      }
      const double worse = std::max(0.5 * (steps_.upper - best), 64 * pair_.unit());
      if (steps_.lower < best - worse && steps_.knows()) {
        // Too far: the gap is a concave function of q.
        steps_.q = best_q * (0.5 / norm(best_q)) + steps_.q * (0.5 / norm(steps_.q));
        continue;
      }
      if (steps_.lower <= 0 && round >= hope) break;
      best = steps_.lower;
      best_q = steps_.q;
      if (!steps_.nearest()) break;
      const double upper = steps_.upper, gap = upper - steps_.lower;
      if (points_decide(upper)) return End::inside;
      if (!(upper > shortest * pair_.unit())) break;
      if (trace_) record_descent(pair_, *trace_, steps_.v, upper, steps_.lower, false);
      const bool judged = gap <= nearly_closed * pair_.unit() ||
                          stopping_.verdict(upper, steps_.lower, steps_.q, error) != End::open;
      if ((judged && gap <= doubtful) || stopping_.balls_overlap(upper, error)) {
        for (int k = 0; k < steps_.carriers(); ++k) steps_.keep(k);
        const End end = finish_kept(steps_.carriers());
        if (end != End::open) return end;
        doubtful = std::max(gap / 64, pair_.goal());
      } else if (steps_.on_face()) {
        const End end = across_face();
        if (end != End::open) return end;
      }
      if (!steps_.advance()) break;
    }
    return give_up();
  }

  APART_OUT_OF_LINE void look() {
    steps_.look();
    ++support_calls_;
    steps_.q.store(found_.q);
    found_.lower = steps_.lower;
    if (steps_.lower > highest_) highest_ = steps_.lower, summit_ = steps_.q;
  }
  HWY_INLINE void keep(int slot, int a, int b) {
    a_.keep(slot, a);
    b_.keep(slot, b);
  }
  HWY_INLINE static std::uint64_t number(int slot) { return vertex_pair(slot, slot); }
  HWY_INLINE Triple difference(int slot) const {
    return (a_.kept_place(slot) - b_.kept_place(slot)) - Triple::of(pair_.offset());
  }
  /// The simplex of the points that are kept.
  HWY_INLINE void take(int count) {
    simplex_.clear();
    for (int k = 0; k < count; ++k) simplex_.add(difference(k), number(k));
  }

  /// With what is kept. If that is no answer, the bodies are as they were.
  APART_OUT_OF_LINE End finish_kept(int count) {
    take(count);
    if (!solve_any(simplex_)) return End::open;
    simplex_.keep();
    const Triple q = steps_.q;
    const End end = finish(Points::of_the_last_look);
    if (end != End::open) return end;
    steps_.q = q;
    steps_.look();
    return end;
  }

  /// Where q is normal to a face, the near point may be beyond the vertices that are known of it.
  APART_OUT_OF_LINE End across_face() {
    const int count = steps_.face(0x1p-30 * pair_.size());
    return count > 0 ? finish_kept(count) : End::open;
  }

  /// Only where the last look touches curves are their tangents known.
  enum class Points { of_the_last_look, of_several_looks };

  /// Is what the simplex carries an answer? Where Newton's method has come to its end, with its own
  /// plane, along which the points are put into place; else with the plane normal to v, which is
  /// good enough unless v is short.
  APART_OUT_OF_LINE End finish(Points points) {
    name_vertices();
    auto weight = simplex_.weights();
    Correction put{steps_.q, {0, 0, 0}, {0, 0, 0}};
    bool settled = false, fine = false;
    for (int round = 0; round < rounds; ++round) {
      if (!evaluate(weight)) continue;
      if (fine) apply(put);
      if (stopping_.balls_overlap(found_.length.hi, pair_.upper_error())) return ended(End::inside);
      if (!(found_.length.hi > shortest * pair_.unit())) return End::open;
      if (!settled) {
        if (round < 2 && refine(weight)) continue;
        settled = true;
        if (!stopping_.faces(v_, found_.length.hi, found_.q)) {
          fine = points == Points::of_the_last_look && corrected(weight, put);
          if (fine) apply(put);
          steps_.q = fine ? put.q : normal(Triple::of(v_));
          if (!directed(steps_.q)) return End::open;
          look();
        }
      }
      const End end = judge(found_.length.hi);
      if (end != End::open) return ended(end);
      if (!refine(weight)) return End::open;
    }
    return End::open;
  }

  /// Newton's last step, from where v is nearly exact: the direction, and what the points move by.
  struct Correction {
    Triple q, a, b;
  };
  /// False if it is too large to be only that.
  HWY_INLINE bool corrected(const std::array<double, 4>& weight, Correction& put) const {
    put.q = normal(put.q);  // to these very edges: those of Newton's method are rounded otherwise
    const Triple q = put.q, v = Triple::of(v_);
    const double over = 1 / dot(q, q), unit = pair_.unit();
    const Triple off = v - q * (dot(q, v) * over);
    const int count = simplex_.size();
    if (count == 3) return dot(off, off) <= 0x1p24 * unit * unit;  // there is no way to turn
    double of_a[6] = {}, of_b[6] = {}, m[6];
    for (int k = 0; k < count; ++k) {
      a_.add_curvature(a_.kept_id(found_.vertex_a[k]), weight[k], of_a);
      b_.add_curvature(b_.kept_id(found_.vertex_b[k]), weight[k], of_b);
    }
    for (int i = 0; i < 6; ++i) m[i] = of_a[i] + of_b[i];
    Triple edge{0, 0, 0};
    if (count == 2) edge = Triple::of(simplex_.point(1)) - Triple::of(simplex_.point(0));
    const Triple turn = newton_turn(q, off, norm(v) * std::sqrt(over), m, edge);
    // Along the tangents of the curves, whatever q has become since they were looked at.
    put.q = q + turn;
    put.a = product(of_a, turn) * -1;
    put.b = product(of_b, turn);
    // Off the curves by the square of the way, and as the matrices are rounded. Of a cone, not all
    // pairs have a curve: where those that have weigh little, they go the longer a way.
    const double traces = m[0] + (m[3] + m[5]), angle = dot(turn, turn);
    const double least = count == 2 ? std::min(weight[0], weight[1]) : 1;
    const double way = 0x1p-16 * unit * least;
    return angle * over <= 0x1p-40 && angle * traces * traces <= 0x1p-40 &&
           dot(put.a, put.a) <= way * a_.tightest() && dot(put.b, put.b) <= way * b_.tightest();
  }

  /// Points that move along their curves by so little leave them by next to nothing.
  HWY_INLINE void apply(const Correction& put) {
    const Four a = Four::of(put.a), b = Four::of(put.b);
    near_.a.lo = near_.a.lo + a;
    near_.b.lo = near_.b.lo + b;
    HWY_NAMESPACE::keep(two_sum(near_.v.hi, near_.v.lo + (a - b)), near_.v);
    v_ = point(near_.v.hi);
    found_.length = length(near_.v);
    found_.length.lo += split_error + 0x1p-14 * pair_.unit();
  }

  /// Made normal to the edges of the simplex, up to rounding in its own size: however short it is.
  HWY_INLINE Triple normal(Triple v) const {
    if (simplex_.size() == 1) return v;
    const Triple p = Triple::of(simplex_.point(0)), e = Triple::of(simplex_.point(1)) - p;
    if (simplex_.size() == 2) return v - e * (dot(v, e) / dot(e, e));
    const Triple n = cross(e, Triple::of(simplex_.point(2)) - p);
    return n * std::copysign(norm(v) / norm(n), dot(n, v));
  }

  HWY_INLINE End judge(double upper) const {
    if (!stopping_.faces(v_, upper, found_.q)) return End::open;
    return stopping_.verdict(upper, found_.lower, found_.q, pair_.upper_error());
  }

  HWY_INLINE End ended(End end) {
    if (trace_ && end != End::inside) {
      record_descent(pair_, *trace_, v_, found_.length.hi, found_.lower, true);
    }
    if (stopping_.measures_overlap()) keep_near(pair_, near_, found_);
    return end;
  }

  /// The near point on a cap, if it is there, where q is the axis whatever v is.
  APART_OUT_OF_LINE End on_cap(CurvedBody& body) {
    std::array<double, 4> weight{};
    const int count = steps_.cap(body, weight);
    ++support_calls_;
    if (count == 0) return End::open;
    const Triple q = steps_.q;
    q.store(found_.q);
    found_.lower = steps_.lower;
    for (int round = 0; round < rounds; ++round) {
      take(count);
      name_vertices();
      if (!evaluate(weight)) return End::open;
      const Triple v = Triple::of(v_), off = v - q * dot(q, v);
      const double upper = found_.length.hi, unit = pair_.unit();
      const bool straight = stopping_.faces(v_, upper, found_.q);
      if (dot(off, off) <= unit * unit || (straight && round > 0)) {
        if (!(upper > shortest * unit)) return End::open;
        const bool balls = stopping_.balls_overlap(upper, pair_.upper_error());
        const End end = balls ? End::inside : judge(upper);
        return end == End::open ? end : ended(end);
      }
      if (!steps_.straighten(body, off, count)) return End::open;
    }
    return End::open;
  }

  /// Does the plane looked at last tell that what is asked for is farther than enough?
  HWY_INLINE bool plane_decides() {
    if (!pointless_) return stopping_.above_enough(found_.lower, found_.q) && decided();
    if (stopping_.verdict(INFINITY, found_.lower, found_.q, 0) == End::open) return false;
    found_.length = 4 * pair_.size();  // nothing is known of the points
    return true;
  }
  /// Do points that far apart tell that it is not? That is an answer if they are not asked for.
  HWY_INLINE bool points_decide(double upper) const {
    return pointless_ && stopping_.below_enough(upper, pair_.upper_error_in_double());
  }

  /// One plane was enough to tell; unless it leaves so little open that the answer will count as
  /// exact: then its points have to face each other along the normal.
  APART_OUT_OF_LINE bool decided() {
    keep(0, a_.id(), b_.id());
    take(1);
    name_vertices();
    std::array<double, 4> weight{1};
    evaluate(weight);
    if (found_.length.hi - found_.lower > pair_.tolerance()) return true;
    simplex_.clear();
    return false;
  }

  Trace* trace_;
  CurvedSearch steps_;
  int support_calls_ = 0;
  bool may_follow_ = false;
  double highest_ = -INFINITY;  // of all gaps that were looked at
  Triple summit_{0, 0, 0};      // and along which direction
};

APART_FLATTEN std::optional<End> SearchCurved(const Pair& pair, const Stopping& stopping,
                                              const Tracker* tracker, Trace* trace, Found& found,
                                              int& support_calls) {
  CurvedContact contact(pair, stopping, found, trace);
  const End end = contact.run(tracker);
  support_calls += contact.support_calls();
  return end == End::open || end == End::inside ? std::nullopt : std::optional(end);
}

/// Out of line: other ways.
HWY_NOINLINE void SolveCurvedOtherwise(const Pair& pair, const Options& options, int support_calls,
                                       Tracker* tracker, Distance& d) {
  if (!overlap_at_once(pair, tracker, d)) d = Gjk(pair, options).solve(tracker);
  d.support_calls += support_calls;
}

APART_FLATTEN void SolveCurved(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                               const Options& options, Tracker* tracker, Distance& d) {
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  const Stopping stopping(pair, options, Overlap::is_enough);
  Found found;
  CurvedContact contact(pair, stopping, found, options.trace);
  const End end = contact.run(tracker);
  if (end == End::open) {
    return SolveCurvedOtherwise(pair, options, contact.support_calls(), tracker, d);
  }
  if (tracker) found.remember(pair, *tracker);
  publish_near(pair, contact.near(), found, end, d);
  d.support_calls = contact.support_calls();
}

/// Where neither is proved without points.
HWY_NOINLINE bool CurvedStillWithin(const Core& a, const Pose& pose_a, const Core& b,
                                    const Pose& pose_b, const Options& options, Tracker* tracker) {
  return !(careful_distance(a, pose_a, b, pose_b, options, tracker).lower > *options.enough);
}

APART_FLATTEN bool CurvedWithin(const Core& a, const Pose& pose_a, const Core& b,
                                const Pose& pose_b, const Options& options, Tracker* tracker) {
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  const Stopping stopping(pair, options, Overlap::is_enough);
  Found found;
  CurvedContact contact(pair, stopping, found, options.trace);
  contact.without_points();
  const End end = contact.run(tracker);
  if (end == End::open) return CurvedStillWithin(a, pose_a, b, pose_b, options, tracker);
  if (tracker) found.remember(pair, *tracker);
  if (end == End::inside) return true;
  Distance d;
  publish_bounds(pair, found, end, d);
  if (d.lower > *options.enough) return false;
  return d.upper <= *options.enough || CurvedStillWithin(a, pose_a, b, pose_b, options, tracker);
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(SearchCurved);
HWY_EXPORT(SolveCurved);
HWY_EXPORT(CurvedWithin);

std::optional<End> curved_contact(const Pair& pair, const Stopping& stopping,
                                  const Tracker* tracker, Trace* trace, Found& found,
                                  int& support_calls) {
  return HWY_DYNAMIC_DISPATCH(SearchCurved)(pair, stopping, tracker, trace, found, support_calls);
}

bool curved_within(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                   const Options& options, Tracker* tracker) {
  return HWY_DYNAMIC_DISPATCH(CurvedWithin)(a, pose_a, b, pose_b, options, tracker);
}

Distance curved_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                         const Options& options, Tracker* tracker) {
  Distance d;
  HWY_DYNAMIC_DISPATCH(SolveCurved)(a, pose_a, b, pose_b, options, tracker, d);
  return d;
}

}  // namespace apart
#endif
