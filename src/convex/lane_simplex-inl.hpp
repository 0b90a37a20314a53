// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_SIMPLEX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_SIMPLEX_INL
#undef APART_LANE_SIMPLEX_INL
#else
#define APART_LANE_SIMPLEX_INL
#endif

#include "convex/lane-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

/// What carries the point nearest the origin, in each query: NewestSimplex in lanes. Choices are
/// numbers, as there are few registers for masks.
struct LaneSolution {
  Lane carriers;       // how many; four: the origin is inside; none: unsure
  Lane first, second;  // which of the older points, if there are such carriers
  LaneTriple direction;
  Lane squared;  // of the distance
};
HWY_INLINE LaneSolution pick(Which w, const LaneSolution& yes, const LaneSolution& no) {
  return {pick(w, yes.carriers, no.carriers), pick(w, yes.first, no.first),
          pick(w, yes.second, no.second), pick(w, yes.direction, no.direction),
          pick(w, yes.squared, no.squared)};
}

/// Two of the older points, seen from the newest.
struct LaneFace {
  Lane i, j;
  LaneTriple e, f, n;  // the edges to them, and the normal
  Lane height;         // of the newest along it
};

/// Of the newest point p and one other, e from there.
HWY_INLINE LaneSolution lane_edge(const LaneTriple& p, const LaneTriple& e) {
  const Lane zero = all(0), one = all(1);
  const Lane along = hn::Neg(dot(p, e)), square = dot(e, e);
  const Which beside = hn::Gt(along, zero);
  const LaneTriple direction = pick(beside, p * square + e * along, p);
  const Lane below = pick(beside, hn::Mul(square, square), one);
  const Lane of_edge = pick(hn::Lt(along, square), all(2), zero);
  return {pick(beside, of_edge, one), zero, zero, direction,
          hn::Div(dot(direction, direction), below)};
}

/// Of the newest point p and two others. A point that is not there is NaN: no comparison holds, and
/// it carries nothing.
HWY_INLINE LaneSolution lane_face(const LaneTriple& p, const LaneFace& face) {
  const Lane zero = all(0);
  const LaneTriple &e = face.e, &f = face.f, &n = face.n;
  const Lane along_e = hn::Neg(dot(p, e)), along_f = hn::Neg(dot(p, f));
  const Lane ee = dot(e, e), ff = dot(f, f), ef = dot(e, f);
  const Lane share_e = hn::Sub(hn::Mul(ff, along_e), hn::Mul(ef, along_f));
  const Lane share_f = hn::Sub(hn::Mul(ee, along_f), hn::Mul(ef, along_e));
  const Which by_e = hn::Gt(share_e, zero), by_f = hn::Gt(share_f, zero);
  const Which toward_e = hn::Gt(along_e, zero), toward_f = hn::Gt(along_f, zero);
  const Which inside = hn::And(by_e, by_f);
  const Which on_e = unless(by_f, toward_e);
  const Which on_f = unless(hn::Or(on_e, by_e), toward_f);
  const Which on_edge = hn::Or(on_e, on_f);

  const Lane area = dot(n, n), height = face.height;
  const Lane along = pick(on_f, along_f, along_e), square = pick(on_f, ff, ee);
  const LaneTriple across = p * square + pick(on_f, f, e) * along;
  const LaneTriple beside = pick(on_edge, across, p);
  const LaneTriple upward = n * hn::CopySign(all(1), height);
  // One division after all choices: wide ones are slow.
  const Lane above = pick(inside, hn::Mul(height, height), dot(beside, beside));
  const Lane below = pick(inside, area, pick(on_edge, hn::Mul(square, square), all(1)));

  const Lane rest = hn::Sub(area, hn::Add(share_e, share_f));
  const Lane of_vertex = pick(hn::Or(toward_e, toward_f), zero, all(1));
  const Lane of_edge = pick(hn::Lt(along, square), all(2), zero);
  const Lane of_face = pick(hn::Gt(rest, zero), all(3), zero);
  return {pick(inside, of_face, pick(on_edge, of_edge, of_vertex)), pick(on_f, face.j, face.i),
          face.j, pick(inside, upward, beside), hn::Div(above, below)};
}

/// Of p, the newest point, and others, as many as `size` says.
HWY_INLINE LaneSolution lane_solution(const LaneTriple& p, const LaneTriple& p0,
                                      const LaneTriple& p1, const LaneTriple& p2, Lane size) {
  const Lane zero = all(0), one = all(1), two = all(2);
  const Which three = hn::Eq(size, all(3));
  if (none(hn::Gt(size, zero))) return {one, zero, zero, p, dot(p, p)};
  const LaneTriple a = p0 - p;
  if (none(hn::Gt(size, one))) return lane_edge(p, a);
  const LaneTriple b = p1 - p, ab = cross(a, b);
  const Lane above_ab = dot(ab, p);
  if (none(three)) return lane_face(p, {zero, one, a, b, ab, above_ab});

  const LaneTriple c = p2 - p, bc = cross(b, c), ac = cross(a, c);
  const Lane volume = dot(ab, c), inward = pick(hn::Gt(volume, zero), one, all(-1));
  const Lane above_bc = dot(bc, p), above_ac = dot(ac, p);
  const Which beyond_ab = hn::And(three, hn::Gt(hn::Mul(above_ab, inward), zero));
  const Which beyond_bc = hn::And(three, hn::Gt(hn::Mul(above_bc, inward), zero));
  const Which beyond_ac = hn::And(three, hn::Lt(hn::Mul(above_ac, inward), zero));
  const Which is_ab = hn::Or(hn::Not(three), beyond_ab), is_bc = unless(is_ab, beyond_bc);
  LaneSolution found =
      lane_face(p, {pick(is_bc, one, zero), pick(is_ab, one, two), pick(is_bc, b, a),
                    pick(is_ab, b, c), pick(is_ab, ab, pick(is_bc, bc, ac)),
                    pick(is_ab, above_ab, pick(is_bc, above_bc, above_ac))});

  // The origin is seldom beyond more than one face, but in one lane out of eight it often is.
  const auto or_nearer = [&](Which beyond, const LaneFace& face) HWY_ATTR {
    const LaneSolution other = lane_face(p, face);
    const Which inside = hn::Eq(other.carriers, all(3));
    const Which nearer = hn::Or(hn::Eq(found.carriers, zero), hn::Lt(other.squared, found.squared));
    const Which better = hn::And(hn::Or(inside, nearer), hn::Gt(other.carriers, zero));
    found = pick(hn::And(beyond, better), other, found);
  };
  const Which also_bc = hn::And(beyond_ab, beyond_bc);
  const Which also_ac = hn::And(beyond_ac, hn::Or(beyond_ab, beyond_bc));
  const auto unsettled = [&]() HWY_ATTR { return hn::Lt(found.carriers, all(3)); };
  const Which also = hn::And(hn::Or(also_bc, also_ac), unsettled());
  if (!none(also)) {
    or_nearer(also, {pick(also_bc, one, zero), two, pick(also_bc, b, a), c, pick(also_bc, bc, ac),
                     pick(also_bc, above_bc, above_ac)});
    const Which all_three = hn::And(hn::And(also_bc, also_ac), unsettled());
    if (!none(all_three)) or_nearer(all_three, {zero, two, a, c, ac, above_ac});
  }
  const Which any = hn::Or(hn::Or(beyond_ab, beyond_bc), beyond_ac);
  const Lane inside = pick(hn::Eq(volume, zero), zero, all(4));
  found.carriers = pick(unless(any, three), inside, found.carriers);
  return found;
}

#endif  // lanes

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
