// SPDX-License-Identifier: BSD-3-Clause
#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/round_contact.cpp"
#include <hwy/foreach_target.h>

#include "convex/between_centres.hpp"
#include "convex/closed_form-inl.hpp"
#include "convex/convex_distance.hpp"
#include "convex/round_contact.hpp"
#include "convex/round_step.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

class RoundContact {
 public:
  /// Where plain double does, `plain` has the whole answer, if there is room for it.
  HWY_INLINE RoundContact(const Pair& pair, const Stopping& stopping, Found& found, Trace* trace,
                          Distance* plain)
      : pair_(pair),
        stopping_(stopping),
        found_(found),
        trace_(trace),
        plain_(plain),
        step_(pair) {}

  HWY_INLINE std::optional<End> run(const Tracker* tracker) {
    const std::size_t traced = trace_ ? trace_->steps.size() : 0;
    const double error = pair_.upper_error_in_double();
    double last = -INFINITY, doubtful = INFINITY, upper = INFINITY;
    const bool anew = !resume(tracker);
    if (anew) step_.start(Triple::of(pair_.start()));
    for (int round = 0; round < limit; ++round) {
      ++support_calls_;
      double lower = step_.look() / norm(step_.n);
      if (stopping_.above_enough(lower, step_.n) && decided(lower)) return End::cut_off;
      bool flat = false;
      if (round > 0 && step_.passed_axis()) {
        flat = step_.cap();
        lower = step_.gap() / norm(step_.n);
      }
      if (anew && round == 0) {
        step_.near();
      } else if (!flat) {
        step_.nearest();
      }
      upper = norm(step_.v);
      if (!(upper > shortest * pair_.unit())) break;
      if (trace_) record(step_.v, upper, lower, false);
      const bool closed = stopping_.judge(upper, lower, step_.n, error) &&
                          (upper - lower <= doubtful || upper - lower <= pair_.goal());
      if (flat || closed || stopping_.balls_overlap(upper, error)) {
        if (!flat) step_.place();
        if (plain_ && answered_plainly(upper - lower)) return End::converged;
        if (const auto end = proved(upper - lower)) return end;
        doubtful = (upper - lower) / 4;
      }
      // Zero is soon passed from below, unless the cores overlap.
      if (flat || (lower <= 0 && (lower < 0.75 * last || round >= patience))) break;
      last = lower;
      step_.advance(upper, lower);
    }
    if (trace_) trace_->steps.resize(traced);
    if (upper <= touching * pair_.size() && step_.smooth() && stout()) return touch();
    return {};
  }

  HWY_INLINE int support_calls() const { return support_calls_; }
  HWY_INLINE bool answered() const { return answered_; }  ///< is it all there?

  /// What the end was found with: of each core a single point, its only vertex if it is a ball's.
  HWY_INLINE const Near& near() const {
    found_.size = 1;
    found_.vertex_a[0] = pair_.a().has_vertices() ? 0 : -1;
    found_.vertex_b[0] = pair_.b().has_vertices() ? 0 : -1;
    found_.weight[0] = 1;
    return near_;
  }

 private:
  /// Newton's method takes four or five; where it does not settle, there are other ways.
  static constexpr int limit = 12;
  static constexpr int patience = 4;
  /// Below this many units of u * S, v is left to double-double.
  static constexpr double shortest = 64;
  /// As a part of S: with a v so short, bodies may touch.
  static constexpr double touching = 0x1p-8;
  /// In units of u * S: so far from zero a plane may be that counts as touching, and so far v off
  /// its normal.
  static constexpr double flush = 48, askew = 1.75;
  /// Wider gaps than so many times the goal are not closed by the last digits of the points.
  static constexpr double coarse = 1024;

  /// With the direction that is remembered, if there is one.
  HWY_INLINE bool resume(const Tracker* tracker) {
    if (!tracker || !tracker->direction.allFinite() || tracker->direction.isZero(0)) return false;
    const Triple n = Triple::of(normalised(-tracker->direction));
    step_.n = n * (1 / norm(n));
    return true;
  }

  HWY_INLINE WideFour placed(const Core& core, const Eigen::Matrix3d& rotation, int body) const {
    const auto local_at = [&](int k) HWY_ATTR {
      return (core.extent[k] * step_.part[k][body]) * pair_.scale();
    };
    const Four local = Four::of(local_at(0), local_at(1), local_at(2), 0);
    return turned(rotation, {local, Four::of(0)});
  }

  /// The near points of n, nearly exactly. Where they lie on edges and faces they are moved there,
  /// until they face each other to the last digit, if that is wanted. False if that leaves the
  /// face.
  HWY_INLINE bool evaluate(bool fine) {
    const Four zero = Four::of(0);
    for (int round = 0;; ++round) {
      const WideFour a = placed(pair_.a(), pair_.rotation_a(), 0);
      const WideFour b = placed(pair_.b(), pair_.rotation_b(), 1);
      // B's mirror image is at hand.
      const Near near = near_points(pair_, a, {zero - b.hi, zero - b.lo});
      keep(near.a, near_.a);
      keep(near.b, near_.b);
      keep(near.v, near_.v);
      double error = split_error;
      if (fine && step_.freedoms > 0) {
        const auto way = step_.refinement(Triple::of(point(near_.v.hi)));
        const double largest = std::max(std::abs(way[0]), std::abs(way[1]));
        if (largest > small_step && round < 3) {
          if (!step_.refine(way)) return false;
          continue;
        }
        if (largest <= small_step && step_.stays_inside(way)) {
          const Four along_a = Four::of(step_.moved(0, way)),
                     along_b = Four::of(step_.moved(1, way));
          near_.a.lo = near_.a.lo + along_a;
          near_.b.lo = near_.b.lo - along_b;
          keep(two_sum(near_.v.hi, near_.v.lo + (along_a + along_b)), near_.v);
          error += 16 * small_step * pair_.unit();
        }
      }
      found_.q = point(near_.v.hi);
      found_.length = length(near_.v);
      found_.length.lo += error;
      return true;
    }
  }

  /// Where much less is asked for than double can tell, near points need not be nearly exact, if
  /// they show what is published: that they are `upper` apart along the normal, and lie on their
  /// shapes, within 4u (|point_a| + |point_b| + S).
  HWY_INLINE bool answered_plainly(double gap) {
    constexpr double u = unit_roundoff;
    const Core &core_a = pair_.a(), &core_b = pair_.b();
    const double back = pair_.back(), unit = pair_.unit();
    if (gap <= coarse * pair_.goal() || pair_.rounded() || stopping_.enough()) return false;
    if (!(core_a.centred && core_b.centred && back > 0x1p-400 && back < 0x1p400)) return false;
    const auto [at_a, v] = step_.points();
    const double length = norm(v), lower = step_.gap(v) / length;
    const double radii = u * pair_.scale() * (core_a.radius + core_b.radius);
    const double off = 5.3 * radii + unit + 1.1 * u * length;  // of v, and so of B's point
    const double error = off + 3.7 * u * length;
    found_.q = v;
    if (stopping_.verdict(length, lower, found_.q, error) != End::converged) return false;
    const Triple a = Triple::of(pair_.origin().hi) + at_a * back, b = a - v * back;
    const double far = pair_.scale() * (norm(a) + norm(b));
    const double shown = 4 * unit + 2.9 * u * far;
    const double proved = lower - (pair_.lower_error(found_.q, lower) + 2 * u * std::abs(lower));
    if (!(error + 2 * u * length <= shown && proved > 0)) return false;
    ++support_calls_;
    if (trace_) record(found_.q, length, lower, true);
    Distance& d = *plain_;
    a.store(d.point_a);
    b.store(d.point_b);
    (Triple{0, 0, 0} - Triple{v.x / length, v.y / length, v.z / length}).store(d.normal);
    d.lower = proved * back;
    d.upper = (length + error) * back;
    d.optimality = std::max(0.0, length * (length - lower)) * back * back;
    d.status = Status::separated;
    answered_ = true;
    return true;
  }

  /// The near points nearly exactly, and the plane normal to them: is that an answer?
  HWY_INLINE std::optional<End> proved(double gap) {
    if (!evaluate(gap <= coarse * pair_.goal())) return {};
    const double upper = found_.length.hi;
    if (!(upper > shortest * pair_.unit())) return {};
    ++support_calls_;
    const Triple q = Triple::of(found_.q);
    found_.lower = step_.gap(q) / norm(q);
    if (trace_) record(found_.q, upper, found_.lower, true);
    if (stopping_.balls_overlap(upper, pair_.upper_error())) return End::inside;
    return stopping_.judge(upper, found_.lower, found_.q, pair_.upper_error());
  }

  /// Is there room inside for what counts as touching, and curvature to be seen?
  HWY_INLINE bool stout() const {
    const auto is_stout = [&](const Core& core) {
      return core.has_vertices() || core.extent.minCoeff() * pair_.scale() > 0x1p-20 * pair_.size();
    };
    return is_stout(pair_.a()) && is_stout(pair_.b());
  }
  /// Bodies without edges or caps in contact: the plane at which both end is found all the same,
  /// from either side, and tells within rounding where they touch.
  APART_OUT_OF_LINE std::optional<End> touch() {
    const double unit = pair_.unit();
    for (int round = 0;; ++round) {
      ++support_calls_;
      step_.look();
      step_.nearest();
      if (norm(step_.off()) <= askew * unit) break;
      if (round == limit) return {};
      step_.turn();
    }
    found_.lower = step_.gap() / norm(step_.n);
    if (!(found_.lower <= flush * unit)) return {};
    step_.place();
    if (!evaluate(false)) return {};
    const Triple n = step_.n * (1 / norm(step_.n)), v = Triple::of(point(near_.v.hi));
    const Triple off = v - n * dot(n, v);
    if (!(norm(off) <= askew * unit)) return {};
    found_.q = step_.n;
    if (found_.lower < -flush * unit) return halfway();
    if (!(dot(n, v) > 0)) meet(norm(off));
    if (stopping_.balls_overlap(found_.length.hi, pair_.upper_error())) return End::inside;
    return End::reached;
  }
  /// In each other by more than that: halfway between the points where n touches is in both, which
  /// hold balls as large as their least radius of curvature there.
  HWY_INLINE std::optional<End> halfway() {
    const auto holds = [&](const Core& core) {
      const double least = core.extent.minCoeff(), most = core.extent.maxCoeff();
      return core.has_vertices() ||
             -found_.lower * most < 0x1p-10 * (least * least) * pair_.scale();
    };
    if (stopping_.measures_overlap() || !holds(pair_.a()) || !holds(pair_.b())) return {};
    const double part = pair_.a().has_vertices() ? 0 : pair_.b().has_vertices() ? 1 : 0.5;
    near_.a.hi = near_.a.hi - near_.v.hi * Four::of(part);
    return End::inside;
  }
  /// In each other by next to nothing: what is on A's surface is in B, unless it is as much beside
  /// the place where that has its own. A point stays where it is.
  HWY_INLINE void meet(double beside) {
    const Four zero = Four::of(0);
    if (pair_.b().has_vertices()) {
      near_.a.lo = near_.a.lo - near_.v.hi;
    } else {
      near_.b.lo = near_.b.lo + near_.v.hi;
    }
    near_.v = {zero, zero};
    found_.length = beside + split_error;
  }

  /// One plane is enough to tell, unless the points are so near that they have to face each other.
  APART_OUT_OF_LINE bool decided(double lower) {
    step_.nearest();
    step_.place();
    if (!evaluate(true)) return false;
    found_.q = step_.n;
    found_.lower = lower;
    return found_.length.hi - found_.lower > pair_.tolerance();
  }

  HWY_INLINE void record(const Vector<double>& v, double upper, double lower, bool extended) const {
    record_descent(pair_, *trace_, v, upper, lower, extended);
  }

  const Pair& pair_;
  const Stopping& stopping_;
  Found& found_;
  Trace* trace_;
  Distance* plain_;
  bool answered_ = false;
  RoundStep step_;
  Near near_;
  int support_calls_ = 0;
};

APART_FLATTEN std::optional<End> SearchRound(const Pair& pair, const Stopping& stopping,
                                             const Tracker* tracker, Trace* trace, Found& found,
                                             int& support_calls) {
  RoundContact contact(pair, stopping, found, trace, nullptr);
  const auto end = contact.run(tracker);
  if (end) keep_near(pair, contact.near(), found);
  support_calls += contact.support_calls();
  return end;
}

/// Out of line: other ways.
HWY_NOINLINE void SolveOtherwise(const Pair& pair, const Pose& pose_a, const Pose& pose_b,
                                 const Options& options, int support_calls, Tracker* tracker,
                                 Distance& d) {
  if (!overlap_at_once(pair, tracker, d)) {
    d = curved_distance(pair.a(), pose_a, pair.b(), pose_b, options, tracker);
  }
  d.support_calls += support_calls;
}

APART_FLATTEN void SolveRound(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                              const Options& options, Tracker* tracker, Distance& d) {
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  const Stopping stopping(pair, options, Overlap::is_enough);
  Found found;
  RoundContact contact(pair, stopping, found, options.trace, &d);
  const auto end = contact.run(tracker);
  if (!end) {
    return SolveOtherwise(pair, pose_a, pose_b, options, contact.support_calls(), tracker, d);
  }
  const Near& near = contact.near();
  if (tracker) found.remember(pair, *tracker);
  if (contact.answered()) {
    publish_witness(pair, found, d.witness);
  } else {
    publish_near(pair, near, found, *end, d);
  }
  d.support_calls = contact.support_calls();
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(SearchRound);
HWY_EXPORT(SolveRound);

std::optional<End> round_contact(const Pair& pair, const Stopping& stopping, const Tracker* tracker,
                                 Trace* trace, Found& found, int& support_calls) {
  return HWY_DYNAMIC_DISPATCH(SearchRound)(pair, stopping, tracker, trace, found, support_calls);
}

Distance round_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                        const Options& options, Tracker* tracker) {
  Distance d;
  HWY_DYNAMIC_DISPATCH(SolveRound)(a, pose_a, b, pose_b, options, tracker, d);
  return d;
}

}  // namespace apart
#endif
