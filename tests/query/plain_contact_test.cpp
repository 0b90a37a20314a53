// SPDX-License-Identifier: BSD-3-Clause

// Bodies on a grid, on top of each other, in each other: where the origin lies on faces and edges
// of the simplices that a search comes along, the answer is exact all the same.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <apart/batch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Polytope;
using apart::Pose;
using apart::Status;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::Random;

Polytope as_hull(const Vector3d& size) {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(0.5 *
                      size.cwiseProduct(Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  }
  return Polytope::hull(corners);
}

/// In quarters, so that all is exact.
Vector3d on_grid(Random& random, int least, int most) {
  const auto one = [&] { return 0.25 * random.integer(least, most); };
  const double x = one(), y = one(), z = one();
  return {x, y, z};
}

void expect_verified(apart::ShapeRef a, const Pose& pose_a, apart::ShapeRef b, const Pose& pose_b,
                     const Distance& d) {
  const auto check = apart::verify(a, pose_a, b, pose_b, d);
  EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(d);
}

TEST(PlainContact, BoxesOnAGridAreToldExactly) {
  int touching = 0;
  for (int number = 0; number < 4000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Vector3d size_a = on_grid(random, 1, 8), size_b = on_grid(random, 1, 8);
    const Pose pose_a(on_grid(random, -4, 4)), pose_b(on_grid(random, -4, 4));
    const Eigen::Array3d gap =
        (pose_b.translation - pose_a.translation).array().abs() - 0.5 * (size_a + size_b).array();
    const double distance = gap.max(0.0).matrix().norm();
    const Status expected = distance > 0          ? Status::separated
                            : gap.maxCoeff() == 0 ? Status::touching
                                                  : Status::overlapping;
    touching += expected == Status::touching;
    const apart::Box box_a(size_a), box_b(size_b);
    const Polytope hull_a = as_hull(size_a), hull_b = as_hull(size_b);
    const std::pair<apart::ShapeRef, apart::ShapeRef> pairs[] = {
        {box_a, box_b}, {hull_a, hull_b}, {box_a, hull_b}};
    for (const auto& [a, b] : pairs) {
      const Distance d = apart::distance(a, pose_a, b, pose_b);
      ASSERT_EQ(d.status, expected) << support::text(d);
      EXPECT_LE(d.lower, distance);
      EXPECT_GE(d.upper, distance);
      EXPECT_EQ(apart::intersects(a, pose_a, b, pose_b), distance == 0);
      expect_verified(a, pose_a, b, pose_b, d);
    }
  }
  EXPECT_GT(touching, 200);
}

/// Prisms, cubes and bipyramids in one rotation, moved by parts of what they measure.
TEST(PlainContact, RegularBodiesInRegularPlaces) {
  std::vector<Polytope> bodies{as_hull({1, 1, 1}), as_hull({2, 1, 0.5})};
  for (const int sides : {3, 4, 6, 12, 40, 100})
    bodies.push_back(Polytope::hull(support::drum(sides, 0.5)));
  const std::vector<Vector3d> octahedron{{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                         {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
  bodies.push_back(Polytope::hull(octahedron));
  for (int number = 0; number < 3000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Polytope& a = bodies[number % bodies.size()];
    const Polytope& b = bodies[number / bodies.size() % bodies.size()];
    const Matrix3d turn = number % 3 ? support::rotation(random) : Matrix3d::Identity();
    const Vector3d at = number % 2 ? Vector3d::Zero().eval() : support::vector(random);
    const Pose pose_a(turn, at);
    const Pose pose_b(turn, at + turn * on_grid(random, -4, 4));
    const Distance d = apart::distance(a, pose_a, b, pose_b);
    EXPECT_NE(d.status, Status::not_converged) << support::text(d);
    expect_verified(a, pose_a, b, pose_b, d);
    const bool intersects = apart::intersects(a, pose_a, b, pose_b);
    EXPECT_TRUE(intersects || d.lower > 0 || d.status == Status::touching);
    EXPECT_FALSE(intersects && d.lower > 1e-14);
    std::vector<Distance> batch(9);
    const std::vector<Pose> here(9, pose_a), there(9, pose_b);
    apart::distances(a, here, b, there, batch, {}, 1);
    for (const Distance& other : batch) EXPECT_TRUE(support::same_bits(other, d));
  }
}

/// Copies of a body, one moved along an axis of symmetry and a little off it: the origin is deep in
/// A - B, and next to the border of most simplices.
TEST(PlainContact, NearlySymmetricAndDeepInEachOther) {
  std::vector<Vector3d> globe;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j <= 6; ++j) {
      const double along = std::numbers::pi * i / 6, down = std::numbers::pi * j / 6;
      globe.emplace_back(std::cos(along) * std::sin(down), std::sin(along) * std::sin(down),
                         std::cos(down));
    }
  }
  const Polytope bodies[] = {as_hull({1, 1, 1}), Polytope::hull(globe),
                             Polytope::hull(support::drum(6, 0.5)),
                             Polytope::hull(support::drum(40, 1))};
  for (int number = 0; number < 1200; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Polytope& body = bodies[number % 4];
    const Matrix3d turn = number % 3 ? support::rotation(random) : Matrix3d::Identity();
    const Pose pose_a(turn, number % 5 ? Vector3d::Zero().eval() : support::vector(random));
    const Vector3d way = random.between(0.05, 0.4) * Vector3d::Unit(random.integer(0, 2)) +
                         std::pow(10, -random.between(10, 17)) * support::vector(random);
    const Pose pose_b(turn, pose_a.translation + turn * way);
    const Distance d = apart::distance(body, pose_a, body, pose_b);
    EXPECT_EQ(d.status, Status::overlapping) << support::text(d);
    expect_verified(body, pose_a, body, pose_b, d);
    EXPECT_TRUE(apart::intersects(body, pose_a, body, pose_b));
    std::vector<Distance> batch(5);
    const std::vector<Pose> here(5, pose_a), there(5, pose_b);
    apart::distances(body, here, body, there, batch, {}, 1);
    for (const Distance& other : batch) EXPECT_TRUE(support::same_bits(other, d));
  }
}

/// From deep to shallow to apart, through all that is smaller than what double can tell.
TEST(PlainContact, SinksAndLiftsOff) {
  for (int number = 0; number < 200; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Vector3d size_a = on_grid(random, 1, 8), size_b = on_grid(random, 1, 8);
    const apart::Box a(size_a), b(size_b);
    const Matrix3d turn = number % 2 ? support::rotation(random) : Matrix3d::Identity();
    Vector3d at = 0.2 * size_a.cwiseProduct(support::vector(random));
    const double contact = 0.5 * (size_a.z() + size_b.z());
    for (const double gap : {1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 1e-15, 1e-16}) {
      for (const double side : {-1.0, 1.0}) {
        at.z() = contact + side * gap;
        const Pose pose_b(turn, turn * at);
        const Distance d = apart::distance(a, Pose(turn, Vector3d::Zero()), b, pose_b);
        expect_verified(a, Pose(turn, Vector3d::Zero()), b, pose_b, d);
        EXPECT_NE(d.status, Status::not_converged);
        if (gap > 1e-13) {
          EXPECT_EQ(d.status, side > 0 ? Status::separated : Status::overlapping) << gap;
        }
      }
    }
  }
}

/// Bodies that stand on each other, up to the rounding of where they stand, in world coordinates
/// and turned: these were left to double-double, at a hundred times the cost of others.
TEST(PlainContact, StandingOnEachOtherUpToRounding) {
  for (int number = 0; number < 4000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const auto standing = [&](double height) -> apart::Shape {
      const int kind = random.integer(0, 2);
      if (kind == 0) return apart::Box(random.between(0.5, 2), random.between(0.5, 2), height);
      return Polytope::hull(support::drum(kind == 1 ? 12 : random.integer(3, 30), height / 2));
    };
    const double low = random.between(0.5, 2), high = random.between(0.5, 2);
    const apart::Shape a = standing(low), b = standing(high);
    const Pose world(random.chance(0.3) ? Matrix3d::Identity() : support::rotation(random),
                     random.decade(-3, 1) * support::vector(random));
    const Matrix3d spin =
        Eigen::AngleAxisd(random.chance(0.5) ? 0 : random.between(0, 6), Vector3d::UnitZ())
            .toRotationMatrix();
    const double off =
        random.chance(0.5) ? 0 : std::copysign(random.decade(10, 17), random.between(-1, 1));
    const Vector3d way(random.between(-0.3, 0.3), random.between(-0.3, 0.3),
                       (low + high) / 2 + off);
    const Pose pose_b(Matrix3d(world.rotation * spin), world * way);
    const Distance d = apart::distance(a, world, b, pose_b);
    expect_verified(a, world, b, pose_b, d);
    EXPECT_NE(d.status, Status::not_converged);
    const apart::Penetration p = apart::penetration(a, world, b, pose_b);
    const auto check = apart::verify(a, world, b, pose_b, p);
    EXPECT_TRUE(check.ok) << check.problem << "\n" << support::text(p);
    EXPECT_LE(p.upper - p.lower, 1e-14 * (2 + low + high));
    EXPECT_TRUE(p.lower <= d.upper && (d.lower <= 0 || d.lower <= p.upper));
    // What is known of where they stand.
    const double rounding = 1e-15 * (3 + world.translation.norm());
    EXPECT_NEAR(p.signed_distance, off, rounding + 2e-14);
    EXPECT_LE(d.lower, std::max(0.0, off + rounding));
    EXPECT_GE(d.upper, off - rounding);
    EXPECT_TRUE(apart::intersects(a, world, b, pose_b) || d.lower > 0);
  }
}

TEST(PlainContact, ScalesBitForBit) {
  for (int number = 0; number < 300; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Vector3d size_a = on_grid(random, 1, 4), size_b = on_grid(random, 1, 4);
    const Matrix3d turn = number % 2 ? support::rotation(random) : Matrix3d::Identity();
    const Vector3d way = turn * on_grid(random, -3, 3);
    const auto at = [&](double scale) {
      return apart::distance(apart::Box(size_a * scale), Pose(turn, Vector3d::Zero()),
                             apart::Box(size_b * scale), Pose(turn, way * scale));
    };
    const Distance d = at(1);
    for (const double scale : {0x1p-300, 0x1p-61, 0x1p-7, 0x1p59, 0x1p300}) {
      const Distance scaled = at(scale);
      EXPECT_EQ(scaled.status, d.status) << scale;
      EXPECT_EQ(scaled.lower, d.lower * scale) << scale;
      EXPECT_EQ(scaled.upper, d.upper * scale) << scale;
      EXPECT_EQ(scaled.normal, d.normal) << scale;
      EXPECT_EQ(scaled.point_a, Vector3d(d.point_a * scale)) << scale;
      EXPECT_EQ(scaled.witness.weight, d.witness.weight) << scale;
    }
  }
}

}  // namespace
