// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_HULL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_HULL_INL
#undef APART_LANE_HULL_INL
#else
#define APART_LANE_HULL_INL
#endif

#include <algorithm>

#include "convex/corners-inl.hpp"
#include "convex/lane-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

/// Turn in lanes.
struct LaneTurn {
  LaneTriple x, y, z;

  HWY_INLINE LaneTurn(const LaneTriple& a, const LaneTriple& b, const LaneTriple& c)
      : x(a), y(b), z(c) {}
  HWY_INLINE LaneTurn(const LanePose& pose, Lane scale)
      : x(pose.x * scale), y(pose.y * scale), z(pose.z * scale) {}
  HWY_INLINE LaneTriple operator*(const LaneTriple& p) const {
    return x * p.x + (y * p.y + z * p.z);
  }
  HWY_INLINE LaneTriple back(const LaneTriple& q) const {
    return {dot(x, q), dot(y, q), dot(z, q)};
  }
};

HWY_INLINE LaneTriple lane_vertex(const detail::PolytopeData& data, int k) {
  return {all(data.x()[k]), all(data.y()[k]), all(data.z()[k])};
}
HWY_INLINE LaneTriple lane_vertex(const detail::PolytopeData& data, Id k) {
  return {hn::GatherIndex(lane_tag, data.x(), k), hn::GatherIndex(lane_tag, data.y(), k),
          hn::GatherIndex(lane_tag, data.z(), k)};
}

/// Which vertex, how far along a direction it is, and where.
struct LaneFound {
  Id index;
  Lane value;
  LaneTriple place;
};

template <Way way>
HWY_INLINE Which is_beyond(Lane a, Lane b) {
  return way == Way::along ? hn::Gt(a, b) : hn::Lt(a, b);
}

/// One polytope in all lanes, each with its own rotation: FewCorners in lanes, or, if a sieve comes
/// first, FewCorners or ManyCorners for what that leaves (LaneView).
class LaneHull {
 public:
  /// Of so many vertices, turning all and looking at all takes no longer than a sieve.
  static constexpr int most_in_table = std::min(most_turned, lane_count == 8 ? 8 : 24);

  HWY_INLINE LaneHull(const detail::PolytopeData& data, bool sieved)
      : data_(data), in_table_(!sieved) {}

  HWY_INLINE void set(const LaneTurn& turn) {
    if (in_table_) {
      for (int k = 0; k < data_.count; ++k) part_[k].store(turn * lane_vertex(data_, k));
    } else {
      part_[0].store(turn.x);
      part_[1].store(turn.y);
      part_[2].store(turn.z);
    }
  }
  HWY_INLINE void take(const LaneMove& move, const LaneHull& from) {
    const int parts = in_table_ ? data_.count : 3;
    for (int k = 0; k < parts; ++k) move(part_[k], from.part_[k]);
  }

  HWY_INLINE const detail::PolytopeData& data() const { return data_; }
  /// If it is sieved.
  HWY_INLINE LaneTurn turn() const { return {part_[0].load(), part_[1].load(), part_[2].load()}; }

  /// If it is not: of all vertices in the table.
  template <Way way>
  HWY_INLINE LaneFound farthest(const LaneTriple& q) const {
    LaneFound found;
    scan<way>([&](int k) HWY_ATTR { return dot(part_[k].load(), q); }, found.index, found.value);
    static_assert(sizeof(LaneVector) == 3 * lane_count * sizeof(double));
    const Id three = hn::Add(found.index, hn::Add(found.index, found.index));
    const Id at = hn::Add(hn::ShiftLeft<lane_bits>(three), hn::Iota(id_tag, 0));
    found.place = {hn::GatherIndex(lane_tag, part_[0].x.of, at),
                   hn::GatherIndex(lane_tag, part_[0].y.of, at),
                   hn::GatherIndex(lane_tag, part_[0].z.of, at)};
    return found;
  }

 private:
  template <Way way>
  HWY_INLINE static Lane outer(Lane a, Lane b) {
    return way == Way::along ? hn::Max(a, b) : hn::Min(a, b);
  }

  /// Whole numbers to be loaded: to spread one that is in a register takes a place where the
  /// comparisons are done.
  static constexpr auto numbers = [] {
    std::array<std::int64_t, most_in_table> n{};
    for (int k = 0; k < most_in_table; ++k) n[k] = k;
    return n;
  }();

  /// Every other vertex has a lead of its own: two short chains of results to wait for rather than
  /// one.
  template <Way way, class Values>
  HWY_INLINE void scan(const Values& values, Id& index, Lane& value) const {
    Id even_at = all_ids(0), odd_at = all_ids(1);
    Lane even = values(0), odd = values(data_.count > 1 ? 1 : 0);
    const auto take = [&](int k, Id& at, Lane& most) HWY_ATTR {
      const Lane here = values(k);
      at = pick(is_beyond<way>(here, most), all_ids(numbers[k]), at);
      most = outer<way>(here, most);
    };
    int k = 2;
    for (; k + 1 < data_.count; k += 2) {
      take(k, even_at, even);
      take(k + 1, odd_at, odd);
    }
    if (k < data_.count) take(k, even_at, even);
    const Which before = hn::RebindMask(lane_tag, hn::Lt(odd_at, even_at));
    const Which other = hn::Or(is_beyond<way>(odd, even), hn::And(hn::Eq(odd, even), before));
    index = pick(other, odd_at, even_at);
    value = pick(other, odd, even);
  }

  const detail::PolytopeData& data_;
  const bool in_table_;
  LaneVector part_[std::max(3, most_in_table)];  // the vertices, or the columns of the rotations
};

/// A polytope seen along q, of which a few vertices are asked for.
template <Way way>
class LaneView {
 public:
  HWY_INLINE LaneView(const LaneHull& hull, const LaneTriple& q)
      : data_(hull.data()),
        all_turned_(data_.count <= most_turned),
        turn_(hull.turn()),
        along_(all_turned_ ? q : turn_.back(q)) {}

  /// What FewCorners or ManyCorners would find if it were the farthest.
  HWY_INLINE LaneFound at(Id index) const { return at(index, lane_vertex(data_, index)); }
  /// Places are in the polytope's own frame until they are asked for, unless values need them.
  HWY_INLINE LaneTriple place(const LaneFound& found) const {
    return all_turned_ ? found.place : turn_ * found.place;
  }
  /// The first of equals.
  HWY_INLINE static LaneFound farther(const LaneFound& a, const LaneFound& b) {
    const Which other = is_beyond<way>(b.value, a.value);
    return {pick(other, b.index, a.index), pick(other, b.value, a.value),
            pick(other, b.place, a.place)};
  }
  /// Of all vertices. Seldom needed: so that views stay in registers, this one is another.
  APART_OUT_OF_LINE static LaneFound farthest(const LaneHull& hull, const LaneVector& q) {
    const LaneView view(hull, q.load());
    const detail::PolytopeData& data = hull.data();
    LaneFound found = view.at(all_ids(0), lane_vertex(data, 0));
    for (int k = 1; k < data.count; ++k) {
      found = farther(found, view.at(all_ids(k), lane_vertex(data, k)));
    }
    return found;
  }

 private:
  HWY_INLINE LaneFound at(Id index, const LaneTriple& local) const {
    const LaneTriple place = all_turned_ ? turn_ * local : local;
    return {index, dot(place, along_), place};
  }

  const detail::PolytopeData& data_;
  const bool all_turned_;
  const LaneTurn turn_;
  const LaneTriple along_;
};

#endif  // lanes

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
