// SPDX-License-Identifier: BSD-3-Clause

// Cylinders, cones and capsules on top of each other, in each other, about one axis, on their feet
// or heads; in boxes, and boxes in them.
#include <gtest/gtest.h>

#include <algorithm>
#include <apart/apart.hpp>
#include <cmath>
#include <numbers>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Cylinder;
using apart::Penetration;
using apart::Pose;
using apart::Status;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::Random;

Matrix3d about_z(double angle) {
  return Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
}

/// In the world, or turned with all that is in it.
struct Place {
  Pose a, b;
  Place(const Pose& of_a, const Pose& of_b) : a(of_a), b(of_b) {}
  Place(Random& random, const Pose& b_from_a) : b(b_from_a) {
    if (random.integer(0, 1) == 0) return;
    a = Pose(support::rotation(random), 5 * support::vector(random));
    b = Pose(Matrix3d(a.rotation * b_from_a.rotation), a * b_from_a.translation);
  }
};

void expect_verified(apart::ShapeRef a, apart::ShapeRef b, const Place& at, const Penetration& p) {
  const auto check = apart::verify(a, at.a, b, at.b, p);
  EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(p);
}

TEST(Upright, CylindersAreAsDeepAsTheirDiscsOrTheirHeights) {
  int across = 0, along = 0;
  for (int number = 0; number < 1500; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const double r = random.between(0.2, 1), h = random.between(0.2, 3);
    const bool twins = random.integer(0, 3) == 0;
    const double s = twins ? r : random.between(0.2, 1), k = twins ? h : random.between(0.2, 3);
    const double part = random.integer(0, 2) == 0 ? 0 : random.between(0, 1);
    const double height = random.integer(0, 2) == 0 ? 0 : random.between(-0.5, 0.5) * (h + k);
    const double far = part * (r + s), angle = random.between(0, 6);
    const Vector3d way(far * std::cos(angle), far * std::sin(angle), height);
    const Place at(random, Pose(about_z(random.between(0, 6)), way));
    const double expected =
        std::min(r + s - way.head<2>().norm(), 0.5 * (h + k) - std::abs(height));
    const Cylinder a(r, h), b(s, k);
    const Penetration p = apart::penetration(a, at.a, b, at.b);
    if (expected > 1e-9) {
      EXPECT_EQ(p.status, Status::overlapping);
      EXPECT_NEAR(p.signed_distance, -expected, 1e-13 * (r + s + h + k));
      EXPECT_LE(p.upper - p.lower, 1e-12 * (r + s + h + k));
      EXPECT_EQ(apart::distance(a, at.a, b, at.b).status, Status::overlapping);
      EXPECT_TRUE(apart::intersects(a, at.a, b, at.b));
    }
    const double turned = std::abs(p.direction.dot(at.a.rotation.col(2)));
    (turned > 0.5 ? along : across) += 1;
    if (number % 100 == 0) expect_verified(a, b, at, p);
    const auto d = apart::distance(a, at.a, b, at.b);
    const auto check = apart::verify(a, at.a, b, at.b, d);
    EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(d);
  }
  EXPECT_GT(across, 300);
  EXPECT_GT(along, 300);
}

/// A lateral offset was taken for none if it was small, and `upper` came out below the truth.
TEST(Upright, AxesThatAreALittleApartAreNotTakenForOne) {
  const Cylinder a(1, 4), thin(0.5, 4);
  const apart::Box box(1, 1, 4);
  for (int k = 1; k <= 60; ++k) {
    const double off = std::ldexp(1.0, -k);
    for (const Vector3d& way : {Vector3d(off, 0, 0), Vector3d(0, -off, 0.25)}) {
      const Penetration p = apart::penetration(a, Pose(), a, Pose(way));
      EXPECT_GE(p.upper, off - 2) << k;
      EXPECT_LE(p.lower, (off - 2) * (1 - 1e-15)) << k;
      EXPECT_GE(apart::penetration(a, Pose(), thin, Pose(way)).upper, off - 1.5) << k;
    }
    if (k == 36) {  // it takes its time
      const Pose beside(Vector3d(off, 0, 0));
      expect_verified(a, a, Place(Pose(), beside), apart::penetration(a, Pose(), a, beside));
    }
    const Pose corner(Vector3d(0.5 + off, 0.5 + off, 0));
    const Penetration p = apart::penetration(a, Pose(), box, corner);
    const double truth = std::sqrt(2.0) * off - 1;
    EXPECT_GE(p.upper, truth - 1e-15) << k;
    EXPECT_LE(p.lower, truth + 1e-15) << k;
  }
}

/// Points of the small one were lost in the size of the large one.
TEST(Upright, ABoxInAWideCylinder) {
  for (const double r : {10.0, 1e2, 1e4, 1e6, 1e8}) {
    const Penetration p = apart::penetration(Cylinder(r, 3 * r), Pose(), apart::Box(1, 1, 1),
                                             Pose(Vector3d(0.2, 0.1, 0.1)));
    EXPECT_EQ(p.status, Status::overlapping) << r;
    EXPECT_NEAR(p.depth(), r + 0.5 - 0.2, 1e-11 * r) << r;
  }
}

/// They used to be left without an answer that is narrow, after a millisecond.
TEST(Upright, ACylinderInItselfConverges) {
  for (int number = 0; number < 200; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const double r = std::exp(random.between(-3, 3)), h = std::exp(random.between(-3, 3));
    const Cylinder c(r, h);
    const Pose pose(support::rotation(random), 5 * support::vector(random));
    const Penetration p = apart::penetration(c, pose, c, pose);
    EXPECT_EQ(p.status, Status::overlapping) << support::text(p);
    EXPECT_NEAR(p.depth(), std::min(2 * r, h), 1e-12 * (r + h));
  }
}

TEST(Upright, ABoxAndACylinder) {
  for (int number = 0; number < 1500; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const double r = random.between(0.2, 1), h = random.between(0.2, 2);
    const Vector3d sides(random.between(0.2, 2), random.between(0.2, 2), random.between(0.2, 2));
    // The box as it is, turned about the axis, or lying on another side.
    Matrix3d turn = about_z(random.between(0, 6));
    Vector3d standing = sides;
    if (random.integer(0, 1)) {
      turn = turn * Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX()).toRotationMatrix();
      standing = {sides.x(), sides.z(), sides.y()};
    }
    const double z = random.integer(0, 2) == 0 ? 0 : random.between(-0.5, 0.5) * (h + standing.z());
    const Vector3d way(random.between(-1, 1) * (r + 0.5), random.between(-1, 1) * (r + 0.5), z);
    const Place at(random, Pose(turn, way));
    const Cylinder cylinder(r, h);
    const apart::Box box(sides);
    const Penetration p = apart::penetration(cylinder, at.a, box, at.b);
    const Penetration q = apart::penetration(box, at.b, cylinder, at.a);
    EXPECT_TRUE(support::meet(p, q));
    EXPECT_NE(p.status, Status::not_converged);
    if (number % 10 != 0) continue;
    expect_verified(cylinder, box, at, p);
    Place swapped = at;
    std::swap(swapped.a, swapped.b);
    expect_verified(box, cylinder, swapped, q);
  }
}

/// A cylinder, a cone or a capsule: the place in its half plane that is farthest, and its radius.
struct Turned {
  apart::Shape shape;
  double bottom, top, half, rounding;

  double reach(double out, double up) const {
    return std::max(out * bottom - up * half, out * top + up * half) + rounding;
  }
};
Turned any_turned(Random& random, int kind) {
  const double r = random.between(0.2, 1), h = random.between(0.2, 2);
  if (kind == 0) return {apart::Cylinder(r, h), r, r, h / 2, 0};
  if (kind == 1) return {apart::Cone(r, h), r, 0, h / 2, 0};
  return {apart::Capsule(r / 2, h), 0, 0, h / 2, r / 2};
}
Turned on_its_head(const Turned& t) { return {t.shape, t.top, t.bottom, t.half, t.rounding}; }

/// The least reach of the difference, over the normals of its caps and sides.
double depth_of(const Turned& a, const Turned& b, double far, double height) {
  double least = INFINITY;
  const auto offer = [&](double out, double up) {
    const double length = std::hypot(out, up);
    const double reach = a.reach(out / length, up / length) + b.reach(out / length, -up / length);
    least = std::min(least, reach - (far * out + height * up) / length);
  };
  offer(0, 1);
  offer(0, -1);
  offer(2 * a.half, a.bottom - a.top);
  offer(2 * b.half, b.top - b.bottom);
  return least;
}

TEST(Upright, CylindersConesAndCapsulesOnTheirFeetOrHeads) {
  int told = 0;
  for (int number = 0; number < 3000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const int kinds = number % 8;  // not two capsules, which are no matter of this
    const Turned a = any_turned(random, kinds / 3);
    const Turned b = random.integer(0, 7) == 0 ? a : any_turned(random, kinds % 3);
    const bool flipped = random.integer(0, 1);
    Matrix3d turn = about_z(random.between(0, 6));
    if (flipped) turn = turn * Vector3d(1, -1, -1).asDiagonal();
    const bool one_axis = random.integer(0, 2) == 0, level = random.integer(0, 3) == 0;
    const double far = one_axis ? 0 : random.between(0, 1);
    const double height = level ? 0 : random.between(-1, 1) * (a.half + b.half);
    const double angle = random.between(0, 6);
    const Vector3d way(far * std::cos(angle), far * std::sin(angle), height);
    const Place at(random, Pose(turn, way));
    const double truth = depth_of(a, flipped ? on_its_head(b) : b, way.head<2>().norm(), height);
    const double size = a.half + b.half + 2;
    const Penetration p = apart::penetration(a.shape, at.a, b.shape, at.b);
    const bool cores = truth - a.rounding - b.rounding > 1e-9;
    if (cores) {
      EXPECT_EQ(p.status, Status::overlapping);
      EXPECT_EQ(p.support_calls, 1) << "searched for";
      EXPECT_NEAR(p.depth(), truth, 1e-11 * size);
      EXPECT_LE(p.upper - p.lower, 0x1p-38 * size);
      EXPECT_LE(-p.upper, truth + 1e-15 * size);
      EXPECT_GE(-p.lower, truth - 1e-15 * size);
      EXPECT_TRUE(support::consistent(p, size));
      ++told;
    }
    if (number % 60 == 0) expect_verified(a.shape, b.shape, at, p);
    const auto d = apart::distance(a.shape, at.a, b.shape, at.b);
    const auto check = apart::verify(a.shape, at.a, b.shape, at.b, d);
    EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(d);
    EXPECT_TRUE(!(truth > 1e-9) || d.status == Status::overlapping) << support::text(d);
    const Penetration q = apart::penetration(b.shape, at.b, a.shape, at.a);
    EXPECT_TRUE(support::meet(p, q));
  }
  EXPECT_GT(told, 1500);
}

TEST(Upright, ABoxAndACone) {
  for (int number = 0; number < 1000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const apart::Cone cone(random.between(0.2, 1), random.between(0.2, 2));
    const Vector3d sides(random.between(0.2, 2), random.between(0.2, 2), random.between(0.2, 2));
    Matrix3d turn = about_z(random.between(0, 6));
    if (random.integer(0, 1)) turn = turn * Vector3d(1, -1, -1).asDiagonal();
    const bool one_axis = random.integer(0, 3) == 0;
    const Vector3d way = one_axis ? Vector3d(0, 0, random.between(-1, 1)) : support::vector(random);
    const Place at(random, Pose(turn, way));
    const apart::Box box(sides);
    const Penetration p = apart::penetration(cone, at.a, box, at.b);
    const Penetration q = apart::penetration(box, at.b, cone, at.a);
    EXPECT_TRUE(support::meet(p, q));
    EXPECT_NE(p.status, Status::not_converged);
    EXPECT_TRUE(p.upper > -1e-9 || p.support_calls == 1) << "searched for";
    if (number % 20 != 0) continue;
    expect_verified(cone, box, at, p);
    Place swapped = at;
    std::swap(swapped.a, swapped.b);
    expect_verified(box, cone, swapped, q);
  }
}

/// On top of each other, and as little more or less as numbers can tell: one formula, as deep.
TEST(Upright, StandingOnEachOther) {
  for (int number = 0; number < 2000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Turned a = any_turned(random, number % 2), b = any_turned(random, random.integer(0, 2));
    const double off = std::copysign(random.decade(9, 17), random.between(-1, 1));
    const double height = a.half + a.rounding + b.half + b.rounding + off;
    const bool beside = random.chance(0.3) && a.top > 0;  // cylinders side by side
    const double far = beside ? a.reach(1, 0) + b.bottom + b.rounding + off : 0;
    const Place at(random,
                   Pose(about_z(random.between(0, 6)),
                        beside ? Vector3d(far, 0, b.half - a.half) : Vector3d(0, 0, height)));
    const double truth = depth_of(a, b, far, beside ? b.half - a.half : height);
    const Penetration p = apart::penetration(a.shape, at.a, b.shape, at.b);
    const auto check = apart::verify(a.shape, at.a, b.shape, at.b, p);
    EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(p);
    const double size = a.half + b.half + 10;
    EXPECT_NEAR(p.signed_distance, -truth, 1e-14 * size + 1e-15 * at.a.translation.norm());
    EXPECT_LE(p.upper - p.lower, 0x1p-38 * size);
  }
}

/// The point of both was none, or off a cone so flat that its height is rounding to the other's.
TEST(Upright, AConeAsThinAsRounding) {
  for (int number = 0; number < 3000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const apart::Cone cone(1, random.decade(0, 20));
    const bool round = random.chance(0.5);
    const apart::Shape other = round ? apart::Shape(apart::Cylinder(1, 1)) : apart::Cone(1, 1);
    const double far = random.chance(0.5) ? 2 - random.decade(1, 9) : random.between(0, 2);
    const Place at(
        random, Pose(about_z(random.between(0, 6)), Vector3d(far, 0, random.between(-0.5, 0.5))));
    for (const bool swapped : {false, true}) {
      const auto d = swapped ? apart::distance(cone, at.b, other, at.a)
                             : apart::distance(other, at.a, cone, at.b);
      const auto check = swapped ? apart::verify(cone, at.b, other, at.a, d)
                                 : apart::verify(other, at.a, cone, at.b, d);
      EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(d);
    }
  }
}

/// A point of the box was taken for one of its face that was 2^-40 of its size away.
TEST(Upright, PointsAreAsFarApartAsTheyShow) {
  const apart::Cylinder line(0, 0x1.b0ea45dbf4c2ap-3);
  const apart::Box strip(0x1.b1ad3a8bd3e07p+1, 0, 0x1.e1c8ebd4bb295p-33);
  Matrix3d turn;
  turn << -0.0276056997612808, -0.98672018245099014, -0.16006625779524869, -0.23257001488390799,
      0.16207297246731778, -0.95898046892129518, 0.97218779745355222, 0.010753285055879025,
      -0.23395566533623047;
  const Pose pose_a(turn, Vector3d::Zero());
  const Pose pose_b(turn,
                    Vector3d(-0.030419288343330721, -0.29605303037440783, 1.6708260594983739));
  const Penetration p = apart::penetration(line, pose_a, strip, pose_b);
  EXPECT_LE((p.point_b - p.point_a).norm(), 4e-14) << support::text(p);
}

/// From upright to askew there is no step.
TEST(Upright, TiltingItDoesNotChangeItAtOnce) {
  const Cylinder a(0.5, 2), b(0.75, 1);
  const Vector3d way(0.25, 0.125, 1.25);
  const Penetration upright = apart::penetration(a, Pose(), b, Pose(way));
  for (int k = 10; k <= 60; ++k) {
    const double angle = std::ldexp(1.0, -k);
    const Pose tilted(Eigen::AngleAxisd(angle, Vector3d::UnitX()).toRotationMatrix(), way);
    const Penetration p = apart::penetration(a, Pose(), b, tilted);
    EXPECT_NEAR(p.signed_distance, upright.signed_distance, 2 * angle + 1e-9) << k;
    EXPECT_LE(p.lower, upright.upper + 2 * angle);
    EXPECT_GE(p.upper, upright.lower - 2 * angle);
  }
}

}  // namespace
