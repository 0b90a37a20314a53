// SPDX-License-Identifier: BSD-3-Clause

// The distance subalgorithm of Gilbert, Johnson and Keerthi against brute force.
#include "convex/johnson.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/nearest.hpp"
#include "support/random.hpp"

namespace {

using apart::DoubleDouble;
using apart::Johnson;
using apart::Vector;
using Eigen::Vector3d;
using support::Points;
using support::Random;

double value(double x) { return x; }
double value(const DoubleDouble& x) { return x.hi; }

template <class Real>
double length(const typename Johnson<Real>::Solution& s) {
  return std::sqrt(value(s.squared));
}

template <class Real>
Johnson<Real> simplex(const Points& p) {
  Johnson<Real> s;
  for (const Vector3d& x : p) s.add(x.cast<Real>());
  return s;
}

/// What a solution claims of itself, whichever subset it is.
template <class Real>
void expect_sound(const typename Johnson<Real>::Solution& s, const Points& p) {
  ASSERT_NE(s.mask, 0u);
  ASSERT_LT(s.mask, 1u << p.size());
  Real sum = 0;
  Vector<Real> v = Vector<Real>::Zero();
  double size = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(s.mask >> i & 1)) continue;
    EXPECT_GT(value(s.weight[i]), 0);
    sum += s.weight[i];
    v += p[i].cast<Real>() * s.weight[i];
    size = std::max(size, p[i].norm());
  }
  EXPECT_NEAR(value(sum), 1, 4e-16);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(value(v[k]), value(s.v[k]), 1e-15 * size);
  EXPECT_NEAR(value(s.squared), value(apart::dot(s.v, s.v)), 1e-15 * size * size);
}

template <class Real>
class JohnsonTest : public testing::Test {};
using Scalars = testing::Types<double, DoubleDouble>;
TYPED_TEST_SUITE(JohnsonTest, Scalars);

/// On a small lattice determinants are exact, so even degenerate sets must be solved exactly; and
/// most of them are degenerate.
TYPED_TEST(JohnsonTest, SolvesEveryLatticeSimplex) {
  int dependent = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const int range = random.integer(1, 3), size = random.integer(1, 4);
    Points p;
    for (int j = 0; j < size; ++j) {
      p.emplace_back(random.integer(-range, range), random.integer(-range, range),
                     random.integer(-range, range));
    }
    dependent += !support::affine_weights(p);
    auto s = simplex<TypeParam>(p);
    const auto solution = s.solve();
    expect_sound<TypeParam>(solution, p);
    const double expected = support::nearest_by_brute_force(p);
    EXPECT_NEAR(length<TypeParam>(solution), expected, 1e-15 * (1 + expected));
    EXPECT_NEAR(length<TypeParam>(s.backup()), expected, 1e-15 * (1 + expected));
    if (this->HasFailure()) return;
  }
  EXPECT_GT(dependent, 200);
}

TYPED_TEST(JohnsonTest, SolvesRandomSimplices) {
  std::array<int, 5> carried_by{};
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    Points p = support::in_cube(random, random.integer(1, 4));
    const Vector3d shift = random.chance(0.5) ? support::vector(random) : Vector3d::Zero();
    for (auto& x : p) x += shift;
    auto s = simplex<TypeParam>(p);
    auto solution = s.solve();
    if (!solution.mask) solution = s.backup();
    expect_sound<TypeParam>(solution, p);
    EXPECT_NEAR(length<TypeParam>(solution), support::nearest_by_brute_force(p), 1e-10);
    ++carried_by[std::popcount(solution.mask)];
    if (this->HasFailure()) return;
  }
  for (int n = 1; n <= 4; ++n) EXPECT_GT(carried_by[n], 20) << n;
}

/// Tetrahedra as flat as doubles allow: nothing may be missed by more than their thickness.
TYPED_TEST(JohnsonTest, BackupAlwaysFinds) {
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Vector3d centre = support::vector(random), e = support::vector(random);
    const Vector3d f = random.chance(0.3) ? Vector3d(2 * e) : support::vector(random);
    Points p;
    for (int j = 0; j < 4; ++j) {
      p.push_back(centre + e * random.between(-1, 1) + f * random.between(-1, 1));
    }
    if (random.chance(0.3)) p[3] = p[0];
    auto s = simplex<TypeParam>(p);
    const auto solution = s.backup();
    expect_sound<TypeParam>(solution, p);
    const double expected = support::nearest_by_brute_force(p);
    EXPECT_GE(length<TypeParam>(solution), expected - 1e-15);
    for (const auto& x : p) EXPECT_LE(length<TypeParam>(solution), x.norm() + 1e-15);
    const bool extended = std::is_same_v<TypeParam, DoubleDouble>;
    EXPECT_LE(length<TypeParam>(solution), expected + (extended ? 1e-15 : 1e-6));
    if (this->HasFailure()) return;
  }
}

/// Bit for bit the solution of a simplex that never had the dropped points.
TYPED_TEST(JohnsonTest, KeepingLeavesInnerProductsRight) {
  int compared = 0;
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Points p = support::in_cube(random, random.integer(1, 4));
    const unsigned mask = unsigned(random.integer(1, (1 << p.size()) - 1));
    if (std::popcount(mask) == 4) continue;
    auto kept = simplex<TypeParam>(p);
    kept.solve();  // what it has cached must not matter
    kept.keep(mask);
    Points rest;
    for (std::size_t j = 0; j < p.size(); ++j) {
      if (mask >> j & 1) rest.push_back(p[j]);
    }
    rest.push_back(support::vector(random));
    kept.add(rest.back().template cast<TypeParam>());
    auto fresh = simplex<TypeParam>(rest);
    ASSERT_EQ(kept.size(), fresh.size());
    for (int j = 0; j < fresh.size(); ++j) ASSERT_EQ(kept.point(j), fresh.point(j));
    const auto got = kept.solve(), expected = fresh.solve();
    ASSERT_EQ(got.mask, expected.mask);
    ASSERT_TRUE(got.squared == expected.squared && got.v == expected.v);
    ASSERT_EQ(got.weight, expected.weight);
    ++compared;
  }
  EXPECT_GT(compared, 1000);
}

TYPED_TEST(JohnsonTest, SolvesAwkwardSimplices) {
  for (const auto& [name, points, distance] : support::awkward_simplices()) {
    SCOPED_TRACE(name);
    auto s = simplex<TypeParam>(points);
    auto solution = s.solve();
    if (!solution.mask) solution = s.backup();
    expect_sound<TypeParam>(solution, points);
    EXPECT_NEAR(length<TypeParam>(solution), distance, 1e-15);
    EXPECT_NEAR(support::nearest_by_brute_force(points), distance, 1e-15);
  }
}

}  // namespace
