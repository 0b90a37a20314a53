// SPDX-License-Identifier: BSD-3-Clause

// Yes or no of hulls, boxes, balls and capsules has a path of its own, in plain double. It has to
// say what the distance says, on every instruction set, tracked or not.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <vector>

#include "support/only_target.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Pose;
using apart::Shape;
using Eigen::Vector3d;
using support::Random;

/// Of every kind that has a way of its own, `scale` large.
Shape some_shape(Random& random, int kind, double scale) {
  const auto length = [&] { return scale * random.between(0.2, 2); };
  const auto hull = [&](int count) -> Shape {
    auto points = support::on_sphere(random, count);
    for (Vector3d& p : points) p = scale * p.cwiseProduct(Vector3d(1, 0.7, random.between(0.1, 1)));
    return apart::Polytope::hull(points);
  };
  switch (kind) {
    case 0:
      return apart::Sphere(length());
    case 1:
      return apart::Capsule(length(), length());
    case 2:
      return apart::Box(length(), length(), length());
    case 3:
      return hull(random.integer(4, 8));
    case 4:
      return hull(random.integer(9, 32));
    case 5:
      return hull(random.integer(40, 128));
    default:
      return hull(300);
  }
}
constexpr int kinds = 7;

/// B is moved along a line through A's centre until its distance is about the gap; overlapping, if
/// that is negative.
Pose beside(Random& random, const Shape& a, const Pose& pose_a, const Shape& b, double gap) {
  const Vector3d way = support::direction(random);
  Pose pose_b(support::rotation(random), pose_a.translation);
  double in = 0, out = std::abs(gap) + 1;
  while (apart::intersects(a, pose_a, b, Pose(pose_b.rotation, pose_a.translation + out * way))) {
    out *= 2;
  }
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (in + out);
    pose_b.translation = pose_a.translation + middle * way;
    const Distance d = apart::distance(a, pose_a, b, pose_b);
    (d.lower > std::max(gap, 0.0) ? out : in) = middle;
  }
  if (gap < 0) out *= random.between(0, 0.9);
  pose_b.translation = pose_a.translation + out * way;
  return pose_b;
}

void expect_what_the_distance_says(const Shape& a, const Pose& pose_a, const Shape& b,
                                   const Pose& pose_b, apart::Tracker* tracker) {
  const Distance d = apart::distance(a, pose_a, b, pose_b);
  const auto within = [&](double r) { return apart::within(a, pose_a, b, pose_b, r, {}, tracker); };
  // What is within the last digits of touching may be called that.
  const double a_little = 1e-11 * (d.upper + pose_a.translation.norm() + 1e-3);
  const bool intersects = apart::intersects(a, pose_a, b, pose_b, {}, tracker);
  EXPECT_TRUE(intersects || d.lower > 0);
  if (d.lower > a_little) {
    EXPECT_FALSE(intersects);
    EXPECT_FALSE(within(0.5 * d.lower));
    EXPECT_FALSE(within(d.lower - a_little));
  }
  EXPECT_TRUE(within(d.upper));
  EXPECT_TRUE(within(d.upper + a_little));
  EXPECT_TRUE(within(1.5 * d.upper + a_little));
  EXPECT_TRUE(within(1e6 * d.upper + a_little));
  EXPECT_TRUE(within(INFINITY));
}

TEST(PlainWithin, SaysWhatTheDistanceSays) {
  for (int number = 0; number < 300; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Shape a = some_shape(random, number % kinds, 1);
    const Shape b = some_shape(random, number / kinds % kinds, number % 3 ? 1 : 20);
    const Pose pose_a(support::rotation(random), 3 * support::vector(random));
    for (const double gap : {-1.0, 0.0, 1e-12, 1e-6, 0.05, 3.0, 100.0}) {
      SCOPED_TRACE(gap);
      const Pose pose_b = beside(random, a, pose_a, b, gap);
      for (const std::int64_t target : support::targets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        const support::OnlyTarget only(target);
        expect_what_the_distance_says(a, pose_a, b, pose_b, nullptr);
        apart::Tracker tracker;
        expect_what_the_distance_says(a, pose_a, b, pose_b, &tracker);
      }
      if (HasFailure()) return;
    }
  }
}

TEST(PlainWithin, SizeDoesNotMatter) {
  for (int number = 0; number < 100; ++number) {
    SCOPED_TRACE(support::case_name(number));
    for (const double scale : {0x1p-350, 0x1p-70, 0x1p-20, 1.0, 0x1p50, 0x1p70, 0x1p350}) {
      Random random = support::random_case(number);
      const Shape a = some_shape(random, number % kinds, scale);
      const Shape b = some_shape(random, number / kinds % kinds, scale);
      const Pose pose_a(support::rotation(random), scale * support::vector(random));
      Pose pose_b(support::rotation(random), pose_a.translation);
      pose_b.translation += scale * random.between(0, 4) * support::direction(random);
      const Distance d = apart::distance(a, pose_a, b, pose_b);
      EXPECT_EQ(apart::intersects(a, pose_a, b, pose_b), !(d.lower > 0)) << scale;
      EXPECT_TRUE(apart::within(a, pose_a, b, pose_b, d.upper)) << scale;
      EXPECT_FALSE(d.lower > 0 && apart::within(a, pose_a, b, pose_b, 0.99 * d.lower)) << scale;
    }
  }
}

TEST(PlainWithin, ATrackerFollowsThroughContact) {
  for (int number = 0; number < 49; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Shape a = some_shape(random, number % kinds, 1);
    const Shape b = some_shape(random, number / kinds, 1);
    const Vector3d way = support::direction(random);
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.02, way.unitOrthogonal()).toRotationMatrix();
    apart::Tracker tracker;
    Pose pose(support::rotation(random), Vector3d(4 * way));
    for (int step = 0; step < 200; ++step) {
      pose.translation -= 0.04 * way;
      pose.rotation = turn * pose.rotation;
      const bool expected = !(apart::distance(a, {}, b, pose).lower > 0);
      ASSERT_EQ(apart::intersects(a, {}, b, pose, {}, &tracker), expected) << step;
    }
  }
}

}  // namespace
