// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_distance.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_lanes.cpp"
#include <hwy/foreach_target.h>

#include "convex/lane_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

APART_FLATTEN unsigned SomePoses(const detail::PolytopeData& a, const Pose* pose_a,
                                 const detail::PolytopeData& b, const Pose* pose_b, int count,
                                 Distance* out) {
#if HWY_TARGET == HWY_SCALAR
  (void)a, (void)pose_a, (void)b, (void)pose_b, (void)count, (void)out;
  return 0;
#else
  if (lane_count < 4 || !a.centred || !b.centred) return 0;
  if (a.count > LaneHull::many || b.count > LaneHull::many) return 0;
  unsigned answered = 0;
  for (int from = 0; from < count; from += lane_count) {
    LaneSearch search(a, b);
    std::array<PlainMeasure, 8> measure;
    const int here = std::min(count - from, lane_count);
    for (int lane = 0; lane < lane_count; ++lane) {
      const int i = from + std::min(lane, here - 1);  // the last again in lanes that are left over
      measure[lane] = PlainMeasure(a.radius + b.radius, 0, pose_a[i], pose_b[i]);
      search.set(lane, pose_a[i], pose_b[i], measure[lane]);
    }
    search.run();
    for (int lane = 0; lane < here; ++lane) {
      const PlainMeasure& m = measure[lane];
      const int i = from + lane;
      const double slack = (a.slack + b.slack) * m.scale;
      if (m.usual && search.answer(lane, m, slack, pose_a[i], pose_b[i], out[i])) {
        answered |= 1u << i;
      }
    }
  }
  return answered;
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(SomePoses);

unsigned plain_gjk_of_some(const detail::PolytopeData& a, const Pose* pose_a,
                           const detail::PolytopeData& b, const Pose* pose_b, int count,
                           Distance* out) {
  return HWY_DYNAMIC_DISPATCH(SomePoses)(a, pose_a, b, pose_b, count, out);
}

}  // namespace apart
#endif
