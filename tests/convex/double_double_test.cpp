// SPDX-License-Identifier: BSD-3-Clause

// Double-double arithmetic against 300 bits: the error-free transforms must be that, the operations
// within their documented 16 * 2^-106.
#include "convex/double_double.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/random.hpp"
#include "support/wide.hpp"

namespace {

namespace mp = support::mp;
using apart::DoubleDouble;
using apart::two_product;
using apart::two_sum;
using support::Random;
using support::Wide;

constexpr int cases = 20000;

Wide wide(const DoubleDouble& x) { return Wide(x.hi) + Wide(x.lo); }

/// Of any sign and of widely differing size: where sums cancel, absorb, or do neither.
double any_double(Random& random) {
  return random.sign() * std::ldexp(random.between(1, 2), random.integer(-60, 60));
}

/// Some low parts are zero, some far below the high part's last bit.
DoubleDouble any_number(Random& random) {
  const double hi = any_double(random);
  const int below = random.chance(0.2) ? random.integer(54, 120) : 54;
  const double lo = random.chance(0.2) ? 0 : std::ldexp(hi * random.between(-1, 1), -below);
  return apart::fast_two_sum(hi, lo);
}

/// A number close to x, so that x - y cancels.
DoubleDouble near(const DoubleDouble& x, Random& random) {
  return apart::fast_two_sum(x.hi, x.lo * random.between(0.5, 1.5));
}

bool normalised(const DoubleDouble& x) { return x.hi + x.lo == x.hi; }

/// In units of 2^-106, relatively.
double error(const DoubleDouble& got, const Wide& expected) {
  if (expected == 0) return wide(got) == 0 ? 0 : std::numeric_limits<double>::infinity();
  return mp::ldexp(mp::abs((wide(got) - expected) / expected), 106).convert_to<double>();
}

void expect_near(const DoubleDouble& got, const Wide& expected) {
  EXPECT_LE(error(got, expected), 16);
  EXPECT_TRUE(normalised(got)) << got.hi << " + " << got.lo;
}

TEST(DoubleDouble, SumsOfDoublesAreExact) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const double a = any_double(random), b = any_double(random);
    const DoubleDouble s = two_sum(a, b);
    ASSERT_EQ(wide(s), Wide(a) + Wide(b));
    ASSERT_TRUE(normalised(s));
    const bool ordered = std::abs(a) >= std::abs(b);
    ASSERT_EQ(ordered ? apart::fast_two_sum(a, b) : apart::fast_two_sum(b, a), s);
  }
}

TEST(DoubleDouble, ProductsOfDoublesAreExact) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const double a = any_double(random), b = any_double(random);
    const DoubleDouble p = two_product(a, b);
    ASSERT_EQ(wide(p), Wide(a) * Wide(b));
    ASSERT_TRUE(normalised(p));
  }
}

TEST(DoubleDouble, ExactCases) {
  EXPECT_EQ(two_sum(1, 0x1p-80), DoubleDouble(1, 0x1p-80));
  EXPECT_EQ(two_sum(0x1p-80, 1), DoubleDouble(1, 0x1p-80));
  EXPECT_EQ(two_sum(1, -1), DoubleDouble(0));
  const double x = 1 + 0x1p-52;
  EXPECT_EQ(two_product(x, x), DoubleDouble(1 + 0x1p-51, 0x1p-104));
  EXPECT_EQ(DoubleDouble(1, 0x1p-80) - DoubleDouble(1), DoubleDouble(0x1p-80));
  EXPECT_EQ(DoubleDouble(6) / DoubleDouble(3), DoubleDouble(2));
  EXPECT_EQ(sqrt(DoubleDouble(1 + 0x1p-51, 0x1p-104)), DoubleDouble(x));
  EXPECT_EQ(sqrt(DoubleDouble(0)), DoubleDouble(0));
  EXPECT_EQ(sqrt(DoubleDouble(-1)), DoubleDouble(0));
}

TEST(DoubleDouble, OperationsErrByNoMoreThanDocumented) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const DoubleDouble a = any_number(random), b = any_number(random);
    expect_near(a + b, wide(a) + wide(b));
    expect_near(a - b, wide(a) - wide(b));
    expect_near(a * b, wide(a) * wide(b));
    expect_near(a / b, wide(a) / wide(b));
    expect_near(sqrt(a * a), mp::sqrt(wide(a * a)));
    if (HasFailure()) return;
  }
}

TEST(DoubleDouble, CancellationLosesNothing) {
  int cancelled = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const DoubleDouble a = any_number(random), b = near(a, random);
    const DoubleDouble difference = a - b;
    ASSERT_LE(error(difference, wide(a) - wide(b)), 16);
    cancelled += std::abs(difference.hi) < 0x1p-50 * std::abs(a.hi);
  }
  EXPECT_GT(cancelled, cases / 2);
}

TEST(DoubleDouble, AssignmentsAreTheOperations) {
  Random random = support::random_case(0);
  const DoubleDouble a = any_number(random), b = any_number(random);
  DoubleDouble x = a;
  EXPECT_EQ(x += b, a + b);
  EXPECT_EQ(x -= b, (a + b) - b);
  x = a;
  EXPECT_EQ(x *= b, a * b);
  x = a;
  EXPECT_EQ(x /= b, a / b);
}

TEST(DoubleDouble, OrderIsThatOfTheSums) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const DoubleDouble a = any_number(random), b = near(a, random);
    ASSERT_EQ(a < b, wide(a) < wide(b));
    ASSERT_EQ(a > b, wide(a) > wide(b));
    ASSERT_EQ(a <= b, wide(a) <= wide(b));
    ASSERT_EQ(a >= b, wide(a) >= wide(b));
    ASSERT_EQ(a == b, wide(a) == wide(b));
  }
}

TEST(DoubleDouble, RoundingUpAndDownEncloses) {
  int inexact = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const DoubleDouble a = any_number(random);
    const double up = round_up(a), down = round_down(a);
    ASSERT_LE(Wide(down), wide(a));
    ASSERT_GE(Wide(up), wide(a));
    ASSERT_LE(up, std::nextafter(down, INFINITY));
    inexact += up != down;
  }
  EXPECT_GT(inexact, cases / 2);
  EXPECT_EQ(round_up(DoubleDouble(1)), 1);
  EXPECT_EQ(round_down(DoubleDouble(1)), 1);
  EXPECT_EQ(round_up(DoubleDouble(1, 0x1p-1000)), 1 + 0x1p-52);
  EXPECT_EQ(round_down(DoubleDouble(1, -0x1p-1000)), 1 - 0x1p-53);
  EXPECT_EQ(round_down(DoubleDouble(1, 0x1p-60)), 1);
}

}  // namespace
