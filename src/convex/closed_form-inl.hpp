// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_CLOSED_FORM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_CLOSED_FORM_INL
#undef APART_CLOSED_FORM_INL
#else
#define APART_CLOSED_FORM_INL
#endif

#include "convex/found.hpp"
#include "convex/four-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// Near points of two cores, each from its own core's centre, in world axes, nearly exact; and the
/// way from B's to A's.
struct Near {
  WideFour a, b, v;
};

/// A step of a parameter up to here is added to points that are evaluated already, in double: what
/// that loses is less than this times u * S.
inline constexpr double small_step = 0x1p-44;
/// A v of fewer units of u * S is left to those who know what touching is.
inline constexpr double shortest_way = 64;

/// From registers: numbers that were stored one by one a moment ago load slowly four at a time.
HWY_INLINE WideFour gathered(const WidePoint& x) { return {Four::of(x.hi), Four::of(x.lo)}; }

/// Of points that turned() made: the upper parts have no rounding.
HWY_INLINE Near near_points(const Pair& pair, const WideFour& a, const WideFour& b) {
  const WideFour offset = fine_split(gathered(pair.wide_offset()));
  return {a, b, two_sum((a.hi - b.hi) - offset.hi, (a.lo - b.lo) - offset.lo)};
}

/// Judges near points whose v is normal to all that may vary. `reach(q)` is how far A reaches
/// against q and B along q, in all, none of their points overlooked; `error` how far the points may
/// lie outside of the cores. Open: the gap is not closed, or too small for this.
template <class Reach>
HWY_INLINE End judge(const Pair& pair, const Stopping& stopping, const Near& near, double error,
                     const Reach& reach, Found& found) {
  found.length = length(near.v);
  found.length.lo += error + split_error;
  found.q = point(near.v.hi);
  const double upper = found.length.hi;
  if (!(upper > shortest_way * pair.unit())) return End::open;
  if (stopping.balls_overlap(upper, pair.upper_error())) return End::inside;
  found.lower = (-reach(found.q) - dot(found.q, pair.offset())) / norm(found.q);
  return stopping.verdict(upper, found.lower, found.q, pair.upper_error());
}

/// A point of the problem in the world, rounded once.
HWY_INLINE void publish_point(const Pair& pair, const WideFour& p, Eigen::Vector3d& world) {
  const Four back = Four::of(pair.back());
  const WideFour origin = gathered(pair.origin());
  const WideFour sum = two_sum(origin.hi, p.hi * back);
  (sum.hi + (sum.lo + (origin.lo + p.lo * back))).store_three(world.data());
}

/// As publish(), of near points in registers.
HWY_INLINE void publish_near(const Pair& pair, const Near& near, const Found& found, End end,
                             Distance& d) {
  publish_witness(pair, found, d.witness);
  WideFour a, b = near.b + gathered(pair.wide_offset());
  keep(near.a, a);
  const Four normal = Four::of(0) - Four::of(found.q) / Four::of(norm(found.q));
  normal.store_three(d.normal.data());  // 0 - x: no negative zeros
  bool meet = end == End::inside;
  if (pair.rounded()) {
    const DoubleDouble &ra = pair.rounding_a(), &rb = pair.rounding_b();
    if (found.length < pair.rounding()) {  // share the way in proportion, which ends in both
      a = a - near.v * Four::of(ra.hi / pair.rounding().hi);
      meet = true;
    } else {
      a = a + WideFour{Four::of(ra.hi), Four::of(ra.lo)} * normal;
      b = b - WideFour{Four::of(rb.hi), Four::of(rb.lo)} * normal;
    }
  }
  publish_point(pair, a, d.point_a);
  publish_point(pair, meet ? a : b, d.point_b);
  if (end == End::inside) {
    d.status = Status::overlapping;
  } else {
    publish_bounds(pair, found, end, d);
  }
}

/// The same of what judge() let pass.
HWY_INLINE void answer_near(const Pair& pair, const Near& near, const Found& found, End end,
                            Trace* trace, Tracker* tracker, Distance& d) {
  d.support_calls = 1;
  if (trace && end != End::inside) found.record(pair, *trace);
  if (tracker) found.remember(pair, *tracker);
  publish_near(pair, near, found, end, d);
}

/// The near points for those who publish them in another way.
HWY_INLINE void keep_near(const Pair& pair, const Near& near, Found& found) {
  found.point_a = point(near.a);
  found.point_b = point(near.b + gathered(pair.wide_offset()));
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
