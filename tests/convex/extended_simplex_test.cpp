// SPDX-License-Identifier: BSD-3-Clause

// The nearest point of a simplex in double-double, slivers included, against brute force.
#include "convex/extended_simplex.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "support/nearest.hpp"
#include "support/random.hpp"

namespace {

using apart::DoubleDouble;
using apart::ExactVector;
using apart::ExtendedSimplex;
using Eigen::Vector3d;
using support::Points;
using support::Random;

constexpr double reach = 0x1p-53;

ExtendedSimplex simplex(const Points& p) {
  ExtendedSimplex s;
  for (const Vector3d& x : p) s.add(x.cast<DoubleDouble>());
  return s;
}

/// The solution is a convex combination as near as can be, its direction normal to what carries it.
void expect_right(const Points& p, double error) {
  const ExtendedSimplex e = simplex(p);
  const auto s = e.nearest(reach);
  ASSERT_NE(s.mask, 0u);
  DoubleDouble sum = 0;
  ExactVector v = ExactVector::Zero();
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(s.mask >> i & 1)) continue;
    EXPECT_GT(s.weight[i], DoubleDouble(0));
    sum += s.weight[i];
    v += p[i].cast<DoubleDouble>() * s.weight[i];
  }
  EXPECT_NEAR(sum.hi, 1, 1e-15);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR((v[k] - s.v[k]).hi, 0, 1e-20);
  const double length = sqrt(s.squared).hi, expected = support::nearest_by_brute_force(p);
  EXPECT_NEAR(length, expected, std::max(reach, error));
  if (length <= reach) return;
  EXPECT_LT(std::popcount(s.mask), 4) << "four points carry nothing but the origin";
  const Vector3d d = apart::rounded(s.direction).normalized();
  EXPECT_GT(d.dot(apart::rounded(s.v)), 0);
  for (const Vector3d& x : p) EXPECT_GE(d.dot(x), length - error - 1e-15);
}

TEST(ExtendedSimplex, SolvesEveryLatticeSimplex) {
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const int range = random.integer(1, 3), size = random.integer(1, 4);
    Points p;
    for (int j = 0; j < size; ++j) {
      p.emplace_back(random.integer(-range, range), random.integer(-range, range),
                     random.integer(-range, range));
    }
    expect_right(p, 1e-15);
    if (HasFailure()) return;
  }
}

TEST(ExtendedSimplex, SolvesRandomSimplices) {
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    Points p = support::in_cube(random, random.integer(1, 4));
    const Vector3d shift = random.chance(0.5) ? support::vector(random) : Vector3d::Zero();
    for (auto& x : p) x += shift;
    expect_right(p, 1e-15);
    if (HasFailure()) return;
  }
}

/// Needles and flakes: a triangle or tetrahedron squeezed along one or two directions.
TEST(ExtendedSimplex, SolvesSlivers) {
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Eigen::Matrix3d r = support::rotation(random);
    const Vector3d thin(1, random.decade(0, 12), random.decade(3, 12));
    const Vector3d shift = support::vector(random) * random.decade(0, 12);
    Points p;
    for (const auto& x : support::in_cube(random, random.integer(2, 4))) {
      p.push_back(r * x.cwiseProduct(thin) + shift);
    }
    expect_right(p, 4e-15);
    if (HasFailure()) return;
  }
}

TEST(ExtendedSimplex, SolvesAwkwardSimplices) {
  for (const auto& [name, points, distance] : support::awkward_simplices()) {
    SCOPED_TRACE(name);
    expect_right(points, 1e-15);
    EXPECT_NEAR(sqrt(simplex(points).nearest(reach).squared).hi, distance, 1e-15);
  }
}

TEST(ExtendedSimplex, KeepsTheOrder) {
  const Vector3d a(1, 0, 0), b(0, 1, 0), c(0, 0, 1), d(1, 1, 1);
  ExtendedSimplex s = simplex({a, b, c, d});
  s.keep(0b1010);
  ASSERT_EQ(s.size(), 2);
  EXPECT_EQ(apart::rounded(s.point(0)), b);
  EXPECT_EQ(apart::rounded(s.point(1)), d);
}

TEST(ExtendedSimplex, EnclosesTheOriginWithRoomToSpare) {
  const Points p{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};  // inscribed ball 1 / sqrt(3)
  EXPECT_TRUE(simplex(p).encloses_origin(0));
  EXPECT_TRUE(simplex(p).encloses_origin(0.57));
  EXPECT_FALSE(simplex(p).encloses_origin(0.58));
  Points beside = p;
  for (auto& x : beside) x += Vector3d(2, 0, 0);
  EXPECT_FALSE(simplex(beside).encloses_origin(0));
  EXPECT_FALSE(simplex({p[0], p[1], p[2], p[2]}).encloses_origin(0)) << "flat";
  EXPECT_FALSE(simplex({p[0], p[1], p[2], -p[2]}).encloses_origin(0)) << "on an edge";
}

}  // namespace
