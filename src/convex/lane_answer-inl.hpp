// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_ANSWER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_ANSWER_INL
#undef APART_LANE_ANSWER_INL
#else
#define APART_LANE_ANSWER_INL
#endif

#include "convex/lane_exact-inl.hpp"
#include "convex/lane_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

/// Vertices that several searches ended with, and where they are.
struct LaneCorners {
  Id id_a, id_b;
  LaneTriple local_a, local_b;
  LaneTriple a, b;
  LaneTriple point;  // of A - B

  HWY_INLINE LaneCorners(const LaneQueries& queries, Id number, const LaneTurn& turn_a,
                         const LaneTurn& turn_b, const LaneTriple& offset)
      : id_a(vertices_of_a(number)),
        id_b(vertices_of_b(number)),
        local_a(lane_vertex(queries.a, id_a)),
        local_b(lane_vertex(queries.b, id_b)),
        a(turn_a * local_a),
        b(turn_b * local_b),
        point((a - b) - offset) {}
};

/// Near points and bounds of what several searches ended with: PlainGjk's, in lanes.
class LaneAnswer {
 public:
  HWY_INLINE LaneAnswer(const LaneQueries& queries, const LaneEnd& end) : queries_(queries) {
    index_.store(end.index);
    calls_.store(end.calls);
    const LanePose pose_a(queries.poses_a, index_.of), pose_b(queries.poses_b, index_.of);
    const LaneMeasure m(queries.a.radius, queries.b.radius, pose_a.translation, pose_b.translation);
    const LaneTurn turn_a(pose_a, m.scale), turn_b(pose_b, m.scale);
    const auto corners = [&](Id number) HWY_ATTR {
      return LaneCorners(queries, number, turn_a, turn_b, m.offset);
    };
    const LaneCorners c[3] = {corners(end.number[0]), corners(end.number[1]),
                              corners(end.number[2])};
    for (int k = 0; k < 4; ++k) store(k, c[std::min(k, 2)]);
    const Lane to_unit = hn::Div(all(1), length(end.q));
    const LaneTriple zero{all(0), all(0), all(0)};
    const LaneTriple normal = zero - end.q * to_unit;  // no negative zeros
    normal_.store(normal);

    const Which apart = same(end.inside, all_ids(absent_pair));
    const Which open = hn::IsNaN(end.lower);
    Lane plane = end.lower;
    if (!none(open)) plane = pick(open, lower_of(end, m, c, turn_a, turn_b), plane);
    const Lane goal = hn::Mul(all(PlainMeasure::closed), m.unit);
    const Which settled = hn::Or(hn::Not(open), hn::Le(hn::Sub(end.upper, plane), goal));
    plane_.store(plane);
    settled_ = bits(settled);
    const Near near = in_double(end, m, c);
    const Which gap_closed = hn::Le(hn::Sub(near.length, plane), goal);
    const Which asked = hn::And(apart, hn::And(gap_closed, near.carries));
    Published p = publish(near, normal, plane, m, pose_a.translation);
    const Which refused = unless(p.good, asked);
    if (!none(refused)) {
      const Near exact = nearly_exact(near, m, c, pose_a, pose_b);
      p = either(refused, publish(exact, normal, plane, m, pose_a.translation), p);
    }
    store(p);
    Which good = hn::And(asked, p.good);
    if (!hn::AllTrue(lane_tag, apart)) {
      const Which inside = hn::Not(apart);
      const Id newest = pick(apart, end.number[2], end.inside);
      good = hn::Or(good, publish_overlap(inside, m, c, corners(newest), pose_a.translation));
    }
    good_ = bits(hn::And(good, settled));
  }

  /// Did the search end here? What is left of a look that was open is seldom a reason to go on.
  HWY_INLINE bool settled(int lane) const { return (settled_ >> lane & 1) != 0; }
  HWY_INLINE double plane(int lane) const { return plane_.of[lane]; }
  /// Is this an answer?
  HWY_INLINE bool holds(int lane) const { return (good_ >> lane & 1) != 0; }

  HWY_INLINE void write(int lane, Distance* out) const {
    Distance& d = out[index_.of[lane]];
    d.lower = lower_.of[lane];
    d.upper = upper_.of[lane];
    point_a_.at(lane).store(d.point_a);
    point_b_.at(lane).store(d.point_b);
    normal_.at(lane).store(d.normal);
    Witness& w = d.witness;
    w.size = static_cast<int>(size_.of[lane]);
    for (int k = 0; k < 4; ++k) {
      const int there = k < w.size;  // by which it is multiplied: a branch would be mispredicted
      w.vertex_a[k] = queries_.a.given()[vertex_a_[k].of[lane]] * there;
      w.vertex_b[k] = queries_.b.given()[vertex_b_[k].of[lane]] * there;
      w.weight[k] = weight_[k].of[lane];
    }
    w.triangle_a = w.triangle_b = w.part_a = w.part_b = -1;
    d.status = w.size == 4 ? Status::overlapping : Status::separated;
    d.optimality = optimality_.of[lane];
    d.support_calls = static_cast<int>(calls_.of[lane]);
  }

 private:
  struct Near {
    LaneTriple at_a, v;
    Lane length, error, error_of_one;
    Lane w0, w1;  // the weights but the last
    Which carries;
  };
  struct Published {
    LaneTriple a, b;
    Lane lower, upper, optimality;
    Which good;
  };
  HWY_INLINE static Published either(Which w, const Published& yes, const Published& no) {
    return {pick(w, yes.a, no.a),
            pick(w, yes.b, no.b),
            pick(w, yes.lower, no.lower),
            pick(w, yes.upper, no.upper),
            pick(w, yes.optimality, no.optimality),
            hn::Or(no.good, hn::And(w, yes.good))};
  }
  HWY_INLINE void store(const Published& p) {
    point_a_.store(p.a);
    point_b_.store(p.b);
    lower_.store(p.lower);
    upper_.store(p.upper);
    optimality_.store(p.optimality);
  }
  static constexpr double u = unit_roundoff;

  HWY_INLINE static Lane on_grid(Lane x) { return hn::Sub(hn::Add(x, all(1)), all(1)); }
  HWY_INLINE void store(int k, const LaneCorners& c) {
    vertex_a_[k].store(c.id_a);
    vertex_b_[k].store(c.id_b);
  }

  /// PlainGjk::look() along q if none but these vertices may be the farthest.
  HWY_INLINE Lane lower_of(const LaneEnd& end, const LaneMeasure& m, const LaneCorners* c,
                           const LaneTurn& turn_a, const LaneTurn& turn_b) const {
    const bool turned_a = queries_.a.count <= most_turned,
               turned_b = queries_.b.count <= most_turned;
    const LaneTriple along_a = turned_a ? end.q : turn_a.back(end.q);
    const LaneTriple along_b = turned_b ? end.q : turn_b.back(end.q);
    Lane a = all(INFINITY), b = all(-INFINITY);
    for (int k = 0; k < 3; ++k) {
      a = hn::Min(a, dot(turned_a ? c[k].a : c[k].local_a, along_a));
      b = hn::Max(b, dot(turned_b ? c[k].b : c[k].local_b, along_b));
    }
    return hn::Div(hn::Sub(hn::Sub(a, b), dot(end.q, m.offset)), length(end.q));
  }

  /// PlainGjk::shares() and in_double(). What follows the newest point is that point again.
  HWY_INLINE Near in_double(const LaneEnd& end, const LaneMeasure& m, const LaneCorners* c) {
    const Lane zero = all(0), one = all(1);
    const Which edge = hn::Not(same(end.number[0], end.number[2]));
    const Which face = hn::Not(same(end.number[1], end.number[2]));
    const Lane size = pick(face, all(3), pick(edge, all(2), one));
    const LaneTriple &p = c[2].point, e = c[0].point - p, f = c[1].point - p;
    const Lane area = dot(cross(e, f), end.q);
    const Lane above = pick(face, dot(cross(f, p), end.q), hn::Neg(dot(p, e)));
    const Lane below = pick(face, area, dot(e, e));
    const Lane w0 = pick(edge, on_grid(hn::Div(above, below)), zero);
    const Lane w1 = pick(face, on_grid(hn::Div(dot(cross(p, e), end.q), area)), zero);
    const Lane last = hn::Sub(hn::Sub(one, w0), w1);
    size_.store(size);
    weight_[0].store(pick(edge, w0, last));
    weight_[1].store(pick(face, w1, pick(edge, last, zero)));
    weight_[2].store(pick(face, last, zero));
    weight_[3].store(zero);

    const auto combined = [&](const LaneTriple& c0, const LaneTriple& c1, const LaneTriple& c2)
                              HWY_ATTR {
                                const LaneTriple two = c2 * last + c0 * w0;
                                return pick(face, two + c1 * w1, pick(edge, two, c2));
                              };
    const LaneTriple at_a = combined(c[0].a, c[1].a, c[2].a);
    const LaneTriple v = (at_a - combined(c[0].b, c[1].b, c[2].b)) - m.offset;
    const Lane far = length(v), sum = hn::Add(m.gap, far);
    const Lane apart = pick(hn::Lt(sum, m.extent), sum, m.extent);
    const Lane factor = pick(edge, hn::Add(all(3.8), size), all(3.8));
    const Lane parts = hn::Add(hn::Add(hn::Mul(factor, m.extent), apart), m.gap);
    const Lane error = hn::Mul(all(u), hn::Add(parts, hn::Mul(all(1.1), far)));
    const Which positive = hn::And(hn::Ge(w0, zero), hn::Ge(w1, zero));
    const Lane of_one = hn::Sub(error, hn::Mul(all(u), hn::Mul(factor, m.smaller)));
    return {at_a, v, far, error, of_one, w0, w1, hn::And(positive, hn::Ge(last, zero))};
  }

  /// PlainGjk::nearly_exact(), of the same weights.
  HWY_INLINE static Near nearly_exact(const Near& near, const LaneMeasure& m, const LaneCorners* c,
                                      const LanePose& pose_a, const LanePose& pose_b) {
    const LaneWeights weights(near.w0, near.w1);
    const WideLanes a = turned(
        pose_a,
        weights.combined(c[2].local_a * m.scale, c[0].local_a * m.scale, c[1].local_a * m.scale));
    const WideLanes b = turned(
        pose_b,
        weights.combined(c[2].local_b * m.scale, c[0].local_b * m.scale, c[1].local_b * m.scale));
    const LaneTriple zero{all(0), all(0), all(0)};
    const WideLanes offset =
        fine_split(two_sum(pose_b.translation * m.scale, zero - pose_a.translation * m.scale));
    const LaneTriple v = two_sum((a.hi - b.hi) - offset.hi, (a.lo - b.lo) - offset.lo).hi;
    const Lane far = length(v);
    const Lane error = hn::Add(hn::Mul(all(u * 1.1), far), all(split_error));
    return {a.hi + a.lo, v, far, error, error, near.w0, near.w1, near.carries};
  }

  /// PlainGjk::publish(), and where it does.
  HWY_INLINE Published publish(const Near& near, const LaneTriple& n, Lane plane,
                               const LaneMeasure& m, const LaneTriple& translation_a) const {
    const Lane far = near.length, back = m.back, zero = all(0);
    const Lane upper_error = hn::Add(near.error, hn::Mul(all(3.5 * u), far));
    const Lane rounding = hn::Add(hn::Mul(all(12), m.unit), hn::Mul(all(6 * u), far));
    const Lane lower_error = hn::Add(rounding, hn::Mul(all(queries_.slack()), m.scale));
    const LaneTriple a = translation_a + near.at_a * back, b = a - near.v * back;
    const Lane far_a = hn::Mul(m.scale, length(a)), far_b = hn::Mul(m.scale, length(b));
    const Lane shown =
        hn::Mul(all(u), hn::Add(hn::Add(hn::Mul(all(3.9), far_a), hn::Mul(all(1.9), far_b)),
                                hn::Mul(all(4), m.size())));
    const Lane room = hn::Sub(shown, hn::Add(near.error_of_one, hn::Mul(all(u), far_a)));
    const Lane half = hn::Mul(all(0.5), upper_error), some = pick(hn::Lt(zero, room), room, zero);
    const Lane outward = pick(hn::Lt(some, half), some, half);
    const Lane skew = hn::Add(length(near.v + n * far), hn::Mul(all(2 * u), far));
    const Lane off = hn::Add(hn::Sub(upper_error, outward), skew);
    const Lane lower = hn::Sub(plane, lower_error);
    const Lane product = hn::Mul(far, hn::Sub(far, plane));
    return {a,
            b + n * hn::Mul(outward, back),
            hn::Mul(lower, back),
            hn::Mul(hn::Add(far, upper_error), back),
            hn::Mul(hn::Mul(pick(hn::Gt(product, zero), product, zero), back), back),
            hn::And(hn::Le(off, shown), hn::Gt(lower, zero))};
  }

  /// PlainGjk::publish_overlap(), where it is asked for; where it does.
  HWY_INLINE Which publish_overlap(Which inside, const LaneMeasure& m, const LaneCorners* c,
                                   const LaneCorners& newest, const LaneTriple& translation_a) {
    const LaneTriple &p = newest.point, e = c[0].point - p, f = c[1].point - p;
    const LaneTriple g = c[2].point - p;
    const LaneTriple fg = cross(f, g), ge = cross(g, e), ef = cross(e, f), base = (fg + ge) + ef;
    const Lane volume = dot(e, fg);
    const Lane most =
        hn::Max(hn::Max(dot(fg, fg), dot(ge, ge)), hn::Max(dot(ef, ef), dot(base, base)));
    const Lane edges = hn::Mul(dot(e, e), hn::Mul(dot(f, f), dot(g, g)));
    const Which known = hn::Gt(hn::Mul(volume, volume), hn::Mul(all(known_volume), edges));
    const Lane height = pick(known, hn::Div(hn::Abs(volume), hn::Sqrt(most)), all(0));
    const auto share = [&](const LaneTriple& v, const LaneTriple& n)
                           HWY_ATTR { return hn::Div(dot(v, n), volume); };
    Lane w0 = hn::Neg(share(p, fg)), w1 = hn::Neg(share(p, ge)), w2 = hn::Neg(share(p, ef));
    const Lane bound = hn::Mul(all(LaneGjk::most_off), m.unit);
    Lane off = all(INFINITY), least = all(0);
    LaneTriple midway = p;
    Which open = inside;
    for (int round = 0; round < 2 && !none(open); ++round) {
      w0 = on_grid(w0), w1 = on_grid(w1), w2 = on_grid(w2);
      const Lane last = hn::Sub(hn::Sub(hn::Sub(all(1), w0), w1), w2);
      const auto combined = [&](const LaneTriple& c0, const LaneTriple& c1, const LaneTriple& c2,
                                const LaneTriple& c3)
                                HWY_ATTR { return ((c3 * last + c0 * w0) + c1 * w1) + c2 * w2; };
      const LaneTriple here = combined(c[0].a, c[1].a, c[2].a, newest.a);
      const LaneTriple v = (here - combined(c[0].b, c[1].b, c[2].b, newest.b)) - m.offset;
      const Lane smallest = hn::Min(hn::Min(w0, w1), hn::Min(w2, last));
      midway = pick(open, here - v * all(0.5), midway);
      off = pick(open, length(v), off);
      least = pick(open, smallest, least);
      const Lane weight[] = {w0, w1, w2, last};
      for (int k = 0; k < 4; ++k) weight_[k].store(pick(open, weight[k], weight_[k].load()));
      w0 = hn::Sub(w0, share(v, fg));
      w1 = hn::Sub(w1, share(v, ge));
      w2 = hn::Sub(w2, share(v, ef));
      open = unless(hn::Le(off, bound), open);
    }
    const LaneTriple world = translation_a + midway * m.back;
    point_a_.store(pick(inside, world, point_a_.load()));
    point_b_.store(pick(inside, world, point_b_.load()));
    for (LaneArray* x : {&lower_, &upper_, &optimality_}) {
      x->store(pick(inside, all(0), x->load()));
    }
    size_.store(pick(inside, all(4), size_.load()));
    store(3, newest);
    const Lane missed = hn::Mul(all(4), hn::Add(off, hn::Mul(all(32), m.unit)));
    const Which thick = hn::Gt(height, hn::Mul(all(256), m.unit));
    const Which around = hn::And(hn::Le(off, bound), hn::Gt(hn::Mul(least, height), missed));
    return hn::And(inside, hn::And(thick, around));
  }

  const LaneQueries& queries_;
  LaneVector point_a_, point_b_, normal_;
  LaneArray lower_, upper_, optimality_, calls_, size_, plane_, weight_[4];
  IdArray vertex_a_[4], vertex_b_[4], index_;
  unsigned good_, settled_;
};

/// What searches ended with, until there is enough to fill all lanes.
class LaneQueue {
 public:
  HWY_INLINE int count() const { return count_; }

  HWY_INLINE void push(const LaneEnd& end, Which which) {
    const LaneOrder order(to_front(bits(which)));
    const auto put = [&](auto value, auto d, auto& row)
                         HWY_ATTR { hn::StoreU(order(value), d, row + count_); };
    put(end.q.x, lane_tag, number_[0]);
    put(end.q.y, lane_tag, number_[1]);
    put(end.q.z, lane_tag, number_[2]);
    put(end.lower, lane_tag, number_[3]);
    put(end.calls, lane_tag, number_[4]);
    put(end.upper, lane_tag, number_[5]);
    for (int k = 0; k < 3; ++k) put(end.number[k], id_tag, id_[k]);
    put(end.inside, id_tag, id_[3]);
    put(end.index, id_tag, id_[4]);
    count_ += how_many(which);
  }
  /// The first of them; where there are too few, one of them several times.
  HWY_INLINE LaneEnd front() {
    for (int lane = count_; lane < lane_count; ++lane) {
      for (auto& row : number_) row[lane] = row[0];
      for (auto& row : id_) row[lane] = row[0];
    }
    const auto number = [&](int k) HWY_ATTR { return hn::Load(lane_tag, number_[k]); };
    const auto id = [&](int k) HWY_ATTR { return hn::Load(id_tag, id_[k]); };
    return {{number(0), number(1), number(2)},
            number(3),
            number(5),
            number(4),
            {id(0), id(1), id(2)},
            id(3),
            id(4)};
  }
  HWY_INLINE void pop() {
    for (auto& row : number_) hn::Store(hn::Load(lane_tag, row + lane_count), lane_tag, row);
    for (auto& row : id_) hn::Store(hn::Load(id_tag, row + lane_count), id_tag, row);
    count_ = std::max(0, count_ - lane_count);
  }

  /// One of them.
  struct One {
    Triple q;
    int calls;
    std::int64_t number[4], index;

    HWY_INLINE bool inside() const { return number[3] != absent_pair; }
    HWY_INLINE int size() const {
      return inside() ? 4 : number[1] != number[2] ? 3 : number[0] != number[2] ? 2 : 1;
    }
  };
  HWY_INLINE One at(int lane) const {
    return {{number_[0][lane], number_[1][lane], number_[2][lane]},
            static_cast<int>(number_[4][lane]),
            {id_[0][lane], id_[1][lane], id_[2][lane], id_[3][lane]},
            id_[4][lane]};
  }

 private:
  static constexpr int room = 3 * lane_count;
  HWY_ALIGN_MAX double number_[6][room] = {};
  HWY_ALIGN_MAX std::int64_t id_[5][room] = {};
  int count_ = 0;
};

#endif  // lanes

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
