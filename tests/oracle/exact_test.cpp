// SPDX-License-Identifier: BSD-3-Clause

// The oracle judges the library; this judges the oracle: by brute force, and by known answers.

#include "oracle/exact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "oracle/brute_force.hpp"
#include "oracle/random.hpp"

namespace {

using oracle::ExactDistance;
using oracle::Map;
using oracle::RationalPoint;
using oracle::Vec3;

std::vector<RationalPoint> rational(const std::vector<double>& x, int m) {
  std::vector<RationalPoint> out(x.size() / std::size_t(m), RationalPoint(std::size_t(m)));
  for (std::size_t i = 0; i < x.size(); ++i) out[i / std::size_t(m)][i % std::size_t(m)] = x[i];
  return out;
}

std::vector<double> lattice(oracle::Random& random, int points, int m, int range, int shift) {
  std::vector<double> x;
  for (int i = 0; i < points * m; ++i) x.push_back(random.integer(-range, range));
  for (int i = 0; i < points; ++i) x[std::size_t(i * m)] += shift;
  return x;
}

void compare_with_brute_force(int m, int cases, int most_points) {
  oracle::Random random(std::uint64_t(100 + m));
  int zeros = 0;
  for (int n = 0; n < cases; ++n) {
    const int range = random.integer(1, 4), shift = random.integer(0, 2 * range + 1);
    const auto a = lattice(random, random.integer(1, most_points), m, range, 0);
    const auto b = lattice(random, random.integer(1, most_points), m, range, shift);
    const ExactDistance d =
        oracle::exact_distance(oracle::exact_points(a, m), oracle::exact_points(b, m));
    const mpq_class truth = oracle::brute_force_squared(rational(a, m), rational(b, m));
    ASSERT_EQ(d.squared(), truth) << "dimension " << m << ", case " << n;
    zeros += d.zero();
  }
  EXPECT_GT(zeros, cases / 20);
  EXPECT_LT(zeros, cases - cases / 20);
}

TEST(ExactOracle, AgreesWithBruteForceOnTheLine) { compare_with_brute_force(1, 500, 5); }
TEST(ExactOracle, AgreesWithBruteForceInThePlane) { compare_with_brute_force(2, 400, 5); }
TEST(ExactOracle, AgreesWithBruteForceInSpace) { compare_with_brute_force(3, 600, 5); }
TEST(ExactOracle, AgreesWithBruteForceInFourDimensions) { compare_with_brute_force(4, 100, 5); }

TEST(ExactOracle, AgreesWithBruteForceUnderRotation) {
  oracle::Random random(7);
  for (int n = 0; n < 100; ++n) {
    std::vector<Vec3> a(std::size_t(random.integer(1, 4))), b(std::size_t(random.integer(1, 4)));
    for (auto* points : {&a, &b}) {
      for (Vec3& p : *points) p = random.direction<3>();
    }
    Map map;
    for (double& r : map.r) r = random.between(-1, 1);  // any affine map will do
    map.t = {random.between(-2, 2), 0.1, 1e-9};
    const oracle::Points pa = oracle::posed(a, Map{}), pb = oracle::posed(b, map);
    std::vector<RationalPoint> ra, rb;
    for (const Vec3& p : a) ra.push_back({p[0], p[1], p[2]});
    for (const Vec3& p : b) {
      RationalPoint q(3);
      for (std::size_t i = 0; i < 3; ++i) {
        q[i] = map.t[i];
        for (std::size_t k = 0; k < 3; ++k) q[i] += mpq_class(map.r[3 * i + k]) * mpq_class(p[k]);
      }
      rb.push_back(q);
    }
    ASSERT_EQ(oracle::exact_distance(pa, pb).squared(), oracle::brute_force_squared(ra, rb)) << n;
  }
}

ExactDistance between(std::vector<Vec3> a, std::vector<Vec3> b, Map map = {}) {
  return oracle::exact_distance(oracle::posed(a, Map{}), oracle::posed(b, map));
}

TEST(ExactOracle, KnownAnswers) {
  EXPECT_EQ(between({{1, 2, 3}}, {{4, 6, 3}}).squared(), 25);
  EXPECT_EQ(between({{0, 0, 0}, {1, 2, 1}}, {{1, 0, 0}, {2, 1, 0}}).squared(), mpq_class(5, 6));
  EXPECT_EQ(between({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {{3, 3, 0}}).squared(), 8);
  EXPECT_TRUE(between({{0, 0, 0}, {2, 0, 0}}, {{1, -1, 0}, {1, 1, 0}}).zero());
  EXPECT_EQ(between({{0, 0, 0}, {2, 0, 0}}, {{1, -1, 0x1p-300}, {1, 1, 0x1p-300}}).squared(),
            mpq_class(1) >> 600);
  Map map;
  map.t = {0x1p300, 0, 0};
  EXPECT_EQ(between({{0, 0, 0}}, {{1, 1, 1}}, map).compare(0x1p300), 1);
}

TEST(ExactOracle, HoldsIsExact) {
  const ExactDistance root2 = between({{0, 0, 0}}, {{1, 1, 0}});
  const double r = std::sqrt(2.0);  // above the true root
  EXPECT_TRUE(root2.holds(std::nextafter(r, 0), r));
  EXPECT_FALSE(root2.holds(r, 2));
  EXPECT_FALSE(root2.holds(0, std::nextafter(r, 0)));
  EXPECT_TRUE(root2.holds(0, std::numeric_limits<double>::infinity()));
  const ExactDistance three = between({{0, 0, 0}}, {{0, 0, 3}});
  EXPECT_TRUE(three.holds(3, 3));
  EXPECT_FALSE(three.holds(-3, 3));
  EXPECT_FALSE(three.holds(std::nan(""), 3));
  EXPECT_FALSE(three.holds(3, std::nan("")));
  EXPECT_FALSE(three.holds(3, std::nextafter(3, 0)));
  const ExactDistance zero = between({{0, 0, 0}}, {{0, 0, 0}});
  EXPECT_TRUE(zero.holds(0, 0));
  EXPECT_FALSE(zero.holds(1e-320, 1));
  EXPECT_NEAR(root2.approximate(), r, 1e-15);
  EXPECT_EQ(three.approximate(), 3);
}

TEST(ExactOracle, RoughDistanceIsClose) {
  const std::vector<Vec3> a{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, b{{0.25, 0.25, 2}};
  const auto rough = oracle::rough_distance(oracle::posed(a, Map{}), oracle::posed(b, Map{}));
  EXPECT_NEAR(rough.distance, 2, 1e-15);
  EXPECT_NEAR(rough.direction[2], 1, 1e-15);
}

}  // namespace
