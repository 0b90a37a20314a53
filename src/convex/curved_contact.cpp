// SPDX-License-Identifier: BSD-3-Clause
#include "convex/curved_contact.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/curved_contact.cpp"
#include <hwy/foreach_target.h>

#include "convex/convex_distance.hpp"
#include "convex/curved_search-inl.hpp"
#include "convex/evaluated_simplex-inl.hpp"
#include "convex/upright.hpp"

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
    End end = approach(tracker);
    if (end == End::open && steps_.lower > 0) end = follow();
    if (trace_ && end == End::open) trace_->steps.resize(traced);
    for (int k = 0; k < found_.size; ++k) {
      found_.vertex_a[k] = a_.kept_vertex(found_.vertex_a[k]);
      found_.vertex_b[k] = b_.kept_vertex(found_.vertex_b[k]);
    }
    return end;
  }

  HWY_INLINE int support_calls() const { return support_calls_; }

 private:
  /// Newton's method takes four or five once it knows the vertices.
  static constexpr int limit = 24;
  /// Below this many units of u * S, v is left to double-double.
  static constexpr double shortest = 64;

  /// GJK, until the plane shows that the cores are apart, or a tetrahedron that they are not.
  HWY_INLINE End approach(const Tracker* tracker) {
    steps_.q = Triple::of(pair_.start());
    if (tracker && tracker->direction.allFinite() && !tracker->direction.isZero(0)) {
      steps_.q = Triple::of(normalised(-tracker->direction));
    }
    double last = INFINITY;
    for (int step = 0; step < CurvedBody::room && directed(steps_.q); ++step) {
      look();
      if (stopping_.above_enough(found_.lower, found_.q) && decided()) return End::cut_off;
      if (steps_.lower > 0) return End::open;
      keep(step, a_.id(), b_.id());
      const Triple p = difference(step);
      simplex_.solve_with(p);
      const bool nearer = simplex_.carriers() % 4 != 0 && simplex_.squared() < last;
      if (!nearer) {
        simplex_.add(p, number(step));
        name_vertices();
        return simplex_.carriers() == 4 ? overlap() : give_up();
      }
      simplex_.keep_with(p, number(step));
      last = simplex_.squared();
      const double upper = std::sqrt(last);
      if (upper <= shortest * pair_.unit()) break;
      if (stopping_.balls_overlap(upper, pair_.upper_error_in_double())) return finish();
      steps_.q = simplex_.quick_direction();
    }
    return give_up();
  }

  /// Newton's method from a plane that separates.
  HWY_INLINE End follow() {
    const double error = pair_.upper_error_in_double();
    double doubtful = INFINITY;
    steps_.q = steps_.q * (1 / norm(steps_.q));
    for (int round = 0; round < limit; ++round) {
      look();
      if (stopping_.above_enough(found_.lower, found_.q) && decided()) return End::cut_off;
      if (CurvedBody* const body = round > 0 ? steps_.passed() : nullptr) {
        const End end = on_cap(*body);
        if (end != End::open) return end;
      }
      if (!steps_.nearest()) break;
      const double upper = steps_.upper, gap = upper - steps_.lower;
      if (!(upper > shortest * pair_.unit())) break;
      if (trace_) record_descent(pair_, *trace_, steps_.v, upper, steps_.lower, false);
      const bool judged = stopping_.verdict(upper, steps_.lower, steps_.q, error) != End::open &&
                          (gap <= doubtful || gap <= pair_.goal());
      if (judged || stopping_.balls_overlap(upper, error)) {
        const Triple q = steps_.q;
        for (int k = 0; k < steps_.carriers(); ++k) steps_.keep(k);
        take(steps_.carriers());
        const End end = solve_any(simplex_) ? kept_and_finished() : End::open;
        if (end != End::open) return end;
        doubtful = gap / 64;
        steps_.q = q;
        steps_.look();
      }
      if (!steps_.advance()) break;
    }
    return give_up();
  }

  HWY_INLINE void look() {
    steps_.look();
    ++support_calls_;
    steps_.q.store(found_.q);
    found_.lower = steps_.lower;
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

  HWY_INLINE End kept_and_finished() {
    simplex_.keep();
    return finish();
  }

  /// Is what the simplex carries an answer, with the plane normal to v?
  APART_OUT_OF_LINE End finish() {
    name_vertices();
    auto weight = simplex_.weights();
    for (int round = 0; round < rounds; ++round) {
      if (!evaluate(weight)) continue;
      const double upper = found_.length.hi;
      if (stopping_.balls_overlap(upper, pair_.upper_error())) return ended(End::inside);
      if (!(upper > shortest * pair_.unit())) return End::open;
      steps_.q = normal();
      if (!directed(steps_.q)) return End::open;
      look();
      const End end = judge(upper);
      if (end != End::open) return ended(end);
      if (!refine(weight)) return End::open;
    }
    return End::open;
  }

  /// v, and normal to the edges of the simplex up to rounding in its own size: however short it is.
  HWY_INLINE Triple normal() const {
    const Triple v = Triple::of(v_);
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
      if (dot(off, off) <= unit * unit) {
        if (!(upper > shortest * unit)) return End::open;
        const bool balls = stopping_.balls_overlap(upper, pair_.upper_error());
        const End end = balls ? End::inside : judge(upper);
        return end == End::open ? end : ended(end);
      }
      if (!steps_.straighten(body, off, count)) return End::open;
    }
    return End::open;
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
  d = Gjk(pair, options).solve(tracker);
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

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(SearchCurved);
HWY_EXPORT(SolveCurved);

std::optional<End> curved_contact(const Pair& pair, const Stopping& stopping,
                                  const Tracker* tracker, Trace* trace, Found& found,
                                  int& support_calls) {
  return HWY_DYNAMIC_DISPATCH(SearchCurved)(pair, stopping, tracker, trace, found, support_calls);
}

Distance curved_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                         const Options& options, Tracker* tracker) {
  Distance d;
  HWY_DYNAMIC_DISPATCH(SolveCurved)(a, pose_a, b, pose_b, options, tracker, d);
  return d;
}

}  // namespace apart
#endif
