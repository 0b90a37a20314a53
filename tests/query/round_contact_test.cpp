// SPDX-License-Identifier: BSD-3-Clause

// Cylinders, ellipsoids and balls: a way of their own to the distance. It has to agree with the way
// that a user's type of the same form takes, in few steps, and wherever the near points lie.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <numbers>

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

/// A cylinder that the library knows nothing of.
struct Drum {
  double r, half;
  Vector3d support(const Vector3d& d) const {
    const double rho = std::hypot(d.x(), d.y()), z = d.z() > 0 ? half : -half;
    return rho > 0 ? Vector3d(r * (d.x() / rho), r * (d.y() / rho), z) : Vector3d(0, 0, z);
  }
  double radius() const { return std::hypot(r, half) * (1 + 4 * u); }
  double support_error() const { return 8; }
};

struct Twins {
  Shape known, custom;
};

Twins twins(Random& random, double flattest) {
  const auto length = [&] { return std::exp(random.between(std::log(flattest), 0)); };
  switch (random.integer(0, 2)) {
    case 0: {
      const double r = length(), l = length();
      return {apart::Cylinder(r, 2 * l), Shape(apart::Custom(Drum{r, l}))};
    }
    case 1: {
      const Vector3d radii(length(), length(), length());
      return {apart::Ellipsoid(radii), Shape(apart::Custom(support::Egg{radii, Vector3d::Zero()}))};
    }
    default: {
      const double r = length();
      return {apart::Sphere(r), apart::Sphere(r)};
    }
  }
}

void expect_same_distance(double flattest, double nearest, int most_calls) {
  int separated = 0;
  long calls = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Twins a = twins(random, flattest), b = twins(random, flattest);
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
    for (const double error : {0.0, 1e-12, 1e-4, 1.0}) {
      const apart::Options options{.relative_error = error};
      const Distance d = apart::distance(a.known, pose_a, b.known, pose_b, options);
      EXPECT_TRUE(support::meet(d, apart::distance(a.custom, pose_a, b.custom, pose_b, options)));
      const auto v = apart::verify(a.known, pose_a, b.known, pose_b, d, options);
      EXPECT_TRUE(v.ok) << v.problem;
      if (error == 0 && d.status == Status::separated) calls += d.support_calls, ++separated;
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(separated, 2500);
  EXPECT_LE(calls, long(most_calls) * separated);
}

TEST(RoundContact, AgreesWithUsersTypes) { expect_same_distance(0.2, 0.01, 6); }
TEST(RoundContact, AgreesNearContact) { expect_same_distance(0.2, 1e-10, 16); }
TEST(RoundContact, AgreesWhereShapesAreExtreme) { expect_same_distance(1e-6, 1e-6, 20); }

Pose turned(double angle, const Vector3d& axis, const Vector3d& translation) {
  return {Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(), translation};
}

/// Radius 1, from -1 to 1.
const apart::Cylinder drum(1, 2);

void expect_distance(const apart::Cylinder& b, const Pose& pose_b, double expected) {
  const Pose pose_a = turned(0, Vector3d::UnitX(), {0, 0, 0});
  for (const double error : {0.0, 1e-6, 1.0}) {
    const apart::Options options{.relative_error = error};
    const Distance d = apart::distance(drum, pose_a, b, pose_b, options);
    EXPECT_TRUE(support::holds(d, expected, 64 * u * 10));
    EXPECT_EQ(d.status, Status::separated);
    const auto v = apart::verify(drum, pose_a, b, pose_b, d, options);
    EXPECT_TRUE(v.ok) << v.problem;
  }
}

constexpr double right = std::numbers::pi / 2;

TEST(RoundContact, CapToRim) {
  // Leaning by 45 degrees, its lowest point sqrt(2) straight below the centre.
  for (const double x : {0.0, 0.3, -0.9, 0.7}) {
    expect_distance(drum, turned(right / 2, {0, 1, 0}, {x, 0.1, 5}), 4 - std::sqrt(2));
  }
}

TEST(RoundContact, CapToCap) {
  for (const double x : {0.0, 0.5, 1.5, 1.9}) {
    expect_distance(drum, turned(0.3, {0, 0, 1}, {x, 0.1, 5}), 3);
  }
  expect_distance(drum, turned(0.3, {0, 0, 1}, {5, 0, 6}), 5);  // rims: 3 across, 4 up
}

TEST(RoundContact, CapToSide) {
  expect_distance(drum, turned(right, {1, 1, 0}, {0.2, 0.1, 5}), 3);
  expect_distance(apart::Cylinder(0.5, 20), turned(right, {1, 0, 0}, {0.2, 0.1, 5}), 3.5);
}

TEST(RoundContact, SideToSide) {
  expect_distance(drum, turned(right, {1, 0, 0}, {5, 0.1, 0.2}), 3);  // crossing
  expect_distance(drum, turned(1, {1, 0, 0}, {5, 0.1, 0.2}), 3);      // at some angle
  expect_distance(drum, turned(0.5, {0, 0, 1}, {3, 4, 0.2}), 3);      // parallel
  expect_distance(drum, turned(0.5, {0, 0, 1}, {3, 4, 2}), 3);        // touching above each other
  expect_distance(drum, turned(1e-9, {1, 0, 0}, {5, 0, 0}), 3);       // nearly parallel
  expect_distance(drum, turned(right, {1, 0, 0}, {0, 5, 0.25}), 3);   // side to cap
}

TEST(RoundContact, OnePlaneTells) {
  const Pose pose_a, pose_b = turned(1, {1, 2, 3}, {4, 5, 6});
  const apart::Ellipsoid egg(1, 2, 0.5);
  const Distance d = apart::distance(drum, pose_a, egg, pose_b, {.enough = 0.5});
  EXPECT_EQ(d.status, Status::cut_off);
  EXPECT_EQ(d.support_calls, 1);
  EXPECT_GT(d.lower, 0.5);
  EXPECT_FALSE(apart::intersects(drum, pose_a, egg, pose_b));
}

/// The weights of a point in a thin tetrahedron are known to few digits at first: it was published
/// 6 times as far off B as is allowed.
TEST(RoundContact, ThePointOfBothIsOnBothThoughTheTetrahedronIsThin) {
  Pose pose_a, pose_b;
  pose_a.rotation.col(0) << 0x1.e678beb4127dep-2, 0x1.b900619693746p-1, 0x1.70bcf6a16352fp-3;
  pose_a.rotation.col(1) << 0x1.c27938f9021f3p-1, -0x1.d8b396fdb050fp-2, -0x1.cf7148d652f5p-4;
  pose_a.rotation.col(2) << -0x1.d5eeb6a1e5788p-7, 0x1.b282e4ecbc58dp-3, -0x1.f44a3acc26eccp-1;
  pose_b.rotation.col(0) << -0x1.e13138d1637ccp-1, -0x1.efc797d52e3c6p-4, -0x1.4727547be6ec2p-2;
  pose_b.rotation.col(1) << -0x1.b25711ca36ab6p-4, 0x1.fc0eb6f2dd71fp-1, -0x1.0628dbaf6bb3cp-4;
  pose_b.rotation.col(2) << 0x1.4c914771b179p-2, -0x1.ae7a12e41a1b1p-6, -0x1.e40f0330fb1fep-1;
  const apart::Ellipsoid needle(0x1.cd13e57f9a39p-4, 0x1.d64b550ce5cc7p-10, 0x1.54e47112a581ep-10);
  const apart::Point point(
      Vector3d(0x1.c5db103f2f4abp-11, 0x1.f173231e27c49p-11, 0x1.5af7e863b2d1bp-12));
  const apart::Options roughly{.relative_error = 1};
  const Distance d = apart::distance(needle, pose_a, point, pose_b, roughly);
  EXPECT_EQ(d.status, Status::overlapping);
  const auto verdict = apart::verify(needle, pose_a, point, pose_b, d, roughly);
  EXPECT_TRUE(verdict) << verdict.problem;
}

/// Most of these were refused by verify(): the weights summed to another point of the wide box.
TEST(RoundContact, ThePointInADrumAndAWideBoxIsWhatTheWitnessSays) {
  Random random = support::random_case(0);
  for (const double wide : {10.0, 1e3, 1e6}) {
    const apart::Box box(1, wide, wide);
    for (int i = 0; i < 200; ++i) {
      const Pose pose_a(support::rotation(random), support::vector(random));
      const Pose pose_b(support::rotation(random),
                        pose_a.translation + 0.1 * support::vector(random));
      const Distance d = apart::distance(apart::Cylinder(0.5, 1), pose_a, box, pose_b);
      EXPECT_EQ(d.status, Status::overlapping);
      const auto verdict = apart::verify(apart::Cylinder(0.5, 1), pose_a, box, pose_b, d);
      ASSERT_TRUE(verdict) << verdict.problem << ", " << wide << " wide, case " << i;
    }
  }
}

/// Two of these touch where their normals are opposite: the same normal turned into both frames
/// tells where. A point or a ball is anywhere.
struct Touching {
  Shape a, b;
  Pose pose_a, pose_b;
  double size, off;
};
Touching touching(Random& random) {
  const auto radii = [&] {
    const double thin = random.chance(0.2) ? 1e-3 : 0.2;
    return Vector3d(random.between(thin, 1), random.between(thin, 1), random.between(thin, 1));
  };
  const Vector3d n = random.chance(0.3) ? Vector3d(Vector3d::UnitZ()) : support::direction(random);
  const Vector3d of_a = radii(), of_b = radii();
  const auto place = [&](const Vector3d& r, const Pose& pose, const Vector3d& along) {
    const Vector3d d = r.cwiseProduct(pose.rotation.transpose() * along);
    return Vector3d(pose.rotation * r.cwiseProduct(d.normalized()));
  };
  const bool turned = random.chance(0.7);
  Touching t{apart::Ellipsoid(of_a), apart::Ellipsoid(of_b), {}, {}, 0, 0};
  if (turned) t.pose_a.rotation = support::rotation(random);
  if (turned) t.pose_b.rotation = support::rotation(random);
  t.pose_a.translation = random.decade(-1, 1) * support::vector(random);
  Vector3d at_b = place(of_b, t.pose_b, -n);
  if (random.integer(0, 3) == 0) {
    t.b = apart::Point(0, 0, 0);
    at_b = Vector3d::Zero();
  }
  t.off = random.chance(0.3) ? 0 : std::copysign(random.decade(9, 17), random.between(-1, 1));
  t.pose_b.translation = t.pose_a.translation + place(of_a, t.pose_a, n) - at_b + t.off * n;
  t.size = of_a.norm() + of_b.norm() + t.pose_a.translation.norm();
  return t;
}

/// Where they touch, up to rounding or a little more, was searched for in double-double, for as
/// long as a thousand other queries take.
TEST(RoundContact, TouchingEllipsoids) {
  int quick = 0;
  for (int number = 0; number < 3000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Touching t = touching(random);
    const Distance d = apart::distance(t.a, t.pose_a, t.b, t.pose_b);
    const auto of_distance = apart::verify(t.a, t.pose_a, t.b, t.pose_b, d);
    EXPECT_TRUE(of_distance) << of_distance.problem << "\n" << support::text(d);
    const double rounding = 1e-15 * t.size;
    EXPECT_LE(d.lower, std::max(0.0, t.off + rounding));
    EXPECT_GE(d.upper, t.off - rounding);
    EXPECT_LE(d.upper - d.lower, 1e-14 * t.size);
    quick += d.support_calls < 20;
    const apart::Penetration p = apart::penetration(t.a, t.pose_a, t.b, t.pose_b);
    EXPECT_LE(p.lower, t.off + rounding);
    EXPECT_GE(p.upper, t.off - rounding);
    if (number % 20 == 0) {
      const auto of_depth = apart::verify(t.a, t.pose_a, t.b, t.pose_b, p);
      EXPECT_TRUE(of_depth) << of_depth.problem << "\n" << support::text(p);
    }
    const Distance swapped = apart::distance(t.b, t.pose_b, t.a, t.pose_a);
    EXPECT_TRUE(swapped.lower <= d.upper && d.lower <= swapped.upper);
    EXPECT_TRUE(apart::intersects(t.a, t.pose_a, t.b, t.pose_b) || t.off > -rounding);
  }
  EXPECT_GT(quick, 2400);
}

/// Deep in each other, on an axis of both, near points are no use: a point of both is on the line
/// between the centres.
TEST(RoundContact, InEachOtherOnAnAxis) {
  for (int number = 0; number < 2000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const auto any = [&]() -> Shape {
      const auto length = [&] { return random.between(0.2, 1); };
      const double x = length(), y = length(), z = length();
      const int kind = random.integer(0, 2);
      if (kind == 0) return apart::Ellipsoid(x, y, z);
      if (kind == 1) return apart::Cylinder(x, y);
      return apart::Cone(x, y);
    };
    const Shape a = any(), b = any();
    const Pose pose_a(support::rotation(random), support::vector(random));
    Pose pose_b = pose_a;
    if (random.integer(0, 2) == 0) pose_b.rotation = support::rotation(random);
    pose_b.translation += pose_a.rotation.col(random.integer(0, 2)) * random.between(-1, 1);
    const Distance d = apart::distance(a, pose_a, b, pose_b);
    const auto verdict = apart::verify(a, pose_a, b, pose_b, d);
    EXPECT_TRUE(verdict) << verdict.problem << "\n" << support::text(d);
    EXPECT_NE(d.status, Status::not_converged);
    EXPECT_EQ(apart::intersects(a, pose_a, b, pose_b), d.lower == 0);
  }
}

}  // namespace
