// SPDX-License-Identifier: BSD-3-Clause
#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/segment_pair.cpp"
#include <hwy/foreach_target.h>

#include "convex/closed_form-inl.hpp"
#include "convex/near_weights.hpp"
#include "convex/segment.hpp"
#include "convex/segment_pair.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A segment or a point: where its ends are, in double, and any point between them nearly exactly.
class PlacedSegment {
 public:
  HWY_INLINE PlacedSegment(const Core& core, const Eigen::Matrix3d& rotation, double scale)
      : core_(core), rotation_(rotation), scale_(scale) {
    if (is_point()) return;  // at its own centre
    first_ = product(rotation, core.points[0] * scale);
    last_ = product(rotation, core.points[1] * scale);
  }

  HWY_INLINE bool is_point() const { return core_.count == 1; }
  HWY_INLINE int count() const { return core_.count; }
  HWY_INLINE const Vector<double>& first() const { return first_; }
  HWY_INLINE Vector<double> way() const { return last_ - first_; }

  HWY_INLINE double farthest(const Vector<double>& q) const {
    return is_point() ? 0 : std::max(dot(q, first_), dot(q, last_));
  }

  HWY_INLINE WideFour at(double t) const {
    if (is_point()) return {Four::of(0), Four::of(0)};
    const auto end = [&](int k) HWY_ATTR { return Four::of(core_.points[k]) * Four::of(scale_); };
    const double weight[2] = {1 - t, t};
    return turned(rotation_, combined(end, Weights<2>(weight)));
  }

 private:
  const Core& core_;
  const Eigen::Matrix3d& rotation_;
  double scale_;
  Vector<double> first_{0, 0, 0}, last_{0, 0, 0};
};

/// Lumelsky's closed form for two segments, points among them, in double; then Newton's method on
/// points that are evaluated nearly exactly: one step is the rule.
class SegmentPair {
 public:
  HWY_INLINE SegmentPair(const Pair& pair, const Stopping& stopping)
      : pair_(pair),
        stopping_(stopping),
        a_(pair.a(), pair.rotation_a(), pair.scale()),
        b_(pair.b(), pair.rotation_b(), pair.scale()),
        d1_(a_.way()),
        d2_(b_.way()) {}

  HWY_INLINE End solve(Near& near, Found& found) {
    double error = 0;
    if (a_.is_point() && b_.is_point()) {
      evaluate(near);
    } else if (!approach(near, error)) {
      return End::open;
    }
    const auto reach = [&](const Vector<double>& q)
                           HWY_ATTR { return a_.farthest(-q) + b_.farthest(q); };
    const End end = judge(pair_, stopping_, near, error, reach, found);
    if (end != End::open) weigh(found);
    return end;
  }

 private:
  static constexpr int rounds = 4;

  HWY_INLINE void evaluate(Near& near) const { near = near_points(pair_, a_.at(t_), b_.at(u_)); }

  /// False if that does not come to an end.
  HWY_INLINE bool approach(Near& near, double& error) {
    const double D1 = dot(d1_, d1_), D2 = dot(d2_, d2_), R = dot(d1_, d2_);
    const Vector<double> d12 = (pair_.offset() + b_.first()) - a_.first();
    std::tie(t_, u_) = lumelsky<double>(D1, D2, R, dot(d1_, d12), dot(d2_, d12));
    // Of lines that are parallel but for rounding, the one end that was chosen stays.
    const double det = D1 * D2 - R * R;
    const bool oblique = det > 0x1p-40 * D1 * D2;
    for (int round = 0; round < rounds; ++round) {
      evaluate(near);
      const Vector<double> v = point(near.v.hi);
      const bool free_u = u_ > 0 && u_<1, free_t = t_> 0 && t_ < 1 && (oblique || !free_u);
      double dt = 0, du = 0;
      if (free_t && free_u) {
        const double along1 = dot(v, d1_), along2 = dot(v, d2_);
        dt = (R * along2 - D2 * along1) / det;
        du = (D1 * along2 - R * along1) / det;
      } else if (free_t) {
        dt = -dot(v, d1_) / D1;
      } else if (free_u) {
        du = dot(v, d2_) / D2;
      } else {
        return true;
      }
      t_ += dt;
      u_ += du;
      const bool within = (!free_t || (t_ > 0 && t_ < 1)) && (!free_u || (u_ > 0 && u_ < 1));
      const double step = std::max(std::abs(dt), std::abs(du));
      if (within && step <= small_step) {
        const Four along_a = Four::of(d1_) * Four::of(dt), along_b = Four::of(d2_) * Four::of(du);
        near.a.lo = near.a.lo + along_a;
        near.b.lo = near.b.lo + along_b;
        near.v = two_sum(near.v.hi, near.v.lo + (along_a - along_b));
        error = 32 * step * pair_.unit();  // d1 and d2 are known to 8 u S in double
        return true;
      }
      if (!(step < 2)) return false;
      t_ = std::clamp(t_, 0.0, 1.0);
      u_ = std::clamp(u_, 0.0, 1.0);
    }
    return false;
  }

  HWY_INLINE void weigh(Found& found) const {
    const double weight_a[2] = {1 - t_, t_}, weight_b[2] = {1 - u_, u_};
    weigh_ends(std::span(weight_a, a_.count()), std::span(weight_b, b_.count()), found);
  }

  const Pair& pair_;
  const Stopping& stopping_;
  const PlacedSegment a_, b_;
  const Vector<double> d1_, d2_;
  double t_ = 0, u_ = 0;
};

/// Out of line: hardly ever called.
HWY_NOINLINE void Settle(const Pair& pair, const Options& options, Tracker* tracker, Distance& d) {
  d = Gjk(pair, options).solve(tracker);
}

APART_FLATTEN void SegmentPairDistance(const Core& a, const Pose& pose_a, const Core& b,
                                       const Pose& pose_b, const Options& options, Tracker* tracker,
                                       Distance& d) {
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  const Stopping stopping(pair, options, Overlap::is_enough);
  Near near;
  Found found;
  const End end = SegmentPair(pair, stopping).solve(near, found);
  if (end != End::open) {
    answer_near(pair, near, found, end, options.trace, tracker, d);
  } else {
    Settle(pair, options, tracker, d);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(SegmentPairDistance);

Distance segment_pair_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                               const Options& options, Tracker* tracker) {
  Distance d;
  HWY_DYNAMIC_DISPATCH(SegmentPairDistance)(a, pose_a, b, pose_b, options, tracker, d);
  return d;
}

}  // namespace apart
#endif
