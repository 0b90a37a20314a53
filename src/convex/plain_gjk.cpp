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

/// A polytope of many vertices, as far as it does not depend on where it stands.
template <Through through>
struct Many {
  using Corners = ManyCorners<through>;
  const detail::PolytopeData& hull;

  HWY_INLINE explicit Many(const Cornered& body) : hull(*body.hull) {}
  HWY_INLINE bool usual() const { return hull.centred; }
  HWY_INLINE double radius() const { return hull.radius; }
  HWY_INLINE double slack() const { return hull.slack; }
  HWY_INLINE Corners corners(const Pose& pose, double scale) const {
    return {hull, pose.rotation, scale};
  }
};
/// And one of few, or a box.
template <int most>
struct Few {
  using Corners = FewCorners<most>;
  const Cornered& body;

  HWY_INLINE explicit Few(const Cornered& b) : body(b) {}
  HWY_INLINE bool usual() const { return !body.hull || body.hull->centred; }
  HWY_INLINE double radius() const {
    return body.hull ? body.hull->radius : std::sqrt(dot(half(), half()));
  }
  HWY_INLINE double slack() const { return body.hull ? body.hull->slack : 0; }
  HWY_INLINE Corners corners(const Pose& pose, double scale) const {
    const Turn turn(pose.rotation, scale);
    return body.hull ? Corners(*body.hull, turn) : Corners(half(), turn);
  }
  HWY_INLINE Triple half() const {
    return {body.sides[0] / 2, body.sides[1] / 2, body.sides[2] / 2};
  }
};

template <class A, class B>
HWY_INLINE bool Solve(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b,
                      Tracker* tracker, Distance& d) {
  const PlainMeasure measure(a.radius() + b.radius(), pose_a, pose_b);
  if (!measure.usual || !a.usual() || !b.usual()) return false;
  const auto corners_a = a.corners(pose_a, measure.scale);
  const auto corners_b = b.corners(pose_b, measure.scale);
  const double slack = (a.slack() + b.slack()) * measure.scale;
  PlainGjk<typename A::Corners, typename B::Corners> gjk(corners_a, corners_b, measure, slack);
  return gjk.solve(pose_a, pose_b, tracker, d);
}

#define APART_PLAIN_PAIR(Name, A, B)                                                \
  APART_FLATTEN bool Name(const Cornered& a, const Pose& pose_a, const Cornered& b, \
                          const Pose& pose_b, Tracker* tracker, Distance& d) {      \
    return Solve(A(a), pose_a, B(b), pose_b, tracker, d);                           \
  }
APART_PLAIN_PAIR(EightAndEight, Few<8>, Few<8>)
APART_PLAIN_PAIR(FewAndFew, Few<most_turned>, Few<most_turned>)
APART_PLAIN_PAIR(FewAndMany, Few<most_turned>, Many<Through::either>)
APART_PLAIN_PAIR(ManyAndFew, Many<Through::either>, Few<most_turned>)
APART_PLAIN_PAIR(TwoInOctants, Many<Through::octants>, Many<Through::octants>)
APART_PLAIN_PAIR(TwoInCells, Many<Through::cells>, Many<Through::cells>)
APART_PLAIN_PAIR(ManyAndMany, Many<Through::either>, Many<Through::either>)
#undef APART_PLAIN_PAIR

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(EightAndEight);
HWY_EXPORT(FewAndFew);
HWY_EXPORT(FewAndMany);
HWY_EXPORT(ManyAndFew);
HWY_EXPORT(TwoInOctants);
HWY_EXPORT(TwoInCells);
HWY_EXPORT(ManyAndMany);

bool plain_gjk(const Cornered& a, const Pose& pose_a, const Cornered& b, const Pose& pose_b,
               Tracker* tracker, Distance& d) {
  const int count_a = a.count(), count_b = b.count();
  if (count_a <= 8 && count_b <= 8) {
    return HWY_DYNAMIC_DISPATCH(EightAndEight)(a, pose_a, b, pose_b, tracker, d);
  }
  const bool few_a = count_a <= most_turned, few_b = count_b <= most_turned;
  if (few_a && few_b) return HWY_DYNAMIC_DISPATCH(FewAndFew)(a, pose_a, b, pose_b, tracker, d);
  if (few_a) return HWY_DYNAMIC_DISPATCH(FewAndMany)(a, pose_a, b, pose_b, tracker, d);
  if (few_b) return HWY_DYNAMIC_DISPATCH(ManyAndFew)(a, pose_a, b, pose_b, tracker, d);
  if (!a.hull->cells && !b.hull->cells) {
    return HWY_DYNAMIC_DISPATCH(TwoInOctants)(a, pose_a, b, pose_b, tracker, d);
  }
  if (a.hull->cells && b.hull->cells) {
    return HWY_DYNAMIC_DISPATCH(TwoInCells)(a, pose_a, b, pose_b, tracker, d);
  }
  return HWY_DYNAMIC_DISPATCH(ManyAndMany)(a, pose_a, b, pose_b, tracker, d);
}

}  // namespace apart
#endif
