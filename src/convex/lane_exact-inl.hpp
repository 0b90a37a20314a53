// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_EXACT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_EXACT_INL
#undef APART_LANE_EXACT_INL
#else
#define APART_LANE_EXACT_INL
#endif

#include "convex/lane-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

/// WideFour in lanes: sums of numbers split so that products of upper parts are exact. What follows
/// does what is done with it for the points of one query (four-inl.hpp), in the same order.
struct WideLanes {
  LaneTriple hi, lo;
};

HWY_INLINE LaneTriple on_grid_of(const LaneTriple& x, double grid) {
  const LaneTriple g{all(grid), all(grid), all(grid)};
  return (x + g) - g;
}
HWY_INLINE WideLanes two_sum(const LaneTriple& a, const LaneTriple& b) {
  const LaneTriple s = a + b, bb = s - a;
  return {s, (a - (s - bb)) + (b - bb)};
}
HWY_INLINE WideLanes split(const LaneTriple& x) {
  const LaneTriple hi = on_grid_of(x, 0x1.8p27);
  return {hi, x - hi};
}
HWY_INLINE WideLanes split(const WideLanes& x) {
  const LaneTriple hi = on_grid_of(x.hi + x.lo, 0x1.8p27);
  return {hi, (x.hi - hi) + x.lo};
}
HWY_INLINE WideLanes fine_split(const WideLanes& x) {
  const LaneTriple hi = on_grid_of(x.hi, 6);
  return {hi, (x.hi - hi) + x.lo};
}
HWY_INLINE WideLanes sum_of_parts(const WideLanes& a, const WideLanes& b) {
  return {a.hi + b.hi, a.lo + b.lo};
}

/// Of three points; the first has what the others leave of 1.
struct LaneWeights {
  Lane hi[3], lo[3];

  HWY_INLINE LaneWeights(Lane second, Lane third) {
    const auto upper = [](Lane w)
                           HWY_ATTR { return hn::Sub(hn::Add(w, all(0x1.8p27)), all(0x1.8p27)); };
    hi[1] = upper(second);
    hi[2] = upper(third);
    lo[1] = hn::Sub(second, hi[1]);
    lo[2] = hn::Sub(third, hi[2]);
    hi[0] = hn::Sub(hn::Sub(all(1), hi[1]), hi[2]);
    lo[0] = hn::Sub(hn::Sub(all(0), lo[1]), lo[2]);
  }
  HWY_INLINE WideLanes term(int k, const LaneTriple& p) const {
    const WideLanes x = split(p);
    return {x.hi * hi[k], x.lo * hi[k] + p * lo[k]};
  }
  HWY_INLINE WideLanes combined(const LaneTriple& p0, const LaneTriple& p1,
                                const LaneTriple& p2) const {
    return sum_of_parts(sum_of_parts(term(0, p0), term(1, p1)), term(2, p2));
  }
};

HWY_INLINE WideLanes turned(const LanePose& pose, const WideLanes& local) {
  const WideLanes x = split(local);
  const LaneTriple whole = x.hi + x.lo;
  const auto term = [](const LaneTriple& column, Lane hi, Lane lo, Lane both) HWY_ATTR {
    const WideLanes c = split(column);
    return WideLanes{c.hi * hi, c.hi * lo + c.lo * both};
  };
  return sum_of_parts(
      sum_of_parts(term(pose.x, x.hi.x, x.lo.x, whole.x), term(pose.y, x.hi.y, x.lo.y, whole.y)),
      term(pose.z, x.hi.z, x.lo.z, whole.z));
}

#endif  // lanes

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
