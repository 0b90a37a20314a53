// SPDX-License-Identifier: BSD-3-Clause

// The search of verify() for a direction in which an overlap is shallower than claimed.
#include "query/verify_depth.hpp"

#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>

#include "support/answer.hpp"
#include "support/random.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Pose;
using apart::Shape;
using apart::verification::PosedShape;
using apart::verification::Real;
using apart::verification::Shallower;
using apart::verification::Vec;
using Eigen::Vector3d;

std::optional<Shallower> search(const Shape& a, const Pose& pose_a, const Shape& b,
                                const Pose& pose_b, Real depth) {
  const PosedShape posed_a(a, pose_a, 0), posed_b(b, pose_b, 0);
  const Vec gap = pose_b.translation.cast<Real>() - pose_a.translation.cast<Real>();
  auto axis = posed_a.axis();
  if (!axis) axis = posed_b.axis();
  const Real size = posed_a.reach() + posed_b.reach() + gap.norm();
  return find_shallower(posed_a, posed_b, gap, axis, depth, 32 * apart::verification::own_u * size);
}

Pose at(double x, double y, double z) { return Pose(Vector3d(x, y, z)); }

/// Deep enough at the true depth, and not at one larger by the part `by`.
void expect_depth(const Shape& a, const Shape& b, const Pose& pose_b, Real depth, Real by) {
  EXPECT_FALSE(search(a, Pose(), b, pose_b, depth)) << apart::type_name(a);
  const auto found = search(a, Pose(), b, pose_b, depth * (1 + by));
  ASSERT_TRUE(found) << apart::type_name(a);
  EXPECT_NEAR(double(found->depth), double(depth), double(depth * by));
  EXPECT_NEAR(double(found->direction.norm()), 1, 1e-15);
}

TEST(VerifyDepth, OfBoxesIsSharp) {
  expect_depth(apart::Box(2, 2, 2), apart::Box(2, 2, 2), at(1.75, 0.5, 0), 0.25, 1e-15L);
  expect_depth(apart::Box(2, 2, 2), apart::Box(2, 2, 2), Pose(), 2, 1e-15L);
  expect_depth(apart::Box(8, 6, 4), apart::Box(2, 2, 2), at(1, 1, 0.5), 2.5, 1e-15L);
  const Pose edge(Eigen::AngleAxisd(0.7853981633974483, Vector3d::UnitX()).toRotationMatrix(),
                  Vector3d(0, 0, 2));
  const PosedShape turned(apart::Box(2, 2, 2), edge, 0);
  expect_depth(apart::Box(2, 2, 2), apart::Box(2, 2, 2), edge, turned.support(-Vec::UnitZ()) - 1,
               1e-15L);
}

TEST(VerifyDepth, OfCurvedShapesIsSharpWhereTheMinimumIsOne) {
  expect_depth(apart::Cylinder(1, 2), apart::Box(4, 4, 2), at(0, 0, 1.75), 0.25, 1e-14L);
  expect_depth(apart::Ellipsoid(1, 2, 3), apart::Box(4, 4, 4), at(2.5, 0, 0), 0.5, 1e-14L);
  expect_depth(apart::Ellipsoid(1, 2, 3), apart::Ellipsoid(1, 2, 3), at(0, 0, 0), 2, 1e-14L);
  expect_depth(apart::Cone(1, 2), apart::Box(4, 4, 2), at(0, 0, -1.5), 0.5, 1e-14L);
  const apart::Custom egg(support::Egg{{1, 2, 3}, {0, 0, 0}});
  expect_depth(egg, apart::Box(4, 4, 4), at(2.5, 0, 0), 0.5, 1e-12L);
}

TEST(VerifyDepth, OfCurvedShapesAboutOneCentreIsFoundAsFarAsTheSearchGoes) {
  expect_depth(apart::Ellipsoid(1, 1, 1), apart::Ellipsoid(2, 2, 2), Pose(), 3, 1e-14L);
  expect_depth(apart::Cylinder(1, 9), apart::Cylinder(2, 9), Pose(), 3, 1e-14L);
  // Depths that differ little from each other: the least is between the directions looked at.
  expect_depth(apart::Ellipsoid(1, 1, 1), apart::Ellipsoid(2, 2, 2.001), at(1e-5, 2e-5, 0),
               3 - std::sqrt(5.0L) * 1e-5L, 1e-4L);
}

TEST(VerifyDepth, OfAPrismLooksAcrossItsAxis) {
  const std::vector<Eigen::Vector2d> section{{-1, -2}, {1, -2}, {1, 2}, {-1, 2}};
  const Shape prism = apart::Prism(section);
  expect_depth(prism, apart::Box(1, 1, 1), at(0.25, 0, 77), 1.25, 1e-13L);
  expect_depth(apart::Point(), prism, at(0.25, 0, 77), 0.75, 1e-13L);
}

TEST(VerifyDepth, OfFlatShapesIsNone) {
  const Shape point = apart::Point(), segment = apart::Segment({-1, 0, 0}, {1, 0, 0}),
              triangle = apart::Triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0}),
              plate = apart::Box(2, 2, 0), disc = apart::Cylinder(1, 0);
  for (const Shape& a : {point, segment, triangle, plate, disc}) {
    for (const Shape& b : {point, segment, triangle, plate, disc}) {
      EXPECT_TRUE(search(a, Pose(), b, Pose(), 1e-15L))
          << apart::type_name(a) << " and " << apart::type_name(b);
    }
  }
}

/// All normals that a facet of the difference can have: the cross products of differences of
/// points.
Real brute_force_depth(const std::vector<Vec>& a, const std::vector<Vec>& b) {
  std::vector<Vec> edges;
  for (const auto* points : {&a, &b}) {
    for (std::size_t i = 0; i < points->size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) edges.push_back((*points)[i] - (*points)[j]);
    }
  }
  const auto support = [](const std::vector<Vec>& points, const Vec& n) {
    Real most = -INFINITY;
    for (const Vec& p : points) most = std::max(most, n.dot(p));
    return most;
  };
  Real least = INFINITY;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      Vec n = edges[i].cross(edges[j]);
      if (!(n.norm() > 1e-9L)) continue;
      n.normalize();
      for (const Vec& m : {n, Vec(-n)}) least = std::min(least, support(a, m) + support(b, -m));
    }
  }
  return least;
}

TEST(VerifyDepth, OfPolytopesIsTheLeastOverAllFacets) {
  int deep = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    SCOPED_TRACE(support::case_name(i));
    support::Random random = support::random_case(i);
    const bool lattice = i % 3 == 0;
    const auto draw = [&](int count) {
      std::vector<Vector3d> points = support::in_cube(random, count);
      for (Vector3d& p : points) {
        if (lattice) p = (2 * p).array().round();
      }
      return points;
    };
    const std::vector<Vector3d> a = draw(7), b = draw(7);
    const Shape hull_a = apart::Polytope::hull(a), hull_b = apart::Polytope::hull(b);
    const Vector3d t = 0.3 * support::vector(random);
    std::vector<Vec> posed_a, posed_b;
    for (const Vector3d& p : a) posed_a.push_back(p.cast<Real>());
    for (const Vector3d& p : b) posed_b.push_back(p.cast<Real>() + t.cast<Real>());
    const Real depth = brute_force_depth(posed_a, posed_b);
    if (!(depth > 1e-3L)) continue;
    ++deep;
    EXPECT_FALSE(search(hull_a, Pose(), hull_b, Pose(t), depth));
    EXPECT_TRUE(search(hull_a, Pose(), hull_b, Pose(t), depth * (1 + 1e-14L)));
  }
  EXPECT_GT(deep, 150);
}

}  // namespace
