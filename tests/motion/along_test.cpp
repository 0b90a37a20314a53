// SPDX-License-Identifier: BSD-3-Clause
// Contacts with known times, motions that are awkward, and what is refused.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <numbers>
#include <string>

#include "samples/chess.hpp"
#include "support/random.hpp"
#include "support/refusal.hpp"
#include "support/turn.hpp"

namespace apart {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::refusal;

constexpr double pi = std::numbers::pi;

Pose at(double x, double y, double z) { return Pose(Vector3d(x, y, z)); }

Pose turned(const Vector3d& axis, double angle, const Vector3d& t = Vector3d::Zero()) {
  return {AngleAxisd(angle, axis.normalized()).toRotationMatrix(), t};
}

/// Turns about its origin at a constant rate, any number of times.
Motion spinning(const Vector3d& axis, double angle, const Vector3d& place = Vector3d::Zero()) {
  return Motion::function([=](double s) { return turned(axis, s * angle, place); }, 0, angle);
}

void expect_contact(const FirstContact& found, double time, double within) {
  ASSERT_TRUE(found.contact);
  EXPECT_NE(found.status, Status::not_converged);
  EXPECT_LE(found.time_lower, time + 1e-14);
  EXPECT_GE(found.time_lower, time - within);
  EXPECT_EQ(found.time, found.time_lower);
  EXPECT_LE(found.time_lower, found.time_upper);
}

void expect_free(const FirstContact& found) {
  EXPECT_FALSE(found.contact);
  EXPECT_EQ(found.status, Status::separated);
  EXPECT_EQ(found.time, 1);
  EXPECT_GT(found.distance.lower, 0);
}

TEST(FirstContact, OfTwoSpheres) {
  const Sphere a(1), b(0.5);
  // Straight at each other, and past each other at a distance.
  expect_contact(first_contact(a, Motion::between(at(-4, 0, 0), at(4, 0, 0)), b, at(3, 0, 0)),
                 5.5 / 8, 1e-6 / 8);
  const double along = std::sqrt(1.5 * 1.5 - 1.2 * 1.2);
  expect_contact(first_contact(a, Motion::between(at(-4, 0, 0), at(4, 0, 0)), b, at(0, 1.2, 0)),
                 (4 - along) / 8, 1e-6);
  expect_free(first_contact(a, Motion::between(at(-4, 0, 0), at(4, 0, 0)), b, at(0, 1.5001, 0)));
}

TEST(FirstContact, OfAFallingBox) {
  const Box box(1, 1, 1);
  const Motion falling = Motion::between(at(0, 0, 3), at(0, 0, -1));
  const FirstContact ground = first_contact(box, falling, Halfspace(Vector3d(0, 0, 1), 0), Pose());
  expect_contact(ground, 2.5 / 4, 1e-6);
  EXPECT_LE(ground.steps, 4);
  expect_contact(first_contact(box, falling, Box(4, 4, 1), Pose()), 2.0 / 4, 1e-6);
  // On a corner, turning about the vertical while it falls: the corner is sqrt(3)/2 below.
  const Matrix3d on_corner = support::turn(Vector3d(1, 1, 1), Vector3d(0, 0, -1));
  const Motion turning =
      Motion::between({on_corner, Vector3d(0, 0, 3)},
                      {turned(Vector3d::UnitZ(), 2).rotation * on_corner, Vector3d(0, 0, -1)});
  expect_contact(first_contact(box, turning, Halfspace(Vector3d(0, 0, 1), 0), Pose()),
                 (3 - std::sqrt(0.75)) / 4, 1e-6);
  // The ground comes up.
  expect_contact(first_contact(Halfspace(Vector3d(0, 0, 1), -3),
                               Motion::between(at(0, 0, 0), at(0, 0, 4)), box, Pose()),
                 2.5 / 4, 1e-6);
}

TEST(FirstContact, OfRotatingRods) {
  // A thin rod turns about its middle into a sphere that stands beside it.
  const Capsule rod(0.01, 4);
  const Pose lying = turned(Vector3d::UnitY(), pi / 2);
  const Motion turning = Motion::between(
      lying, {turned(Vector3d::UnitZ(), 2).rotation * lying.rotation, Vector3d::Zero()});
  const Sphere ball(0.1);
  const Vector3d place = 1.5 * Vector3d(std::cos(1.2), std::sin(1.2), 0);
  const double angle = 1.2 - std::asin(0.11 / 1.5);
  const FirstContact found = first_contact(rod, turning, ball, Pose(place));
  expect_contact(found, angle / 2, 1e-6);
  EXPECT_LT(found.steps, 20);
  // The same, as a function of the caller's.
  const Motion spin = Motion::function(
      [&](double s) {
        return Pose(turned(Vector3d::UnitZ(), 2 * s).rotation * lying.rotation, Vector3d::Zero());
      },
      0, 2);
  expect_contact(first_contact(rod, spin, ball, Pose(place)), angle / 2, 1e-6);
  // Two rods that turn at each other like scissors.
  const auto blade = [&](double to) {
    return Motion::between(
        {turned(Vector3d::UnitZ(), to > 0 ? -0.5 : 0.5).rotation * lying.rotation,
         Vector3d(0, to > 0 ? -1 : 1, 0)},
        {turned(Vector3d::UnitZ(), to).rotation * lying.rotation, Vector3d(0, to > 0 ? -1 : 1, 0)});
  };
  const FirstContact scissors = first_contact(rod, blade(1.5), rod, blade(-1.5));
  ASSERT_TRUE(scissors.contact);
  // By symmetry they meet in y = 0, where the tip of a rod gets to.
  const double tip = std::asin((1 - 0.01) / 2);
  EXPECT_NEAR(scissors.time, (0.5 + tip) / 2, 1e-5);
}

TEST(FirstContact, DoesNotTunnel) {
  const Box plate(10, 10, 1e-6);
  const Motion bullet = Motion::between(at(0.3, 0.2, -1e4), at(0.3, 0.2, 1e4));
  const FirstContact found = first_contact(Sphere(1e-3), bullet, plate, Pose());
  ASSERT_TRUE(found.contact);
  EXPECT_NEAR(found.time, (1e4 - 1e-3 - 5e-7) / 2e4, 1e-10);
  EXPECT_LE(found.steps, 6);
  // Through a mesh, too.
  const std::vector<Vector3d> corner{{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}};
  const std::vector<Mesh::Corners> triangles{{0, 1, 2}, {0, 2, 3}};
  const FirstContact mesh =
      first_contact(Sphere(1e-3), bullet, Mesh::from_triangles(corner, triangles), Pose());
  ASSERT_TRUE(mesh.contact);
  EXPECT_NEAR(mesh.time, (1e4 - 1e-3) / 2e4, 1e-10);
}

TEST(FirstContact, OfAFastThinRod) {
  // A hundred turns, and a needle of a ball in the way of its tip only at one angle.
  const Capsule rod(1e-3, 2);
  const Pose lying = turned(Vector3d::UnitY(), pi / 2);
  const auto spin = [&](double turns) {
    return Motion::function(
        [=](double s) {
          return Pose(turned(Vector3d::UnitZ(), 2 * pi * turns * s).rotation * lying.rotation,
                      Vector3d(0, 0, 0.5 - s));
        },
        1, 2 * pi * turns);
  };
  // While the rod is level with the ball it comes round twice.
  const Sphere ball(4e-3);
  const FirstContact hit = first_contact(rod, spin(100), ball, at(0.9, 0, 0));
  ASSERT_TRUE(hit.contact);
  EXPECT_NE(hit.status, Status::not_converged);
  EXPECT_LE(distance(rod, spin(100)(hit.time), ball, at(0.9, 0, 0)).lower, 1e-8);
  EXPECT_GE(hit.time, 0.495 - 1e-8);
  EXPECT_LE(hit.time, 0.5);
  expect_free(first_contact(rod, spin(100), Sphere(1e-3), at(1.01, 0, 0)));
}

TEST(FirstContact, AtTheStart) {
  const Box box(1, 1, 1);
  for (const Pose& place : {at(0.5, 0.3, 0), at(1, 0, 0), at(1, 1, 1)}) {
    const FirstContact found =
        first_contact(box, Motion::between(Pose(), at(-3, 0, 0)), box, Motion(place));
    EXPECT_TRUE(found.contact);
    EXPECT_EQ(found.time, 0);
    EXPECT_EQ(found.time_upper, 0);
    EXPECT_NE(found.status, Status::not_converged);
  }
}

TEST(FirstContact, Grazing) {
  const Sphere ball(1);
  for (const double clearance : {1e-3, 1e-5, 2e-6}) {
    const FirstContact found = first_contact(
        ball, Motion::between(at(-3, 2 + clearance, 0), at(3, 2 + clearance, 0)), ball, Pose());
    expect_free(found);
    EXPECT_LT(found.steps, 200);
  }
  // Where the tolerance says so, and only there, it is a contact.
  const FirstContact near =
      first_contact(ball, Motion::between(at(-3, 2 + 1e-5, 0), at(3, 2 + 1e-5, 0)), ball, Pose(),
                    {.tolerance = 1e-4});
  ASSERT_TRUE(near.contact);
  EXPECT_LE(near.distance.upper, 1e-4);
}

TEST(FirstContact, SlidingInParallel) {
  const Box box(1, 1, 1);
  const Box floor(20, 20, 1);
  for (const double clearance : {1e-2, 1e-4, 2e-6}) {
    const FirstContact found = first_contact(
        box, Motion::between(at(-9, 0, 1 + clearance), at(9, 0, 1 + clearance)), floor, Pose());
    expect_free(found);
    EXPECT_LE(found.steps, 3) << clearance;  // one plane tells for all of it
  }
  expect_contact(first_contact(box, Motion::between(at(-9, 0, 1), at(9, 0, 1)), floor, Pose()), 0,
                 0);
}

TEST(FirstContact, OfAMeshThatSlidesInParallel) {
  const auto set = samples::chess_set();
  const Mesh pawn = Mesh::from_triangles(set[0].vertices, set[0].triangles);
  const Motion sliding = Motion::between(at(-100, 0, 1e-3), at(100, 0, 1e-3));
  const FirstContact found = first_contact(pawn, sliding, Box(500, 500, 2), at(0, 0, -1));
  expect_free(found);
  EXPECT_LE(found.steps, 80);  // with less than that, it might yet have been an approach
  const FirstContact ground = first_contact(pawn, sliding, Halfspace(Vector3d(0, 0, 1), 0), Pose());
  expect_free(ground);
  EXPECT_LE(ground.steps, 3);
}

TEST(FirstContact, TurningInPlace) {
  // A cylinder about its own axis, over a floor: it comes no nearer, however often it turns.
  const Pose lying = turned(Vector3d::UnitX(), pi / 2, Vector3d(0, 0, 1 + 1e-4));
  std::vector<Pose> way;
  for (int i = 0; i <= 8; ++i) {
    way.emplace_back(turned(Vector3d::UnitY(), i * pi / 2).rotation * lying.rotation,
                     lying.translation);
  }
  const FirstContact found =
      first_contact(Cylinder(1, 2), Motion::path(way), Halfspace(Vector3d(0, 0, 1), 0), Pose());
  expect_free(found);
  EXPECT_LT(found.steps, 2000);
  // A box that turns on the spot touches with its edge, after an eighth of a turn or less.
  const FirstContact box = first_contact(
      Box(1, 1, 1), Motion::between(at(0, 0, 0.6), turned(Vector3d::UnitY(), 1.5, {0, 0, 0.6})),
      Halfspace(Vector3d(0, 0, 1), 0), Pose());
  expect_contact(box, (pi / 4 - std::acos(0.6 * std::numbers::sqrt2)) / 1.5, 1e-5);
}

TEST(FirstContact, OfWhatMovesTogether) {
  auto random = support::random_case(7);
  const Motion motion = Motion::screw(turned({1, 2, 3}, 0.3, {1, 2, 3}), turned({3, 2, 1}, 2.5));
  const Polytope hull = Polytope::hull(support::on_sphere(random, 40));
  const Rounded ring(Capsule(0.1, 1), 0.1);
  const Compound pair(std::vector<Part>{{ring, at(1.4, 0, 0)}, {Sphere(0.1), at(0, 1.2, 0)}});
  const FirstContact found = first_contact(hull, motion, pair, motion);
  expect_free(found);
  EXPECT_LE(found.steps, 2);
  // In step, by different poses.
  const FirstContact in_step =
      first_contact(hull, Motion::between(at(0, 0, 0), at(100, 50, 20)), Sphere(0.1),
                    Motion::between(at(1.2, 0, 0), at(101.2, 50, 20)));
  expect_free(in_step);
  EXPECT_LE(in_step.steps, 2);
  // Nothing moves at all.
  EXPECT_LE(first_contact(hull, Pose(), Sphere(0.1), at(2, 0, 0)).steps, 2);
}

TEST(FirstContact, OfAPrism) {
  const std::vector<Eigen::Vector2d> section{{-1, -1}, {1, -1}, {0, 1}};
  const Prism prism(section);
  const Motion falling =
      Motion::between(at(-5, -0.9, 3), turned({1, 1, 0}, 1, Vector3d(5, -0.9, -200)));
  const FirstContact found = first_contact(Sphere(0.5), falling, prism, Pose());
  // It meets the edge through (-1, -1).
  const double time = (5 - 1 - std::sqrt(0.5 * 0.5 - 0.1 * 0.1)) / 10;
  expect_contact(found, time, 1e-6);
  const Spheres two(std::vector<Vector3d>{{0, 0, 0}, {0, 3, 0}}, 0.5);
  expect_contact(
      first_contact(two, Motion::between(at(-5, -0.9, 3), at(5, -0.9, -2)), prism, Pose()), time,
      1e-6);
}

TEST(FirstContact, AtAnyScale) {
  const Vector3d axis(1, 2, 3);
  const auto ask = [&](double scale) {
    return first_contact(
        Box(Vector3d(1, 2, 3) * scale),
        Motion::between(turned(axis, 0, {-5 * scale, 0, 0}), turned(axis, 2, {5 * scale, 0, 0})),
        Cone(scale, 2 * scale), Motion::screw(Pose(), turned({1, 0, 0}, 1, {0, scale, 0})));
  };
  const FirstContact one = ask(1);
  ASSERT_TRUE(one.contact);
  for (const double scale : {0x1p300, 0x1p-300}) {
    const FirstContact other = ask(scale);
    EXPECT_EQ(one.time, other.time);
    EXPECT_EQ(one.steps, other.steps);
    EXPECT_EQ(one.distance.upper * scale, other.distance.upper);
    EXPECT_EQ(Vector3d(one.distance.point_a * scale), other.distance.point_a);
  }
}

TEST(FirstContact, OfPoints) {
  const Point p;
  expect_contact(first_contact(p, Motion::between(at(-1, 0, 0), at(1, 0, 0)), p, Pose()), 0.5,
                 2e-6);
  expect_free(first_contact(p, Motion::between(at(-1, 1e-3, 0), at(1, 1e-3, 0)), p, Pose()));
  expect_free(first_contact(p, Pose(), p, at(1, 0, 0)));
  expect_contact(first_contact(p, Pose(), p, Pose()), 0, 0);
}

TEST(FirstContact, WithMargin) {
  const Motion passing = Motion::between(at(-4, 0, 0), at(4, 0, 0));
  expect_contact(first_contact(Sphere(1), passing, Sphere(1), at(0, 3, 0), {.margin = 0.5}), 0.5,
                 1e-2);
  expect_free(first_contact(Sphere(1), passing, Sphere(1), at(0, 3, 0), {.margin = 0.499}));
}

TEST(FirstContact, SaysWhereStepsDoNotSuffice) {
  const FirstContact found = first_contact(Capsule(0.01, 4), spinning(Vector3d::UnitX(), 100),
                                           Sphere(0.1), at(3, 0.2, 0), {.steps = 3});
  EXPECT_EQ(found.status, Status::not_converged);
  EXPECT_TRUE(found.contact);  // not excluded
  EXPECT_LT(found.time, 1);
  EXPECT_GT(found.time, 0);
  EXPECT_EQ(found.steps, 3);
}

TEST(FirstContact, EndsWhereRoundingHidesTheTolerance) {
  // A thousandth of the tolerance is below the last digit of where they are.
  const FirstContact found =
      first_contact(Sphere(1e-6), Motion::between(at(1e9, 0, 0), at(1e9, 0, 1)), Sphere(1e-6),
                    Motion::between(at(1e9, 3e-6, 0), at(1e9, 3e-6, 1)));
  EXPECT_EQ(found.status, Status::not_converged);
  EXPECT_LT(found.steps, 10);
}

TEST(AlongMotions, RefuseWithASentence) {
  const Sphere ball(1);
  const Halfspace ground(Vector3d(0, 0, 1), 0);
  const Motion turning = Motion::between(Pose(), turned({1, 0, 0}, 1));
  EXPECT_EQ(refusal([&] { first_contact(ball, Pose(), ground, turning); }),
            "motion_b turns a halfspace; an unbounded shape may be moved, but not turned");
  EXPECT_EQ(refusal([&] { clear_along(ground, turning, ball, Pose(), 1); }),
            "motion_a turns a halfspace; an unbounded shape may be moved, but not turned");
  EXPECT_EQ(refusal([&] { first_contact(ground, Pose(), ground, Pose()); }),
            "at most one operand may be unbounded, got halfspace and halfspace");
  const auto with = [&](const MotionOptions& options) {
    return refusal([&] { first_contact(ball, Pose(), ball, Pose(), options); });
  };
  EXPECT_EQ(with({.margin = -1}), "margin must lie in [0, 2^500], got -1");
  EXPECT_EQ(with({.tolerance = 0}), "tolerance must lie in [1e-12, 1], got 0");
  EXPECT_EQ(with({.tolerance = NAN}), "tolerance must lie in [1e-12, 1], got nan");
  EXPECT_EQ(with({.steps = 0}), "steps must be at least 1, got 0");
  EXPECT_EQ(refusal([&] { clear_along(ball, Pose(), ball, Pose(), -1); }),
            "clear_along: margin must lie in [0, 2^500], got -1");
  EXPECT_EQ(refusal([&] { distance_along(ball, Pose(), ball, Pose(), 0); }),
            "distance_along: steps must be at least 1, got 0");
  const Motion leaves =
      Motion::function([](double s) { return at(s < 0.5 ? 0 : NAN, 0, 0); }, 1, 0);
  EXPECT_EQ(refusal([&] { first_contact(ball, leaves, ball, at(9, 0, 0)); }),
            "motion: pose at s = 1: translation[0] must be finite and at most 2^500, got nan");
}

TEST(ClearAlong, TellsBothWays) {
  const Box box(1, 1, 1);
  const Motion passing = Motion::between(at(-5, 1.6, 0), turned({0, 0, 1}, 1.5, {5, 1.6, 0}));
  // Turned by 45 degrees beside the other one, it is at 1.6 - 1/2 - sqrt(1/2) or a little more.
  const ClearAlong clear = clear_along(box, passing, box, Pose(), 0.39);
  EXPECT_TRUE(clear);
  EXPECT_EQ(clear.status, Status::separated);
  EXPECT_LT(clear.steps, 20);
  const ClearAlong close = clear_along(box, passing, box, Pose(), 0.42);
  EXPECT_FALSE(close);
  EXPECT_EQ(close.status, Status::touching);
  EXPECT_LE(close.distance.upper, 0.42);
  EXPECT_EQ(distance(box, passing(close.time), box, Pose()).status, Status::separated);
  EXPECT_LE(distance(box, passing(close.time), box, Pose()).lower, 0.42);
  const ClearAlong through =
      clear_along(box, Motion::between(at(-5, 0, 0), at(5, 0, 0)), box, Pose(), 0.1);
  EXPECT_EQ(through.status, Status::overlapping);
  EXPECT_LE(through.steps, 3);  // the middle is looked at early
  EXPECT_EQ(
      clear_along(box, Motion::between(at(-5, 0, 0), at(5, 0, 0)), box, Pose(), 0.1, {.steps = 1})
          .status,
      Status::not_converged);
}

TEST(DistanceAlong, GoesThroughZero) {
  const Sphere ball(1);
  const auto along =
      distance_along(ball, Motion::between(at(-4, 0, 0), at(4, 0, 0)), ball, Pose(), 16);
  ASSERT_EQ(along.size(), 17u);
  for (const DistanceAt& d : along) {
    const double x = std::abs(-4 + 8 * d.s);
    EXPECT_NEAR(d.answer.signed_distance, x - 2, 1e-14);
    EXPECT_LE(d.answer.lower, x - 2 + 1e-15);
    EXPECT_GE(d.answer.upper, x - 2 - 1e-15);
  }
  EXPECT_EQ(along.front().s, 0);
  EXPECT_EQ(along.back().s, 1);
}

}  // namespace
}  // namespace apart
