// SPDX-License-Identifier: BSD-3-Clause

// The benchmark's own distances, which the contestants are judged by.
#include "closest.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace {

using bench::Body;
using bench::Separation;
using Eigen::Vector3d;

constexpr unsigned seed = 7;

apart::Pose at(double x, double y, double z) { return apart::Pose(Vector3d(x, y, z)); }

Vector3d on_sphere(std::mt19937& engine) {
  std::normal_distribution<double> normal;
  return Vector3d(normal(engine), normal(engine), normal(engine)).normalized();
}

bench::Hull random_hull(int n, std::mt19937& engine) {
  std::vector<Vector3d> points;
  for (int i = 0; i < n; ++i) points.push_back(on_sphere(engine));
  return bench::convex_hull(points);
}

TEST(Separation, OfBodiesInLine) {
  const Body ball = bench::Ball{1}, box = bench::Cuboid{{2, 4, 6}}, capsule = bench::Capsule{1, 4},
             cylinder = bench::Cylinder{1, 4}, ellipsoid = bench::Ellipsoid{{1, 2, 3}};
  for (const Body* body : {&ball, &box, &capsule, &cylinder, &ellipsoid}) {
    const auto r = Separation(*body, {}, ball, at(5, 0, 0)).at();
    EXPECT_NEAR(r.distance, 3, 1e-14);
    EXPECT_LT((r.normal - Vector3d::UnitX()).norm(), 1e-7);
  }
  EXPECT_NEAR(Separation(cylinder, {}, cylinder, at(0, 0, 5)).at().distance, 1, 1e-15);
  EXPECT_NEAR(Separation(ellipsoid, {}, ellipsoid, at(0, 0, 8)).at().distance, 2, 1e-14);
  EXPECT_NEAR(Separation(capsule, {}, box, at(0, 0, 8)).at().distance, 2, 1e-15);
}

TEST(Separation, OfCornersEdgesAndRims) {
  const Body box = bench::Cuboid{{2, 2, 2}}, cylinder = bench::Cylinder{1, 2};
  EXPECT_NEAR(Separation(box, {}, box, at(3, 3, 3)).at().distance, std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(Separation(box, {}, box, at(3, 3, 0.5)).at().distance, std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(Separation(cylinder, {}, cylinder, at(3, 4, 5)).at().distance, std::sqrt(18.0),
              1e-14);
}

TEST(Separation, IsZeroInAnOverlap) {
  const Body box = bench::Cuboid{{2, 2, 2}}, ellipsoid = bench::Ellipsoid{{1, 2, 3}};
  EXPECT_EQ(Separation(box, {}, box, at(1, 0.5, 0)).at().distance, 0);
  EXPECT_EQ(Separation(box, {}, box, {}).at().distance, 0);
  EXPECT_EQ(Separation(box, {}, ellipsoid, at(1, 1, 1)).at().distance, 0);
  EXPECT_EQ(Separation(bench::Ball{1}, {}, bench::Ball{1}, at(1, 0, 0)).at().distance, 0);
}

// A plane of either kind proves it: no direction separates the hulls by more.
TEST(Separation, IsNoLessThanAnyWidthBetweenHulls) {
  std::mt19937 engine(seed);
  SCOPED_TRACE(seed);
  for (int i = 0; i < 20; ++i) {
    const bench::Hull a = random_hull(12, engine), b = random_hull(9, engine);
    const Vector3d shift = 2.5 * on_sphere(engine);
    const auto width = [&](const Vector3d& n) {
      double least = std::numeric_limits<double>::infinity();
      for (const auto& p : a.vertices) {
        for (const auto& q : b.vertices) least = std::min(least, n.dot(q + shift - p));
      }
      return least;
    };
    const auto r = Separation(a, {}, b, {}).at(shift);
    EXPECT_NEAR(r.distance, width(r.normal), 1e-14);
    for (int k = 0; k < 2000; ++k) EXPECT_LE(width(on_sphere(engine)), r.distance + 1e-14);
  }
}

TEST(Separation, SlidesToTheGapAskedFor) {
  std::mt19937 engine(seed);
  SCOPED_TRACE(seed);
  const std::vector<Body> bodies{random_hull(20, engine), bench::Cylinder{0.5, 1},
                                 bench::Ellipsoid{{0.5, 1, 0.7}}, bench::Capsule{0.3, 1}};
  for (const Body& a : bodies) {
    for (const Body& b : bodies) {
      const Separation separation(a, {}, b, {});
      const Vector3d ray = on_sphere(engine);
      for (const double gap : {3.0, 0.1}) {
        EXPECT_NEAR(separation.at(separation.slide(ray, gap) * ray).distance, gap, 1e-12);
      }
    }
  }
}

}  // namespace
