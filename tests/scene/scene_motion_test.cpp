// SPDX-License-Identifier: BSD-3-Clause
#include <apart/scene_motion.hpp>

#include <gtest/gtest.h>

#include <apart/error.hpp>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::BodyId;
using apart::BodyMotion;
using apart::Motion;
using apart::Pose;
using Eigen::Vector3d;
using support::Random;

Pose at(double x, double y, double z) { return Pose(Vector3d(x, y, z)); }

TEST(SceneMotion, TheFirstOfAllContacts) {
  apart::Scene scene;
  const BodyId ball = scene.add(apart::Sphere(1), at(0, 0, 0), "ball");
  const BodyId far = scene.add(apart::Box(1, 1, 1), at(20, 0, 0), "far");
  const BodyId near = scene.add(apart::Box(1, 1, 1), at(10, 0, 0), "near");
  scene.add(apart::Box(1, 1, 1), at(5, 5, 0), "aside");
  const std::vector<BodyMotion> way{{ball, Motion::between(at(0, 0, 0), at(30, 0, 0))}};
  const auto found = first_contact(scene, way);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->contact.contact);
  EXPECT_EQ(found->a, ball);
  EXPECT_EQ(found->b, near);
  EXPECT_NEAR(found->contact.time, 8.5 / 30, 1e-6);
  EXPECT_LE(found->contact.time_lower, 8.5 / 30);
  EXPECT_EQ(scene.pose(ball).translation, Vector3d::Zero());

  const auto along = clear_along(scene, way, 0.1);
  EXPECT_FALSE(along);
  EXPECT_EQ(along.a, ball);
  scene.ignore(ball, near);
  scene.ignore(ball, far);
  EXPECT_TRUE(clear_along(scene, way, 3.4));
  EXPECT_FALSE(clear_along(scene, way, 3.6));
  EXPECT_FALSE(first_contact(scene, way)->contact.contact);
}

TEST(SceneMotion, TwoThatMoveMeetHalfWay) {
  apart::Scene scene;
  const BodyId a = scene.add(apart::Sphere(1), at(0, 0, 0));
  const BodyId b = scene.add(apart::Sphere(1), at(10, 0, 0));
  const std::vector<BodyMotion> ways{{a, Motion::between(at(0, 0, 0), at(10, 0, 0))},
                                     {b, Motion::between(at(10, 0, 0), at(0, 0, 0))}};
  EXPECT_NEAR(first_contact(scene, ways)->contact.time, 0.4, 1e-6);
  const auto distances = distance_along(scene, ways, 10);
  ASSERT_EQ(distances.size(), 11u);
  for (const auto& d : distances) {
    EXPECT_TRUE(support::holds(d.answer, std::abs(10 - 20 * d.s) - 2, 1e-12)) << d.s;
  }
}

TEST(SceneMotion, NoSampleContradicts) {
  for (std::uint64_t c = 0; c < 40; ++c) {
    SCOPED_TRACE(support::case_name(c));
    Random random = support::random_case(c);
    support::ShapeMaker maker(random, 1);
    apart::Scene scene;
    std::vector<BodyId> ids;
    for (int i = 0; i < 12; ++i) {
      const auto kind = static_cast<support::Kind>(random.between(0, support::bounded_kinds));
      const Eigen::Matrix3d r = support::rotation(random);
      ids.push_back(scene.add(maker.make(kind), Pose(r, 6 * support::vector(random))));
    }
    const auto pose = [&] {
      const Eigen::Matrix3d r = support::rotation(random);
      return Pose(r, 6 * support::vector(random));
    };
    const std::vector<BodyMotion> ways{{ids[0], Motion::between(pose(), pose())},
                                       {ids[1], Motion::screw(pose(), pose())}};
    const auto found = first_contact(scene, ways);
    ASSERT_TRUE(found);
    const double until = found->contact.contact ? found->contact.time_lower : 1;
    const bool clear = clear_along(scene, ways, 0.05).clear;
    for (int t = 0; t <= 200; ++t) {
      const double s = t / 200.0;
      apart::Scene now = scene;
      now.set_threads(1);
      for (const auto& way : ways) now.move(way.body, way.motion(s));
      for (const auto& way : ways) {
        const double d = now.nearest(way.body)->distance.upper;
        EXPECT_TRUE(!(s < until) || d > 0) << s;
        EXPECT_TRUE(!clear || d > 0.05 - 1e-9) << s;
      }
    }
  }
}

TEST(SceneMotion, Rays) {
  apart::Scene scene;
  const BodyId floor = scene.add(apart::Halfspace({0, 0, 1}, 0));
  const BodyId ball = scene.add(apart::Sphere(1), at(0, 0, 5));
  const BodyId box = scene.add(apart::Box(2, 2, 2), at(10, 0, 5), {}, "boxes");
  const auto down = cast_ray(scene, {0, 0, 10}, {0, 0, -3}, 100);
  ASSERT_TRUE(down);
  EXPECT_EQ(down->body, ball);
  EXPECT_LE(down->lower, 4);
  EXPECT_NEAR(down->upper, 4, 1e-8);
  EXPECT_NEAR(down->normal.z(), 1, 1e-8);
  EXPECT_NEAR(down->point.z(), 6, 1e-8);
  EXPECT_EQ(cast_ray(scene, {3, 0, 10}, {0, 0, -1}, 100)->body, floor);
  EXPECT_EQ(cast_ray(scene, {0, 0, 10}, {1, 0, -0.5}, 100)->body, box);
  EXPECT_EQ(cast_ray(scene, {0, 0, 5.5}, {1, 0, 0}, 100, "boxes")->body, box);
  EXPECT_EQ(cast_ray(scene, {0, 0, 5.5}, {1, 0, 0}, 100)->upper, 0);  // it starts inside
  EXPECT_FALSE(cast_ray(scene, {0, 0, 10}, {0, 0, 1}, 100));
  EXPECT_FALSE(cast_ray(scene, {0, 0, 10}, {0, 0, -1}, 3.9));
  EXPECT_THROW(cast_ray(scene, {0, 0, 0}, {0, 0, 0}, 1), apart::InvalidInput);
  EXPECT_THROW(cast_ray(scene, {0, 0, 0}, {0, 0, 1}, INFINITY), apart::InvalidInput);
}

TEST(SceneMotion, RaysDoNotDependOnHowFarTheyMightGo) {
  apart::Scene scene;
  const BodyId floor = scene.add(apart::Halfspace({0, 0, 1}, 0));
  const BodyId ball = scene.add(apart::Sphere(0.1), at(0, 0, 1));
  const apart::Part parts[] = {{apart::Sphere(1), at(0, 0, 1)},
                               {apart::Box(1, 1, 1), at(0, 0, -1)}};
  const BodyId both = scene.add(apart::Compound(parts), at(20, 0, 5));
  for (const double length : {10.0, 1e3, 1e6, 1e9, 1e15, 1e100}) {
    SCOPED_TRACE(length);
    EXPECT_FALSE(cast_ray(scene, {5, 0, 1e-3}, {0, 1, 0}, length));
    EXPECT_FALSE(cast_ray(scene, {5, 0, 1}, {0, 0, 1}, length));
    const auto hit = cast_ray(scene, {0, 0, 5}, {0, 0, -1}, length);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->body, ball);
    EXPECT_NEAR(hit->upper, 3.9, 1e-12);
    EXPECT_LE(hit->lower, hit->upper);
    const auto down = cast_ray(scene, {5, 0, 5}, {0, 0, -1}, length);
    ASSERT_TRUE(down);
    EXPECT_EQ(down->body, floor);
    EXPECT_NEAR(down->upper, 5, 1e-12);
    const auto part = cast_ray(scene, {20, 0.25, 14}, {0, 0, -1}, length);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->body, both);
    EXPECT_NEAR(part->upper, 8 - std::sqrt(1 - 0.0625), 1e-12);
    EXPECT_NEAR(part->normal.y(), 0.25, 1e-5);
  }
}

TEST(SceneMotion, BadInputGetsASentence) {
  apart::Scene scene;
  const BodyId a = scene.add(apart::Sphere(1));
  EXPECT_FALSE(first_contact(scene, std::vector<BodyMotion>{{a, Motion(Pose())}}));
  EXPECT_FALSE(first_contact(scene, {}));
  const std::vector<BodyMotion> twice{{a, Motion(Pose())}, {a, Motion(Pose())}};
  EXPECT_THROW(first_contact(scene, twice), apart::InvalidInput);
  const std::vector<BodyMotion> stranger{{BodyId{9}, Motion(Pose())}};
  EXPECT_THROW(first_contact(scene, stranger), apart::InvalidInput);
  EXPECT_THROW(clear_along(scene, twice, 0), apart::InvalidInput);
  EXPECT_THROW(clear_along(scene, {}, -1), apart::InvalidInput);
  EXPECT_THROW(distance_along(scene, {}, 0), apart::InvalidInput);
}

}  // namespace
