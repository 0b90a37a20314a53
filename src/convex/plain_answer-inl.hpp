// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_PLAIN_ANSWER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_PLAIN_ANSWER_INL
#undef APART_PLAIN_ANSWER_INL
#else
#define APART_PLAIN_ANSWER_INL
#endif

#include <apart/distance.hpp>
#include <bit>

#include "convex/plain_distance.hpp"
#include "convex/plain_measure.hpp"
#include "convex/rigid.hpp"
#include "convex/three-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A pose in registers.
struct Placed {
  Three column[3], at;
  const double* translation;

  HWY_INLINE explicit Placed(const Pose& pose) : translation(pose.translation.data()) {
    const double* r = pose.rotation.data();
    for (int k = 0; k < 3; ++k) column[k] = Three::load(r + 3 * k);
    at = Three::load(r + 8).last_three();  // the translation follows
  }
  HWY_INLINE Three square() const {
    return (column[0] * column[0] + column[1] * column[1]) + column[2] * column[2];
  }
  /// One coordinate of the way from another, in all places: sooner there than out of `at`.
  HWY_INLINE Three way_from(const Placed& other, int k) const {
    return Three::of(translation[k]) - Three::of(other.translation[k]);
  }
  HWY_INLINE Three volume() const { return column[0] * cross(column[1], column[2]); }
};

/// Are the rotations plainly rotations?
HWY_INLINE bool rotate(const Placed& a, const Placed& b) {
  Two square, volume;
  sums(a.square(), b.square(), a.volume(), b.volume(), square, volume);
  return all(rotates(square, volume));
}
/// Are they so to the last digits? Of rotations that were made of floats, transposes are no
/// inverses, and what closed forms find has to be refined. One axis of each tells, as a rule; where
/// it does not, the proof does. It is asked before anything else, and has to cost little.
HWY_INLINE bool rotate_exactly(const Placed& a, const Placed& b) {
  const double off_a = (a.column[2] * a.column[2]).sum() - 1;
  const double off_b = (b.column[2] * b.column[2]).sum() - 1;
  return std::max(std::abs(off_a), std::abs(off_b)) <= 0x1p-48;
}
/// As plainly_rigid(): of every pose that holds that, this holds.
HWY_INLINE bool rigid(const Placed& a, const Placed& b) {
  const Three far = Three::of(2 * plain_reach * (1 + 0x1p-52));  // the next after
  return rotate(a, b) && below(size(a.at) + size(b.at), far) == 7;
}
HWY_INLINE bool rigid(const Pose& a, const Pose& b) { return rigid(Placed(a), Placed(b)); }

HWY_INLINE bool remembered(const Distance& d, Tracker* tracker) {
  if (tracker) remember(d.witness, d.normal, *tracker);
  return true;
}

/// How large a problem is; see PlainMeasure. Nothing is scaled: only squares of lengths are formed.
struct PlainSize {
  double extent, rounding, gap, all, unit;

  HWY_INLINE PlainSize(double extent_of_both, double rounding_of_both, double gap_of_centres)
      : extent(extent_of_both),
        rounding(rounding_of_both),
        gap(gap_of_centres),
        all((extent + rounding) + gap),
        unit(unit_roundoff * (1 + 16 * unit_roundoff) * all) {}
  HWY_INLINE bool usual() const { return all > 0x1p-450 && all < 0x1p450; }
};

/// A coordinate of a near point between its ends: its bit among those of a vertex, 0 to 2 being
/// A's, 4 to 6 B's, and what it is above the lower end, as a part of the whole, on_grid(). Zero if
/// there is none.
struct FreeCoordinate {
  unsigned bit;
  double share;
};
/// Multiples of 2^-52.
template <class Share>
HWY_INLINE Share on_grid(Share share, Share one) {
  return (share + one) - one;
}

/// Which vertices carry the near points, with which weights.
struct Carriers {
  int size = 1;
  unsigned first = 0, second = 0, third = 0;  // bits as above
  double weight[3] = {1, 0, 0};

  HWY_INLINE void write(Witness& w) const {
    w.size = size;
    w.vertex_a = {int(first & 7), int(second & 7), int(third & 7), 0};
    w.vertex_b = {int(first >> 4), int(second >> 4), int(third >> 4), 0};
    w.weight = {weight[0], weight[1], weight[2], 0};
  }
};

/// If at most two coordinates are free; `corner` has the bits of others that are at their upper
/// ends. Weights are multiples of 2^-52 and sum to 1 exactly.
HWY_INLINE Carriers carriers(unsigned corner, FreeCoordinate i, FreeCoordinate j) {
  const double less = std::min(i.share, j.share), more = std::max(i.share, j.share);
  // Not by a branch: which of them is larger is anybody's guess.
  const unsigned larger_i = 0u - unsigned{i.share >= j.share};
  return {1 + (i.bit != 0) + (j.bit != 0),
          corner,
          corner | (i.bit & larger_i) | (j.bit & ~larger_i),
          corner | i.bit | j.bit,
          {1 - more, more - less, less}};
}

/// Of boxes, or what is none where the half sides are zero: `first` is 0 for A, 4 for B.
class BoxCarriers {
 public:
  HWY_INLINE void add(int first, Three local, Three half) {
    const unsigned free = below(size(local), half), upper = below(Three::of(0), local) & ~free;
    free_ |= free << first;
    corner_ |= upper << first;
    on_grid((local + half) / (half + half), Three::of(1)).store(share_ + first);
  }
  /// None if more than two coordinates are free.
  HWY_INLINE Carriers result() {
    share_[7] = 0;  // of a coordinate that is not there
    const unsigned after = free_ & (free_ - 1), first = free_ & (0 - free_);
    const int i = std::countr_zero(first | 128), j = std::countr_zero((after & (0 - after)) | 128);
    Carriers c = carriers(corner_, {first, share_[i]}, {after, share_[j]});
    if (after & (after - 1)) c.size = 0;
    return c;
  }

 private:
  double share_[8];
  unsigned free_ = 0, corner_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
