// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_ANSWER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_ANSWER_INL
#undef APART_LANE_ANSWER_INL
#else
#define APART_LANE_ANSWER_INL
#endif

#include "convex/lane_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

/// Near points and bounds of what several searches ended with: PlainGjk's, in lanes.
class LaneAnswer {
 public:
  HWY_INLINE LaneAnswer(const LaneQueries& queries, const LaneEnd& end) : queries_(queries) {
    index_.store(end.index);
    calls_.store(end.calls);
    const LanePose pose_a(queries.poses_a, index_.of), pose_b(queries.poses_b, index_.of);
    const LaneMeasure m(queries.extent(), pose_a.translation, pose_b.translation);
    const Near near = in_double(end, m, LaneTurn(pose_a, m.scale), LaneTurn(pose_b, m.scale));
    const Which closed =
        hn::Le(hn::Sub(near.length, end.lower), hn::Mul(all(LaneGjk::closed), m.unit));
    const Which apart = same(end.inside, all_ids(absent_pair));
    const Which proved = hn::And(closed, publish(near, end, m, pose_a));
    good_ = bits(hn::And(hn::And(apart, near.carries), proved));
  }

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
    for (int k = 0; k < 3; ++k) {
      w.vertex_a[k] = k < w.size ? queries_.a.given()[vertex_a_[k].of[lane]] : 0;
      w.vertex_b[k] = k < w.size ? queries_.b.given()[vertex_b_[k].of[lane]] : 0;
      w.weight[k] = weight_[k].of[lane];
    }
    w.vertex_a[3] = w.vertex_b[3] = 0;
    w.weight[3] = 0;
    w.triangle_a = w.triangle_b = w.part_a = w.part_b = -1;
    d.status = Status::separated;
    d.optimality = optimality_.of[lane];
    d.support_calls = static_cast<int>(calls_.of[lane]);
  }

 private:
  struct Near {
    LaneTriple at_a, v;
    Lane length, error;
    Which carries;
  };
  static constexpr double u = unit_roundoff;

  HWY_INLINE static Lane on_grid(Lane x) { return hn::Sub(hn::Add(x, all(1)), all(1)); }

  HWY_INLINE Near in_double(const LaneEnd& end, const LaneMeasure& m, const LaneTurn& turn_a,
                            const LaneTurn& turn_b) {
    LaneTriple a[3], b[3], point[3];
    for (int k = 0; k < 3; ++k) {
      const Id id_a = hn::ShiftRight<32>(end.number[k]);
      const Id id_b = hn::And(end.number[k], all_ids(0xffffffff));
      vertex_a_[k].store(id_a);
      vertex_b_[k].store(id_b);
      a[k] = turn_a * lane_vertex(queries_.a, id_a);
      b[k] = turn_b * lane_vertex(queries_.b, id_b);
      point[k] = (a[k] - b[k]) - m.offset;
    }
    // PlainGjk::shares(). What follows the newest point is that point again.
    const Lane zero = all(0), one = all(1);
    const Which edge = hn::Not(same(end.number[0], end.number[2]));
    const Which face = hn::Not(same(end.number[1], end.number[2]));
    const Lane size = pick(face, all(3), pick(edge, all(2), one));
    size_.store(size);
    const LaneTriple &p = point[2], e = point[0] - p, f = point[1] - p;
    const Lane area = dot(cross(e, f), end.q);
    const Lane above = pick(face, dot(cross(f, p), end.q), hn::Neg(dot(p, e)));
    const Lane below = pick(face, area, dot(e, e));
    const Lane w0 = pick(edge, on_grid(hn::Div(above, below)), zero);
    const Lane w1 = pick(face, on_grid(hn::Div(dot(cross(p, e), end.q), area)), zero);
    const Lane last = hn::Sub(hn::Sub(one, w0), w1);
    weight_[0].store(pick(edge, w0, last));
    weight_[1].store(pick(face, w1, pick(edge, last, zero)));
    weight_[2].store(pick(face, last, zero));

    const auto combined = [&](const LaneTriple* corner) HWY_ATTR {
      const LaneTriple two = corner[2] * last + corner[0] * w0;
      return pick(face, two + corner[1] * w1, pick(edge, two, corner[2]));
    };
    const LaneTriple at_a = combined(a), v = (at_a - combined(b)) - m.offset;
    const Lane far = length(v), sum = hn::Add(m.gap, far);
    const Lane apart = pick(hn::Lt(sum, m.extent), sum, m.extent);
    const Lane factor = pick(edge, hn::Add(all(3.8), size), all(3.8));
    const Lane parts = hn::Add(hn::Add(hn::Mul(factor, m.extent), apart), m.gap);
    const Lane error = hn::Mul(all(u), hn::Add(parts, hn::Mul(all(1.1), far)));
    const Which positive = hn::And(hn::Ge(w0, zero), hn::Ge(w1, zero));
    return {at_a, v, far, error, hn::And(positive, hn::Ge(last, zero))};
  }

  /// PlainGjk::publish(); where it does.
  HWY_INLINE Which publish(const Near& near, const LaneEnd& end, const LaneMeasure& m,
                           const LanePose& pose_a) {
    const Lane length_of_v = near.length, back = m.back, zero = all(0);
    const Lane upper_error = hn::Add(near.error, hn::Mul(all(3.5 * u), length_of_v));
    const Lane lower_error =
        hn::Add(hn::Add(hn::Mul(all(12), m.unit), hn::Mul(all(6 * u), length_of_v)),
                hn::Mul(all(queries_.slack()), m.scale));
    const Lane to_unit = hn::Div(all(1), length(end.q));
    const LaneTriple n = LaneTriple{zero, zero, zero} - end.q * to_unit;
    const LaneTriple a = pose_a.translation + near.at_a * back, b = a - near.v * back;
    const Lane far_a = hn::Mul(m.scale, length(a)), far_b = hn::Mul(m.scale, length(b));
    const LaneTriple askew = near.v + n * length_of_v;
    const Lane rounding = hn::Mul(all(u), hn::Add(far_b, hn::Mul(all(2), length_of_v)));
    const Lane off = hn::Add(hn::Add(upper_error, length(askew)), rounding);
    const Lane most = hn::Mul(all(4 * u), hn::Add(hn::Add(far_a, far_b), m.size()));
    const Lane lower = hn::Sub(end.lower, lower_error);
    const Lane product = hn::Mul(length_of_v, hn::Sub(length_of_v, end.lower));
    point_a_.store(a);
    point_b_.store(b);
    normal_.store(n);
    lower_.store(hn::Mul(lower, back));
    upper_.store(hn::Mul(hn::Add(length_of_v, upper_error), back));
    optimality_.store(
        hn::Mul(hn::Mul(pick(hn::Gt(product, zero), product, zero), back), back));
    return hn::And(hn::Le(off, most), hn::Gt(lower, zero));
  }

  const LaneQueries& queries_;
  LaneVector point_a_, point_b_, normal_;
  LaneArray lower_, upper_, optimality_, calls_, size_, weight_[3];
  IdArray vertex_a_[3], vertex_b_[3], index_;
  unsigned good_;
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
    return {{number(0), number(1), number(2)}, number(3), number(4), {id(0), id(1), id(2)}, id(3),
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
    double lower;
    int calls;
    std::int64_t number[4], index;

    HWY_INLINE bool inside() const { return number[3] != absent_pair; }
    HWY_INLINE int size() const {
      return inside() ? 4 : number[1] != number[2] ? 3 : number[0] != number[2] ? 2 : 1;
    }
  };
  HWY_INLINE One at(int lane) const {
    return {{number_[0][lane], number_[1][lane], number_[2][lane]},
            number_[3][lane],
            static_cast<int>(number_[4][lane]),
            {id_[0][lane], id_[1][lane], id_[2][lane], id_[3][lane]},
            id_[4][lane]};
  }

 private:
  static constexpr int room = 3 * lane_count;
  HWY_ALIGN_MAX double number_[5][room] = {};
  HWY_ALIGN_MAX std::int64_t id_[5][room] = {};
  int count_ = 0;
};

#endif  // lanes

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
