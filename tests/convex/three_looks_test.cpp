// SPDX-License-Identifier: BSD-3-Clause

// How a search begins: three directions around the line of centres, and what carries the nearest
// point of the triangle that is found along them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "convex/targets.hpp"
// clang-format off: Highway has to come after those.
#include "convex/nearest_of_triangle-inl.hpp"
#include "convex/surroundings.hpp"
// clang-format on
#include "support/random.hpp"

namespace {

using apart::NewestSimplex;
using apart::Surroundings;
using apart::Triple;
using apart::HWY_NAMESPACE::NearestOfTriangle;
using Eigen::Vector3d;
using support::Random;

std::vector<Vector3d> directions(Random& random) {
  std::vector<Vector3d> all;
  for (int k = 0; k < 27; ++k) {  // along axes and diagonals
    if (k != 13) all.emplace_back(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
  }
  for (int k = 0; k < 200; ++k)
    all.push_back(support::direction(random) * std::exp(random.between(-9, 9)));
  return all;
}

TEST(Surroundings, AreEvenlyAroundTheDirection) {
  SCOPED_TRACE(support::case_name(81));
  Random random = support::random_case(81);
  for (const Vector3d& q : directions(random)) {
    const double extent = q.norm() * random.between(0.7, 3), spread = 0.25;
    const double widest = Surroundings::widest(random.between(0, 1) < 0.5);
    const Surroundings around(Triple::of(q), extent, spread, widest);
    const double wide = std::min(widest, spread * std::pow(extent / q.norm(), 2));
    Vector3d off[3];
    for (int k = 0; k < 3; ++k) {
      off[k] = around.way(k).vector() - q;
      EXPECT_NEAR(off[k].norm(), wide * q.norm(), 1e-12 * q.norm()) << q.transpose();
      EXPECT_NEAR(off[k].dot(q), 0, 1e-12 * q.squaredNorm()) << q.transpose();
    }
    for (int k = 0; k < 3; ++k) {
      const double cosine =
          off[k].dot(off[(k + 1) % 3]) / (off[k].norm() * off[(k + 1) % 3].norm());
      EXPECT_NEAR(cosine, -0.5, 1e-12) << q.transpose();
    }
  }
}

TEST(Surroundings, ScaleWithTheirSize) {
  SCOPED_TRACE(support::case_name(82));
  Random random = support::random_case(82);
  for (const Vector3d& q : directions(random)) {
    const Surroundings around(Triple::of(q), 1.25, 0.18, 1.4);
    for (const double scale : {0x1p-70, 0x1p60}) {
      const Surroundings scaled(Triple::of(q * scale), 1.25 * scale, 0.18, 1.4);
      for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(scaled.way(k).vector(), around.way(k).vector() * scale);
      }
    }
  }
}

TEST(AroundOrigin, IsWhatBarycentricCoordinatesSay) {
  SCOPED_TRACE(support::case_name(85));
  Random random = support::random_case(85);
  int inside = 0;
  for (int i = 0; i < 20000; ++i) {
    Vector3d p[4];
    for (Vector3d& x : p) x = support::direction(random) * random.between(0.2, 2);
    Eigen::Matrix4d m;
    for (int k = 0; k < 4; ++k) m.col(k) << p[k], 1;
    const Eigen::Vector4d weight = m.fullPivLu().solve(Eigen::Vector4d(0, 0, 0, 1));
    if (weight.cwiseAbs().minCoeff() < 1e-6) continue;  // too near to a face to tell
    const Triple three[3] = {Triple::of(p[0]), Triple::of(p[1]), Triple::of(p[2])};
    EXPECT_EQ(apart::around_origin(three, Triple::of(p[3])), weight.minCoeff() > 0);
    inside += weight.minCoeff() > 0;
  }
  EXPECT_GT(inside, 1000);
}

TEST(AroundOrigin, IsNotInWhatIsFlat) {
  const Triple three[3] = {{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}};
  EXPECT_FALSE(apart::around_origin(three, {0, 0.5, 0}));
  EXPECT_FALSE(apart::around_origin(three, {0, 0, 0}));
  EXPECT_FALSE(apart::around_origin({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 0, 0}));
}

double to_segment(const Vector3d& p, const Vector3d& q) {
  const Vector3d e = q - p;
  const double square = e.squaredNorm();
  const double t = square > 0 ? std::clamp(-p.dot(e) / square, 0.0, 1.0) : 0;
  return (p + t * e).norm();
}

/// By all edges, and the face if the origin projects into it.
double to_triangle(const Vector3d (&p)[3]) {
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) least = std::min(least, to_segment(p[k], p[(k + 1) % 3]));
  const Vector3d n = (p[1] - p[0]).cross(p[2] - p[0]);
  bool inside = n.norm() > 0;
  for (int k = 0; k < 3; ++k) {
    inside = inside && n.dot((p[(k + 1) % 3] - p[k]).cross(-p[k])) > 0;
  }
  return inside ? std::abs(n.dot(p[0])) / n.norm() : least;
}

void expect_nearest(const Vector3d (&p)[3]) {
  const Triple points[3] = {Triple::of(p[0]), Triple::of(p[1]), Triple::of(p[2])};
  const std::uint64_t numbers[3] = {7, 8, 9};
  NewestSimplex simplex;
  NearestOfTriangle nearest;
  ASSERT_TRUE(nearest.solve(points, numbers, simplex));
  const double expected = to_triangle(p), size = std::max({p[0].norm(), p[1].norm(), p[2].norm()});
  EXPECT_NEAR(std::sqrt(nearest.squared), expected, 1e-11 * size);
  ASSERT_GE(simplex.size(), 1);
  ASSERT_LE(simplex.size(), 3);
  // All that is kept is as far along the direction, and nothing is nearer.
  const Vector3d q = nearest.direction.vector().normalized();
  for (int k = 0; k < simplex.size(); ++k) {
    EXPECT_EQ(simplex.point(k), p[simplex.number(k) - 7]);
    EXPECT_NEAR(simplex.point(k).dot(q), expected, 1e-8 * size);
    for (int j = 0; j < k; ++j) EXPECT_NE(simplex.point(j), simplex.point(k));
  }
  for (const Vector3d& other : p) EXPECT_GE(other.dot(q), expected - 1e-8 * size);
}

TEST(NearestOfTriangle, IsNearest) {
  SCOPED_TRACE(support::case_name(83));
  Random random = support::random_case(83);
  int sizes[4] = {};
  for (int i = 0; i < 20000; ++i) {
    const Vector3d centre = support::direction(random) * random.between(0.05, 3);
    Vector3d p[3];
    for (Vector3d& x : p) x = centre + support::direction(random) * random.between(0.1, 1);
    expect_nearest(p);
    NewestSimplex simplex;
    NearestOfTriangle nearest;
    nearest.solve({Triple::of(p[0]), Triple::of(p[1]), Triple::of(p[2])}, {0, 1, 2}, simplex);
    ++sizes[simplex.size()];
  }
  for (int k = 1; k < 4; ++k) EXPECT_GT(sizes[k], 500) << k;  // all kinds are met
}

TEST(NearestOfTriangle, OfPointsThatAreTheSame) {
  SCOPED_TRACE(support::case_name(84));
  Random random = support::random_case(84);
  for (int i = 0; i < 1000; ++i) {
    const Vector3d a = support::direction(random) * 2, b = a + support::direction(random);
    expect_nearest({a, a, a});
    expect_nearest({a, a, b});
    expect_nearest({a, b, a});
    expect_nearest({b, a, a});
  }
}

TEST(NearestOfTriangle, OfRightAngledTriangles) {
  // The origin on borders between what is nearest, and triangles in line with axes.
  for (int i = 0; i < 125; ++i) {
    const Vector3d at(i % 5 - 2, i / 5 % 5 - 2, i / 25 - 2);
    const Vector3d p[3] = {at, at + Vector3d(1, 0, 0), at + Vector3d(0, 2, 0)};
    if (to_triangle(p) > 0) expect_nearest(p);
  }
}

}  // namespace
