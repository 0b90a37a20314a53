// SPDX-License-Identifier: BSD-3-Clause
#include "sundaraj/sundaraj.hpp"

#include <gtest/gtest.h>

namespace apart::experiments {
namespace {

constexpr std::size_t gjk = 0, features = 1, voronoi = 2;

TEST(Sundaraj, RobustnessExperimentsHaveNoFailures) {
  const auto experiments = measure_robustness({});
  ASSERT_EQ(experiments.size(), 3);
  for (const Robustness& r : experiments) {
    SCOPED_TRACE(r.title);
    EXPECT_GE(r.runs, 20);
    for (const Method method : all_methods) {
      SCOPED_TRACE(to_string(method));
      const auto& outcome = r.methods[static_cast<std::size_t>(method)];
      EXPECT_EQ(outcome.failures, 0);
      EXPECT_LE(outcome.worst_width, 1);
    }
  }
}

void expect_tracking_to_pay(const MotionTimes& m) {
  SCOPED_TRACE(m.x);
  EXPECT_LT(m.enhanced_tracked.products, m.enhanced_cold.products);
  EXPECT_LE(m.tracked[gjk].supports, m.cold[gjk].supports);
  for (const std::size_t k : {features, voronoi}) {
    SCOPED_TRACE(to_string(all_methods[k]));
    const SearchCounts &cold = m.cold[k].counts, &tracked = m.tracked[k].counts;
    EXPECT_GT(cold.feature_pairs, 0);
    EXPECT_LE(tracked.feature_pairs, cold.feature_pairs);
    EXPECT_LE(cold.fallbacks, 0.01 * static_cast<double>(m.cold[k].queries));
    EXPECT_LE(tracked.fallbacks, 0.01 * static_cast<double>(m.tracked[k].queries));
  }
}

TEST(Sundaraj, TrackedWorkIsNearlyConstantInTheVertices) {
  const SundarajTimes times = measure_sundaraj_times({});
  for (const MotionTimes& m : times.translation) expect_tracking_to_pay(m);
  for (const MotionTimes& m : times.rotation) expect_tracking_to_pay(m);
  const MotionTimes &small = times.translation.front(), &large = times.translation.back();
  ASSERT_EQ(large.x, 20 * small.x);
  EXPECT_LT(large.enhanced_tracked.products, 2.5 * small.enhanced_tracked.products);
  for (const std::size_t k : {features, voronoi}) {
    const MethodSteps &a = small.tracked[k], &b = large.tracked[k];
    EXPECT_LT(b.per_query(b.counts.feature_pairs), 2 * a.per_query(a.counts.feature_pairs));
  }
  // Faster rotation costs more.
  EXPECT_GT(times.rotation.back().enhanced_tracked.products,
            times.rotation.front().enhanced_tracked.products);
  EXPECT_GE(times.rotation.back().tracked[features].counts.feature_pairs,
            times.rotation.front().tracked[features].counts.feature_pairs);
}

}  // namespace
}  // namespace apart::experiments
