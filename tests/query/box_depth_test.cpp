// SPDX-License-Identifier: BSD-3-Clause

// Boxes, and capsules and balls in boxes, that overlap or touch in every regular way: on a grid,
// on top of each other, about one centre, in themselves, turned by nearly nothing.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Box;
using apart::Penetration;
using apart::Pose;
using apart::Status;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::Random;

constexpr double u = 0x1p-53;

/// In quarters, so that all is exact.
Vector3d on_grid(Random& random, int least, int most) {
  const auto one = [&] { return 0.25 * random.integer(least, most); };
  const double x = one(), y = one(), z = one();
  return {x, y, z};
}

Matrix3d about(double angle, const Vector3d& axis) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

/// None, right angles, about an axis, nearly none, nearly right angles, any.
Matrix3d regular_rotation(Random& random) {
  const Vector3d axis = Vector3d::Unit(random.integer(0, 2));
  const double right = random.integer(0, 3) * std::numbers::pi / 2;
  const double tiny = std::exp(random.between(-40, -4));
  switch (random.integer(0, 5)) {
    case 0:
      return Matrix3d::Identity();
    case 1:
      return about(right, axis);
    case 2:
      return about(random.between(0, 6), axis);
    case 3:
      return about(tiny, support::direction(random));
    case 4:
      return about(right + tiny, axis);
    default:
      return support::rotation(random);
  }
}

double regular_length(Random& random) {
  switch (random.integer(0, 3)) {
    case 0:
      return 1;
    case 1:
      return 0.5 * random.integer(1, 4);
    case 2:
      return std::exp(random.between(-12, 3));
    default:
      return random.between(0.5, 2);
  }
}

struct Boxes {
  Vector3d a, b;
  Pose pose_a, pose_b;
};

/// Standing on each other, with sides flush, about one centre, in each other by any part.
Boxes regular_boxes(Random& random) {
  const auto sides = [&]() -> Vector3d {
    const double x = regular_length(random), y = regular_length(random);
    return {x, y, regular_length(random)};
  };
  Boxes s;
  s.a = sides();
  s.b = random.integer(0, 3) == 0 ? s.a : sides();
  s.pose_b.rotation = regular_rotation(random);
  const Vector3d reach = s.pose_b.rotation.cwiseAbs() * s.b / 2;
  for (int k = 0; k < 3; ++k) {
    const double together = s.a[k] / 2 + reach[k], side = random.integer(0, 1) ? 1 : -1;
    const double parts[] = {0, 1, random.between(-1, 1), 1 - std::exp(random.between(-38, 0))};
    const int which = random.integer(0, 4);
    s.pose_b.translation[k] = which == 4 ? s.a[k] / 2 - reach[k] : side * together * parts[which];
  }
  if (random.integer(0, 1)) {
    const Pose world(regular_rotation(random), 5 * support::vector(random));
    s.pose_b = Pose(Matrix3d(world.rotation * s.pose_b.rotation), world * s.pose_b.translation);
    s.pose_a = world;
  }
  return s;
}

double size_of(const Boxes& s) {
  return s.a.norm() / 2 + s.b.norm() / 2 + (s.pose_b.translation - s.pose_a.translation).norm();
}

apart::Polytope as_hull(const Vector3d& size) {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(0.5 *
                      size.cwiseProduct(Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  }
  return apart::Polytope::hull(corners);
}

TEST(BoxDepth, OnAGridItIsTheLeastOfThreeOverlaps) {
  for (int number = 0; number < 4000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Vector3d size_a = on_grid(random, 1, 8), size_b = on_grid(random, 1, 8);
    const Pose pose_a(on_grid(random, -4, 4)), pose_b(on_grid(random, -4, 4));
    const Vector3d apart_by = (pose_b.translation - pose_a.translation).cwiseAbs();
    const Vector3d gap = apart_by - 0.5 * (size_a + size_b);
    const double expected =
        gap.maxCoeff() > 0 ? gap.cwiseMax(0.0).norm() : gap.maxCoeff();  // exact below zero
    const Penetration p = apart::penetration(Box(size_a), pose_a, Box(size_b), pose_b);
    EXPECT_LE(p.lower, expected * (1 - 4 * u));
    EXPECT_GE(p.upper, expected * (1 - 4 * u));
    const Status status = gap.maxCoeff() > 0   ? Status::separated
                          : gap.maxCoeff() < 0 ? Status::overlapping
                                               : Status::touching;
    EXPECT_EQ(p.status, status) << support::text(p);
    EXPECT_EQ(apart::intersects(Box(size_a), pose_a, Box(size_b), pose_b), !(gap.maxCoeff() > 0));
  }
}

TEST(BoxDepth, RegularPlacesAreProvedAndNarrow) {
  int overlapping = 0, touching = 0;
  for (int number = 0; number < 20000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Boxes s = regular_boxes(random);
    const Box a(s.a), b(s.b);
    const Penetration p = apart::penetration(a, s.pose_a, b, s.pose_b);
    ASSERT_NE(p.status, Status::not_converged);
    EXPECT_LE(p.upper - p.lower, 64 * u * size_of(s)) << support::text(p);
    const auto check = apart::verify(a, s.pose_a, b, s.pose_b, p);
    EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(p);
    const apart::Distance d = apart::distance(a, s.pose_a, b, s.pose_b);
    const auto distance_check = apart::verify(a, s.pose_a, b, s.pose_b, d);
    EXPECT_TRUE(distance_check.ok) << distance_check.problem << "\n" << support::text(d);
    EXPECT_LE(std::max(d.lower, p.lower), std::min(d.upper, std::max(0.0, p.upper)));
    EXPECT_FALSE(d.status == Status::separated && p.upper < 0) << support::text(p);
    const bool intersect = apart::intersects(a, s.pose_a, b, s.pose_b);
    EXPECT_TRUE(intersect || p.upper >= 0) << support::text(p);
    EXPECT_FALSE(intersect && p.lower > 32 * u * size_of(s)) << support::text(p);
    overlapping += p.status == Status::overlapping;
    touching += p.status == Status::touching;
  }
  EXPECT_GT(overlapping, 5000);
  EXPECT_GT(touching, 1000);
}

/// Hulls of the same corners go another way.
TEST(BoxDepth, AgreesWithHullsOfTheSameCorners) {
  for (int number = 0; number < 1000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Boxes s = regular_boxes(random);
    const Penetration boxes = apart::penetration(Box(s.a), s.pose_a, Box(s.b), s.pose_b);
    const Penetration hulls = apart::penetration(as_hull(s.a), s.pose_a, as_hull(s.b), s.pose_b);
    EXPECT_TRUE(support::meet(boxes, hulls)) << support::text(boxes) << "\n"
                                             << support::text(hulls);
    const Penetration swapped = apart::penetration(Box(s.b), s.pose_b, Box(s.a), s.pose_a);
    EXPECT_TRUE(support::meet(boxes, swapped));
  }
}

TEST(BoxDepth, CapsulesAndBallsWithTheirAxesInBoxes) {
  int inside = 0;
  for (int number = 0; number < 6000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Boxes s = regular_boxes(random);
    const Box a(s.a);
    const double radius = s.b.x() / 4;
    const apart::Shape others[] = {apart::Capsule(radius, s.b.z()), apart::Sphere(radius),
                                   apart::Rounded(Box(s.b), radius)};
    const apart::Shape& other = others[number % 3];
    const Penetration p = apart::penetration(a, s.pose_a, other, s.pose_b);
    const auto check = apart::verify(a, s.pose_a, other, s.pose_b, p);
    EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(p);
    EXPECT_NE(p.status, Status::not_converged);
    inside += p.upper < -radius;
  }
  EXPECT_GT(inside, 1000);
}

TEST(BoxDepth, ScalesBitForBit) {
  for (int number = 0; number < 500; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Boxes s = regular_boxes(random);
    const Penetration p = apart::penetration(Box(s.a), s.pose_a, Box(s.b), s.pose_b);
    for (const double scale : {0x1p-330, 0x1p-7, 0x1p330}) {
      const Pose pose_a(s.pose_a.rotation, scale * s.pose_a.translation);
      const Pose pose_b(s.pose_b.rotation, scale * s.pose_b.translation);
      const Box a(scale * s.a), b(scale * s.b);
      EXPECT_TRUE(support::same_bits(p, apart::penetration(a, pose_a, b, pose_b), scale));
      EXPECT_EQ(apart::intersects(Box(s.a), s.pose_a, Box(s.b), s.pose_b),
                apart::intersects(a, pose_a, b, pose_b));
    }
  }
}

/// Identical needles, nearly parallel and a unit or two of rounding apart, were said to overlap:
/// the volume of a tetrahedron as thin was rounding.
TEST(BoxDepth, NeedlesThatAreNextToTouchingAreNotProvedToOverlap) {
  const Box needle(1.5614289592598601e-06, 1.8682610072700103e-06, 0.11501267893833213);
  Pose a, b;
  a.rotation << 0.96916027332477117, -0.20384459246909212, 0.13847652050136386, 0.20234613979942714,
      0.33752624525412311, -0.91931065123434974, 0.14065704503268076, 0.91897955139696286,
      0.3683641945098779;
  b.rotation << 0.96916027332477117, -0.20384459246908768, 0.13847652050137038, 0.20234613979942714,
      0.33752624525409369, -0.91931065123436051, 0.14065704503268076, 0.91897955139697463,
      0.36836419450984847;
  b.translation << -0.0011952220250465602, 0.007923913925082916, -0.0031749075861864456;
  EXPECT_EQ(apart::distance(needle, a, needle, b).status, Status::touching);
  EXPECT_GE(apart::penetration(needle, a, needle, b).upper, 2.2138378438802964e-17);
  apart::Tracker track;
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(apart::distance(needle, a, needle, b, {}, &track).status, Status::touching);
  }
}

/// In themselves, turned by right angles: a line that leaves along a facet made numbers overflow.
TEST(BoxDepth, ConcentricBoxesScaleBitForBit) {
  const Vector3d sides(1.7955770096335435, 1.1276633091961064, 0.30007504322194739);
  Pose a, b;
  a.rotation << 0, 1, 0, 0, 0, -1, -1, 0, 0;
  b.rotation << 0, 0, -1, 0, 1, 0, 1, 0, 0;
  const apart::Distance d = apart::distance(Box(sides), a, Box(sides), b);
  EXPECT_EQ(d.status, Status::overlapping);
  for (int k = -330; k <= 330; k += 3) {
    const double scale = std::ldexp(1.0, k);
    const Box box(scale * sides);
    EXPECT_TRUE(support::same_bits(d, apart::distance(box, a, box, b), scale)) << k;
  }
}

/// Recording the steps of a search is no reason for another answer, next to contact either.
TEST(BoxDepth, ATraceChangesNothing) {
  for (int number = 0; number < 2000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    Boxes s = regular_boxes(random);
    const Penetration p = apart::penetration(Box(s.a), s.pose_a, Box(s.b), s.pose_b);
    const double part = random.between(-40, 80) * u * size_of(s);
    s.pose_b.translation -= (p.signed_distance - part) * p.direction;
    const Box a(s.a), b(s.b);
    apart::Trace trace;
    const apart::Options traced{.trace = &trace};
    EXPECT_EQ(apart::intersects(a, s.pose_a, b, s.pose_b),
              apart::intersects(a, s.pose_a, b, s.pose_b, traced));
    EXPECT_TRUE(support::same_bits(apart::penetration(a, s.pose_a, b, s.pose_b),
                                   apart::penetration(a, s.pose_a, b, s.pose_b, traced)));
    EXPECT_TRUE(support::same_bits(apart::distance(a, s.pose_a, b, s.pose_b),
                                   apart::distance(a, s.pose_a, b, s.pose_b, traced)));
  }
}

/// What is published of two needles far from the origin is wider than what decided it.
TEST(BoxDepth, EnoughIsDecidedByWhatIsPublished) {
  const Box needle(2, 0, 0);
  Pose a, b;
  a.rotation << 0.14165499734136214, 0.94800341875020189, 0.28499733294996143, 0.5857963949096503,
      0.15180279391913909, -0.79611476689655125, -0.79798275839295651, 0.27972389474990439,
      -0.53383330534779472;
  b.rotation << 0.14165498155486908, 0.94800333666331082, 0.28499738051325391, 0.5857961967153128,
      0.15180287895863234, -0.7961146226339495, -0.79798281553186057, 0.27972408582075092,
      -0.53383333055616433;
  a.translation << 13600051.51498186, 42731819.820519604, 23091618.798804455;
  b.translation << 13600051.586413719, 42731820.115917057, 23091618.396408547;
  const apart::Options options{.enough = 4.6683327050460921e-11};
  const Penetration p = apart::penetration(needle, a, needle, b, options);
  const auto check = apart::verify(needle, a, needle, b, p, options);
  EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(p);
}

/// The number of a plane in the last bits of its distance made boxes seem farther than r.
TEST(BoxDepth, WithinIsAsSureAsThePlanes) {
  for (int number = 0; number < 3000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Vector3d size_a = on_grid(random, 1, 8), size_b = on_grid(random, 1, 8);
    Vector3d way = on_grid(random, -1, 1);
    const int k = random.integer(0, 2);
    const double gap = random.between(0, 64);
    way[k] = 0.5 * (size_a[k] + size_b[k]) + gap;
    const Box a(size_a), b(size_b);
    const double truth = way[k] - 0.5 * (size_a[k] + size_b[k]);  // exact: faces face each other
    EXPECT_TRUE(apart::within(a, Pose(), b, Pose(way), truth));
    EXPECT_TRUE(apart::within(a, Pose(), b, Pose(way), std::nextafter(truth, 100.0)));
    EXPECT_FALSE(apart::within(a, Pose(), b, Pose(way), truth - 64 * u * (way.norm() + 8)));
  }
}

TEST(BoxDepth, IntersectsRefusesWhatEveryQueryRefuses) {
  const Box box(1, 1, 1);
  for (const double error : {-1.0, 2.0, std::nan("")}) {
    const apart::Options options{.relative_error = error};
    EXPECT_THROW(apart::intersects(box, Pose(), box, Pose(), options), apart::InvalidInput);
  }
}

/// What a tracker has kept of boxes that overlap must be of use, or at least no harm, once they are
/// apart, and the other way round.
TEST(BoxDepth, TrackedThroughContactAndBack) {
  apart::Tracker track;
  const Box a(1, 1, 1), b(1, 2, 1);
  for (int step = -40; step <= 40; ++step) {
    const Pose pose_b(about(0.01 * step, Vector3d::UnitZ()),
                      Vector3d(0.1, 0, 1 + 0.02 * (std::abs(step) - 20)));
    const Penetration p = apart::penetration(a, Pose(), b, pose_b, {}, &track);
    const auto check = apart::verify(a, Pose(), b, pose_b, p);
    EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(p);
    EXPECT_TRUE(support::meet(p, apart::penetration(a, Pose(), b, pose_b)));
  }
}

/// Hulls that touch: their signed distance is known as soon as their distance is.
TEST(BoxDepth, HullsThatStandOnEachOtherTouch) {
  for (int number = 0; number < 300; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const auto a = apart::Polytope::hull(support::drum(random.integer(3, 12), 0.5));
    const auto b = apart::Polytope::hull(support::drum(random.integer(3, 12), 0.25));
    const Pose world(regular_rotation(random), support::vector(random));
    const Pose above(about(random.between(0, 6), Vector3d::UnitZ()), Vector3d(0.2, 0.1, 0.75));
    const Pose pose_b(Matrix3d(world.rotation * above.rotation), world * above.translation);
    const Penetration p = apart::penetration(a, world, b, pose_b);
    EXPECT_LE(p.lower, 0);
    EXPECT_LE(p.upper - p.lower, 1e-14);
    const auto check = apart::verify(a, world, b, pose_b, p);
    EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(p);
  }
}

}  // namespace
