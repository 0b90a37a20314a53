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
/// Of up to 64 numbers in a row, padded to a multiple of eight, those with these indices. Some
/// processors gather slowly: where there is an instruction for it, they are looked up in registers.
HWY_INLINE Lane looked_up(const double* row, int padded, Id k) {
#if HWY_TARGET == HWY_AVX3
  const auto of_sixteen = [&](int from) HWY_ATTR {
    const Lane low = hn::Load(lane_tag, row + from);
    const Lane high = from + 8 < padded ? hn::Load(lane_tag, row + from + 8) : low;
    return Lane{_mm512_permutex2var_pd(low.raw, k.raw, high.raw)};
  };
  const auto bit = [&](int b) HWY_ATTR { return same(hn::And(k, all_ids(b)), all_ids(b)); };
  Lane found = of_sixteen(0);
  if (padded > 16) found = pick(bit(16), of_sixteen(16), found);
  if (padded > 32) {
    Lane others = of_sixteen(32);
    if (padded > 48) others = pick(bit(16), of_sixteen(48), others);
    found = pick(bit(32), others, found);
  }
  return found;
#else
  (void)padded;
  return hn::GatherIndex(lane_tag, row, k);
#endif
}
HWY_INLINE LaneTriple lane_vertex(const detail::PolytopeData& data, Id k) {
  const int padded = data.stride;
  if (padded <= 64) {
    return {looked_up(data.x(), padded, k), looked_up(data.y(), padded, k),
            looked_up(data.z(), padded, k)};
  }
  return {hn::GatherIndex(lane_tag, data.x(), k), hn::GatherIndex(lane_tag, data.y(), k),
          hn::GatherIndex(lane_tag, data.z(), k)};
}

/// The vertex that Choice would choose, how far along a direction the farthest is, and where the
/// vertex is.
struct LaneFound {
  Lane named;  // its own value, and its number
  Lane value;
  LaneTriple place;

  HWY_INLINE Id index() const {
    return hn::And(hn::BitCast(id_tag, named), all_ids(static_cast<std::int64_t>(name_bits)));
  }
};
HWY_INLINE Lane named(Lane value, Id number) {
  const Id high = all_ids(~static_cast<std::int64_t>(name_bits));
  return hn::BitCast(lane_tag, hn::OrAnd(number, hn::BitCast(id_tag, value), high));
}

template <Way way>
HWY_INLINE Lane outer(Lane a, Lane b) {
  return way == Way::along ? hn::Max(a, b) : hn::Min(a, b);
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
      for (int k = 0; k < data_.count; ++k) vertex_[k].store(turn * lane_vertex(data_, k));
    }
    column_[0].store(turn.x);
    column_[1].store(turn.y);
    column_[2].store(turn.z);
  }
  HWY_INLINE void take(const LaneMove& move, const LaneHull& from) {
    if (in_table_) {
      for (int k = 0; k < data_.count; ++k) move(vertex_[k], from.vertex_[k]);
    }
    for (int k = 0; k < 3; ++k) move(column_[k], from.column_[k]);
  }

  HWY_INLINE const detail::PolytopeData& data() const { return data_; }
  HWY_INLINE LaneTurn turn() const {
    return {column_[0].load(), column_[1].load(), column_[2].load()};
  }

  /// If it is not: of all vertices in the table. Every other one has a lead of its own: two short
  /// chains of results to wait for rather than one.
  template <Way way>
  HWY_INLINE LaneFound farthest(const LaneTriple& q) const {
    const auto value = [&](int k) HWY_ATTR { return dot(vertex_[k].load(), q); };
    const int second = data_.count > 1 ? 1 : 0;
    Lane even = value(0), odd = value(second);
    Lane even_named = named(even, all_ids(0)), odd_named = named(odd, all_ids(second));
    const auto take = [&](int k, Lane& most, Lane& most_named) HWY_ATTR {
      const Lane here = value(k);
      most = outer<way>(most, here);
      most_named = outer<way>(most_named, named(here, all_ids(numbers[k])));
    };
    int k = 2;
    for (; k + 1 < data_.count; k += 2) {
      take(k, even, even_named);
      take(k + 1, odd, odd_named);
    }
    if (k < data_.count) take(k, even, even_named);
    LaneFound found{outer<way>(even_named, odd_named), outer<way>(even, odd), {}};
    found.place = place(found.index());
    return found;
  }

 private:
  /// Of vertices in the table. Where a register holds all of them, they are looked up there and
  /// turned once more: to gather them takes longer.
  HWY_INLINE LaneTriple place(Id index) const {
    if constexpr (most_in_table <= lane_count) {
      const auto at = hn::IndicesFromVec(lane_tag, index);
      const auto coordinate = [&](const double* of_all) HWY_ATTR {
        return hn::TableLookupLanes(hn::LoadU(lane_tag, of_all), at);
      };
      return turn() *
             LaneTriple{coordinate(data_.x()), coordinate(data_.y()), coordinate(data_.z())};
    }
    static_assert(sizeof(LaneVector) == 3 * lane_count * sizeof(double));
    const Id three = hn::Add(index, hn::Add(index, index));
    const Id at = hn::Add(hn::ShiftLeft<lane_bits>(three), hn::Iota(id_tag, 0));
    return {hn::GatherIndex(lane_tag, vertex_[0].x.of, at),
            hn::GatherIndex(lane_tag, vertex_[0].y.of, at),
            hn::GatherIndex(lane_tag, vertex_[0].z.of, at)};
  }

  /// Whole numbers to be loaded: to spread one that is in a register takes a place where other
  /// things are done.
  static constexpr auto numbers = [] {
    std::array<std::int64_t, most_in_table> n{};
    for (int k = 0; k < most_in_table; ++k) n[k] = k;
    return n;
  }();

  const detail::PolytopeData& data_;
  const bool in_table_;
  LaneVector column_[3];  // of the rotation, scaled
  LaneVector vertex_[most_in_table];
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
  HWY_INLINE static LaneFound farther(const LaneFound& a, const LaneFound& b) {
    const Lane farther = outer<way>(a.named, b.named);
    return {farther, outer<way>(a.value, b.value),
            pick(hn::Eq(farther, a.named), a.place, b.place)};
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
    const Lane value = dot(place, along_);
    return {named(value, index), value, place};
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
