// SPDX-License-Identifier: BSD-3-Clause

// The benchmark's own hulls and depths, which the contestants are judged by.
#include "truth.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {

using bench::Difference;
using bench::Hull;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Points = std::vector<Vector3d>;

constexpr unsigned seed = 7;

Vector3d on_sphere(std::mt19937& engine) {
  std::normal_distribution<double> normal;
  return Vector3d(normal(engine), normal(engine), normal(engine)).normalized();
}

Hull random_hull(int n, std::mt19937& engine) {
  Points points;
  for (int i = 0; i < n; ++i) points.push_back(on_sphere(engine));
  return bench::convex_hull(points);
}

Hull octahedron() {
  Points points;
  for (int k = 0; k < 3; ++k) {
    points.push_back(Vector3d::Unit(k));
    points.push_back(-Vector3d::Unit(k));
  }
  std::swap(points[1], points[4]);  // the first four must not lie in a plane
  return bench::convex_hull(points);
}

double support(const Points& points, const Vector3d& d) {
  double value = points[0].dot(d);
  for (const auto& p : points) value = std::max(value, p.dot(d));
  return value;
}

TEST(Hull, HasTheFacesEulerWants) {
  std::mt19937 engine(seed);
  for (const int n : {4, 5, 8, 50}) {
    const Hull hull = random_hull(n, engine);
    EXPECT_EQ(static_cast<int>(hull.triangles.size()), 2 * n - 4);
    Vector3d mean = Vector3d::Zero();
    for (const auto& v : hull.vertices) mean += v;
    EXPECT_LT(mean.norm(), 1e-13);
  }
}

TEST(Hull, FacesOutwards) {
  std::mt19937 engine(seed);
  const Hull hull = random_hull(50, engine);
  for (const auto& t : hull.triangles) {
    const Vector3d& p = hull.vertices[t[0]];
    const Vector3d normal = (hull.vertices[t[1]] - p).cross(hull.vertices[t[2]] - p);
    for (const auto& v : hull.vertices) EXPECT_LT(normal.dot(v - p), 1e-15);
  }
}

TEST(Hull, LeavesOutAPointInside) {
  const Points points{Vector3d(0, 0, 0), Vector3d(4, 0, 0), Vector3d(1, 1, 0.5), Vector3d(0, 4, 0),
                      Vector3d(0, 0, 4)};
  EXPECT_EQ(bench::convex_hull(points).vertices.size(), 4U);
}

TEST(Difference, OfTwoOctahedraInLine) {
  const Hull a = octahedron();
  const Difference difference(a, a, Matrix3d::Identity());
  const double root3 = std::sqrt(3.0);
  EXPECT_NEAR(difference.depth({0, 0, 0}).value, 2 / root3, 1e-15);
  EXPECT_NEAR(difference.depth({0.5, 0, 0}).value, 1.5 / root3, 1e-15);
  EXPECT_NEAR(difference.slide({0, 0, 0}, {1, 0, 0}, 0.1), 2 - 0.1 * root3, 1e-14);
}

TEST(Difference, IsNoDeeperThanAnyWidth) {
  std::mt19937 engine(seed);
  SCOPED_TRACE(seed);
  for (int i = 0; i < 20; ++i) {
    const Hull a = random_hull(12, engine), b = random_hull(9, engine);
    const Matrix3d r = Eigen::AngleAxisd(i, on_sphere(engine)).toRotationMatrix();
    const Difference difference(a, b, r);
    const Vector3d t = 0.1 * on_sphere(engine);
    Points moved;
    for (const auto& v : b.vertices) moved.push_back(r * v + t);
    const auto width = [&](const Vector3d& n) {
      return support(a.vertices, n) + support(moved, -n);
    };
    const Difference::Depth depth = difference.depth(t);
    EXPECT_NEAR(depth.value, width(depth.normal), 1e-14);
    double least = width(depth.normal);
    for (int k = 0; k < 20000; ++k) least = std::min(least, width(on_sphere(engine)));
    EXPECT_GE(least, depth.value - 1e-14);
  }
}

TEST(Difference, SlidesToTheDepthAskedFor) {
  std::mt19937 engine(seed);
  SCOPED_TRACE(seed);
  for (int i = 0; i < 20; ++i) {
    const Hull a = random_hull(20, engine), b = random_hull(20, engine);
    const Matrix3d r = Eigen::AngleAxisd(i, on_sphere(engine)).toRotationMatrix();
    const Difference difference(a, b, r);
    const Vector3d ray = on_sphere(engine);
    for (const double depth : {0.2, 0.02, 0.0}) {
      const double s = difference.slide(Vector3d::Zero(), ray, depth);
      EXPECT_NEAR(difference.depth(s * ray).value, depth, 1e-14);
    }
  }
}

}  // namespace
