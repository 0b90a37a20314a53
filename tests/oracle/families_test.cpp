// SPDX-License-Identifier: BSD-3-Clause

// The families are what they say: touching ones touch exactly, and the mix is as promised.

#include "oracle/families.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <map>
#include <string>

namespace {

using oracle::Case;

struct Count {
  int cases = 0, zeros = 0, guessed = 0;
};

TEST(Families, AreWhatTheySay) {
  std::map<std::string, Count> counts;
  Count total;
  int degenerate = 0, touching = 0;
  const int n = 20000;
  double seconds = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const oracle::Family& family = oracle::family_of(1, i);
    const Case c = oracle::make_case(1, i);
    const auto start = std::chrono::steady_clock::now();
    const auto d = oracle::exact_distance(posed(c.a, c.pose_a), posed(c.b, c.pose_b));
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (family.touching) {
      ASSERT_TRUE(d.zero()) << family.name << " " << query_line(c, std::to_string(i));
    }
    for (Count* count : {&counts[family.name], &total}) {
      ++count->cases;
      count->zeros += d.zero();
      count->guessed += d.guessed;
    }
    degenerate += family.degenerate;
    touching += family.touching;
  }
  for (const auto& [name, count] : counts) {
    std::printf("%-24s %6d cases %6d zero %6d guessed\n", name.c_str(), count.cases, count.zeros,
                count.guessed);
  }
  std::printf("%.1f us a case\n", seconds / n * 1e6);
  EXPECT_EQ(counts.size(), oracle::families().size());
  EXPECT_GE(degenerate, n * 0.4);
  EXPECT_GE(touching, n * 0.1);
  EXPECT_GE(total.zeros, n * 0.25);
  EXPECT_LE(total.zeros, n * 0.6);
}

TEST(Families, SharesAddUp) {
  double sum = 0;
  for (const auto& family : oracle::families()) sum += family.share;
  EXPECT_EQ(sum, 100);
}

TEST(Families, CasesDependOnSeedAndIndexOnly) {
  const Case a = oracle::make_case(3, 5), b = oracle::make_case(3, 5), c = oracle::make_case(4, 5);
  EXPECT_EQ(query_line(a, "x"), query_line(b, "x"));
  EXPECT_NE(query_line(a, "x"), query_line(c, "x"));
}

TEST(Families, LinesCanBePasted) {
  Case c{{{0.1, 0, 0}}, {{1, 2, 3}}, {}, {}};
  c.pose_b.t = {1e-23, 0, 0};
  EXPECT_EQ(query_line(c, "7"),
            "{\"id\":\"7\",\"query\":\"distance\",\"a\":{\"type\":\"polytope\",\"vertices\":"
            "[[0.10000000000000001,0,0]]},\"pose_a\":{\"t\":[0,0,0]},\"b\":{\"type\":\"polytope\","
            "\"vertices\":[[1,2,3]]},\"pose_b\":{\"t\":[9.9999999999999996e-24,0,0]}}");
}

}  // namespace
