// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_SEARCH_INL
#undef APART_LANE_SEARCH_INL
#else
#define APART_LANE_SEARCH_INL
#endif

#include "convex/plain_gjk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// One number of each of several queries.
using LaneTag = hn::CappedTag<double, 8>;
using Lane = hn::Vec<LaneTag>;
using Which = hn::Mask<LaneTag>;
inline constexpr LaneTag lane_tag;
inline constexpr int lane_count = static_cast<int>(hn::MaxLanes(lane_tag));

HWY_INLINE Lane all(double x) { return hn::Set(lane_tag, x); }
HWY_INLINE bool none(Which w) { return hn::AllFalse(lane_tag, w); }
HWY_INLINE Lane pick(Which w, Lane yes, Lane no) { return hn::IfThenElse(w, yes, no); }
HWY_INLINE Which unless(Which a, Which b) { return hn::AndNot(a, b); }  // b and not a

/// A vector of each. The operations are those of Triple, in the same order.
struct LaneTriple {
  Lane x, y, z;
};
HWY_INLINE LaneTriple operator+(const LaneTriple& a, const LaneTriple& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE LaneTriple operator-(const LaneTriple& a, const LaneTriple& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE LaneTriple operator*(const LaneTriple& a, Lane b) {
  return {hn::Mul(a.x, b), hn::Mul(a.y, b), hn::Mul(a.z, b)};
}
HWY_INLINE Lane dot(const LaneTriple& a, const LaneTriple& b) {
  return hn::Add(hn::Mul(a.x, b.x), hn::Add(hn::Mul(a.y, b.y), hn::Mul(a.z, b.z)));
}
HWY_INLINE LaneTriple cross(const LaneTriple& a, const LaneTriple& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
          hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE LaneTriple pick(Which w, const LaneTriple& yes, const LaneTriple& no) {
  return {pick(w, yes.x, no.x), pick(w, yes.y, no.y), pick(w, yes.z, no.z)};
}

/// Numbers of each query in memory.
struct HWY_ALIGN_MAX LaneArray {
  double of[lane_count];

  HWY_INLINE Lane load() const { return hn::Load(lane_tag, of); }
  HWY_INLINE void store(Lane x) { hn::Store(x, lane_tag, of); }
};
struct LaneVector {
  LaneArray x, y, z;

  HWY_INLINE LaneTriple load() const { return {x.load(), y.load(), z.load()}; }
  HWY_INLINE void store(const LaneTriple& v) {
    x.store(v.x);
    y.store(v.y);
    z.store(v.z);
  }
  HWY_INLINE void set(int lane, Triple v) {
    x.of[lane] = v.x;
    y.of[lane] = v.y;
    z.of[lane] = v.z;
  }
  HWY_INLINE Triple at(int lane) const { return {x.of[lane], y.of[lane], z.of[lane]}; }
};

/// A point of the simplex, and which pair of vertices it is.
struct LaneMember {
  LaneTriple point;
  Lane a, b;
};
HWY_INLINE LaneMember pick(Which w, const LaneMember& yes, const LaneMember& no) {
  return {pick(w, yes.point, no.point), pick(w, yes.a, no.a), pick(w, yes.b, no.b)};
}

/// What carries the point nearest the origin, in each query: NewestSimplex in lanes.
struct LaneSolution {
  Lane carriers;       // how many; four: the origin is inside; none: unsure
  Lane first, second;  // which of the older points, if there are such carriers
  LaneTriple direction;
  Lane above, below;  // their quotient is the squared distance: to divide once, after all choices

  HWY_INLINE Lane squared() const { return hn::Div(above, below); }
};
HWY_INLINE LaneSolution pick(Which w, const LaneSolution& yes, const LaneSolution& no) {
  return {pick(w, yes.carriers, no.carriers), pick(w, yes.first, no.first),
          pick(w, yes.second, no.second),     pick(w, yes.direction, no.direction),
          pick(w, yes.above, no.above),       pick(w, yes.below, no.below)};
}

HWY_INLINE LaneSolution lane_vertex(const LaneTriple& p) {
  return {all(1), all(0), all(0), p, dot(p, p), all(1)};
}

HWY_INLINE LaneSolution lane_edge(Lane i, const LaneTriple& p, const LaneTriple& e, Lane along,
                                  Lane square) {
  const LaneTriple direction = p * square + e * along;
  return {pick(hn::Lt(along, square), all(2), all(0)),
          i,
          all(0),
          direction,
          dot(direction, direction),
          hn::Mul(square, square)};
}

HWY_INLINE LaneSolution lane_face(Lane i, Lane j, const LaneTriple& p, const LaneTriple& e,
                                  const LaneTriple& f, const LaneTriple& n) {
  const Lane zero = all(0);
  const Lane along_e = hn::Neg(dot(p, e)), along_f = hn::Neg(dot(p, f));
  const Lane ee = dot(e, e), ff = dot(f, f), ef = dot(e, f);
  const Lane share_e = hn::Sub(hn::Mul(ff, along_e), hn::Mul(ef, along_f));
  const Lane share_f = hn::Sub(hn::Mul(ee, along_f), hn::Mul(ef, along_e));
  const Which by_e = hn::Gt(share_e, zero), by_f = hn::Gt(share_f, zero);
  const Which toward_e = hn::Gt(along_e, zero), toward_f = hn::Gt(along_f, zero);
  const Lane area = dot(n, n), height = dot(n, p);
  const Lane rest = hn::Sub(area, hn::Add(share_e, share_f));
  const LaneSolution inside{pick(hn::Gt(rest, zero), all(3), zero),
                            i,
                            j,
                            n * hn::CopySign(all(1), height),
                            hn::Mul(height, height),
                            area};
  const Which is_face = hn::And(by_e, by_f);
  const Which on_e = unless(is_face, unless(by_f, toward_e));
  const Which on_f = unless(hn::Or(is_face, on_e), unless(by_e, toward_f));
  LaneSolution found = lane_vertex(p);
  found.carriers = pick(hn::Or(toward_e, toward_f), zero, found.carriers);
  if (!none(on_f)) found = pick(on_f, lane_edge(j, p, f, along_f, ff), found);
  if (!none(on_e)) found = pick(on_e, lane_edge(i, p, e, along_e, ee), found);
  return pick(is_face, inside, found);
}

HWY_INLINE LaneSolution lane_tetrahedron(const LaneTriple& p, const LaneTriple& a,
                                         const LaneTriple& b, const LaneTriple& c, Which asked) {
  const Lane zero = all(0);
  const LaneTriple ab = cross(a, b), bc = cross(b, c), ac = cross(a, c);
  const Lane volume = dot(ab, c), inward = pick(hn::Gt(volume, zero), all(1), all(-1));
  const Which beyond_ab = hn::Gt(hn::Mul(dot(ab, p), inward), zero);
  const Which beyond_bc = hn::Gt(hn::Mul(dot(bc, p), inward), zero);
  const Which beyond_ac = hn::Lt(hn::Mul(dot(ac, p), inward), zero);
  const Which any = hn::Or(hn::Or(beyond_ab, beyond_bc), beyond_ac);
  const Which several =
      hn::Or(hn::And(beyond_ab, hn::Or(beyond_bc, beyond_ac)), hn::And(beyond_bc, beyond_ac));
  LaneSolution found = lane_face(pick(beyond_bc, all(1), zero), pick(beyond_ab, all(1), all(2)), p,
                                 pick(beyond_bc, b, a), pick(beyond_ab, b, c),
                                 pick(beyond_ab, ab, pick(beyond_bc, bc, ac)));
  if (!none(hn::And(several, asked))) {
    LaneSolution best = found;
    best.carriers = zero;
    Lane least = zero;
    const auto nearer = [&](Which beyond, const LaneSolution& other) HWY_ATTR {
      const Lane squared = other.squared();
      const Which better = hn::Or(hn::Eq(best.carriers, zero), hn::Lt(squared, least));
      const Which taken = hn::And(hn::And(beyond, better), hn::Gt(other.carriers, zero));
      best = pick(taken, other, best);
      least = pick(taken, squared, least);
    };
    nearer(beyond_ab, lane_face(zero, all(1), p, a, b, ab));
    nearer(beyond_bc, lane_face(all(1), all(2), p, b, c, bc));
    nearer(beyond_ac, lane_face(zero, all(2), p, a, c, ac));
    found = pick(several, best, found);
  }
  const Lane inside = pick(hn::Eq(volume, zero), zero, all(4));
  found.carriers = pick(any, found.carriers, inside);
  return found;
}

/// One polytope in all lanes, each with its own rotation: HullCorners in lanes.
class LaneHull {
 public:
  HWY_INLINE explicit LaneHull(const detail::PolytopeData& data)
      : data_(data), all_turned_(data.count <= few) {}

  static constexpr int few = 32, many = 128;

  HWY_INLINE void set(int lane, const Turn& turn) {
    x_.set(lane, turn.x);
    y_.set(lane, turn.y);
    z_.set(lane, turn.z);
  }

  /// To be called when all are set.
  HWY_INLINE void turn_all() {
    if (!all_turned_) return;
    const LaneTriple x = x_.load(), y = y_.load(), z = z_.load();
    for (int k = 0; k < data_.count; ++k) corner_[k].store(turned(x, y, z, k));
  }

  /// Which vertex, how far along q it is, and where.
  struct Found {
    Lane index, value;
    LaneTriple place;
  };

  template <Way way>
  HWY_INLINE Found farthest(const LaneTriple& q) const {
    Found found;
    if (all_turned_) {
      found.place = corner_[0].load();
      found.index = all(0);
      found.value = dot(found.place, q);
      for (int k = 1; k < data_.count; ++k) {
        const LaneTriple p = corner_[k].load();
        const Lane here = dot(p, q);
        const Which beyond = is_beyond<way>(here, found.value);
        found.index = pick(beyond, all(k), found.index);
        found.place = pick(beyond, p, found.place);
        found.value = pick(beyond, here, found.value);
      }
      return found;
    }
    const LaneTriple d{dot(x_.load(), q), dot(y_.load(), q), dot(z_.load(), q)};
    const auto along = [&](int k) HWY_ATTR {
      return hn::Add(hn::Mul(all(data_.x()[k]), d.x),
                     hn::Add(hn::Mul(all(data_.y()[k]), d.y), hn::Mul(all(data_.z()[k]), d.z)));
    };
    found.index = all(0);
    found.value = along(0);
    for (int k = 1; k < data_.count; ++k) {
      const Lane here = along(k);
      const Which beyond = is_beyond<way>(here, found.value);
      found.index = pick(beyond, all(k), found.index);
      found.value = pick(beyond, here, found.value);
    }
    found.place = place(found.index);
    return found;
  }

  /// What HullCorners is to one query.
  struct Corners {
    const LaneHull& hull;
    int lane;

    HWY_INLINE int count() const { return hull.data_.count; }
    HWY_INLINE int given_index(int id) const { return hull.data_.given()[id]; }
    HWY_INLINE Vector<double> local(int id) const { return hull.data_.local(id); }
    HWY_INLINE Triple place(int id) const {
      if (hull.all_turned_) return hull.corner_[id].at(lane);
      const Triple p = Triple::of(local(id));
      return hull.x_.at(lane) * p.x + (hull.y_.at(lane) * p.y + hull.z_.at(lane) * p.z);
    }
  };

 private:
  template <Way way>
  HWY_INLINE static Which is_beyond(Lane a, Lane b) {
    return way == Way::along ? hn::Gt(a, b) : hn::Lt(a, b);
  }
  HWY_INLINE LaneTriple place(Lane index) const {
    LaneArray id;
    id.store(index);
    LaneVector p;
    for (int lane = 0; lane < lane_count; ++lane) {
      p.set(lane, Triple::of(data_.local(static_cast<int>(id.of[lane]))));
    }
    const LaneTriple l = p.load(), x = x_.load(), y = y_.load(), z = z_.load();
    return x * l.x + (y * l.y + z * l.z);
  }
  HWY_INLINE LaneTriple turned(const LaneTriple& x, const LaneTriple& y, const LaneTriple& z,
                               int k) const {
    return x * all(data_.x()[k]) + (y * all(data_.y()[k]) + z * all(data_.z()[k]));
  }

  const detail::PolytopeData& data_;
  const bool all_turned_;
  LaneVector x_, y_, z_;  // the columns of the rotations
  LaneVector corner_[few];
};

/// The search of PlainGjk for one pair at several poses, in lock step.
class LaneSearch {
 public:
  HWY_INLINE LaneSearch(const detail::PolytopeData& a, const detail::PolytopeData& b)
      : a_(a), b_(b) {}

  HWY_INLINE void set(int lane, const Pose& pose_a, const Pose& pose_b, const PlainMeasure& m) {
    a_.set(lane, Turn(pose_a.rotation, m.scale));
    b_.set(lane, Turn(pose_b.rotation, m.scale));
    offset_.set(lane, m.offset);
    unit_.of[lane] = m.unit;
  }

  HWY_INLINE void run() {
    a_.turn_all();
    b_.turn_all();
    const LaneTriple offset = offset_.load();
    const Lane unit = unit_.load(), goal = hn::Mul(all(Gjk::closed), unit);
    Lane last = all(INFINITY), upper = last;
    size_.store(all(0));
    ended_.store(all(unsure));
    calls_.store(all(0));
    q_.store(offset * all(-1));
    Which active = hn::Eq(unit, unit);
    for (int step = 0; step < Gjk::limit && !none(active); ++step) {
      const LaneTriple q = q_.load();
      const LaneHull::Found a = a_.farthest<Way::against>(q), b = b_.farthest<Way::along>(q);
      const Lane reach = hn::Sub(hn::Sub(a.value, b.value), dot(q, offset));
      const Lane lower = hn::Div(reach, hn::Sqrt(dot(q, q)));
      lower_.store(pick(active, lower, lower_.load()));
      calls_.store(pick(active, hn::Add(calls_.load(), all(1)), calls_.load()));
      const Which closed = hn::Le(hn::Sub(upper, lower), goal);
      const Which ends = hn::And(active, hn::Or(closed, holds(a.index, b.index)));
      ended_.store(pick(ends, all(near), ended_.load()));
      active = unless(ends, active);
      if (none(active)) break;
      const LaneTriple p = (a.place - b.place) - offset;
      const LaneSolution found = solve(p, active);
      const Which inside = hn::And(active, hn::Eq(found.carriers, all(4)));
      ended_.store(pick(inside, all(overlap), ended_.load()));
      if (!none(inside)) add(3, inside, {p, a.index, b.index});
      const Lane squared = found.squared();
      const Which moves = hn::And(hn::Gt(found.carriers, all(0)), hn::Lt(squared, last));
      active = hn::And(unless(inside, active), moves);
      keep(active, found, {p, a.index, b.index});
      last = pick(active, squared, last);
      upper = hn::Sqrt(last);
      active = hn::And(active, hn::Gt(upper, hn::Mul(all(Gjk::shortest), unit)));
      q_.store(pick(active, found.direction, q));
    }
  }

  /// What it ended with in a lane, as an answer; false if there is none.
  HWY_INLINE bool answer(int lane, const PlainMeasure& m, double slack, const Pose& pose_a,
                         const Pose& pose_b, Distance& d) const {
    const double ended = ended_.of[lane];
    if (ended == unsure) return false;
    const LaneHull::Corners a{a_, lane}, b{b_, lane};
    NewestSimplex simplex;
    const int size = ended == overlap ? 4 : static_cast<int>(size_.of[lane]);
    for (int k = 0; k < size; ++k) {
      simplex.add(point_[k].at(lane), vertex_pair(static_cast<int>(vertex_a_[k].of[lane]),
                                                  static_cast<int>(vertex_b_[k].of[lane])));
    }
    Gjk gjk(a, b, m, slack);
    gjk.take(simplex, q_.at(lane), lower_.of[lane], static_cast<int>(calls_.of[lane]));
    return gjk.conclude(ended == overlap ? Gjk::End::overlap : Gjk::End::near, pose_a, pose_b, d);
  }

 private:
  using Gjk = PlainGjk<LaneHull::Corners, LaneHull::Corners>;
  static constexpr double unsure = 0, near = 1, overlap = 2;

  HWY_INLINE Which holds(Lane ia, Lane ib) const {
    const Lane size = size_.load();
    const auto at = [&](int k) HWY_ATTR {
      const Which same = hn::And(hn::Eq(vertex_a_[k].load(), ia), hn::Eq(vertex_b_[k].load(), ib));
      return hn::And(same, hn::Gt(size, all(k)));
    };
    return hn::Or(at(0), hn::Or(at(1), at(2)));
  }

  HWY_INLINE LaneSolution solve(const LaneTriple& p, Which active) const {
    const Lane size = size_.load(), zero = all(0);
    const Which one = hn::And(active, hn::Eq(size, all(1)));
    const Which two = hn::And(active, hn::Eq(size, all(2)));
    const Which three = hn::And(active, hn::Eq(size, all(3)));
    const LaneTriple a = point_[0].load() - p, b = point_[1].load() - p;
    LaneSolution found = lane_vertex(p);
    if (!none(one)) {
      const Lane along = hn::Neg(dot(p, a));
      const Which beside = hn::And(one, hn::Gt(along, zero));
      found = pick(beside, lane_edge(zero, p, a, along, dot(a, a)), found);
    }
    if (!none(two)) found = pick(two, lane_face(zero, all(1), p, a, b, cross(a, b)), found);
    if (!none(three)) {
      const LaneTriple c = point_[2].load() - p;
      found = pick(three, lane_tetrahedron(p, a, b, c, three), found);
    }
    return found;
  }

  HWY_INLINE LaneMember member(int k) const {
    return {point_[k].load(), vertex_a_[k].load(), vertex_b_[k].load()};
  }
  HWY_INLINE void add(int k, Which where, const LaneMember& m) {
    const LaneMember now = pick(where, m, member(k));
    point_[k].store(now.point);
    vertex_a_[k].store(now.a);
    vertex_b_[k].store(now.b);
  }

  /// The carriers in their order, the newest point last. What follows it is of no interest.
  HWY_INLINE void keep(Which where, const LaneSolution& found, const LaneMember& newest) {
    const LaneMember m0 = member(0), m1 = member(1), m2 = member(2);
    const Which edge = hn::Gt(found.carriers, all(1)), face = hn::Gt(found.carriers, all(2));
    const LaneMember first =
        pick(hn::Eq(found.first, all(1)), m1, pick(hn::Eq(found.first, all(2)), m2, m0));
    const LaneMember second = pick(hn::Eq(found.second, all(2)), m2, m1);
    add(0, where, pick(edge, first, newest));
    add(1, where, pick(face, second, newest));
    add(2, where, newest);
    size_.store(pick(where, found.carriers, size_.load()));
  }

  LaneHull a_, b_;
  LaneVector offset_, q_;
  LaneArray unit_, lower_{}, size_, ended_, calls_;
  LaneVector point_[4];
  LaneArray vertex_a_[4]{}, vertex_b_[4]{};
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
