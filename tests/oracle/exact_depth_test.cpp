// SPDX-License-Identifier: BSD-3-Clause

// The oracle for depths, judged by brute force and by known answers; and its families.

#include "oracle/exact_depth.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <string>

#include "oracle/brute_force.hpp"
#include "oracle/families.hpp"
#include "oracle/family_parts.hpp"

namespace {

using oracle::Case;
using oracle::ExactSigned;
using oracle::Map;
using oracle::RationalPoint;
using oracle::Vec3;

std::vector<RationalPoint> rational(const std::vector<Vec3>& points, const Map& map) {
  std::vector<RationalPoint> out;
  for (const Vec3& p : points) {
    RationalPoint q(3);
    for (std::size_t i = 0; i < 3; ++i) {
      q[i] = map.t[i];
      for (std::size_t k = 0; k < 3; ++k) q[i] += mpq_class(map.r[3 * i + k]) * mpq_class(p[k]);
    }
    out.push_back(q);
  }
  return out;
}

ExactSigned signed_distance(const Case& c) {
  return exact_signed_distance(posed(c.a, c.pose_a), posed(c.b, c.pose_b));
}

/// Compares where the brute force sees an overlap; returns whether it does.
bool compare_with_brute_force(const Case& c) {
  const auto a = rational(c.a, c.pose_a), b = rational(c.b, c.pose_b);
  const ExactSigned found = signed_distance(c);
  const mpq_class distance = oracle::brute_force_squared(a, b);
  const mpq_class truth = distance != 0 ? distance : oracle::brute_force_depth_squared(a, b);
  EXPECT_EQ(found.magnitude.squared(), truth);
  EXPECT_EQ(found.sign, truth == 0 ? 0 : distance != 0 ? 1 : -1);
  return found.sign < 0;
}

TEST(ExactDepth, AgreesWithBruteForceOnTheLattice) {
  oracle::Random random(3);
  int overlaps = 0;
  for (int n = 0; n < 200; ++n) {
    Case c;
    const int range = random.integer(1, 3);
    for (auto* points : {&c.a, &c.b}) {
      points->resize(std::size_t(random.integer(1, 5)));
      for (Vec3& p : *points) {
        for (double& x : p) x = random.integer(-range, range);
      }
    }
    if (random.chance(0.2)) c.b = c.a;
    overlaps += compare_with_brute_force(c);
    ASSERT_FALSE(HasFailure()) << n;
  }
  EXPECT_GT(overlaps, 30);
}

/// The families as they are, but with no more points than the brute force can bear.
TEST(ExactDepth, AgreesWithBruteForceOnTheFamilies) {
  int overlaps = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    Case c = oracle::make_case(5, i, oracle::overlap_families());
    c.a.resize(std::min<std::size_t>(c.a.size(), 5));
    c.b.resize(std::min<std::size_t>(c.b.size(), 5));
    overlaps += compare_with_brute_force(c);
    ASSERT_FALSE(HasFailure()) << query_line(c, std::to_string(i), "penetration");
  }
  EXPECT_GT(overlaps, 10);
}

/// Duplicates, and the middles of two points each.
TEST(ExactDepth, PointsThatAreNoVerticesDoNotMatter) {
  oracle::Random random(4);
  for (int n = 0; n < 200; ++n) {
    Case c = oracle::lattice_hulls_overlap(random);
    const ExactSigned before = signed_distance(c);
    for (auto* points : {&c.a, &c.b}) {
      const std::vector<Vec3> given = *points;
      for (const Vec3& p : given) {
        points->push_back(p);
        points->push_back(oracle::times(oracle::plus(p, given[0]), 0.5));  // exact on the lattice
      }
    }
    const ExactSigned after = signed_distance(c);
    ASSERT_EQ(after.sign, before.sign) << n;
    ASSERT_EQ(after.magnitude.squared(), before.magnitude.squared()) << n;
  }
}

ExactSigned between(const std::vector<Vec3>& a, const std::vector<Vec3>& b, const Vec3& at = {}) {
  Map map;
  map.t = at;
  return signed_distance({a, b, {}, map});
}

TEST(ExactDepth, KnownAnswers) {
  const auto cube = oracle::box({-1, -1, -1}, {1, 1, 1});
  const auto half = oracle::box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  EXPECT_EQ(between(cube, cube).magnitude.squared(), 4);
  EXPECT_EQ(between(cube, cube).sign, -1);
  EXPECT_EQ(between(cube, cube, {1.5, 0, 0}).magnitude.squared(), mpq_class(1, 4));
  EXPECT_EQ(between(cube, cube, {2, 0, 0}).sign, 0);
  EXPECT_EQ(between(cube, cube, {3, 3, 0}).magnitude.squared(), 2);
  EXPECT_EQ(between(cube, cube, {3, 3, 0}).sign, 1);
  EXPECT_EQ(between(cube, half, {0.25, 0, 0}).magnitude.squared(), mpq_class(25, 16));
  EXPECT_EQ(between(cube, {{0.5, 0.25, 0}}).magnitude.squared(), mpq_class(1, 4));
  // An octahedron: its faces are 1 / sqrt(3) away.
  const std::vector<Vec3> octahedron{{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                     {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
  EXPECT_EQ(between(octahedron, {{0, 0, 0}}).magnitude.squared(), mpq_class(1, 3));
  // Segments that cross: the difference is a parallelogram, and flat.
  EXPECT_EQ(between({{-1, 0, 0}, {1, 0, 0}}, {{0, -1, 0}, {0, 1, 0}}).sign, 0);
  // A square and a segment through it, which is 1 above and 2 below; the square goes 3 around it.
  const std::vector<Vec3> square{{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}};
  EXPECT_EQ(between(square, {{0, 0, -2}, {0, 0, 1}}).magnitude.squared(), 1);
  EXPECT_EQ(between(square, square, {0.5, 0.5, 0}).sign, 0);
  EXPECT_EQ(between(square, square, {0.5, 0.5, 0x1p-300}).magnitude.squared(), mpq_class(1) >> 600);
  EXPECT_EQ(between({{1, 2, 3}}, {{1, 2, 3}, {1, 2, 3}}).sign, 0);
}

TEST(ExactDepth, HoldsIsExact) {
  const std::vector<Vec3> octahedron{{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                     {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
  const ExactSigned deep = between(octahedron, {{0, 0, 0}});
  const double below = -0x1.279a74590331dp-1, above = -0x1.279a74590331cp-1;  // of -1 / sqrt(3)
  EXPECT_TRUE(deep.holds(below, above));
  EXPECT_FALSE(deep.holds(above, 0));
  EXPECT_FALSE(deep.holds(-1, below));
  EXPECT_TRUE(deep.holds(-INFINITY, INFINITY));
  EXPECT_FALSE(deep.holds(std::nan(""), 0));
  EXPECT_FALSE(deep.holds(-1, std::nan("")));
  EXPECT_FALSE(deep.holds(0, -1));
  const ExactSigned zero = between({{0, 0, 0}}, {{0, 0, 0}});
  EXPECT_TRUE(zero.holds(0, 0));
  EXPECT_FALSE(zero.holds(-1, -1e-320));
  EXPECT_FALSE(zero.holds(1e-320, 1));
  const ExactSigned three = between({{0, 0, 0}}, {{0, 0, 3}});
  EXPECT_TRUE(three.holds(3, 3));
  EXPECT_TRUE(three.holds(-1, 3));
  EXPECT_FALSE(three.holds(-3, 2));
}

TEST(ExactDepth, FamiliesOfOverlapsAreWhatTheySay) {
  struct Count {
    int cases = 0, overlaps = 0;
    double seconds = 0;
  };
  std::map<std::string, Count> counts;
  Count total;
  double share = 0;
  for (const auto& family : oracle::overlap_families()) share += family.share;
  EXPECT_EQ(share, 100);
  const int n = 2000;
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto& family = oracle::family_of(1, i, oracle::overlap_families());
    const Case c = oracle::make_case(1, i, oracle::overlap_families());
    const auto start = std::chrono::steady_clock::now();
    const ExactSigned d = signed_distance(c);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    for (Count* count : {&counts[family.name], &total}) {
      ++count->cases;
      count->overlaps += d.sign < 0;
      count->seconds += time.count();
    }
  }
  for (const auto& [name, c] : counts) {
    std::printf("%-26s %6d cases %6d overlap %8.1f us\n", name.c_str(), c.cases, c.overlaps,
                c.seconds / c.cases * 1e6);
  }
  std::printf("%.1f us a case\n", total.seconds / n * 1e6);
  EXPECT_EQ(counts.size(), oracle::overlap_families().size());
  EXPECT_GE(total.overlaps, n * 0.75);
}

}  // namespace
