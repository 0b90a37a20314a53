// SPDX-License-Identifier: BSD-3-Clause
#include "lumelsky/lumelsky.hpp"

#include <gtest/gtest.h>

namespace apart::experiments {
namespace {

TEST(Lumelsky, CountsGrowWithTheDimensionAsPublished) {
  const auto all = measure_lumelsky({});
  ASSERT_EQ(all.size(), 9);
  for (const LumelskyCounts& c : all) {
    SCOPED_TRACE(c.dimension);
    const long n = c.dimension;
    EXPECT_EQ(c.parameters.products(), 5 * n + 9) << "the paper: 5n+12";
    EXPECT_EQ(c.parameters.adds, 8 * n - 1) << "the paper: 8n+1";
    EXPECT_EQ(c.whole.products(), 8 * n + 9);
    EXPECT_EQ(c.whole.adds, 11 * n - 2);
    EXPECT_EQ(c.disagreements, 0);
    const auto both = static_cast<double>(c.parameters.products() + c.parameters.adds);
    const auto other = static_cast<double>(c.straightforward.products() + c.straightforward.adds);
    EXPECT_GT(other, 3.5 * both);
    EXPECT_LT(other, 6.5 * both);
    EXPECT_GT(c.mean_straightforward, c.mean_whole);
  }
}

}  // namespace
}  // namespace apart::experiments
