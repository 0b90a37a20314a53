// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <apart/motion.hpp>
#include <apart/penetration.hpp>
#include <apart/verify.hpp>
#include <utility>

#include "tree/meshes.hpp"

// What is inside of a closed mesh belongs to it.

namespace apart {
namespace {

using namespace testing;
using Eigen::Vector3d;

constexpr unsigned seed = 492;

TEST(Solid, ClosedSurfacesAreSolidUnlessToldOtherwise) {
  Random random(seed);
  EXPECT_TRUE(cube().mesh().closed());
  EXPECT_TRUE(cube(1, 4).mesh().solid());  // faces have vertices of their own, in the same places
  EXPECT_TRUE(sphere(8).mesh().solid());
  EXPECT_FALSE(sphere(8).mesh({.solid = false}).solid());
  EXPECT_FALSE(sheet(3).mesh().closed());
  EXPECT_FALSE(soup(5, 1, random).mesh().solid());
  EXPECT_EQ(joined(cube(), cube().moved({5, 0, 0})).mesh().components(), 2);
}

TEST(Solid, AMeshWhollyInsideAnotherOverlapsIt) {
  Random random(seed);
  const Mesh large = bumpy_sphere(12, random).scaled(4).mesh(), small = sphere(5, 0.3).mesh();
  for (int i = 0; i < 50; ++i) {
    const Pose pose = random_pose(random, 1.2);
    EXPECT_EQ(distance(large, Pose(), small, pose).status, Status::overlapping);
    EXPECT_EQ(distance(small, pose, large, Pose()).status, Status::overlapping);
    EXPECT_TRUE(intersects(large, Pose(), small, pose));
    EXPECT_TRUE(within(large, Pose(), small, pose, 0.1));
  }
  const Mesh shell = bumpy_sphere(12, random).scaled(4).mesh({.solid = false});
  EXPECT_GT(distance(shell, Pose(), small, Pose()).lower, 1);
  EXPECT_FALSE(intersects(shell, Pose(), small, Pose()));
}

TEST(Solid, EveryConvexKindInsideAMesh) {
  Random random(seed);
  const Mesh large = bumpy_sphere(10, random).scaled(6).mesh();
  const std::vector<Vector3d> few{{0, 0, 0}, {0.5, 0, 0}};
  const std::vector<Part> parts{{Box(1, 1, 1), Pose(Vector3d(40, 0, 0))}, {Sphere(0.2), Pose()}};
  for (const Shape& shape : std::vector<Shape>{
           Point(0, 0, 0), Segment({0, 0, 0}, {1, 0, 0}), Sphere(1), Box(1, 1, 1), Cylinder(1, 1),
           Cone(1, 1), Ellipsoid(1, 2, 1), Capsule(1, 1), Polytope::hull(sphere(5).vertices),
           Spheres(few, 0.1), Compound(parts), Rounded(Mesh(sphere(5).mesh()), 0.1)}) {
    const Distance d = distance(large, Pose(), shape, Pose());
    EXPECT_EQ(d.status, Status::overlapping) << type_name(shape);
    const Verification check = verify(large, Pose(), shape, Pose(), d);
    EXPECT_TRUE(check) << type_name(shape) << ": " << check.problem;
    const Compound nest(std::vector<Part>{{large, Pose(Vector3d(1, 0, 0))}});
    EXPECT_EQ(distance(shape, Pose(), nest, Pose()).status, Status::overlapping)
        << type_name(shape);
  }
}

TEST(Solid, OnlyOneOfManyComponentsIsInside) {
  const Surface a = cube(4, 2), b = joined(cube(0.5), cube(0.5).moved({20, 0, 0}));
  EXPECT_EQ(distance(a.mesh(), Pose(), b.mesh(), Pose(Vector3d(-20, 0, 0))).status,
            Status::overlapping);
  EXPECT_EQ(distance(a.mesh(), Pose(), b.mesh(), Pose()).status, Status::overlapping);
  EXPECT_EQ(distance(a.mesh(), Pose(), b.mesh(), Pose(Vector3d(-10, 0, 0))).status,
            Status::separated);
}

TEST(Solid, AHollowIsNotInside) {
  Surface hollow = cube(2, 2);
  for (auto& t : hollow.triangles) std::swap(t[1], t[2]);  // faces inwards
  const Mesh room = joined(cube(4, 3), hollow).mesh();
  EXPECT_TRUE(room.solid());
  const Distance d = distance(room, Pose(), Sphere(0.25), Pose());
  EXPECT_EQ(d.status, Status::separated);
  EXPECT_NEAR(d.upper, 0.75, 1e-15);
  EXPECT_EQ(distance(room, Pose(), Sphere(0.25), Pose(Vector3d(1.5, 0, 0))).status,
            Status::overlapping);
}

TEST(Solid, SignedDistanceOfAPointIsExact) {
  Random random(seed);
  const Mesh box = cube(2, 3).mesh();
  std::uniform_real_distribution<double> inside(-0.999, 0.999);
  for (int i = 0; i < 200; ++i) {
    const Vector3d p(inside(random), inside(random), inside(random));
    const double depth = 1 - p.cwiseAbs().maxCoeff();
    const Penetration in = penetration(Point(p), Pose(), box, Pose());
    EXPECT_LE(in.lower, -depth);
    EXPECT_GE(in.upper, -depth);
    EXPECT_LE(in.upper - in.lower, 64 * 0x1p-53 * 5);
    EXPECT_EQ(in.status, Status::overlapping);
    const Vector3d moved = in.signed_distance * in.direction;  // B away from A: or A to the surface
    EXPECT_NEAR((p + moved).cwiseAbs().maxCoeff(), 1, 1e-14);
    const Penetration out =
        penetration(box, Pose(), Point(3 * p / p.cwiseAbs().maxCoeff()), Pose());
    EXPECT_EQ(out.status, Status::separated);
  }
}

TEST(Solid, DepthIsAnIntervalThatHoldsTheTruth) {
  const Mesh box = cube(2, 3).mesh();
  for (const double x : {1.9, 1.5, 1.0, 0.25}) {
    const Penetration truth =
        penetration(Box(2, 2, 2), Pose(), Box(2, 2, 2), Pose(Vector3d(x, 0.1, 0.05)));
    for (const Shape& other : std::vector<Shape>{box, Box(2, 2, 2)}) {
      const Penetration p = penetration(box, Pose(), other, Pose(Vector3d(x, 0.1, 0.05)));
      EXPECT_LE(p.lower, truth.upper) << x;
      EXPECT_GE(p.upper, truth.lower) << x;
      EXPECT_LE(p.upper, 0) << x;
      EXPECT_LE(p.lower, -1e-3);
      EXPECT_EQ(p.status, Status::overlapping);
      EXPECT_LE(-p.lower, 1.1 * truth.depth() + 1e-3) << x;
      const Pose moved(Vector3d(x, 0.1, 0.05) - p.lower * p.direction);
      EXPECT_LE(distance(box, Pose(), other, moved).upper, 0.1) << x;
      EXPECT_GT(distance(box, Pose(), other, moved).lower, 0) << x;
      const Pose pose(Vector3d(x, 0.1, 0.05));
      const Verification check = verify(box, Pose(), other, pose, p);
      EXPECT_TRUE(check) << x << ": " << check.problem;
    }
  }
}

/// Corners and edges alone do not show how deep these are: all of them lie on the other's surface.
TEST(Solid, DepthOfSolidsWhoseSurfacesLieInEachOther) {
  const Mesh box = cube(2, 3).mesh();
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  for (const Eigen::Matrix3d& r : {Eigen::Matrix3d::Identity().eval(), turn}) {
    const Vector3d away(3, -1, 2);
    for (const auto& [shift, depth] : {std::pair(0.0, 2.0), {1.0, 1.0}, {1.75, 0.25}}) {
      const Pose at(r, away), moved(r, away + r * Vector3d(shift, 0, 0));
      for (const Shape& other : std::vector<Shape>{box, Box(2, 2, 2)}) {
        const Penetration p = penetration(box, at, other, moved);
        EXPECT_EQ(p.status, Status::overlapping) << shift;
        EXPECT_LE(p.lower, -depth + 1e-12) << shift;
        EXPECT_GE(p.lower, -depth - 1e-11) << shift;
        EXPECT_LE(p.upper, -depth + 1e-3) << shift;
        const Verification check = verify(box, at, other, moved, p);
        EXPECT_TRUE(check) << shift << ": " << check.problem;
      }
    }
  }
}

/// The middle of a triangle's box, which verify() once asked about, may well be in the other one.
TEST(Solid, TurnedSolidsThatAlmostTouchAreVerified) {
  const Mesh box = cube(2, 3).mesh();
  const Pose a(Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()).matrix(), Vector3d(3, -1, 2));
  for (const double gap : {1e-12, 1e-9, 1e-3}) {
    const Pose b(a.rotation, a.translation + a.rotation * Vector3d(2 + gap, 0, 0));
    const Distance d = distance(box, a, box, b);
    EXPECT_NEAR(d.upper, gap, 1e-14);
    const Verification check = verify(box, a, box, b, d);
    EXPECT_TRUE(check) << gap << ": " << check.problem;
  }
}

TEST(Solid, DepthOfABodyInTheMiddleOfAnother) {
  const Mesh box = cube(2, 3).mesh();
  const auto depth_of = [&](const Shape& inner, const Vector3d& at) {
    const Penetration p = penetration(box, Pose(), inner, Pose(at));
    const Penetration q = penetration(inner, Pose(at), box, Pose());
    EXPECT_NEAR(p.signed_distance, q.signed_distance, 1e-9);
    EXPECT_LE(p.upper - p.lower, 1e-6);
    return -p.signed_distance;
  };
  EXPECT_NEAR(depth_of(Sphere(0.25), {0, 0, 0.5}), 0.75, 1e-9);
  EXPECT_NEAR(depth_of(Box(0.5, 0.5, 0.5), {0, 0.5, 0}), 0.75, 1e-9);
  EXPECT_NEAR(depth_of(cube(0.5).mesh(), {-0.5, 0, 0.125}), 0.75, 1e-9);
  EXPECT_NEAR(depth_of(Box(4, 0.5, 0.5), {0, 0, 0}), 1.25, 1e-9);  // through and through
}

TEST(Solid, DepthIsCheaperForThoseWhoAskLess) {
  const Mesh ball = sphere(16).mesh();
  const Pose at(Vector3d(0.7, 0.4, 0.2));
  const auto ask = [&](Options options, long& looked_at) {
    SearchCounts counts;
    options.counts = &counts;
    const Penetration p = penetration(ball, Pose(), ball, at, options);
    EXPECT_EQ(p.status, Status::overlapping);
    looked_at = counts.node_pairs;
    return p;
  };
  long all = 0, rough = 0, deeper = 0;
  const Penetration p = ask({}, all);
  const Penetration q = ask({.relative_error = 0.5}, rough);
  EXPECT_LE(q.lower, p.upper);
  EXPECT_GE(q.upper, p.lower);
  EXPECT_LE(q.upper - q.lower, -0.5 * q.lower);
  EXPECT_LT(rough, all / 2);
  const Penetration deep = ask({.enough = 0.9 * p.upper}, deeper);
  EXPECT_LE(deep.upper, 0.9 * p.upper);
  EXPECT_LT(deeper, all / 2);
}

TEST(Solid, DepthOfUnionsOfManyParts) {
  Random random(seed);
  std::vector<Part> parts;
  for (int i = 0; i < 60; ++i) {
    parts.push_back({Box(0.2, 0.1, 0.1), random_pose(random, 1)});
  }
  const Compound pile(parts);
  const Pose at(Vector3d(0.5, 0.1, 0));
  double deepest = 0;
  for (const Part& a : parts) {
    for (const Part& b : parts) {
      Pose moved = b.pose;
      moved.translation += at.translation;
      deepest = std::min(deepest, penetration(a.shape, a.pose, b.shape, moved).signed_distance);
    }
  }
  const Penetration p = penetration(pile, Pose(), pile, at);
  EXPECT_LT(deepest, 0);
  EXPECT_NEAR(p.upper, deepest, 1e-12);
  EXPECT_LE(p.lower, p.upper);
}

/// Of triangles that are not all turned alike the winding number is no whole number, and what it is
/// above one half of has another border than the triangles.
TEST(Solid, FlippedFacesDoNotMatter) {
  Surface flipped = cube(2);
  for (int i : {0, 3, 4}) std::swap(flipped.triangles[i][0], flipped.triangles[i][1]);
  const Mesh box = flipped.mesh();
  ASSERT_TRUE(box.solid());
  Random random(seed);
  std::uniform_real_distribution<double> inside(-0.95, 0.95);
  for (int i = 0; i < 200; ++i) {
    const Vector3d p(inside(random), inside(random), inside(random));
    const double depth = 1 - p.cwiseAbs().maxCoeff();
    const Penetration in = penetration(Point(p), Pose(), box, Pose());
    EXPECT_NEAR(in.signed_distance, -depth, 1e-12);
    const Verification check = verify(Point(p), Pose(), box, Pose(), in);
    EXPECT_TRUE(check) << check.problem;
    EXPECT_GT(distance(Point(p + Vector3d(0, 0, 2)), Pose(), box, Pose()).lower, 0);
  }
}

TEST(Solid, OfAnOpenSurfaceNoDepthIsClaimedNorAnythingAlongAMotion) {
  Surface open = cube(2);
  open.triangles.resize(open.triangles.size() - 2);
  const Mesh bin = open.mesh({.solid = true});
  const Penetration p = penetration(Point(0, 0, 0.3), Pose(), bin, Pose());
  EXPECT_EQ(p.status, Status::overlapping);
  EXPECT_EQ(p.upper, 0);
  EXPECT_THROW(first_contact(Point(), Motion(Pose()), bin, Pose()), InvalidInput);
  EXPECT_THROW(clear_along(bin, Motion(Pose()), Point(), Pose(), 0.1), InvalidInput);
  const Mesh sheet_only = open.mesh({.solid = false});
  EXPECT_TRUE(clear_along(sheet_only, Pose(), Point(), Pose(), 0.1));
}

TEST(Solid, RoundingMakesDeeper) {
  const Mesh box = cube(2, 3).mesh();
  const auto expect = [](const Penetration& p, double depth) {
    EXPECT_NEAR(p.lower, -depth, 1e-4 * depth);
    EXPECT_NEAR(p.upper, -depth, 1e-9);
    EXPECT_EQ(p.status, Status::overlapping);
  };
  expect(penetration(box, Pose(), box, Pose(Vector3d(2.05, 0.1, 0)), {.margin = 0.05}), 0.05);
  expect(penetration(Rounded(box, 0.2), Pose(), Point(0.9, 0.1, 0), Pose()), 0.3);
  expect(penetration(Rounded(box, 0.2), Pose(), Sphere(0.05), Pose(Vector3d(1.1, 0, 0))), 0.15);
  const Mesh sheet_alone = sheet(3).mesh();
  const double above = sheet_alone.vertices()[0].z() + 0.4;
  const Vector3d middle = sheet_alone.vertices()[5];
  expect(
      penetration(sheet_alone, Pose(), Sphere(0.5), Pose(Vector3d(middle.x(), middle.y(), above))),
      0.1);
}

TEST(Solid, HollowBodiesInEachOther) {
  Surface hollow = cube(1);
  for (auto& t : hollow.triangles) std::swap(t[0], t[1]);
  const Mesh shell = joined(cube(2), hollow).mesh();
  const Penetration p = penetration(shell, Pose(), shell, Pose());
  EXPECT_EQ(p.status, Status::overlapping);
  EXPECT_LE(p.upper, -0.4);
}

TEST(Solid, TouchingIsNoOverlapThatIsNotKnown) {
  const Mesh box = cube(2, 3).mesh();
  for (const Vector3d& p : {Vector3d(0.3, 0.4, 1), Vector3d(0.3, 1, 1), Vector3d(1, 1, 1)}) {
    const Penetration found = penetration(Point(p), Pose(), box, Pose());
    EXPECT_EQ(found.status, Status::touching);
    EXPECT_NEAR(found.signed_distance, 0, 1e-13);
  }
  const Penetration faces = penetration(Box(1, 1, 1), Pose(Vector3d(0.2, 0.1, 1.5)), box, Pose());
  EXPECT_EQ(faces.status, Status::touching);
  EXPECT_NEAR(faces.signed_distance, 0, 1e-13);
}

TEST(Solid, DepthOfAPointInARoundedMeshAndWhereComponentsOverlap) {
  const Mesh box = cube(2).mesh();
  const Penetration in = penetration(Rounded(box, 0.3), Pose(), Point(0, 0, 0), Pose());
  EXPECT_LE(in.lower, -1.3);
  EXPECT_GE(in.upper, -1.3 - 1e-12);
  EXPECT_LE(in.upper, -1.3 + 1e-12);
  const Penetration near = penetration(Rounded(box, 0.3), Pose(), Point(1.1, 0, 0), Pose());
  EXPECT_LE(near.lower, -0.2);
  EXPECT_EQ(near.status, Status::overlapping);
  const Mesh nested = joined(cube(4), cube(2)).mesh();
  const Penetration deep = penetration(nested, Pose(), Point(0.9, 0, 0), Pose());
  EXPECT_LE(deep.lower, -1.1);
  EXPECT_LE(deep.upper, 0);
  const Surface tiny = cube(2e-200);
  const Penetration small =
      penetration(tiny.mesh(), Pose(), tiny.mesh(), Pose(Vector3d(1.8e-200, 0.2e-200, 0)));
  EXPECT_LE(small.lower, -0.2e-200 * (1 - 1e-12));
  EXPECT_GE(small.lower, -0.3e-200);
}

TEST(Solid, DepthOfUnionsAndBalls) {
  const std::vector<Part> parts{{Box(1, 1, 1), Pose(Vector3d(-3, 0, 0))}, {Box(1, 1, 1), Pose()}};
  const Penetration p =
      penetration(Compound(parts), Pose(), Box(1, 1, 1), Pose(Vector3d(0.9, 0, 0)));
  EXPECT_LE(p.lower, -0.1);
  EXPECT_GE(p.upper, -0.1 - 1e-12);
  EXPECT_LE(p.upper, -0.1 + 1e-12);
  EXPECT_LT(-p.lower, 0.11);
  const std::vector<Vector3d> centres{{0, 0, 0}, {10, 0, 0}};
  const Penetration q =
      penetration(Spheres(centres, 1.0), Pose(), Sphere(1), Pose(Vector3d(0, 1.5, 0)));
  EXPECT_LE(q.lower, -0.5);
  EXPECT_NEAR(q.upper, -0.5, 1e-12);
  const Penetration ground = penetration(Spheres(centres, 1.0), Pose(Vector3d(0, 0, 0.75)),
                                         Halfspace({0, 0, 1}, 0), Pose());
  EXPECT_NEAR(ground.signed_distance, -0.25, 1e-15);
}

}  // namespace
}  // namespace apart
