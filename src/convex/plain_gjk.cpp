// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_distance.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_gjk.cpp"
#include <hwy/foreach_target.h>

#include "convex/plain_gjk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A body by its kind, for what does not depend on where it stands.
struct HullBody {
  using Corners = HullCorners;
  const detail::PolytopeData& data;

  HWY_INLINE explicit HullBody(Cornered body) : data(*body.hull) {}
  HWY_INLINE bool usual() const { return data.centred; }
  HWY_INLINE double radius() const { return data.radius; }
  HWY_INLINE double slack() const { return data.slack; }
  HWY_INLINE Corners corners(const Turn& turn) const { return {data, turn}; }
};
struct BoxBody {
  using Corners = BoxCorners;
  const Triple half;

  HWY_INLINE explicit BoxBody(Cornered body)
      : half{body.sides[0] / 2, body.sides[1] / 2, body.sides[2] / 2} {}
  HWY_INLINE static bool usual() { return true; }
  HWY_INLINE double radius() const { return std::sqrt(dot(half, half)); }
  HWY_INLINE static double slack() { return 0; }
  HWY_INLINE Corners corners(const Turn& turn) const { return {half, turn}; }
};

template <class A, class B>
HWY_INLINE bool Solve(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b,
                      Tracker* tracker, Distance& d) {
  const PlainMeasure measure(a.radius() + b.radius(), 0, pose_a, pose_b);
  if (!measure.usual || !a.usual() || !b.usual()) return false;
  const auto corners_a = a.corners(Turn(pose_a.rotation, measure.scale));
  const auto corners_b = b.corners(Turn(pose_b.rotation, measure.scale));
  const double slack = (a.slack() + b.slack()) * measure.scale;
  PlainGjk<typename A::Corners, typename B::Corners> gjk(corners_a, corners_b, measure, slack);
  return gjk.solve(pose_a, pose_b, tracker, d);
}

#define APART_PLAIN_PAIR(Name, A, B)                                                      \
  APART_FLATTEN bool Name(Cornered a, const Pose& pose_a, Cornered b, const Pose& pose_b, \
                          Tracker* tracker, Distance& d) {                                \
    return Solve(A(a), pose_a, B(b), pose_b, tracker, d);                                 \
  }
APART_PLAIN_PAIR(TwoHulls, HullBody, HullBody)
APART_PLAIN_PAIR(TwoBoxes, BoxBody, BoxBody)
APART_PLAIN_PAIR(HullAndBox, HullBody, BoxBody)
APART_PLAIN_PAIR(BoxAndHull, BoxBody, HullBody)
#undef APART_PLAIN_PAIR

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(TwoHulls);
HWY_EXPORT(TwoBoxes);
HWY_EXPORT(HullAndBox);
HWY_EXPORT(BoxAndHull);

bool plain_gjk(Cornered a, const Pose& pose_a, Cornered b, const Pose& pose_b, Tracker* tracker,
               Distance& d) {
  if (a.hull && b.hull) {
    return HWY_DYNAMIC_DISPATCH(TwoHulls)(a, pose_a, b, pose_b, tracker, d);
  }
  if (a.hull) return HWY_DYNAMIC_DISPATCH(HullAndBox)(a, pose_a, b, pose_b, tracker, d);
  if (b.hull) return HWY_DYNAMIC_DISPATCH(BoxAndHull)(a, pose_a, b, pose_b, tracker, d);
  return HWY_DYNAMIC_DISPATCH(TwoBoxes)(a, pose_a, b, pose_b, tracker, d);
}

}  // namespace apart
#endif
