// SPDX-License-Identifier: BSD-3-Clause

// Cylinders, cones and ellipsoids with everything that has vertices, and cones among themselves:
// by Newton's method. It has to agree with the way that a user's type of the same form takes, in
// few steps, wherever the near points lie.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Pose;
using apart::Shape;
using apart::Status;
using Eigen::Vector3d;
using support::Random;
using support::u;

/// A cylinder or a cone that the library knows nothing of.
struct Turned {
  double r, half;
  bool pointed;
  Vector3d support(const Vector3d& d) const {
    const double rho = std::hypot(d.x(), d.y());
    const double z = !pointed && d.z() > 0 ? half : -half;
    if (pointed && half * d.z() > r * rho - half * d.z()) return {0, 0, half};
    return rho > 0 ? Vector3d(r * (d.x() / rho), r * (d.y() / rho), z) : Vector3d(0, 0, z);
  }
  double radius() const { return std::hypot(r, half) * (1 + 4 * u); }
  double support_error() const { return 8; }
};

struct Twins {
  Shape known, custom;
};

Twins curved(Random& random, double flattest) {
  const auto length = [&] { return std::exp(random.between(std::log(flattest), 0)); };
  const double r = length(), l = length();
  switch (random.integer(0, 2)) {
    case 0:
      return {apart::Cylinder(r, 2 * l), Shape(apart::Custom(Turned{r, l, false}))};
    case 1:
      return {apart::Cone(r, 2 * l), Shape(apart::Custom(Turned{r, l, true}))};
    default: {
      const Vector3d radii(r, l, length());
      return {apart::Ellipsoid(radii), Shape(apart::Custom(support::Egg{radii, Vector3d::Zero()}))};
    }
  }
}

Twins any(Random& random, double flattest) {
  const auto length = [&] { return std::exp(random.between(std::log(flattest), 0)); };
  const auto both = [](const Shape& shape) { return Twins{shape, shape}; };
  switch (random.integer(0, 7)) {
    case 0:
      return both(apart::Box(length(), length(), length()));
    case 1:
      return both(apart::Polytope::hull(support::on_sphere(random, 20)));
    case 2:
      return both(apart::Polytope::hull(support::on_sphere(random, 60)));
    case 3:
      return both(apart::Polytope::hull(support::on_sphere(random, 200)));
    case 4: {
      const Vector3d p = support::vector(random), q = support::vector(random);
      return both(apart::Triangle(p, q, support::vector(random)));
    }
    case 5:
      return both(apart::Segment(support::vector(random), support::vector(random)));
    case 6:
      return both(apart::Capsule(length(), length()));
    default:
      return curved(random, flattest);
  }
}

void expect_same_distance(double flattest, double nearest, int most_calls, int cases) {
  long calls = 0, separated = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    Twins a = curved(random, flattest), b = any(random, flattest);
    if (random.integer(0, 1)) std::swap(a, b);
    const Pose pose_a{support::rotation(random), support::vector(random)};
    Pose pose_b{support::rotation(random), Vector3d::Zero()};
    // From a contact, found roughly, to a gap of any order.
    const Vector3d way = support::direction(random);
    double inside = 0, outside = 8;
    for (int k = 0; k < 50; ++k) {
      const double middle = (inside + outside) / 2;
      pose_b.translation = pose_a.translation + way * middle;
      const bool hit = apart::intersects(a.known, pose_a, b.known, pose_b);
      (hit ? inside : outside) = middle;
    }
    const double gap = std::exp(random.between(std::log(nearest), std::log(3.0)));
    pose_b.translation = pose_a.translation + way * (outside + gap);
    for (const double error : {0.0, 1e-4, 1.0}) {
      const apart::Options options{.relative_error = error};
      const Distance d = apart::distance(a.known, pose_a, b.known, pose_b, options);
      EXPECT_TRUE(support::meet(d, apart::distance(a.custom, pose_a, b.custom, pose_b, options)));
      EXPECT_TRUE(
          support::confirmed(apart::verify(a.known, pose_a, b.known, pose_b, d, options), d));
      if (error == 0 && d.status == Status::separated) calls += d.support_calls, ++separated;
      const double r = d.lower * random.between(0.5, 1.5);
      const bool within = apart::within(a.known, pose_a, b.known, pose_b, r);
      EXPECT_TRUE(within ? d.lower <= r : d.upper > r) << support::text(d) << " within " << r;
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(separated, cases * 3 / 4);
  EXPECT_LE(calls, most_calls * separated);
}

TEST(CurvedContact, AgreesWithUsersTypes) { expect_same_distance(0.2, 0.01, 12, 1500); }
TEST(CurvedContact, AgreesNearContact) { expect_same_distance(0.2, 1e-10, 24, 1000); }
TEST(CurvedContact, AgreesWhereShapesAreExtreme) { expect_same_distance(1e-5, 1e-6, 40, 1000); }

Pose turned(double angle, const Vector3d& axis, const Vector3d& translation) {
  return {Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(), translation};
}
constexpr double right = std::numbers::pi / 2;

/// In the world as it is, and turned with all that is in it.
void expect_distance(const Shape& a, const Shape& b, const Pose& pose_b, double expected) {
  const Pose worlds[] = {Pose(), turned(1, {3, -2, 1}, {0.1, 0.2, -0.3})};
  for (const Pose& world : worlds) {
    const Pose at_b(Eigen::Matrix3d(world.rotation * pose_b.rotation), world * pose_b.translation);
    const Distance d = apart::distance(a, world, b, at_b);
    EXPECT_TRUE(support::holds(d, expected, 64 * u * 20));
    EXPECT_EQ(d.status, Status::separated);
    EXPECT_LE(d.support_calls, 40);
    EXPECT_TRUE(support::confirmed(apart::verify(a, world, b, at_b, d), d));
    EXPECT_FALSE(apart::intersects(a, world, b, at_b));
  }
}

/// Radius 1, from -1 to 1.
const Shape drum = apart::Cylinder(1, 2), cone = apart::Cone(1, 2);

TEST(CurvedContact, ABoxAboveACap) {
  const Shape wide = apart::Box(6, 6, 1), narrow = apart::Box(0.5, 0.25, 1);
  for (const double x : {0.0, 0.3, 0.9}) {
    for (const double angle : {0.0, 0.4, right}) {
      expect_distance(drum, wide, turned(angle, {0, 0, 1}, {x, 0.1, 5}), 3.5);
      expect_distance(drum, narrow, turned(angle, {0, 0, 1}, {x, 0.1, 5}), 3.5);
      expect_distance(drum, wide, turned(angle, {0, 0, 1}, {x, 0, -5}), 3.5);
    }
  }
  // Beside it: 3 across to the rim, 4 up.
  expect_distance(drum, narrow, Pose(Vector3d(4.25, 0, 5.5)), 5);
  expect_distance(cone, wide, Pose(Vector3d(0.2, 0.1, -5)), 3.5);
  expect_distance(cone, wide, Pose(Vector3d(0.2, 0.1, 5)), 3.5);  // the apex
}

TEST(CurvedContact, ACornerAboveACap) {
  // Standing on its corner, whose way from the centre is half of a diagonal.
  const Eigen::Matrix3d tip =
      Eigen::Quaterniond::FromTwoVectors(Vector3d(1, 1, 1), Vector3d(0, 0, -1)).toRotationMatrix();
  expect_distance(drum, apart::Box(2, 2, 2), Pose(tip, {0.3, 0.2, 6}), 5 - std::sqrt(3.0));
}

TEST(CurvedContact, ASideAndAnEdge) {
  const Shape rod = apart::Box(1, 1, 20);
  expect_distance(drum, rod, Pose(Vector3d(5, 0, 0.3)), 3.5);  // parallel
  expect_distance(drum, rod, turned(right / 2, {0, 0, 1}, {5, 0, 0}), 4 - std::sqrt(0.5));
  expect_distance(drum, rod, turned(right, {1, 0, 0}, {5, 0.2, 0.3}), 3.5);   // across
  expect_distance(drum, apart::Segment({5, -9, 0}, {5, 9, 0.1}), Pose(), 4);  // crossing
  expect_distance(drum, apart::Triangle({3, -1, -1}, {3, 2, -1}, {3, 0, 5}), Pose(), 2);
}

TEST(CurvedContact, TheSideOfACone) {
  // Its slope is 1 in 2: the plane x / 2 + z / 4 = 1 / 4 supports it along a line.
  const Vector3d out = Vector3d(2, 0, 1).normalized(), middle(0.5, 0, 0);
  for (const double gap : {1e-6, 0.1, 10.0}) {
    expect_distance(cone, apart::Sphere(0.25), Pose(Vector3d(middle + (gap + 0.25) * out)), gap);
    const Eigen::Matrix3d facing =
        Eigen::Quaterniond::FromTwoVectors(Vector3d(0, 0, 1), out).toRotationMatrix();
    expect_distance(cone, apart::Box(0.2, 0.2, 2), Pose(facing, middle + (gap + 1) * out), gap);
  }
}

TEST(CurvedContact, OnePlaneTells) {
  const Pose pose_a, pose_b = turned(1, {1, 2, 3}, {4, 5, 6});
  const apart::Box box(1, 2, 0.5);
  const Distance d = apart::distance(drum, pose_a, box, pose_b, {.enough = 0.5});
  EXPECT_EQ(d.status, Status::cut_off);
  EXPECT_EQ(d.support_calls, 1);
  EXPECT_GT(d.lower, 0.5);
  EXPECT_FALSE(apart::within(drum, pose_a, box, pose_b, 0.5));
}

/// Seen nearly along its axis, a disc's near point runs far along the rim for next to nothing of a
/// turn: put into place along the tangent it was off the rim by 40 units of rounding.
TEST(CurvedContact, PointsStayOnTheRimOfADiscSeenAlongItsAxis) {
  Pose pose_a;
  pose_a.rotation << -1.55930586660232e-12, -3.2174224259582368e-13, 1, 1, 8.7964174180237061e-13,
      1.55930586660232e-12, -8.7964174180237061e-13, 1, 3.2174224259582368e-13;
  pose_a.translation << 1, 0, -1.5;
  const apart::Segment line({0, 0, -1}, {0, 0, 1});
  const apart::Cylinder disc(0.625, 0.5);
  const Distance d = apart::distance(line, pose_a, disc, Pose());
  EXPECT_TRUE(support::confirmed(apart::verify(line, pose_a, disc, Pose(), d), d));
}

/// Asked for little, the search may end with a q that is far from normal to what it carries: made
/// normal, it is none of the curves' own any more, and points were moved off the cylinder along it.
TEST(CurvedContact, PointsMoveAlongTheirOwnTangents) {
  const apart::Box box(0.25, 1, 0.25);
  const apart::Cylinder disc(1, 0.5);
  const Pose pose_b(Vector3d(1.1250000000008999, 0, 0));
  const apart::Options options{.enough = 1.7998935675223038e-12};
  const Distance d = apart::distance(box, Pose(), disc, pose_b, options);
  EXPECT_TRUE(support::holds(d, 1.1250000000008999 - 1.125));
  EXPECT_TRUE(support::confirmed(apart::verify(box, Pose(), disc, pose_b, d, options), d));
}

TEST(CurvedContact, OverlapIsSoonFound) {
  long calls = 0;
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Twins a = curved(random, 0.3), b = any(random, 0.3);
    const Pose pose_a{support::rotation(random), support::vector(random)};
    const Pose pose_b{support::rotation(random),
                      pose_a.translation + 0.05 * support::vector(random)};
    const Distance d = apart::distance(a.known, pose_a, b.known, pose_b);
    EXPECT_TRUE(support::confirmed(apart::verify(a.known, pose_a, b.known, pose_b, d), d));
    EXPECT_EQ(apart::intersects(a.known, pose_a, b.known, pose_b), d.lower == 0);
    calls += d.support_calls;
    if (HasFailure()) return;
  }
  EXPECT_LE(calls, 12 * 1000);
}

}  // namespace
