// SPDX-License-Identifier: BSD-3-Clause
#include <apart/scene_motion.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <apart/error.hpp>
#include <cmath>

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

TEST(SceneMotion, SameAsThePairThatIsFirst) {
  for (std::uint64_t c = 100; c < 120; ++c) {
    SCOPED_TRACE(support::case_name(c));
    Random random = support::random_case(c);
    support::ShapeMaker maker(random, 1);
    const auto pose = [&] {
      const Eigen::Matrix3d r = support::rotation(random);
      return Pose(r, 8 * support::vector(random));
    };
    apart::Scene scene;
    scene.set_threads(c % 2 ? 1 : 3);
    std::vector<Motion> motion;
    std::vector<BodyMotion> moved;
    for (int i = 0; i < 24; ++i) {
      const auto kind = static_cast<support::Kind>(random.between(0, support::bounded_kinds));
      const Pose from = pose(), to = pose();
      const BodyId id = scene.add(maker.make(kind), from);
      motion.push_back(i % 2 ? Motion::between(from, to) : Motion(from));
      if (i % 2) moved.push_back({id, motion.back()});
    }
    double least = 1;
    for (int i = 0; i < 24; ++i) {
      for (int k = 0; k < i; ++k) {
        if (i % 2 == 0 && k % 2 == 0) continue;
        const auto of_pair =
            first_contact(scene.shape(BodyId{i}), motion[i], scene.shape(BodyId{k}), motion[k]);
        if (of_pair.contact) least = std::min(least, of_pair.time);
      }
    }
    EXPECT_NEAR(first_contact(scene, moved)->contact.time, least, 1e-12);
  }
}

TEST(SceneMotion, NoPairGoesFartherThanTheFirstContact) {
  const auto asked = [](bool with_contact) {
    int calls = 0;
    apart::Scene scene;
    scene.set_threads(1);
    scene.add(apart::Box(100, 1, 1), at(0, 0, 0), "wall");
    const BodyId glider = scene.add(apart::Box(1, 1, 1), at(-40, 1.001, 0), "glider");
    const auto along = [&calls](double s) {
      ++calls;
      return at(-40 + 80 * s, 1.001 + 1e-4 * std::sin(50 * s), 0);
    };
    std::vector<BodyMotion> ways{{glider, Motion::function(along, 81, 0)}};
    if (with_contact) {
      const BodyId ball = scene.add(apart::Sphere(1), at(0, 0, 20));
      ways.push_back({ball, Motion::between(at(0, 0, 20), at(0, 0, -1000))});
    }
    EXPECT_EQ(first_contact(scene, ways)->contact.contact, with_contact);
    return calls;
  };
  EXPECT_LT(asked(true), asked(false) / 10);
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

/// Points far from the origin are rounded: such rays once went through flat bodies, and met meshes
/// elsewhere than they said.
TEST(SceneMotion, RaysMeetFlatAndSharpThingsFarAway) {
  Random random = support::random_case(7);
  const Vector3d corners[] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                              {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
  const apart::Mesh::Corners faces[] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                        {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                        {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  const apart::Mesh cube = apart::Mesh::from_triangles(corners, faces);
  for (const double offset : {0.0, 30.0, 1000.0, 1e6}) {
    for (int i = 0; i < 100; ++i) {
      const Eigen::Matrix3d r = support::rotation(random);
      const Pose pose(r, offset * Vector3d(1, 0.7, 0.4) + support::vector(random));
      const Vector3d inner = pose * Vector3d(0.4 * support::vector(random).x(), 0.2, 0);
      const Vector3d from = inner + 10 * support::direction(random);
      for (const apart::Shape& flat :
           {apart::Shape(apart::Box(1, 1, 0)), apart::Shape(apart::Cylinder(0.6, 0))}) {
        apart::Scene scene;
        scene.add(flat, pose);
        const auto hit = cast_ray(scene, from, inner - from, 20);
        ASSERT_TRUE(hit) << offset << ' ' << i;
        const double t = (inner - from).norm();
        EXPECT_LE(hit->lower, t + 1e-13 * offset + 1e-12);
        EXPECT_GE(hit->upper, t - 1e-13 * offset - 1e-12);
      }
      apart::Scene scene;
      scene.add(cube, pose);
      const Vector3d edge = pose * Vector3d(1, 1, support::vector(random).x());
      const auto hit = cast_ray(scene, from, edge - from, 40);
      if (!hit) continue;  // it may pass by
      const Vector3d there = from + hit->upper * (edge - from).normalized();
      EXPECT_LE((there - hit->point).norm(), 1e-6 * (1 + 1e-3 * offset)) << offset << ' ' << i;
    }
  }
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
