// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_START_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_START_INL
#undef APART_LANE_START_INL
#else
#define APART_LANE_START_INL
#endif

#include "convex/lane_hull-inl.hpp"
#include "convex/surroundings.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

/// PlainGuess in lanes.
struct LaneGuess {
  LaneTriple between;
  Lane gap, extent;

  HWY_INLINE LaneGuess(const LaneMeasure& m, const detail::PolytopeData& a, const LanePose& pose_a,
                       const detail::PolytopeData& b, const LanePose& pose_b)
      : between(m.offset), gap(m.gap), extent(m.extent) {
    if (!(a.aside | b.aside)) return;
    const auto middle = [&](const detail::PolytopeData& hull, const LanePose& pose) HWY_ATTR {
      const Triple p = hull.middle();
      return LaneTurn(pose, m.scale) * LaneTriple{all(p.x), all(p.y), all(p.z)};
    };
    if (b.aside) between = between + middle(b, pose_b);
    if (a.aside) between = between - middle(a, pose_a);
    if (b.aside) extent = hn::Sub(extent, hn::Mul(all(b.less_reach()), m.scale));
    if (a.aside) extent = hn::Sub(extent, hn::Mul(all(a.less_reach()), m.scale));
    gap = length(between);
  }
  /// Of bodies about the same middle, a single query knows where to begin.
  HWY_INLINE Which usual(const LaneMeasure& m) const {
    return hn::And(m.usual, hn::Gt(gap, hn::Mul(all(8), m.unit)));
  }
};

/// around_origin() in lanes.
HWY_INLINE Which around_origin(const LaneTriple (&p)[3], const LaneTriple& back) {
  const LaneTriple e = p[0] - back, f = p[1] - back, g = p[2] - back, fg = cross(f, g);
  const Lane volume = dot(e, fg), sign = hn::CopySign(all(1), volume), zero = all(0);
  const Lane x = dot(back, fg), y = dot(back, cross(g, e)), z = dot(back, cross(e, f));
  const Lane most = hn::Max(hn::Max(hn::Mul(x, sign), hn::Mul(y, sign)), hn::Mul(z, sign));
  const Lane rest = hn::Add(volume, hn::Add(hn::Add(x, y), z));
  return hn::And(hn::Lt(most, zero), hn::Gt(hn::Mul(rest, sign), zero));
}

/// Surroundings in lanes.
class LaneSurroundings {
 public:
  HWY_INLINE LaneSurroundings(const LaneTriple& q, Lane extent, double spread, Lane widest)
      : q_(q) {
    const Lane far = length(q), sign = hn::CopySign(all(1), q.z), far_z = hn::CopySign(far, q.z);
    const Lane a = hn::Div(all(-1), hn::Add(far_z, q.z)), b = hn::Mul(hn::Mul(q.x, q.y), a);
    const Lane wide =
        hn::Min(widest, hn::Div(hn::Mul(all(spread), hn::Mul(extent, extent)), hn::Mul(far, far)));
    const Lane zero = all(0);
    const LaneTriple e{hn::Add(far, hn::Mul(sign, hn::Mul(hn::Mul(q.x, q.x), a))), hn::Mul(sign, b),
                       hn::Sub(zero, hn::Mul(sign, q.x))};
    const LaneTriple f{b, hn::Add(far_z, hn::Mul(hn::Mul(q.y, q.y), a)), hn::Sub(zero, q.y)};
    e_ = e * hn::Mul(all(Surroundings::sine), wide);
    f_ = f * hn::Mul(all(0.5), wide);
  }
  HWY_INLINE LaneTriple way(int k) const {
    if (k == 0) return q_ + (f_ + f_);
    return k == 1 ? (q_ - f_) + e_ : (q_ - f_) - e_;
  }
  HWY_INLINE LaneTriple back() const { return q_ * all(-1); }

 private:
  LaneTriple q_, e_, f_;
};

/// NearestOfTriangle in lanes.
struct LaneTriangle {
  Lane size;     // how many points carry; none: unsure
  Lane squared;  // of the distance
  LaneTriple direction;

  HWY_INLINE explicit LaneTriangle(const LaneTriple (&p)[3]) {
    const Lane zero = all(0), one = all(1);
    const LaneTriple edge[3] = {p[1] - p[0], p[2] - p[1], p[0] - p[2]};
    const LaneTriple n = cross(edge[0], edge[1]);
    Which inward[3], after[3], before[3];
    Lane back[3], ee[3];
    for (int k = 0; k < 3; ++k) {
      back[k] = dot(p[k], edge[k]);
      ee[k] = dot(edge[k], edge[k]);
      inward[k] = hn::Lt(dot(n, cross(edge[k], p[k])), zero);
      after[k] = hn::Lt(back[k], zero);
      before[k] = hn::Lt(zero, hn::Add(ee[k], back[k]));
    }
    // In this order: a later choice takes the place of a former one.
    size = zero;
    first_ = zero;
    direction = p[0];
    Lane above = one, below = one;
    const auto choose = [&](Which w, double carriers, int from, const LaneTriple& toward, Lane top,
                            Lane bottom) HWY_ATTR {
      size = pick(w, all(carriers), size);
      first_ = pick(w, all(from), first_);
      direction = pick(w, toward, direction);
      above = pick(w, top, above);
      below = pick(w, bottom, below);
    };
    for (int k = 2; k >= 0; --k) {
      const Which corner = hn::And(hn::Not(after[k]), hn::Not(before[(k + 2) % 3]));
      choose(corner, 1, k, p[k], dot(p[k], p[k]), one);
    }
    const Lane height = dot(n, p[0]);
    choose(hn::And(hn::And(inward[0], inward[1]), inward[2]), 3, 0, n * hn::CopySign(one, height),
           hn::Mul(height, height), dot(n, n));
    for (int k = 2; k >= 0; --k) {
      const LaneTriple across = p[k] * ee[k] - edge[k] * back[k];
      choose(unless(inward[k], hn::And(after[k], before[k])), 2, k, across, dot(across, across),
             hn::Mul(ee[k], ee[k]));
    }
    squared = hn::Div(above, below);
  }

  /// What comes k-th of those that carry, in their order; after the last of them, the last again.
  template <class Value>
  HWY_INLINE Value kept(int k, const Value (&of)[3]) const {
    const Lane last = hn::Sub(size, all(1));
    const Lane at = hn::Add(first_, hn::Min(all(k), last)), three = all(3);
    const Lane which = pick(hn::Ge(at, three), hn::Sub(at, three), at);
    return pick(hn::Eq(which, all(1)), of[1], pick(hn::Eq(which, all(2)), of[2], of[0]));
  }

 private:
  Lane first_;  // of those that carry; the others follow, all around
};

#endif  // lanes

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
