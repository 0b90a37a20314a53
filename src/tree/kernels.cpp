// SPDX-License-Identifier: BSD-3-Clause
#include "tree/kernels.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/kernels.cpp"
#include <hwy/foreach_target.h>

#include "tree/bounds-inl.hpp"
#include "tree/triangles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

template <class Real>
HWY_INLINE const Real* Rotation(const TreeMap& map) {
  if constexpr (sizeof(Real) == 4) {
    return map.rotation_f;
  } else {
    return map.rotation;
  }
}
template <class Real>
HWY_INLINE const Real* Translation(const TreeMap& map) {
  if constexpr (sizeof(Real) == 4) {
    return map.translation_f;
  } else {
    return map.translation;
  }
}

HWY_INLINE const Volumes<float>& As(const WideNode& node, Volumes<float>&) { return node; }
HWY_INLINE const Volumes<double>& As(const WideNode& node, Volumes<double>& room) {
  constexpr int size = sizeof(Volumes<float>) / sizeof(float);
  const float* from = node.frame[0][0];
  double* into = room.frame[0][0];
  for (int k = 0; k < size; ++k) into[k] = static_cast<double>(from[k]);
  return room;
}

/// A bit for every pair of the part.
template <class Tag, class Mask>
HWY_INLINE unsigned Bits(const Tag& tag, const Mask& mask, int part) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(tag, mask, bits);
  return (bits[0] | static_cast<unsigned>(bits[1]) << 8) << (part * hn::Lanes(tag));
}

/// Which slots of the pairs are leaves; those that are not in use are taken off the near.
HWY_INLINE void SortSlots(const WideNode& a, const WideNode& b, unsigned near, VolumePairs& pairs) {
  using P = Pairs<std::int32_t>;
  const P::Tag tag;
  const auto zero = hn::Zero(tag), nothing = P::set(WideNode::nothing);
  unsigned empty = 0;
  pairs.leaf_a = pairs.leaf_b = 0;
  for (int part = 0; part < P::parts; ++part) {
    const auto child_a = P::first(a.child, part), child_b = P::second(b.child, part);
    pairs.leaf_a |= Bits(tag, hn::Lt(child_a, zero), part);
    pairs.leaf_b |= Bits(tag, hn::Lt(child_b, zero), part);
    empty |= Bits(tag, hn::Or(hn::Eq(child_a, nothing), hn::Eq(child_b, nothing)), part);
  }
  pairs.near = near & ~empty;
}

/// What a lower bound has to reach to be left out, for kernels of either kind.
template <class Real>
HWY_INLINE Real AtLeast(double limit) {
  if constexpr (sizeof(Real) == 4) {
    return static_cast<float>((limit < 0x1p100 ? limit : 0x1p100) * (1 + 0x1p-22)) + 0x1p-126F;
  } else {
    return limit;
  }
}

/// Stores lower bounds as floats that are no larger, finds those below the limit, and the least of
/// the others.
class Sieve {
 public:
  HWY_INLINE void add(const Pairs<float>::Register& bound, float limit, int part, float* to,
                      LeftOut& left_out) {
    using P = Pairs<float>;
    const P::Tag tag;
    const int at = part * P::lanes;
    const auto below = hn::Lt(bound, P::set(limit));
    const auto least = hn::Load(tag, left_out.coarse + at);
    hn::Store(hn::Min(least, hn::IfThenElse(below, least, bound)), tag, left_out.coarse + at);
    hn::Store(bound, tag, to + at);
    near_ |= Bits(tag, below, part);
  }
  HWY_INLINE void add(const Pairs<double>::Register& bound, double limit, int part, float* to,
                      LeftOut& left_out) {
    using P = Pairs<double>;
    HWY_ALIGN double room[P::lanes];
    hn::Store(bound, P::Tag(), room);
    for (int k = 0; k < P::lanes; ++k) {
      const int at = part * P::lanes + k;
      to[at] = static_cast<float>(room[k] - std::abs(room[k]) * 0x1p-23);
      if (room[k] < limit) {
        near_ |= 1u << at;
      } else if (room[k] < left_out.fine) {
        left_out.fine = room[k];
      }
    }
  }
  HWY_INLINE unsigned near() const { return near_; }

 private:
  unsigned near_ = 0;
};

template <class Real>
HWY_INLINE void BoundsAs(const TreeMap& map, const WideNode& a, const WideNode& b, double limit,
                         VolumePairs& pairs, LeftOut& left_out) {
  Volumes<Real> room_a, room_b, placed;
  const Volumes<Real>&va = As(a, room_a), &vb = As(b, room_b);
  Place(vb, Rotation<Real>(map), Translation<Real>(map), static_cast<Real>(map.scale), placed);
  const auto slack = static_cast<Real>(sizeof(Real) == 4 ? map.coarse : map.fine);
  const Real enough = AtLeast<Real>(limit);
  Sieve sieve;
  for (int part = 0; part < Pairs<Real>::parts; ++part) {
    const VolumeBounds<Real> bounds(va, placed, part);
    const auto bound = bounds.get(slack, enough);
    StoreFloats(hn::Add(bound, bounds.between_centres()), pairs.guess + part * Pairs<Real>::lanes);
    sieve.add(bound, enough, part, pairs.bound, left_out);
  }
  SortSlots(a, b, sieve.near(), pairs);
}

void Bounds(const TreeMap& map, const WideNode& a, const WideNode& b, double limit, bool fine,
            VolumePairs& pairs, LeftOut& left_out) {
  if (fine) {
    BoundsAs<double>(map, a, b, limit, pairs, left_out);
  } else {
    BoundsAs<float>(map, a, b, limit, pairs, left_out);
  }
}

void Close(const TreeMap& map, const WideNode& a, const WideNode& b, double limit,
           VolumePairs& pairs) {
  Volumes<float> placed;
  Place<float>(b, map.rotation_f, map.translation_f, static_cast<float>(map.scale), placed);
  const auto margin =
      static_cast<float>(((limit < 0x1p100 ? limit : 0x1p100) + map.faces) * (1 + 0x1p-20));
  const Faces faces_a(a, margin), faces_b(placed, margin);
  unsigned near = 0;
  for (int part = 0; part < Pairs<float>::parts; ++part) {
    const Pairs<float>::Tag tag;
    const FaceTest test(a, faces_a, placed, faces_b, part);
    hn::Store(test.square, tag, pairs.bound + part * Pairs<float>::lanes);
    near |= Bits(tag, hn::Not(test.apart_by_face), part);
  }
  SortSlots(a, b, near, pairs);
}

template <class Real>
HWY_INLINE void ElementsAs(const TreeMap& map, const Group& ga, const Group& gb,
                           const double* apart, double slack, double limit, ElementPairs& pairs,
                           LeftOut& left_out) {
  Corners<Real> room_a, b;
  const Corners<Real>* a = &room_a;
  if constexpr (sizeof(Real) == 4) {
    a = &ga.corner;
  } else {
    for (int k = 0; k < 36; ++k) (&room_a[0][0][0])[k] = (&ga.corner[0][0][0])[k];
  }
  const Real offset[3] = {static_cast<Real>(apart[0]), static_cast<Real>(apart[1]),
                          static_cast<Real>(apart[2])};
  for (int k = 0; k < 3; ++k) Map(Rotation<Real>(map), offset, gb.corner[k], b[k]);
  const auto lost = static_cast<Real>(slack * (1 + 0x1p-20));
  const Real enough = AtLeast<Real>(limit);
  Sieve sieve;
  for (int part = 0; part < Pairs<Real>::parts; ++part) {
    TrianglePairs<Real> near(*a, b, part);
    const auto quick = near.quick_bound(lost);
    const auto told = hn::Ge(quick, Pairs<Real>::set(enough));
    if (hn::AllTrue(typename Pairs<Real>::Tag(), told)) {
      sieve.add(quick, enough, part, pairs.lower, left_out);
      continue;
    }
    near.solve();
    const auto bound = hn::IfThenElse(told, quick, near.lower_bound(lost));
    sieve.add(bound, enough, part, pairs.lower, left_out);
    near.store(pairs, lost, part);
  }
  const unsigned rows = 0xffffu >> 4 * (4 - ga.count()), columns = 0xfu >> (4 - gb.count());
  pairs.near = sieve.near() & rows & (columns * 0x1111u);
}

void Elements(const TreeMap& map, const Group& a, const Group& b, const double* apart, double slack,
              double limit, bool fine, ElementPairs& pairs, LeftOut& left_out) {
  if (fine) {
    ElementsAs<double>(map, a, b, apart, slack, limit, pairs, left_out);
  } else {
    ElementsAs<float>(map, a, b, apart, slack, limit, pairs, left_out);
  }
}

/// The first of equals, in whatever way they are spread over registers.
int Least(const float* value, unsigned which) {
  using P = Pairs<float>;
  const P::Tag tag;
  const auto meant = [&](int part) HWY_ATTR {
    const unsigned bits = which >> (part * P::lanes);
    const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits),
                                   static_cast<std::uint8_t>(bits >> 8)};
    return hn::LoadMaskBits(tag, bytes);
  };
  P::Register least = P::set(std::numeric_limits<float>::infinity());
  for (int part = 0; part < P::parts; ++part) {
    const auto x = hn::Load(tag, value + part * P::lanes);
    least = hn::IfThenElse(meant(part), hn::Min(least, x), least);
  }
  least = hn::MinOfLanes(tag, least);
  unsigned found = 0;
  for (int part = 0; part < P::parts; ++part) {
    found |= Bits(tag, hn::Eq(least, hn::Load(tag, value + part * P::lanes)), part);
  }
  return std::countr_zero(found & which);
}

template <bool least>
HWY_INLINE void Extremes(const Group& group, const float* n, float* each) {
  using Q = Quad<float>;
  const typename Q::Tag tag;
  for (int p = 0; p < Q::parts; ++p) {
    const auto along = [&](int k) HWY_ATTR {
      const auto x = hn::LoadU(tag, group.corner[k][0] + p * Q::lanes);
      const auto y = hn::LoadU(tag, group.corner[k][1] + p * Q::lanes);
      const auto z = hn::LoadU(tag, group.corner[k][2] + p * Q::lanes);
      return hn::Add(hn::Mul(hn::Set(tag, n[0]), x),
                     hn::Add(hn::Mul(hn::Set(tag, n[1]), y), hn::Mul(hn::Set(tag, n[2]), z)));
    };
    const auto v0 = along(0), v1 = along(1), v2 = along(2);
    const auto best = least ? hn::Min(v0, hn::Min(v1, v2)) : hn::Max(v0, hn::Max(v1, v2));
    hn::StoreU(best, tag, each + p * Q::lanes);
  }
}
void Highest(const Group& group, const float* n, float* each) { Extremes<false>(group, n, each); }
void Lowest(const Group& group, const float* n, float* each) { Extremes<true>(group, n, each); }

const TreeKernels* Kernels() {
  static constexpr TreeKernels kernels{Bounds, Close, Elements, Least, Highest, Lowest};
  return &kernels;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(Kernels);

const TreeKernels& tree_kernels() { return *HWY_DYNAMIC_DISPATCH(Kernels)(); }

}  // namespace apart
#endif
