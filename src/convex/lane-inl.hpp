// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_INL
#undef APART_LANE_INL
#else
#define APART_LANE_INL
#endif

#include <hwy/highway.h>

#include <apart/batch.hpp>
#include <array>
#include <bit>
#include <cstdint>

#include "convex/rigid.hpp"
#include "convex/vector.hpp"

#ifndef APART_POSE_ROWS
#define APART_POSE_ROWS
namespace apart {

/// Where poses of a batch have their numbers.
struct PoseRows {
  const double *rotation, *translation;
  std::size_t stride;
  int column;

  explicit PoseRows(const Poses& poses)
      : rotation(poses.rotation_),
        translation(poses.translation_),
        stride(poses.stride_),
        column(poses.column_) {}
};

}  // namespace apart
#endif

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_MAX_BYTES >= 32  // fewer than four lanes gain nothing

/// One number of each of several queries.
using LaneTag = hn::CappedTag<double, 8>;
using Lane = hn::Vec<LaneTag>;
using Which = hn::Mask<LaneTag>;
inline constexpr LaneTag lane_tag;
inline constexpr int lane_count = static_cast<int>(hn::MaxLanes(lane_tag));
inline constexpr int lane_bits = std::countr_zero(static_cast<unsigned>(lane_count));

HWY_INLINE Lane all(double x) { return hn::Set(lane_tag, x); }
HWY_INLINE bool none(Which w) { return hn::AllFalse(lane_tag, w); }
HWY_INLINE int how_many(Which w) { return static_cast<int>(hn::CountTrue(lane_tag, w)); }
HWY_INLINE Lane pick(Which w, Lane yes, Lane no) { return hn::IfThenElse(w, yes, no); }
HWY_INLINE Which unless(Which a, Which b) { return hn::AndNot(a, b); }  // b and not a
HWY_INLINE Which nowhere() { return hn::Lt(all(0), all(0)); }
HWY_INLINE unsigned bits(Which w) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(lane_tag, w, bytes);
  return bytes[0];
}

/// A whole number of each: an index, or two.
using IdTag = hn::RebindToSigned<LaneTag>;
using Id = hn::Vec<IdTag>;
inline constexpr IdTag id_tag;

HWY_INLINE Id all_ids(std::int64_t i) { return hn::Set(id_tag, i); }
HWY_INLINE Id pick(Which w, Id yes, Id no) {
  return hn::IfThenElse(hn::RebindMask(id_tag, w), yes, no);
}
HWY_INLINE Which same(Id a, Id b) { return hn::RebindMask(lane_tag, hn::Eq(a, b)); }

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
HWY_INLINE Lane length(const LaneTriple& a) { return hn::Sqrt(dot(a, a)); }
HWY_INLINE LaneTriple cross(const LaneTriple& a, const LaneTriple& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
          hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE LaneTriple pick(Which w, const LaneTriple& yes, const LaneTriple& no) {
  return {pick(w, yes.x, no.x), pick(w, yes.y, no.y), pick(w, yes.z, no.z)};
}

/// Numbers of each query in memory.
struct alignas(sizeof(double) * lane_count) LaneArray {
  double of[lane_count];

  HWY_INLINE Lane load() const { return hn::Load(lane_tag, of); }
  HWY_INLINE void store(Lane x) { hn::Store(x, lane_tag, of); }
};
struct alignas(sizeof(std::int64_t) * lane_count) IdArray {
  std::int64_t of[lane_count];

  HWY_INLINE Id load() const { return hn::Load(id_tag, of); }
  HWY_INLINE void store(Id x) { hn::Store(x, id_tag, of); }
};
struct LaneVector {
  LaneArray x, y, z;

  HWY_INLINE LaneTriple load() const { return {x.load(), y.load(), z.load()}; }
  HWY_INLINE void store(const LaneTriple& v) {
    x.store(v.x);
    y.store(v.y);
    z.store(v.z);
  }
  HWY_INLINE Triple at(int lane) const { return {x.of[lane], y.of[lane], z.of[lane]}; }
};

/// Lanes from elsewhere.
class LaneOrder {
 public:
  HWY_INLINE explicit LaneOrder(Id from) : from_(hn::IndicesFromVec(id_tag, from)) {}
  HWY_INLINE Id operator()(Id x) const { return hn::TableLookupLanes(x, from_); }
  HWY_INLINE Lane operator()(Lane x) const {
    return hn::BitCast(lane_tag, operator()(hn::BitCast(id_tag, x)));
  }

 private:
  decltype(hn::IndicesFromVec(id_tag, Id())) from_;
};

/// Those of the bits moved to the front, and those from the front moved to the bits. Highway's own
/// ways, as of version 1.0.3, copy their table whenever it is used.
struct LaneTables {
  using Table = std::array<std::array<std::int64_t, lane_count>, 1 << lane_count>;
  Table front{}, back{};

  constexpr LaneTables() {
    for (unsigned bits = 0; bits < front.size(); ++bits) {
      int to = 0;
      for (int lane = 0; lane < lane_count; ++lane) {
        back[bits][lane] = to;
        if (bits >> lane & 1) front[bits][to++] = lane;
      }
    }
  }
};
alignas(64) inline constexpr LaneTables lane_tables;
HWY_INLINE Id to_front(unsigned bits) { return hn::Load(id_tag, lane_tables.front[bits].data()); }
/// How many before each are among the bits.
HWY_INLINE Id rank(unsigned bits) { return hn::Load(id_tag, lane_tables.back[bits].data()); }

/// Some lanes taken from elsewhere.
struct LaneMove {
  Which where;
  LaneOrder order;

  HWY_INLINE void operator()(LaneArray& to, const LaneArray& from) const {
    to.store(pick(where, order(from.load()), to.load()));
  }
  HWY_INLINE void operator()(IdArray& to, const IdArray& from) const {
    to.store(pick(where, order(from.load()), to.load()));
  }
  HWY_INLINE void operator()(LaneVector& to, const LaneVector& from) const {
    operator()(to.x, from.x);
    operator()(to.y, from.y);
    operator()(to.z, from.z);
  }
};

/// Vectors of each query in memory, `stride` from one query to the next.
class LaneRows {
 public:
  HWY_INLINE LaneRows(const double* first, std::size_t stride, const std::int64_t* index)
      : first_(first), stride_(stride), index_(index) {}

  /// Three numbers, `from` on; one more is read, and has to be there: behind them, or before.
  HWY_INLINE LaneTriple and_next(int from) const {
    const Four rows(*this, from);
    return {rows.column<0>(), rows.column<1>(), rows.column<2>()};
  }
  HWY_INLINE LaneTriple and_previous(int from) const {
    const Four rows(*this, from - 1);
    return {rows.column<1>(), rows.column<2>(), rows.column<3>()};
  }

 private:
  struct Four {
    Lane even[2], odd[2];  // of the first half of the lanes, and of the second

    HWY_INLINE Four(const LaneRows& rows, int from) {
      const Lane p0 = rows.part<0>(from), p1 = rows.part<1>(from);
      const Lane p2 = rows.part<2>(from), p3 = rows.part<3>(from);
      even[0] = hn::ConcatEven(lane_tag, p1, p0);
      even[1] = hn::ConcatEven(lane_tag, p3, p2);
      odd[0] = hn::ConcatOdd(lane_tag, p1, p0);
      odd[1] = hn::ConcatOdd(lane_tag, p3, p2);
    }
    template <int k>
    HWY_INLINE Lane column() const {
      const Lane* pairs = k % 2 ? odd : even;
      return k < 2 ? hn::ConcatEven(lane_tag, pairs[1], pairs[0])
                   : hn::ConcatOdd(lane_tag, pairs[1], pairs[0]);
    }
  };

  HWY_INLINE const double* row(int lane) const { return first_ + stride_ * index_[lane]; }
  /// Four numbers of one lane or two.
  template <int k>
  HWY_INLINE Lane part(int from) const {
    if constexpr (lane_count == 4) {
      return hn::LoadU(lane_tag, row(k) + from);
    } else {
      const hn::Half<LaneTag> half;
      return hn::Combine(lane_tag, hn::LoadU(half, row(2 * k + 1) + from),
                         hn::LoadU(half, row(2 * k) + from));
    }
  }

  const double* const first_;
  const std::size_t stride_;
  const std::int64_t* const index_;
};

/// The poses of each query; columns of the rotations.
struct LanePose {
  LaneTriple x, y, z, translation;

  HWY_INLINE LanePose(const Poses& all_poses, const std::int64_t* index) {
    const PoseRows poses(all_poses);
    const LaneRows rows(poses.rotation, poses.stride, index);
    x = rows.and_next(0);
    y = rows.and_next(poses.column);
    z = rows.and_next(2 * poses.column);
    translation = LaneRows(poses.translation, poses.stride, index).and_previous(0);
  }
};

/// What plainly_rigid() asks of a pair, of each pose.
HWY_INLINE Which plainly_rigid(const LanePose& pose) {
  const auto square = [](Lane x, Lane y, Lane z) HWY_ATTR {
    return hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
  };
  const LaneTriple &x = pose.x, &y = pose.y, &z = pose.z;
  const Lane squares =
      hn::Add(square(x.x, y.x, z.x), hn::Add(square(x.y, y.y, z.y), square(x.z, y.z, z.z)));
  const Lane determinant = dot(x, cross(y, z)), one = all(1);
  const Lane more = hn::Sub(hn::Sub(squares, one), hn::Add(determinant, determinant));
  const Which rotates = hn::And(hn::Le(more, all(plain_defect)),
                                hn::Le(hn::Abs(hn::Sub(determinant, one)), all(plain_scaling)));
  const LaneTriple& t = pose.translation;
  const Lane far = hn::Add(hn::Abs(t.x), hn::Add(hn::Abs(t.y), hn::Abs(t.z)));
  return hn::And(rotates, hn::Le(far, all(plain_reach)));
}

/// PlainMeasure in lanes.
struct LaneMeasure {
  LaneTriple offset;
  Lane gap, extent, smaller, scale, back, unit;
  Which usual;

  HWY_INLINE LaneMeasure(double radius_a, double radius_b, const LaneTriple& a,
                         const LaneTriple& b) {
    const double extent_of_both = radius_a + radius_b;
    const LaneTriple o = b - a;
    const Lane sum = hn::Add(hn::Abs(o.x), hn::Add(hn::Abs(o.y), hn::Abs(o.z)));
    const Lane rough = hn::Add(all(extent_of_both), sum);
    const Id exponent = hn::ShiftRight<52>(hn::BitCast(id_tag, rough));
    scale = hn::BitCast(lane_tag, hn::ShiftLeft<52>(hn::Sub(all_ids(2046), exponent)));
    back = hn::BitCast(lane_tag, hn::ShiftLeft<52>(exponent));
    offset = o * scale;
    extent = hn::Mul(all(extent_of_both), scale);
    smaller = hn::Mul(all(std::min(radius_a, radius_b)), scale);
    gap = length(offset);
    unit = hn::Mul(all(unit_roundoff * (1 + 16 * unit_roundoff)), size());
    usual = hn::And(hn::Gt(rough, all(0x1p-900)), hn::Lt(rough, all(0x1p900)));
  }
  HWY_INLINE Lane size() const { return hn::Add(extent, gap); }
};

#endif  // lanes

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
