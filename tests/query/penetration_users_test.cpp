// SPDX-License-Identifier: BSD-3-Clause

// What users of other libraries have complained of in depths, one test for each complaint:
// contradictions at contact, deep overlaps, big against small, identical objects.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <apart/apart.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Box;
using apart::Penetration;
using apart::Pose;
using apart::Shape;
using apart::Status;
using Eigen::Vector3d;
using support::Kind;
using support::Random;
using support::u;

/// Shapes about 1 in size, whatever can touch with a face, an edge, a curve or a point.
std::vector<Shape> some_shapes(double size) {
  std::vector<Vector3d> drum = support::drum(24, 0.5);
  for (auto& p : drum) p *= size;
  return {Box(size, size, size),
          Box(size, 2 * size, 0.1 * size),
          apart::Sphere(0.5 * size),
          apart::Capsule(0.25 * size, size),
          apart::Cylinder(0.5 * size, size),
          apart::Cone(0.5 * size, size),
          apart::Ellipsoid(0.5 * size, 0.25 * size, size),
          apart::Polytope::hull(drum),
          apart::Rounded(Box(size, size, size), 0.125 * size)};
}

// Row 1: exceptions and contradictions in kissing contact, over the decades (drake#21234, fcl#493).

void expect_kissing(const Shape& a, const Shape& b, const Vector3d& way, double size) {
  Pose pose_b(way * (4 * size));
  const Penetration first = apart::penetration(a, Pose(), b, pose_b);
  ASSERT_EQ(first.status, Status::separated);
  pose_b.translation -= first.signed_distance * first.direction;
  // A hair's breadth this and that side of contact, and one signed answer through all of it.
  for (const double hair : {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-8, -1e-8, 1e-3, -1e-3}) {
    const Pose pose(pose_b.translation + hair * size * first.direction);
    Penetration p;
    ASSERT_NO_THROW(p = apart::penetration(a, Pose(), b, pose));
    EXPECT_TRUE(support::consistent(p, 8 * size));
    EXPECT_NE(p.status, Status::not_converged) << support::text(p);
    EXPECT_LE(p.upper - p.lower, 1e-10 * 8 * size) << support::text(p);
    const double bound = 64 * u * 8 * size;
    // Out along the normal every step counts in full; in, another way out may be shorter.
    EXPECT_LE(p.lower, std::max(hair, 0.0) * size + bound) << support::text(p);
    EXPECT_GE(p.upper, hair * size - bound) << support::text(p);
    EXPECT_TRUE(hair < 1e-12 || p.status == Status::separated) << hair;
    EXPECT_TRUE(hair > -1e-8 || p.status == Status::overlapping) << hair;
  }
}

TEST(PenetrationUsers, Row01KissingContactsOverTheDecades) {
  for (const double size : {1e-3, 1e-1, 1.0, 10.0, 1e3}) {
    const std::vector<Shape> shapes = some_shapes(size);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      for (std::size_t j = 0; j < shapes.size(); ++j) {
        SCOPED_TRACE("size " + support::text(size) + ", shapes " + std::to_string(i) + " and " +
                     std::to_string(j));
        expect_kissing(shapes[i], shapes[j], Vector3d::UnitX(), size);
        expect_kissing(shapes[i], shapes[j], Vector3d(1, 2, 3).normalized(), size);
        if (HasFailure()) return;
      }
    }
  }
}

// Row 13: deep penetration wrong or missed, the sphere's centre on or past the surface
// (mujoco#2206).

TEST(PenetrationUsers, Row13SphereCentreOnAndPastTheSurface) {
  for (const double x : {0.5, 0.5 - 1e-12, 0.5 + 1e-12, 0.25, 0.1, 0.74, 0.75, 0.76, 2.0}) {
    const Pose at(Vector3d(x, 0, 0));
    const Penetration p = apart::penetration(Box(1, 1, 1), Pose(), apart::Sphere(0.25), at);
    EXPECT_TRUE(support::holds(p, (long double)(x)-0.75L)) << x;
    EXPECT_LE(p.upper - p.lower, 64 * u * 4);
    EXPECT_LT((p.direction - Vector3d(1, 0, 0)).norm(), 1e-12) << support::text(p);
    EXPECT_TRUE(support::consistent(p, 4));
    EXPECT_LE(std::abs(p.point_a.x() - 0.5), 4 * u * 4);
    EXPECT_LE(std::abs(p.point_b.x() - (x - 0.25)), 4 * u * 4);
  }
}

/// Every pair, from coincident centres outward: the depth is never less than it was farther out,
/// and the answer is exact for boxes.
TEST(PenetrationUsers, Row13DeepOverlaps) {
  for (const double size : {1e-3, 1.0, 1e3}) {
    for (const Shape& a : some_shapes(size)) {
      for (const Shape& b : some_shapes(size)) {
        for (const double off : {0.0, 0.01, 0.04}) {
          const Pose at(off * size * Vector3d(1, 2, 2) / 3);
          const Penetration p = apart::penetration(a, Pose(), b, at);
          EXPECT_LT(p.signed_distance, -0.01 * size) << support::text(p);
          EXPECT_TRUE(support::consistent(p, 8 * size));
          const Pose out(at.translation + 1.001 * p.depth() * p.direction);
          EXPECT_FALSE(apart::intersects(a, Pose(), b, out)) << support::text(p);
        }
      }
    }
  }
  const Penetration boxes =
      apart::penetration(Box(2, 2, 2), Pose(), Box(1, 1, 1), Pose(Vector3d(0.3, 0.1, 0)));
  EXPECT_TRUE(support::holds(boxes, 0.3L - 1.5L, 1e-16L));
}

// Row 14: big against small, thin, slender (libccd#17), 1e-4 to 1e8.

TEST(PenetrationUsers, Row14BigAgainstSmall) {
  for (double big = 1e-4; big < 2e8; big *= 10) {
    for (double small = 1e-4; small <= big; small *= 10) {
      for (const double depth : {0.9, 1e-3, 1e-6}) {
        SCOPED_TRACE(support::text(big) + " against " + support::text(small));
        // The big one's face at x = 0, the small one below it by a share of its own size.
        const Pose at_big(Vector3d(-big / 2, 0, 0)),
            at_small(Vector3d((0.5 - depth) * small, 0, 0));
        const long double expected =
            (long double)(at_small.translation.x()) - (long double)(small) / 2;
        for (const Shape& b :
             {Shape(Box(small, small * 1e-3, small)), Shape(apart::Sphere(small / 2)),
              Shape(apart::Capsule(small / 2, small))}) {
          const Penetration p = apart::penetration(Box(big, big, big), at_big, b, at_small);
          // Where the small one is thinner than it is deep, there is a shorter way sideways out.
          EXPECT_TRUE(big < 1.5 * small || support::holds(p, expected, 0x1p-61L * big))
              << depth << " " << support::text(p);
          EXPECT_LE(p.upper - p.lower, 64 * u * 4 * (big + small));
          EXPECT_NE(p.status, Status::not_converged);
        }
      }
    }
  }
}

TEST(PenetrationUsers, Row14ThinAndSlender) {
  for (const double thin : {1e-4, 1e-8, 1e-12, 0.0}) {
    SCOPED_TRACE(thin);
    const Box plate(1e4, 1e4, thin), needle(1e4, thin, thin);
    // Flat on the plate, its lower half in it: the way out is up.
    const Pose lying(Eigen::AngleAxisd(0.5, Vector3d::UnitZ()).toRotationMatrix(),
                     {1, 2, thin / 2});
    const Penetration p = apart::penetration(plate, Pose(), needle, lying);
    EXPECT_TRUE(support::holds(p, -(long double)(thin) / 2, 1e-16L)) << support::text(p);
    // Upright through it: the shortest way out is along the needle, or along the plate.
    const Pose upright(Eigen::AngleAxisd(1.5707963267948966, Vector3d::UnitY()).toRotationMatrix(),
                       {1, 2, 0});
    const Penetration q = apart::penetration(plate, Pose(), needle, upright);
    EXPECT_NEAR(q.signed_distance, -(5000 - 2 + thin / 2), 1e-6) << support::text(q);
    EXPECT_NE(q.status, Status::not_converged);
  }
}

// Row 15: same centre, identical objects (parry#396).

TEST(PenetrationUsers, Row15IdenticalObjectsAreAsDeepAsTheyAreThin) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    support::ShapeMaker maker(random, random.decade(0, 6));
    const Kind kind = Kind(i % support::bounded_kinds);
    const Shape shape = maker.make(kind);
    const Pose pose(support::rotation(random), support::vector(random));
    const Penetration p = apart::penetration(shape, pose, shape, pose);
    EXPECT_TRUE(support::consistent(p, 32));
    const bool solid = kind > Kind::triangle && kind != Kind::flat_polytope;
    EXPECT_EQ(p.upper < 0, solid) << support::text(p);
    EXPECT_TRUE(solid || p.status == Status::touching) << support::text(p);
    if (HasFailure()) return;
  }
}

TEST(PenetrationUsers, Row15IdenticalObjectsInNumbers) {
  const Pose at(Vector3d(1, 2, 3));
  const auto depth = [&](const Shape& s) { return apart::penetration(s, at, s, at); };
  EXPECT_TRUE(support::holds(depth(Box(1, 2, 3)), -1));
  EXPECT_TRUE(support::holds(depth(apart::Sphere(0.5)), -1));
  EXPECT_TRUE(support::holds(depth(apart::Capsule(0.5, 2)), -1));
  EXPECT_TRUE(support::holds(depth(apart::Cylinder(1, 1)), -1));
  EXPECT_TRUE(support::holds(depth(apart::Ellipsoid(1, 2, 3)), -2));
  EXPECT_TRUE(support::holds(depth(apart::Polytope::hull(support::drum(6, 0.25))), -0.5));
  EXPECT_TRUE(support::holds(depth(apart::Triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0})), 0));
}

/// What lies across a needle has to be known to far better than the needle is thin.
TEST(PenetrationUsers, Row15ATurnedNeedleInItself) {
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const double thin = std::pow(10, -random.between(5, 12));
    std::vector<Vector3d> points{{0, 0, -1}, {thin, 0, 0.25}, {0, thin, 0.5}, {-thin, -thin, 1}};
    for (int k = i % 5; k > 0; --k) {
      const Vector3d p = support::vector(random);
      points.emplace_back(thin * p.x(), thin * p.y(), p.z());
    }
    const apart::Polytope needle = apart::Polytope::hull(points);
    const Pose pose(support::rotation(random), Vector3d::Zero());
    const Penetration p = apart::penetration(needle, pose, needle, pose);
    ASSERT_EQ(p.status, Status::overlapping) << support::text(p);
    EXPECT_LE(p.upper - p.lower, 64 * u * 4) << support::text(p);
    const Penetration straight = apart::penetration(needle, Pose(), needle, Pose());
    EXPECT_NEAR(p.signed_distance, straight.signed_distance, 128 * u * 4);
  }
}

/// Of nearly parallel faces no double tells which is nearer, and there are many of them.
TEST(PenetrationUsers, Row15APrismInItselfTurnedByNextToNothing) {
  for (const int sides : {38, 66, 100}) {
    for (const double half : {1.0, 10.0}) {
      const apart::Polytope prism = apart::Polytope::hull(support::drum(sides, half));
      for (int i = 0; i < 25; ++i) {
        SCOPED_TRACE(std::to_string(sides) + " sides, " + support::case_name(i));
        Random random = support::random_case(i);
        const double angle = std::pow(10, -random.between(9, 14));
        const Eigen::Vector3d axis = i % 2 ? Vector3d::UnitZ() : support::direction(random);
        const Pose turned(Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis)), Vector3d::Zero());
        const Penetration p = apart::penetration(prism, Pose(), prism, turned);
        ASSERT_EQ(p.status, Status::overlapping) << support::text(p);
        EXPECT_LE(p.upper - p.lower, 64 * u * 2 * std::hypot(1, half)) << support::text(p);
        EXPECT_NEAR(p.signed_distance, -2 * std::cos(M_PI / sides), 1e-8 * half);
      }
    }
  }
}

TEST(PenetrationUsers, Row15SameCentreDifferentShapes) {
  const std::vector<Shape> shapes = some_shapes(1);
  Random random = support::random_case(0);
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      const Vector3d centre = support::vector(random);
      const Pose at(support::rotation(random), centre), other(support::rotation(random), centre);
      const Penetration p = apart::penetration(a, at, b, other);
      EXPECT_LT(p.signed_distance, -0.04) << support::text(p);
      EXPECT_TRUE(support::consistent(p, 8));
    }
  }
}

/// Vertices so nearly coplanar that a climb stops early: the surface has to look again.
TEST(PenetrationUsers, TurnedSpheresOfManyFlatFacesConverge) {
  const Eigen::Matrix3d turn = Eigen::Quaterniond(-2, 0, 4, 1).normalized().toRotationMatrix();
  for (const int n : {12, 16, 24}) {
    std::vector<Vector3d> points;
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; j < n; ++j) {
        const double theta = M_PI * i / n, phi = 2 * M_PI * j / n;
        points.push_back(turn * Vector3d(std::sin(theta) * std::cos(phi),
                                         std::sin(theta) * std::sin(phi), std::cos(theta)));
      }
    }
    const auto ball = apart::Polytope::hull(points);
    apart::Workspace workspace;
    const Penetration p = apart::penetration(ball, {}, ball, {}, {}, nullptr, &workspace);
    EXPECT_EQ(p.status, apart::Status::overlapping) << n << ": " << support::text(p);
  }
}

TEST(PenetrationUsers, AWorkspaceThatWasMovedFromWorksAgain) {
  apart::Workspace first, second(std::move(first));
  const Penetration p =  // NOLINTNEXTLINE(bugprone-use-after-move): that is the point
      apart::penetration(Box(1, 1, 1), {}, Box(1, 1, 1), {}, {}, nullptr, &first);
  EXPECT_TRUE(support::holds(p, -1));
}

}  // namespace
