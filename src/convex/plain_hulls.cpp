// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_ways.hpp"
#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_hulls.cpp"
#include <hwy/foreach_target.h>

#include "convex/plain_answer-inl.hpp"
#include "convex/plain_gjk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

template <class Corners>
HWY_INLINE Corners placed(const detail::PolytopeData& hull, const Pose& pose, double scale) {
  if constexpr (Corners::most_corners <= most_turned) {
    // Each number of the rotation goes straight to where it is needed, and is not kept for others.
    return Corners(hull, Turn(unknown(&pose)->rotation, scale));
  } else {
    return Corners(hull, pose, scale);
  }
}

/// Whether a gap may stay open: none, or those within a relative error, less what is lost of them
/// until an interval is published (docs/certificate.md, "With balls around"). Before there are
/// points, `upper` is infinite.
struct Exactly {
  HWY_INLINE Exactly(const PlainMeasure&, double, double) {}
  HWY_INLINE bool allows(double, double) const { return false; }
};
struct Roughly {
  double least, loss;

  HWY_INLINE Roughly(const PlainMeasure& measure, double slack, double relative_error)
      : least(1 - relative_error), loss(40 * measure.unit + slack) {}
  HWY_INLINE bool allows(double upper, double lower) const { return upper * least + loss <= lower; }
};

/// From the query to its answer: PlainGjk for two polytopes that are looked through in one way.
template <class Corners, class Rough>
HWY_INLINE Distance Directly(const Polytope& polytope_a, const Pose& pose_a,
                             const Polytope& polytope_b, const Pose& pose_b, Tracker* tracker,
                             HullWay::Otherwise* otherwise, double relative_error) {
  const detail::PolytopeData &a = polytope_a.data(), &b = polytope_b.data();
  const auto other = [&]() HWY_ATTR {
    return otherwise(polytope_a, pose_a, polytope_b, pose_b, tracker, relative_error);
  };
  const PlainMeasure measure(a.radius, b.radius, pose_a, pose_b, PlainMeasure::Scaling::never);
  if (!rigid(pose_a, pose_b) || !measure.usual || !a.centred || !b.centred) return other();
  const Corners corners_a = placed<Corners>(a, pose_a, measure.scale);
  const Corners corners_b = placed<Corners>(b, pose_b, measure.scale);
  const double slack = (a.slack + b.slack) * measure.scale;
  const PlainGuess guess(measure, &a, pose_a, &b, pose_b);
  PlainSimplex simplex;
  return PlainGjk<Corners, Corners>(corners_a, corners_b, measure, guess, slack, simplex)
      .answer(pose_a, pose_b, tracker, Rough(measure, slack, relative_error), other);
}

// Without a tracker nothing asks for one; nor for how exact the answer is to be.
#define APART_HULLS(Name, Corners)                                                               \
  APART_FLATTEN Distance Name(const Polytope& a, const Pose& pose_a, const Polytope& b,          \
                              const Pose& pose_b, Tracker*, HullWay::Otherwise* otherwise,       \
                              double) {                                                          \
    return Directly<Corners, Exactly>(a, pose_a, b, pose_b, nullptr, otherwise, 0);              \
  }                                                                                              \
  APART_FLATTEN Distance Tracked##Name(const Polytope& a, const Pose& pose_a, const Polytope& b, \
                                       const Pose& pose_b, Tracker* tracker,                     \
                                       HullWay::Otherwise* otherwise, double relative_error) {   \
    return Directly<Corners, Roughly>(a, pose_a, b, pose_b, tracker, otherwise, relative_error); \
  }
APART_HULLS(HullsOfEight, FewCorners<8>)
APART_HULLS(HullsOfFew, FewCorners<most_turned>)
APART_HULLS(HullsInOctants, ManyCorners<Through::octants>)
APART_HULLS(HullsInCells, ManyCorners<Through::cells>)
#undef APART_HULLS

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

#define APART_HULL_WAY(name, Kernel) \
  HWY_EXPORT(Kernel);                \
  HWY_EXPORT(Tracked##Kernel);       \
  constexpr HullWay name{HWY_DISPATCH_TABLE(Kernel), HWY_DISPATCH_TABLE(Tracked##Kernel)};
APART_HULL_WAY(of_eight, HullsOfEight)
APART_HULL_WAY(of_few, HullsOfFew)
APART_HULL_WAY(in_octants, HullsInOctants)
APART_HULL_WAY(in_cells, HullsInCells)

constinit const HullWays hull_ways = {of_eight, of_few, in_octants, in_cells};

}  // namespace apart
#endif
