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

/// A local point, scaled, in world axes, nearly exactly.
HWY_INLINE WideFour turned(const Eigen::Matrix3d& rotation, const WideFour& local) {
  HWY_ALIGN double hi[4], lo[4];
  local.hi.store(hi);
  local.lo.store(lo);
  WideFour sum;
  for (int k = 0; k < 3; ++k) {
    const Four column = Four::three(rotation.data() + 3 * k);
    const WideFour term = WideFour{Four::of(hi[k]), Four::of(lo[k])} * column;
    sum = k == 0 ? term : sum + term;
  }
  return sum;
}

/// Judges near points whose v is normal to all that may vary. `reach(q)` is how far A reaches
/// against q and B along q, in all, none of their points overlooked; `error` how far the points may
/// lie outside of the cores. None: the gap is not closed, or too small for this.
template <class Reach>
HWY_INLINE std::optional<End> judge(const Pair& pair, const Stopping& stopping, const Near& near,
                                    double error, const Reach& reach, Found& found) {
  found.length = length(near.v);
  found.length.lo += error;
  found.q = point(near.v.hi);
  const double upper = found.length.hi;
  if (!(upper > shortest_way * pair.unit())) return {};
  if (stopping.balls_overlap(upper, pair.upper_error())) return End::inside;
  found.lower = (-reach(found.q) - dot(found.q, pair.offset())) / norm(found.q);
  return stopping.judge(upper, found.lower, found.q, pair.upper_error());
}

/// As publish(), of what judge() let pass.
HWY_INLINE void publish_near(const Pair& pair, const Near& near, Found& found, End end,
                             Trace* trace, Tracker* tracker, Distance& d) {
  d.support_calls = 1;
  if (trace && end != End::inside) found.record(pair, *trace);
  if (tracker) found.remember(pair, *tracker);
  const WideFour b = near.b + gathered(pair.wide_offset());
  if (end == End::inside || found.length < pair.rounding()) {
    found.point_a = point(near.a);
    found.point_b = point(b);
    publish(pair, found, end, d);
    return;
  }
  publish_witness(pair, found, d.witness);
  d.normal = Vector<double>::Zero() - found.q / norm(found.q);  // 0 - x: no negative zeros
  if (pair.rounded()) {
    const Four n = Four::of(d.normal);
    const DoubleDouble &ra = pair.rounding_a(), &rb = pair.rounding_b();
    const WideFour out_a = WideFour{Four::of(ra.hi), Four::of(ra.lo)} * n;
    const WideFour out_b = WideFour{Four::of(rb.hi), Four::of(rb.lo)} * n;
    d.point_a = pair.to_world(point(near.a + out_a));
    d.point_b = pair.to_world(point(b - out_b));
  } else {
    d.point_a = pair.to_world(point(near.a));
    d.point_b = pair.to_world(point(b));
  }
  publish_bounds(pair, found, end, d);
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
