// SPDX-License-Identifier: BSD-3-Clause
#include "tree/fit_kernels.hpp"

#include <algorithm>
#include <limits>

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/fit_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, FitPoints::multiple>;
using V = hn::Vec<Tag>;
constexpr Tag tag;

HWY_INLINE double FitLargest(const V& v) {
  HWY_ALIGN double room[hn::MaxLanes(Tag())];
  hn::Store(v, tag, room);
  return *std::max_element(room, room + hn::Lanes(tag));
}

template <bool radii>
HWY_INLINE void FitTurnAs(const FitPoints& points, const double* rows, const double* origin,
                          double* low, double* high) {
  const V least = hn::Set(tag, -std::numeric_limits<double>::infinity());
  V down[3] = {least, least, least}, up[3] = {least, least, least};
  for (std::size_t i = 0; i < points.size; i += hn::Lanes(tag)) {
    const V x = hn::Sub(hn::LoadU(tag, points.x + i), hn::Set(tag, origin[0]));
    const V y = hn::Sub(hn::LoadU(tag, points.y + i), hn::Set(tag, origin[1]));
    const V z = hn::Sub(hn::LoadU(tag, points.z + i), hn::Set(tag, origin[2]));
    double* const to[3] = {points.x, points.y, points.z};
    for (int k = 0; k < 3; ++k) {
      const double* m = rows + 3 * k;
      const V q = hn::Add(hn::Mul(hn::Set(tag, m[0]), x),
                          hn::Add(hn::Mul(hn::Set(tag, m[1]), y), hn::Mul(hn::Set(tag, m[2]), z)));
      hn::StoreU(q, tag, to[k] + i);
      if constexpr (radii) {
        const V r = hn::LoadU(tag, points.r + i);
        down[k] = hn::Max(down[k], hn::Sub(r, q));
        up[k] = hn::Max(up[k], hn::Add(q, r));
      } else {
        down[k] = hn::Max(down[k], hn::Neg(q));
        up[k] = hn::Max(up[k], q);
      }
    }
  }
  for (int k = 0; k < 3; ++k) {
    low[k] = -FitLargest(down[k]);
    high[k] = FitLargest(up[k]);
  }
}

void FitTurn(const FitPoints& points, const double* rows, const double* origin, double* low,
             double* high) {
  if (points.r) {
    FitTurnAs<true>(points, rows, origin, low, high);
  } else {
    FitTurnAs<false>(points, rows, origin, low, high);
  }
}

void FitCaps(const FitPoints& points, const double* middle, double top, double& up, double& down) {
  V above = hn::Zero(tag), below = above;
  for (std::size_t i = 0; i < points.size; i += hn::Lanes(tag)) {
    const V x = hn::Sub(hn::LoadU(tag, points.x + i), hn::Set(tag, middle[0]));
    const V y = hn::Sub(hn::LoadU(tag, points.y + i), hn::Set(tag, middle[1]));
    const V z = hn::Sub(hn::LoadU(tag, points.z + i), hn::Set(tag, middle[2]));
    const V square = hn::Add(hn::Mul(x, x), hn::Mul(y, y));
    const V gap_up = hn::Sub(hn::Set(tag, top), z), gap_down = hn::Add(hn::Set(tag, top), z);
    above = hn::Max(above, hn::Add(hn::Div(square, gap_up), gap_up));
    below = hn::Max(below, hn::Add(hn::Div(square, gap_down), gap_down));
  }
  up = FitLargest(above);
  down = FitLargest(below);
}

const FitKernels* FitLoops() {
  static constexpr FitKernels kernels{FitTurn, FitCaps};
  return &kernels;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(FitLoops);

const FitKernels& fit_kernels() { return *HWY_DYNAMIC_DISPATCH(FitLoops)(); }

}  // namespace apart
#endif
