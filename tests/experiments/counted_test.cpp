// SPDX-License-Identifier: BSD-3-Clause
#include "counted.hpp"

#include <gtest/gtest.h>

#include "convex/vector.hpp"

namespace apart::experiments {
namespace {

TEST(Counted, CountsWhatIsDone) {
  const Counted a(2.0), b(3.0);
  const Count count;
  EXPECT_EQ(plain((a * b + a) / b - a), 8.0 / 3 - 2);
  EXPECT_TRUE(a < b);
  EXPECT_EQ(count().multiplies, 1);
  EXPECT_EQ(count().adds, 2);
  EXPECT_EQ(count().divides, 1);
  EXPECT_EQ(count().compares, 1);
}

TEST(Counted, CountsNothingWithConstantsThatChangeNothing) {
  const Counted a(2.0), zero(0), one(1);
  const Count count;
  EXPECT_EQ(plain(a * one + zero), 2);
  EXPECT_EQ(plain(-(one * a) / one), -2);
  EXPECT_EQ(count().products() + count().adds, 0);
}

TEST(Counted, CountsThroughEigen) {
  const Vector<Counted> x = cast<Counted>({1, 2, 3}), y = cast<Counted>({4, 5, 6});
  const Count count;
  EXPECT_EQ(plain(dot(x, y)), 32);
  EXPECT_EQ(count().multiplies, 3);
  EXPECT_EQ(count().adds, 2);
  const Vector<Counted> z = x - y;
  EXPECT_EQ(plain(z.z()), -3);
  EXPECT_EQ(count().adds, 5);
}

TEST(Counted, WeighsAsThePaperDoes) {
  Operations o;
  o.multiplies = o.adds = 10;
  EXPECT_DOUBLE_EQ(o.equivalent_flops(), 10);
  o.divides = 1;
  o.compares = 2;
  EXPECT_DOUBLE_EQ(o.equivalent_flops(), 10 + (6.7 + 2 * 1.7) / 5.9);
}

}  // namespace
}  // namespace apart::experiments
