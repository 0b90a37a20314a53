// SPDX-License-Identifier: BSD-3-Clause

// Contact patches of pairs whose faces are known, and what has to hold of every patch.
#include <gtest/gtest.h>

#include <algorithm>
#include <apart/apart.hpp>
#include <array>
#include <cmath>
#include <vector>

#include "support/answer.hpp"
#include "support/random.hpp"
#include "support/refusal.hpp"
#include "support/shapes.hpp"
#include "support/turn.hpp"

namespace {

using apart::ContactPatch;
using apart::PatchOptions;
using apart::Penetration;
using apart::Pose;
using apart::Shape;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double pi = 3.14159265358979323846;
const Vector3d x_axis = Vector3d::UnitX(), y_axis = Vector3d::UnitY(), z_axis = Vector3d::UnitZ();

Pose at(double x, double y, double z) { return Pose(Vector3d(x, y, z)); }

Pose turned(double angle, const Vector3d& axis, const Vector3d& t) {
  return {Eigen::AngleAxisd(angle, axis).toRotationMatrix(), t};
}

/// Two shapes in contact, as a test knows them.
struct Pair {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  Penetration answer;
  PatchOptions options = {};

  ContactPatch patch() const { return apart::contact_patch(a, pose_a, b, pose_b, answer, options); }
};

/// What penetration() answers: an overlap of the given depth along `direction`.
Penetration overlap(double depth, const Vector3d& point_a, const Vector3d& direction) {
  Penetration p;
  p.signed_distance = p.upper = -depth;
  p.lower = -depth - 16 * support::u;
  p.direction = direction;
  p.point_a = point_a;
  p.point_b = point_a - depth * direction;
  p.status = apart::Status::overlapping;
  return p;
}

/// A slab A of 4 x 4 x 2 whose top is z = 1, and B whose lowest points are at z = 0.9.
Pair on_slab(Shape b, const Pose& pose_b) {
  return {apart::Box(4, 4, 2), Pose(), std::move(b), pose_b, overlap(0.1, {0, 0, 1}, z_axis)};
}

/// The corners, as seen along z, in order, from the one that is lowest in x, then y.
std::vector<Vector2d> outline(const ContactPatch& patch) {
  std::vector<Vector2d> corners;
  for (const auto& c : patch.corners) corners.push_back(c.point_a.head<2>());
  const auto first =
      std::min_element(corners.begin(), corners.end(), [](const Vector2d& p, const Vector2d& q) {
        return std::abs(p.x() - q.x()) > 1e-9 ? p.x() < q.x() : p.y() < q.y();
      });
  std::rotate(corners.begin(), first, corners.end());
  return corners;
}

testing::AssertionResult equal(const std::vector<Vector2d>& found,
                               const std::vector<Vector2d>& expected, double error = 1e-14) {
  bool same = found.size() == expected.size();
  for (std::size_t i = 0; same && i < found.size(); ++i) {
    same = (found[i] - expected[i]).norm() <= error;
  }
  if (same) return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure() << "the corners are";
  for (const Vector2d& p : found) failure << " (" << p.x() << ", " << p.y() << ")";
  return failure;
}

/// All of A's points at z = 1, all of B's at 0.9, straight below.
void expect_on_slab(const ContactPatch& patch) {
  EXPECT_EQ(patch.normal, z_axis);
  for (const auto& [point_a, point_b] : patch.corners) {
    EXPECT_NEAR(point_a.z(), 1, 1e-14);
    EXPECT_NEAR(point_b.z(), 0.9, 1e-14);
    EXPECT_LE((point_a - point_b).head<2>().norm(), 1e-14);
  }
}

double area(const std::vector<Vector2d>& p) {
  double twice = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vector2d &a = p[i], &b = p[(i + 1) % p.size()];
    twice += a.x() * b.y() - a.y() * b.x();
  }
  return twice / 2;
}

TEST(ContactPatch, OfABoxOnABoxIsARectangle) {
  const Pair pair = on_slab(apart::Box(2, 1, 1), at(0.5, 0.25, 1.4));
  expect_on_slab(pair.patch());
  EXPECT_TRUE(
      equal(outline(pair.patch()), {{-0.5, -0.25}, {1.5, -0.25}, {1.5, 0.75}, {-0.5, 0.75}}));
}

TEST(ContactPatch, EndsWhereABoxHangsOver) {
  const Pair pair = on_slab(apart::Box(2, 1, 1), at(1.5, -2, 1.4));
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{0.5, -2}, {2, -2}, {2, -1.5}, {0.5, -1.5}}));
}

TEST(ContactPatch, OfASquareOnATurnedOneIsAnOctagon) {
  const Pair pair = on_slab(apart::Box(4, 4, 2), turned(pi / 4, z_axis, {0, 0, 1.9}));
  expect_on_slab(pair.patch());
  const double s = 2 * std::sqrt(2.0) - 2;  // the diagonals cut the sides there
  EXPECT_TRUE(equal(outline(pair.patch()),
                    {{-2, -s}, {-s, -2}, {s, -2}, {2, -s}, {2, s}, {s, 2}, {-s, 2}, {-2, s}}));
}

TEST(ContactPatch, OfAnEdgeOnAFaceIsASegment) {
  const double half = std::sqrt(0.5);
  const Pair pair = on_slab(apart::Box(8, 1, 1), turned(pi / 4, x_axis, {0, 0.5, 0.9 + half}));
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{-2, 0.5}, {2, 0.5}}));
}

TEST(ContactPatch, OfAVertexOnAFaceIsAPoint) {
  const Vector3d down = Vector3d(-1, -1, -1).normalized();
  Pose pose(support::turn(down, -z_axis), Vector3d::Zero());
  pose.translation = {0.25, 0.5, 0.9 + std::sqrt(3.0) / 2};
  const Pair pair = on_slab(apart::Box(1, 1, 1), pose);
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{0.25, 0.5}}));
}

TEST(ContactPatch, OfEdgesThatCrossIsAPoint) {
  const Pair pair{apart::Segment({-1, 0.5, 1}, {1, 0.5, 1}), Pose(),
                  apart::Segment({0.25, -3, 0.9}, {0.25, 3, 0.9}), Pose(),
                  overlap(0.1, {0, 0, 1}, z_axis)};
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{0.25, 0.5}}));
}

TEST(ContactPatch, OfCapsulesIsASegmentIfTheyAreParallel) {
  const auto lying = [](double angle, const Vector3d& t) {
    return Pose(Eigen::AngleAxisd(angle, z_axis) * Eigen::AngleAxisd(pi / 2, y_axis), t);
  };
  Pair pair{apart::Capsule(0.5, 2), lying(0, {0, 0, 0.5}), apart::Capsule(0.25, 3),
            lying(0, {1, 0, 1.15}), overlap(0.1, {0, 0, 1}, z_axis)};
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{-0.5, 0}, {1, 0}}));
  pair.pose_b = lying(0.7, {0.25, 0, 1.15});
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{0.25, 0}}));
  pair.pose_b = lying(0, {2.5, 0, 1.15});  // end to end
  EXPECT_TRUE(equal(outline(pair.patch()), {{1, 0}}));
}

TEST(ContactPatch, OfAStandingCylinderIsAPolygonInItsDisc) {
  Pair pair = on_slab(apart::Cylinder(1, 2), at(0.25, 0, 1.9));
  expect_on_slab(pair.patch());
  const std::vector<Vector2d> disc = outline(pair.patch());
  ASSERT_EQ(disc.size(), 16u);
  for (const Vector2d& p : disc) EXPECT_NEAR((p - Vector2d(0.25, 0)).norm(), 1, 1e-14);
  EXPECT_NEAR(area(disc), 8 * std::sin(pi / 8), 1e-14);
  pair.options.disc_corners = 100;
  EXPECT_EQ(pair.patch().corners.size(), 100u);
  pair.b = apart::Cone(1, 2);
  EXPECT_EQ(pair.patch().corners.size(), 100u);
}

TEST(ContactPatch, OfACylinderThatHangsOverIsCutOff) {
  Pair pair = on_slab(apart::Cylinder(1, 2), at(2, 0, 1.9));
  pair.options.disc_corners = 64;
  expect_on_slab(pair.patch());
  const std::vector<Vector2d> half = outline(pair.patch());
  EXPECT_EQ(half.size(), 33u);
  EXPECT_NEAR(area(half), 16 * std::sin(pi / 32), 1e-14);
  for (const Vector2d& p : half) EXPECT_LE(p.x(), 2 + 1e-14);
}

TEST(ContactPatch, OfALyingCylinderIsASegment) {
  const Pair pair =
      on_slab(apart::Cylinder(1, 2),
              {Eigen::AngleAxisd(pi / 2, y_axis).toRotationMatrix(), Vector3d(1.5, 0.25, 1.9)});
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{0.5, 0.25}, {2, 0.25}}));
}

TEST(ContactPatch, OfAConeOnItsSideIsASegment) {
  const Vector3d outward = Vector3d(2, 0, 1).normalized();  // of the side through (1, 0, -1)
  const Eigen::Matrix3d q = support::turn(outward, -z_axis);
  const Pair pair = on_slab(apart::Cone(1, 2), Pose(q, {0, 0, 0.9 - (q * z_axis).z()}));
  expect_on_slab(pair.patch());
  const std::vector<Vector2d> side = outline(pair.patch());
  ASSERT_EQ(side.size(), 2u);
  EXPECT_NEAR((side[1] - side[0]).norm(), std::sqrt(5.0), 1e-14);
}

TEST(ContactPatch, OfParallelCylindersIsASegment) {
  // As distance() finds it: the direction between curved surfaces is good to about 1e-8 only.
  for (const double angle : {0.1, 0.7, 1.3, 2.9}) {
    const Vector3d n(std::cos(angle), std::sin(angle), 0);
    const apart::Cylinder a(1, 2), b(0.5, 3);
    const Pose pose_b(Vector3d(1.75 * n + 2 * z_axis));
    const apart::Distance d = apart::distance(a, Pose(), b, pose_b);
    const ContactPatch patch = apart::contact_patch(a, Pose(), b, pose_b, d);
    ASSERT_EQ(patch.corners.size(), 2u) << angle;
    for (const auto& c : patch.corners) {
      EXPECT_NEAR((c.point_a - n).head<2>().norm(), 0, 1e-6);
      EXPECT_NEAR((c.point_b - 1.25 * n).head<2>().norm(), 0, 1e-6);
    }
    EXPECT_NEAR(std::abs(patch.corners[0].point_a.z() - patch.corners[1].point_a.z()), 0.5, 1e-6);
  }
}

TEST(ContactPatch, OfSpheresAndEllipsoidsIsAPoint) {
  EXPECT_TRUE(equal(outline(on_slab(apart::Sphere(1), at(1, 0.5, 1.9)).patch()), {{1, 0.5}}));
  const apart::Custom egg(support::Egg{{3, 2, 1}, {0, 0, 0}});
  for (const Shape& shape : {Shape(apart::Ellipsoid(3, 2, 1)), Shape(egg)}) {
    Pair pair = on_slab(shape, at(1, 0.5, 1.9));
    pair.answer = overlap(0.1, {1, 0.5, 1}, z_axis);
    EXPECT_TRUE(equal(outline(pair.patch()), {{1, 0.5}}));
    pair.a = apart::Halfspace(z_axis, 1);
    EXPECT_TRUE(equal(outline(pair.patch()), {{1, 0.5}}));
  }
}

TEST(ContactPatch, OnAHalfspaceIsTheWholeFace) {
  Pair pair = on_slab(apart::Box(2, 2, 2), at(30, 0, 1.9));
  pair.a = apart::Halfspace({0, 0, 5}, 5);
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{29, -1}, {31, -1}, {31, 1}, {29, 1}}));
  pair.a = apart::Rounded(apart::Halfspace({0, 0, 5}, -5), 2);
  expect_on_slab(pair.patch());
  std::swap(pair.a, pair.b);
  std::swap(pair.pose_a, pair.pose_b);
  pair.answer = overlap(0.1, {30, 0, 0.9}, -z_axis);
  const ContactPatch patch = pair.patch();
  ASSERT_EQ(patch.corners.size(), 4u);
  for (const auto& c : patch.corners) {
    EXPECT_NEAR(c.point_a.z(), 0.9, 1e-14);
    EXPECT_NEAR(c.point_b.z(), 1, 1e-14);
  }
}

TEST(ContactPatch, OnAPrismReachesAsFarAsTheOther) {
  const std::vector<Vector2d> square{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const Pose lying(Eigen::AngleAxisd(pi / 2, y_axis).toRotationMatrix(), Vector3d::Zero());
  Pair pair = on_slab(apart::Box(2, 3, 1), at(50, 0.5, 1.4));
  pair.a = apart::Prism(square);
  pair.pose_a = lying;
  pair.answer.point_a = {50, 0, 1};
  pair.answer.point_b = {50, 0, 0.9};
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{49, -1}, {51, -1}, {51, 1}, {49, 1}}, 1e-13));
  // On an edge of its own: a segment along the axis.
  pair.a = apart::Prism(std::vector<Vector2d>{{-1, 0}, {0, 1}, {0, -1}, {1, 0}});
  pair.answer.point_a.y() = pair.answer.point_b.y() = 0;
  EXPECT_TRUE(equal(outline(pair.patch()), {{49, 0}, {51, 0}}, 1e-13));
  std::swap(pair.a, pair.b);
  std::swap(pair.pose_a, pair.pose_b);
  pair.answer = overlap(0.1, {50, 0, 0.9}, -z_axis);
  EXPECT_TRUE(equal(outline(pair.patch()), {{49, 0}, {51, 0}}, 1e-13));
}

TEST(ContactPatch, OfCoplanarTriangles) {
  Pair pair{apart::Triangle({0, 0, 1}, {4, 0, 1}, {0, 4, 1}), Pose(),
            apart::Triangle({1, 1, 0.9}, {5, 1, 0.9}, {1, 5, 0.9}), Pose(),
            overlap(0.1, {1, 1, 1}, z_axis)};
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{1, 1}, {3, 1}, {1, 3}}));
  pair.b = apart::Triangle({4, 0, 0.9}, {0, 4, 0.9}, {4, 4, 0.9});  // an edge in common
  EXPECT_TRUE(equal(outline(pair.patch()), {{0, 4}, {4, 0}}));
  pair.b = apart::Triangle({0, 4, 0.9}, {1, 5, 0.9}, {-1, 5, 0.9});  // a corner
  EXPECT_TRUE(equal(outline(pair.patch()), {{0, 4}}));
  pair.b = apart::Triangle({5, 5, 0.9}, {6, 5, 0.9}, {5, 6, 0.9});  // nothing
  EXPECT_TRUE(equal(outline(pair.patch()), {{1, 1}})) << "the answer's own points";
}

TEST(ContactPatch, OfHullsWithManyCoplanarPoints) {
  std::vector<Vector3d> grid;
  for (int i = 0; i <= 20; ++i) {
    for (int j = 0; j <= 20; ++j) grid.emplace_back(i * 0.1 - 1, j * 0.1 - 1, 0.9);
  }
  grid.emplace_back(0, 0, 3);
  const Pair pair = on_slab(apart::Polytope::hull(grid), Pose());
  EXPECT_TRUE(equal(outline(pair.patch()), {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}));

  const Pair drums{apart::Polytope::hull(support::drum(60, 1)), Pose(),
                   apart::Polytope::hull(support::drum(90, 1)), at(0.5, 0, 1.9),
                   overlap(0.1, {0, 0, 1}, z_axis)};
  expect_on_slab(drums.patch());
  const std::vector<Vector2d> lens = outline(drums.patch());
  for (std::size_t i = 0; i < lens.size(); ++i) {  // strictly convex
    const Vector2d p = lens[i], q = lens[(i + 1) % lens.size()], r = lens[(i + 2) % lens.size()];
    EXPECT_GT((q - p).x() * (r - q).y() - (q - p).y() * (r - q).x(), 0);
  }
  const double exact = 2 * std::acos(0.25) - 0.25 * std::sqrt(4 - 0.25);
  EXPECT_NEAR(area(lens), exact, 0.01);
}

TEST(ContactPatch, OfRoundedShapesIsThatOfTheirCoresMovedOut) {
  Pair pair = on_slab(apart::Rounded(apart::Box(2, 2, 1), 0.5), at(0, 0, 1.9));
  expect_on_slab(pair.patch());
  EXPECT_TRUE(equal(outline(pair.patch()), {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}));
  pair = on_slab(apart::Box(2, 2, 1), at(0, 0, 1.9));
  pair.a = apart::Box(4, 4, 1);
  pair.options.margin = 0.5;
  expect_on_slab(pair.patch());
}

TEST(ContactPatch, FollowsFacesThatAreNearlyParallel) {
  const double tilt = 0.01;
  Pair pair = on_slab(apart::Box(2, 2, 2), turned(tilt, y_axis, {0, 0, 1.9}));
  EXPECT_EQ(pair.patch().corners.size(), 2u) << "an edge";
  pair.options.tolerance = 0.05;
  const ContactPatch patch = pair.patch();
  ASSERT_EQ(patch.corners.size(), 4u);
  for (const auto& [point_a, point_b] : patch.corners) {
    EXPECT_NEAR(point_a.z(), 1, 1e-14);
    const double x = (pair.pose_b.rotation.transpose() * (point_b - pair.pose_b.translation)).z();
    EXPECT_NEAR(x, -1, 1e-14) << "on the tilted face";
  }
}

TEST(ContactPatch, OfADistanceIsWhereTheFacesLookAtEachOther) {
  const apart::Box slab(4, 4, 2), box(2, 1, 1);
  const Pose above = at(1.5, -2, 2);
  const apart::Distance d = apart::distance(slab, Pose(), box, above);
  const ContactPatch patch = apart::contact_patch(slab, Pose(), box, above, d);
  EXPECT_TRUE(equal(outline(patch), {{0.5, -2}, {2, -2}, {2, -1.5}, {0.5, -1.5}}));
  for (const auto& c : patch.corners) {
    EXPECT_NEAR((c.point_b - c.point_a - 0.5 * z_axis).norm(), 0, 1e-14);
  }
}

TEST(ContactPatch, IsThatOfThePenetrationFound) {
  const apart::Box slab(4, 4, 2), box(2, 1, 1);
  const Pose in = at(0.5, 0.25, 1.4);
  const Penetration p = apart::penetration(slab, Pose(), box, in);
  const ContactPatch patch = apart::contact_patch(slab, Pose(), box, in, p);
  EXPECT_TRUE(equal(outline(patch), {{-0.5, -0.25}, {1.5, -0.25}, {1.5, 0.75}, {-0.5, 0.75}}));
  const apart::Cylinder drum(1, 2);
  const Penetration q = apart::penetration(slab, Pose(), drum, at(1.5, 0, 1.9));
  EXPECT_GT(apart::contact_patch(slab, Pose(), drum, at(1.5, 0, 1.9), q).corners.size(), 8u);
}

// What has to hold of every patch.

/// The same set of corners, in whatever order.
testing::AssertionResult same_set(const ContactPatch& found, const ContactPatch& expected,
                                  double error) {
  const auto near = [error](const auto& c, const auto& d) {
    return (c.point_a - d.point_a).norm() <= error && (c.point_b - d.point_b).norm() <= error;
  };
  bool same = found.corners.size() == expected.corners.size();
  for (const auto& c : expected.corners) {
    same = same && std::any_of(found.corners.begin(), found.corners.end(),
                               [&](const auto& d) { return near(c, d); });
  }
  if (same) return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure();
  for (const auto& patch : {expected, found}) {
    failure << "corners:\n";
    for (const auto& c : patch.corners) {
      failure << "  " << support::text(c.point_a) << " " << support::text(c.point_b) << "\n";
    }
  }
  return failure;
}

std::vector<Pair> pairs() {
  const double half = std::sqrt(0.5);
  std::vector<Pair> all{
      on_slab(apart::Box(2, 1, 1), at(1.5, -2, 1.4)),
      on_slab(apart::Box(4, 4, 2), turned(pi / 4, z_axis, {0, 0, 1.9})),
      on_slab(apart::Box(8, 1, 1), turned(pi / 4, x_axis, {0, 0.5, 0.9 + half})),
      on_slab(apart::Cylinder(1, 2), at(2, 0.25, 1.9)),
      on_slab(apart::Cone(1, 2), at(2, 0.25, 1.9)),
      on_slab(apart::Rounded(apart::Box(2, 2, 1), 0.5), at(0, 0, 1.9)),
      on_slab(apart::Polytope::hull(support::drum(30, 1)), at(0.5, 1.5, 1.9)),
      on_slab(apart::Sphere(1), at(1, 0.5, 1.9)),
      on_slab(apart::Halfspace({0, 0, -1}, -0.9), Pose()),
  };
  return all;
}

TEST(ContactPatch, MovesWithTheScene) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    SCOPED_TRACE(support::case_name(i));
    support::Random random = support::random_case(i);
    const Pose world(support::rotation(random), 10 * support::vector(random));
    const auto moved = [&](const Pose& pose) {
      return Pose(world.rotation * pose.rotation, world * pose.translation);
    };
    for (Pair pair : pairs()) {
      ContactPatch expected = pair.patch();
      for (auto& c : expected.corners) c = {world * c.point_a, world * c.point_b};
      pair.pose_a = moved(pair.pose_a), pair.pose_b = moved(pair.pose_b);
      pair.answer.direction = world.rotation * pair.answer.direction;
      pair.answer.point_a = world * pair.answer.point_a;
      pair.answer.point_b = world * pair.answer.point_b;
      EXPECT_TRUE(same_set(pair.patch(), expected, 1e-13)) << apart::type_name(pair.b);
    }
  }
}

TEST(ContactPatch, IsTheSameInEitherOrder) {
  for (Pair pair : pairs()) {
    ContactPatch expected = pair.patch();
    for (auto& c : expected.corners) std::swap(c.point_a, c.point_b);
    std::swap(pair.a, pair.b);
    std::swap(pair.pose_a, pair.pose_b);
    std::swap(pair.answer.point_a, pair.answer.point_b);
    pair.answer.direction = -pair.answer.direction;
    EXPECT_TRUE(same_set(pair.patch(), expected, 1e-14)) << apart::type_name(pair.a);
  }
}

TEST(ContactPatch, ScalesBitForBit) {
  const auto patch = [](double s) {
    const apart::Box slab(4 * s, 4 * s, 2 * s);
    const apart::Cylinder drum(0.7 * s, 3 * s);
    const Pose pose(Eigen::Quaterniond(0.3, -0.5, 0.7, 0.2), s * Vector3d(1, 2, 3));
    const apart::Distance d = apart::distance(slab, Pose(), drum, pose);
    return apart::contact_patch(slab, Pose(), drum, pose, d);
  };
  const ContactPatch unit = patch(1);
  for (const double s : {0x1p-330, 0x1p-20, 0x1p330}) {
    const ContactPatch scaled = patch(s);
    ASSERT_EQ(scaled.corners.size(), unit.corners.size());
    for (std::size_t i = 0; i < unit.corners.size(); ++i) {
      EXPECT_TRUE(support::same_bits(scaled.corners[i].point_a, s * unit.corners[i].point_a));
      EXPECT_TRUE(support::same_bits(scaled.corners[i].point_b, s * unit.corners[i].point_b));
    }
  }
}

/// Counter-clockwise about the normal, convex, no two corners alike.
void expect_well_ordered(const ContactPatch& patch) {
  const auto& c = patch.corners;
  ASSERT_GE(c.size(), 1u);
  for (std::size_t i = 0; i < c.size(); ++i) {
    const Vector3d p = c[i].point_a, q = c[(i + 1) % c.size()].point_a;
    EXPECT_TRUE(c.size() == 1 || (q - p).norm() > 0);
    if (c.size() < 3) continue;
    const Vector3d r = c[(i + 2) % c.size()].point_a;
    EXPECT_GT((q - p).cross(r - q).dot(patch.normal), 0);
  }
}

TEST(ContactPatch, OfAnyPairHoldsPointsOfBothShapes) {
  std::uint64_t index = 0;
  support::for_each_pair([&](support::Kind a, support::Kind b) {
    for (int repeat = 0; repeat < 4; ++repeat, ++index) {
      SCOPED_TRACE(support::case_name(index));
      support::Random random = support::random_case(index);
      const support::Scene s = support::random_scene(a, b, random, repeat % 2 ? 0.5 : 2);
      const Penetration p = apart::penetration(s.a, s.pose_a, s.b, s.pose_b);
      const ContactPatch patch = apart::contact_patch(s.a, s.pose_a, s.b, s.pose_b, p);
      EXPECT_EQ(patch.normal, p.direction);
      expect_well_ordered(patch);
      // Between curved surfaces: the root of what the answer leaves open.
      const double width = p.upper - p.lower, off = 1e-6 + 8 * width + std::sqrt(32 * width);
      for (const auto& [point_a, point_b] : patch.corners) {
        const apart::Point q(point_a), r(point_b);
        EXPECT_LE(apart::distance(s.a, s.pose_a, q, Pose()).upper, off);
        EXPECT_LE(apart::distance(s.b, s.pose_b, r, Pose()).upper, off);
        EXPECT_LE((point_b - point_a - p.signed_distance * p.direction).norm(), off);
      }
    }
  });
}

// What it refuses.

TEST(ContactPatch, RefusesWhatHasNoMeaning) {
  const Pair good = on_slab(apart::Box(2, 1, 1), at(0.5, 0.25, 1.4));
  const auto refused = [&](const auto& change) {
    Pair pair = good;
    change(pair);
    return support::refusal([&] { pair.patch(); });
  };
  EXPECT_EQ(refused([](Pair& p) { p.options.tolerance = -1; }),
            "contact_patch: tolerance must lie in [0, 2^500], got -1");
  EXPECT_EQ(refused([](Pair& p) { p.options.disc_corners = 2; }),
            "contact_patch: disc_corners must lie in [3, 1024], got 2");
  EXPECT_EQ(refused([](Pair& p) { p.options.margin = -1; }),
            "margin must lie in [0, 2^500], got -1");
  EXPECT_EQ(refused([](Pair& p) { p.answer.direction *= 2; }),
            "contact_patch: the answer's direction must be a unit vector, its length is 2");
  EXPECT_EQ(refused([](Pair& p) { p.answer.point_b.x() = NAN; }),
            "contact_patch: the answer has numbers that no query gives");
  EXPECT_EQ(refused([](Pair& p) { p.answer.upper = -1; }),
            "contact_patch: the answer has numbers that no query gives");
  EXPECT_EQ(refused([](Pair& p) { p.pose_a.rotation *= 2; }).find("pose_a: rotation is not"), 0u);
  EXPECT_EQ(refused([](Pair& p) {
              p.a = apart::Halfspace(z_axis, 0);
              p.b = p.a;
            }),
            "at most one operand may be unbounded, got halfspace and halfspace");
  apart::Distance d;
  d.status = apart::Status::overlapping;
  EXPECT_EQ(
      support::refusal([&] { apart::contact_patch(good.a, good.pose_a, good.b, good.pose_b, d); }),
      "contact_patch: the Distance of shapes that overlap has no direction; ask "
      "penetration()");
}

}  // namespace
