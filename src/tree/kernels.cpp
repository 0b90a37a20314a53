// SPDX-License-Identifier: BSD-3-Clause
#include "tree/kernels.hpp"

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

/// All volumes of a node, or four times the same one.
template <class Real>
HWY_INLINE void Copy(const Volumes<float>& node, int slot, Volumes<Real>& to) {
  constexpr int rows = sizeof(Volumes<float>) / sizeof(float[4]);
  const float* from = &node.centre[0][0];
  Real* into = &to.centre[0][0];
  for (int k = 0; k < rows; ++k) {
    for (int i = 0; i < 4; ++i) {
      into[4 * k + i] = static_cast<Real>(from[4 * k + (slot < 0 ? i : slot)]);
    }
  }
}

template <class Real>
HWY_INLINE void BoundsAs(const TreeMap& map, const WideNode& a, int slot_a, const WideNode& b,
                         int slot_b, double limit, bool refine, VolumePairs& pairs) {
  Volumes<Real> room_a, room_b;
  Volumes<float> one_b;
  const Volumes<Real>* va = &room_a;
  const Volumes<float>* vb = &b;
  if (sizeof(Real) > 4 || slot_a >= 0) {
    Copy(a, slot_a, room_a);
  } else {
    if constexpr (sizeof(Real) == 4) va = &a;
  }
  if (slot_b >= 0) {
    Copy(b, slot_b, one_b);
    vb = &one_b;
  }
  MapVolumes(Rotation<Real>(map), Translation<Real>(map), static_cast<Real>(map.scale), *vb,
             room_b);
  const double slack = sizeof(Real) == 4 ? map.coarse : map.fine;
  HWY_ALIGN Real bound[16];
  LowerBounds(*va, room_b, static_cast<Real>(slack), refine, bound);
  const unsigned rows = slot_a < 0 ? 0xffff : 0xf, columns = slot_b < 0 ? 0xffff : 0x1111;
  pairs.near = 0;
  pairs.left_out = 0x1p500;
  for (int k = 0; k < 16; ++k) {
    const double x = static_cast<double>(bound[k]);
    pairs.bound[k] = x;
    pairs.near |= static_cast<unsigned>(x < limit) << k;
    pairs.left_out = x < limit || x > pairs.left_out ? pairs.left_out : x;
  }
  pairs.near &= rows & columns;
}

void Bounds(const TreeMap& map, const WideNode& a, int slot_a, const WideNode& b, int slot_b,
            double limit, bool fine, bool refine, VolumePairs& pairs) {
  if (fine) {
    BoundsAs<double>(map, a, slot_a, b, slot_b, limit, refine, pairs);
  } else {
    BoundsAs<float>(map, a, slot_a, b, slot_b, limit, refine, pairs);
  }
}

template <class Real>
HWY_INLINE void ElementsAs(const TreeMap& map, const Group& ga, const Group& gb,
                           const double* apart, double slack, ElementPairs& pairs) {
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
  for (int part = 0; part < Pairs<Real>::parts; ++part) {
    TrianglePairs<Real> near(*a, b, part);
    near.solve();
    near.store(pairs, static_cast<Real>(slack * (1 + 0x1p-20)), part);
  }
}

void Elements(const TreeMap& map, const Group& a, const Group& b, const double* apart, double slack,
              bool fine, ElementPairs& pairs) {
  if (fine) {
    ElementsAs<double>(map, a, b, apart, slack, pairs);
  } else {
    ElementsAs<float>(map, a, b, apart, slack, pairs);
  }
}

template <bool least>
HWY_INLINE double Extreme(const Group& group, const float* n) {
  using Q = Quad<float>;
  const typename Q::Tag tag;
  HWY_ALIGN float value[4];
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
    hn::StoreU(best, tag, value + p * Q::lanes);
  }
  float best = value[0];
  for (int k = 1; k < 4; ++k) best = (least ? value[k] < best : value[k] > best) ? value[k] : best;
  return static_cast<double>(best);
}
double Highest(const Group& group, const float* n) { return Extreme<false>(group, n); }
double Lowest(const Group& group, const float* n) { return Extreme<true>(group, n); }

const TreeKernels* Kernels() {
  static constexpr TreeKernels kernels{Bounds, Elements, Highest, Lowest};
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
