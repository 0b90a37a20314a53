// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_ways.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_gjk.cpp"
#include <hwy/foreach_target.h>

#include "convex/plain_answer-inl.hpp"
#include "convex/plain_bodies-inl.hpp"
#include "convex/plain_gjk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

template <class A, class B>
HWY_INLINE bool Solve(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b,
                      Tracker* tracker, Distance& d) {
  const PlainMeasure measure(a.radius(), b.radius(), pose_a, pose_b);
  if (!rigid(pose_a, pose_b) || !measure.usual || !a.usual() || !b.usual()) return false;
  const auto corners_a = a.corners(pose_a, measure.scale);
  const auto corners_b = b.corners(pose_b, measure.scale);
  const double slack = (a.slack() + b.slack()) * measure.scale;
  const PlainGuess guess(measure, a.polytope(), pose_a, b.polytope(), pose_b);
  PlainSimplex simplex;
  PlainGjk<typename A::Corners, typename B::Corners> gjk(corners_a, corners_b, measure, guess,
                                                         slack, simplex);
  return gjk.solve(pose_a, pose_b, tracker, d);
}

#define APART_PLAIN_PAIR(Name, A, B)                                                  \
  APART_FLATTEN bool Name(const PlainBody& a, const Pose& pose_a, const PlainBody& b, \
                          const Pose& pose_b, Tracker* tracker, Distance& d) {        \
    return Solve(A(a), pose_a, B(b), pose_b, tracker, d);                             \
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

APART_PLAIN_WAY(eight_and_eight, EightAndEight)
APART_PLAIN_WAY(few_and_few, FewAndFew)
APART_PLAIN_WAY(few_and_many, FewAndMany)
APART_PLAIN_WAY(many_and_few, ManyAndFew)
APART_PLAIN_WAY(two_in_octants, TwoInOctants)
APART_PLAIN_WAY(two_in_cells, TwoInCells)
APART_PLAIN_WAY(many_and_many, ManyAndMany)

}  // namespace apart
#endif
