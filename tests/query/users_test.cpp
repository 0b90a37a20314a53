// SPDX-License-Identifier: BSD-3-Clause

// What users of other libraries have complained of, one test for each complaint: exceptions in
// contact, wrong distances, endless loops, points and normals that do not fit the distance, missed
// overlaps, big against small, identical objects.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Box;
using apart::Distance;
using apart::Pose;
using apart::Shape;
using apart::Status;
using Eigen::Vector3d;
using support::Kind;
using support::Random;
using support::Scene;
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

/// point_b - point_a = upper * normal, the normal is a unit vector, nothing is NaN.
void expect_consistent(const Distance& d, double size) {
  EXPECT_NEAR(d.normal.norm(), 1, 4 * u);
  const double error = 4 * u * (d.point_a.norm() + d.point_b.norm() + size);
  if (d.status == Status::separated) {
    EXPECT_LE((d.point_b - d.point_a - d.upper * d.normal).norm(), error) << support::text(d);
    EXPECT_NEAR((d.point_b - d.point_a).norm(), d.upper, error) << support::text(d);
  } else {
    EXPECT_LE((d.point_b - d.point_a).norm(), d.upper + error) << support::text(d);
  }
}

// Row 1: exceptions and contradictions in kissing contact, over the decades (drake#21234, fcl#493).

void expect_kissing(const Shape& a, const Shape& b, const Vector3d& way, double size) {
  // Until contact, then a hair's breadth this and that side of it.
  Pose pose_b(way * (4 * size));
  const Distance first = apart::distance(a, Pose(), b, pose_b);
  ASSERT_EQ(first.status, Status::separated);
  const double bound = 64 * u * 8 * size;
  pose_b.translation -= first.upper * first.normal;
  for (const double hair : {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-8, -1e-8}) {
    const Pose pose(pose_b.translation + hair * size * first.normal);
    Distance d;
    ASSERT_NO_THROW(d = apart::distance(a, Pose(), b, pose));
    EXPECT_TRUE(support::confirmed(apart::verify(a, Pose(), b, pose, d), d));
    EXPECT_NE(d.status, Status::not_converged)
        << "translation " << support::text(pose.translation) << ": " << support::text(d);
    expect_consistent(d, 8 * size);
    const double gap = hair * size;  // moving along the normal: not more than this apart
    EXPECT_LE(d.lower, std::max(gap, 0.0) + bound) << support::text(d);
    EXPECT_EQ(apart::intersects(a, Pose(), b, pose), !(d.lower > 0));
    EXPECT_TRUE(hair < 1e-12 || d.status == Status::separated) << hair;
  }
}

TEST(Users, Row01KissingContactsOverTheDecades) {
  for (const double size : {1e-3, 1e-1, 1.0, 10.0, 1e3}) {
    const std::vector<Shape> shapes = some_shapes(size);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      for (std::size_t j = 0; j < shapes.size(); ++j) {
        SCOPED_TRACE("size " + std::to_string(size) + ", shapes " + std::to_string(i) + " and " +
                     std::to_string(j));
        expect_kissing(shapes[i], shapes[j], Vector3d::UnitX(), size);
        expect_kissing(shapes[i], shapes[j], Vector3d(1, 2, 3).normalized(), size);
        if (HasFailure()) return;
      }
    }
  }
}

/// The distance is continuous through contact: it never jumps by more than the step.
TEST(Users, Row01DistanceIsContinuousThroughContact) {
  const Box a(1, 1, 1);
  const apart::Cylinder b(0.5, 1);
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1.5707963, Vector3d::UnitX()).toRotationMatrix();
  double last = apart::distance(a, Pose(), b, Pose(turn, {1.1, 0, 0})).upper;
  const double step = 1e-4;
  for (double x = 1.1 - step; x > 0.9; x -= step) {
    const Distance d = apart::distance(a, Pose(), b, Pose(turn, {x, 0, 0}));
    EXPECT_LE(std::abs(d.upper - last), step * (1 + 1e-9)) << "at " << x;
    last = d.upper;
  }
  EXPECT_EQ(last, 0);
}

// Row 2: exact zero for separated hulls (mujoco#3383), wrong distance for easy pairs (fcl#508).

TEST(Users, Row02SeparatedHullsAreNeverAtZero) {
  int separated = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const auto a = apart::Polytope::hull(support::on_sphere(random, random.integer(8, 60)));
    const auto b = apart::Polytope::hull(support::on_sphere(random, random.integer(8, 60)));
    const Vector3d way = support::direction(random);
    const double gap = random.decade(0, 12);
    const Pose pose_a(support::rotation(random), Vector3d::Zero());
    const Pose pose_b(support::rotation(random), (2 + gap) * way);  // the balls are `gap` apart
    const Distance d = apart::distance(a, pose_a, b, pose_b);
    EXPECT_EQ(d.status, Status::separated);
    EXPECT_GE(d.upper, gap - 1e-14);
    EXPECT_GT(d.lower, 0);
    EXPECT_FALSE(apart::intersects(a, pose_a, b, pose_b));
    separated += d.lower > 0;
    if (HasFailure()) return;
  }
  EXPECT_EQ(separated, 3000);
}

TEST(Users, Row02EasyPairsAreRight) {
  const Distance boxes =
      apart::distance(Box(1, 1, 1), Pose(), Box(2, 2, 2), Pose(Vector3d(4, 0, 0)));
  EXPECT_TRUE(support::holds(boxes, 2.5));
  const Distance ball =
      apart::distance(apart::Sphere(1), Pose(), Box(1, 1, 1), Pose(Vector3d(0, 0, 3)));
  EXPECT_TRUE(support::holds(ball, 1.5));
  const Distance cylinders = apart::distance(apart::Cylinder(1, 2), Pose(), apart::Cylinder(1, 2),
                                             Pose(Vector3d(5, 0, 0)));
  EXPECT_TRUE(support::holds(cylinders, 3));
  for (const Distance& d : {boxes, ball, cylinders}) EXPECT_LT(d.upper - d.lower, 1e-13);
}

// Row 6: endless loops (fcl#578). Degenerate and nearly degenerate sets, and a bound on the work.

TEST(Users, Row06EveryQueryEnds) {
  int most = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const auto flat = [&] {  // in a plane, on a line, or nearly so, with duplicates
      const Vector3d e = support::vector(random), f = support::vector(random);
      const double thin = random.chance(0.5) ? 0 : random.decade(3, 16);
      std::vector<Vector3d> points;
      for (int k = 0; k < 10; ++k) {
        points.push_back(e * random.integer(-2, 2) + f * random.integer(-1, 1) +
                         thin * support::vector(random));
      }
      return apart::Polytope::hull(points);
    };
    const Scene s{flat(), flat(), {}, Pose(support::vector(random) * random.integer(0, 2))};
    const Distance d = s.distance();
    EXPECT_TRUE(support::confirmed(s.verify(d), d));
    most = std::max(most, d.support_calls);
    if (HasFailure()) return;
  }
  EXPECT_LT(most, 300);
  RecordProperty("most_support_calls", most);
}

/// A support function that is not one (it ignores the direction): any answer, but an answer.
struct Liar {
  mutable int calls = 0;
  Vector3d support(const Vector3d&) const {
    ++calls;
    return {std::sin(double(calls)), std::cos(double(calls)), 0.5 * std::sin(2.0 * calls)};
  }
  double radius() const { return 2; }
};

TEST(Users, Row06EvenALyingSupportFunctionEnds) {
  for (const double x : {0.0, 0.5, 1.0, 3.0}) {
    const Liar liar;
    const Distance d = apart::distance(liar, Pose(), Box(1, 1, 1), Pose(Vector3d(x, 0, 0)));
    EXPECT_TRUE(std::isfinite(d.lower) && std::isfinite(d.upper) && d.normal.allFinite());
    EXPECT_LT(liar.calls, 2000);
  }
}

// Row 10: points in the wrong frame, or not as far apart as the distance (fcl#171).

TEST(Users, Row10PointsAreInTheWorldAndAsFarApartAsTheDistance) {
  int apart = 0;
  support::for_each_pair([&](Kind a, Kind b) {
    const int number = int(a) * support::kinds + int(b);
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    for (int i = 0; i < 6; ++i) {
      Scene s = support::random_scene(a, b, random, i);
      const Vector3d far = 100 * support::vector(random);
      s.pose_a.translation += far, s.pose_b.translation += far;
      const Distance d = s.distance();
      expect_consistent(d, 20);
      EXPECT_TRUE(support::confirmed(s.verify(d), d));
      apart += d.status == Status::separated;
    }
  });
  EXPECT_GT(apart, 500);
}

TEST(Users, Row10TheExampleOfTheReport) {
  const Pose a(Vector3d(10, 20, 30)), b(Vector3d(13, 20, 30));
  const Distance d = apart::distance(Box(1, 1, 1), a, apart::Sphere(0.5), b);
  EXPECT_TRUE(d.point_a.isApprox(Vector3d(10.5, 20, 30), 1e-15)) << support::text(d);
  EXPECT_TRUE(d.point_b.isApprox(Vector3d(12.5, 20, 30), 1e-15)) << support::text(d);
}

// Row 11: normals of length zero, flipped, or of no fixed direction (fcl#375).

TEST(Users, Row11NormalsAreUnitsFromAToB) {
  int apart = 0;
  support::for_each_pair([&](Kind a, Kind b) {
    const int number = int(a) * support::kinds + int(b);
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    for (int i = 0; i < 6; ++i) {
      const Scene s = support::random_scene(a, b, random, i);
      const Distance d = s.distance(), e = s.swapped().distance();
      EXPECT_NEAR(d.normal.norm(), 1, 4 * u);
      EXPECT_NEAR(e.normal.norm(), 1, 4 * u);
      if (d.lower < 0.1) continue;
      ++apart;
      EXPECT_GT(d.normal.dot(d.point_b - d.point_a), 0);
      EXPECT_LT((d.normal + e.normal).norm(), 1e-6) << support::text(d) << support::text(e);
    }
  });
  EXPECT_GT(apart, 300);
}

/// At zero distance, too; there the planes normal to it separate up to rounding.
TEST(Users, Row11NormalsInContact) {
  const Box box(2, 2, 2);
  for (const Vector3d& way : {Vector3d(1, 0, 0), Vector3d(0, -1, 0), Vector3d(0, 0, 1)}) {
    const Distance d = apart::distance(box, Pose(), box, Pose(2 * way));
    EXPECT_LT((d.normal - way).norm(), 1e-14) << support::text(d);
  }
  const Distance balls =
      apart::distance(apart::Sphere(1), Pose(), apart::Sphere(1), Pose(Vector3d(0, 2, 0)));
  EXPECT_LT((balls.normal - Vector3d(0, 1, 0)).norm(), 1e-14) << support::text(balls);
}

// Row 13: overlaps that are missed, a centre on the other's surface among them (mujoco#2206).

TEST(Users, Row13NoOverlapIsMissed) {
  for (const double size : {1e-3, 1.0, 1e3}) {
    for (const Shape& a : some_shapes(size)) {
      for (const Shape& b : some_shapes(size)) {
        for (const double depth : {0.0, 0.01, 0.04}) {  // from coincident centres outward
          const Pose at(depth * size * Vector3d(1, 2, 2) / 3);
          const Distance d = apart::distance(a, Pose(), b, at);
          EXPECT_EQ(d.status, Status::overlapping) << support::text(d);
          EXPECT_TRUE(apart::intersects(a, Pose(), b, at));
          EXPECT_TRUE(support::confirmed(apart::verify(a, Pose(), b, at, d), d));
        }
      }
    }
  }
}

TEST(Users, Row13SphereCentreOnAndPastTheSurface) {
  for (const double x : {0.5, 0.5 - 1e-12, 0.5 + 1e-12, 0.25, 0.0, 0.74, 0.7499999}) {
    const Pose at(Vector3d(x, 0, 0));
    const Distance d = apart::distance(Box(1, 1, 1), Pose(), apart::Sphere(0.25), at);
    EXPECT_EQ(d.status, Status::overlapping) << x;
    EXPECT_LE(d.point_a.cwiseAbs().maxCoeff(), 0.5 + 4 * u);
    EXPECT_LE((d.point_a - at.translation).norm(), 0.25 + 4 * u);
  }
}

// Row 14: big against small, thin, slender (libccd#17), 1e-4 to 1e8.

TEST(Users, Row14BigAgainstSmall) {
  for (double big = 1e-4; big < 2e8; big *= 10) {
    for (double small = 1e-4; small <= big; small *= 10) {
      for (const double gap : {1.0, 1e-3, 1e-6}) {
        SCOPED_TRACE(support::text(big) + " against " + support::text(small));
        // The big one's face at x = 0, the small one above it by a share of its own size.
        const Pose at_big(Vector3d(-big / 2, 0, 0)), at_small(Vector3d((0.5 + gap) * small, 0, 0));
        const long double expected =
            (long double)(at_small.translation.x()) - (long double)(small) / 2;
        const double bound = 64 * u * 4 * (big + small);
        for (const Shape& a : {Shape(Box(big, big, big)), Shape(apart::Sphere(big / 2)),
                               Shape(apart::Ellipsoid(big / 2, big, big / 4))}) {
          for (const Shape& b :
               {Shape(Box(small, small * 1e-3, small)), Shape(apart::Sphere(small / 2))}) {
            const Distance d = apart::distance(a, at_big, b, at_small);
            EXPECT_TRUE(support::holds(d, expected, 0x1p-61L * big)) << gap;
            EXPECT_LE(d.upper - d.lower, bound);
            EXPECT_NE(d.status, Status::not_converged);
          }
        }
      }
    }
  }
}

TEST(Users, Row14ThinAndSlender) {
  for (const double thin : {1e-4, 1e-8, 1e-12, 0.0}) {
    SCOPED_TRACE(thin);
    const Box plate(1e4, 1e4, thin), needle(1e4, thin, thin);
    const Pose above(Eigen::AngleAxisd(0.5, Vector3d::UnitZ()).toRotationMatrix(), {1, 2, 1});
    const Distance d = apart::distance(plate, Pose(), needle, above);
    EXPECT_TRUE(support::holds(d, 1 - (long double)(thin), 1e-18L));
    EXPECT_EQ(d.status, Status::separated);
    const Pose through(Eigen::AngleAxisd(0.5, Vector3d::UnitY()).toRotationMatrix(), {1, 2, 0});
    EXPECT_TRUE(apart::intersects(plate, Pose(), needle, through));
  }
}

// Row 15: same centre, identical objects (parry#396).

TEST(Users, Row15IdenticalObjectsAreOneAnother) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    support::ShapeMaker maker(random, random.decade(0, 6));
    const Shape shape = maker.make(Kind(i % support::bounded_kinds));
    const Pose pose(support::rotation(random), support::vector(random));
    const Distance d = apart::distance(shape, pose, shape, pose);
    EXPECT_TRUE(apart::intersects(shape, pose, shape, pose));
    EXPECT_EQ(d.lower, 0);
    EXPECT_TRUE(d.status == Status::overlapping || d.status == Status::touching)
        << support::text(d);
    EXPECT_NEAR(d.normal.norm(), 1, 4 * u);
    EXPECT_TRUE(support::confirmed(apart::verify(shape, pose, shape, pose, d), d));
    const bool solid = Kind(i % support::bounded_kinds) > Kind::triangle &&
                       Kind(i % support::bounded_kinds) != Kind::flat_polytope;
    EXPECT_TRUE(!solid || d.status == Status::overlapping) << support::text(d);
    if (HasFailure()) return;
  }
}

TEST(Users, Row15SameCentreDifferentShapes) {
  const std::vector<Shape> shapes = some_shapes(1);
  Random random = support::random_case(0);
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      const Vector3d centre = support::vector(random);
      const Pose at(support::rotation(random), centre), other(support::rotation(random), centre);
      EXPECT_EQ(apart::distance(a, at, b, other).status, Status::overlapping);
    }
  }
}

/// So far apart that the first plane, which decides `enough`, leaves less open than rounding: the
/// answer counts as exact, and its normal has to be that of its points.
TEST(Users, EnoughOfFarAwayBoxesIsExactOrCutOff) {
  const apart::Box box(1, 2, 3);
  for (const double far : {1e3, 1e6, 1e7, 1e8, 1e9, 1e12}) {
    const apart::Pose b(Eigen::Vector3d(far, far / 3, far / 7));
    for (const double enough : {0.0, 1.0, far / 2}) {
      const apart::Options options{.enough = enough};
      const auto d = apart::distance(box, {}, box, b, options);
      const auto checked = apart::verify(box, {}, box, b, d, options);
      EXPECT_TRUE(checked.ok) << far << ", " << enough << ": " << checked.problem;
    }
  }
}

}  // namespace
