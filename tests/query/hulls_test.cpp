// SPDX-License-Identifier: BSD-3-Clause

// Two polytopes of one kind, from the query to the answer: of few, some and many vertices, which
// are looked through in different ways, with a tracker and without.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <limits>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Polytope;
using apart::Pose;
using apart::Status;
using apart::Tracker;
using support::Random;

struct Hulls {
  Polytope a, b;
  Pose pose_a, pose_b;

  Distance distance(Tracker* tracker = nullptr) const {
    return apart::distance(a, pose_a, b, pose_b, {}, tracker);
  }
  void confirm(const Distance& d) const {
    EXPECT_TRUE(support::confirmed(apart::verify(a, pose_a, b, pose_b, d), d));
  }
};

Hulls random_hulls(Random& random, int vertices, double apart) {
  const Pose a(support::rotation(random), support::vector(random));
  return {Polytope::hull(support::on_sphere(random, vertices)),
          Polytope::hull(support::on_sphere(random, vertices)), a,
          Pose(support::rotation(random), a.translation + apart * support::direction(random))};
}

class HullsOf : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Kinds, HullsOf, testing::Values(4, 8, 9, 20, 32, 33, 100, 128, 129, 500));

TEST_P(HullsOf, ATrackerThatMakesNoSenseChangesNothingThatIsProved) {
  SCOPED_TRACE(support::case_name(91));
  Random random = support::random_case(91);
  const int n = GetParam();
  constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
  const int sizes[] = {0, 1, 2, 3, 4, 5, 7, -3, most, least};
  for (int i = 0; i < 300; ++i) {
    const Hulls hulls = random_hulls(random, n, random.between(0, 4));
    const Distance cold = hulls.distance();
    Tracker tracker;
    tracker.size = sizes[random.integer(0, 9)];
    const auto index = [&] {
      const int any[] = {0, n - 1, n, -1, most, least, random.integer(0, n - 1)};
      return any[random.integer(0, 3) == 0 ? random.integer(0, 5) : 6];
    };
    for (int k = 0; k < 4; ++k) tracker.vertex_a[k] = index(), tracker.vertex_b[k] = index();
    if (random.integer(0, 3) == 0) {  // all the same
      tracker.vertex_a.fill(tracker.vertex_a[0]);
      tracker.vertex_b.fill(tracker.vertex_b[0]);
    }
    const int kind = random.integer(0, 3);
    tracker.direction = kind == 0   ? Eigen::Vector3d(NAN, 0, 1)
                        : kind == 1 ? Eigen::Vector3d(0, 0, 0)
                        : kind == 2 ? cold.normal
                                    : support::direction(random);
    const Distance d = hulls.distance(&tracker);
    EXPECT_TRUE(support::meet(d, cold));
    EXPECT_EQ(d.status, cold.status);
    hulls.confirm(d);
    hulls.confirm(hulls.distance(&tracker));  // what it has learnt is true
  }
}

TEST_P(HullsOf, InMotionATrackerNeedsFewerLooks) {
  SCOPED_TRACE(support::case_name(92));
  Random random = support::random_case(92);
  long cold_looks = 0, tracked_looks = 0;
  for (int motion = 0; motion < 10; ++motion) {
    Hulls hulls = random_hulls(random, GetParam(), random.between(1.9, 2.3));
    const Eigen::AngleAxisd turn(0.02, support::direction(random));
    const Eigen::Vector3d step = 0.02 * support::direction(random);
    Tracker tracker;
    for (int i = 0; i < 50; ++i) {
      const Distance cold = hulls.distance(), tracked = hulls.distance(&tracker);
      EXPECT_TRUE(support::meet(tracked, cold));
      hulls.confirm(tracked);
      cold_looks += cold.support_calls;
      tracked_looks += tracked.support_calls;
      hulls.pose_b.rotation = turn * hulls.pose_b.rotation;
      hulls.pose_b.translation += step;
    }
  }
  EXPECT_LT(2 * tracked_looks, cold_looks);
}

TEST_P(HullsOf, DeepInEachOtherFourLooksDo) {
  SCOPED_TRACE(support::case_name(93));
  Random random = support::random_case(93);
  const bool round = GetParam() >= 20;  // of fewer vertices some reach less far than that
  int four = 0;
  for (int i = 0; i < 200; ++i) {
    const Hulls hulls = random_hulls(random, GetParam(), random.between(0.2, 1));
    const Distance d = hulls.distance();
    EXPECT_TRUE(!round || d.status == Status::overlapping);
    hulls.confirm(d);
    EXPECT_EQ(apart::intersects(hulls.a, hulls.pose_a, hulls.b, hulls.pose_b), d.lower == 0);
    four += d.support_calls == 4;
  }
  EXPECT_GT(four, round ? 150 : 0);
}

// Around an axis a basis is made of one direction; where centres are the same there is none.
TEST_P(HullsOf, AlongAxesAndAboutOneCentre) {
  SCOPED_TRACE(support::case_name(94));
  Random random = support::random_case(94);
  for (int i = 0; i < 27; ++i) {
    const Eigen::Vector3d way(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    for (const double far : {0.0, 1e-9, 0.5, 1.0, 1.9, 2.5, 9.0}) {
      Hulls hulls = random_hulls(random, GetParam(), 0);
      hulls.pose_b.translation = hulls.pose_a.translation = Eigen::Vector3d::Zero();
      hulls.pose_b.translation = far * way;
      const Distance d = hulls.distance();
      hulls.confirm(d);
      EXPECT_NE(d.status, Status::not_converged);
    }
  }
}

}  // namespace
