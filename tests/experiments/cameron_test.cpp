// SPDX-License-Identifier: BSD-3-Clause
#include "cameron/cameron.hpp"

#include <gtest/gtest.h>

namespace apart::experiments {
namespace {

void expect_nearly_constant_work(const Cameron& measured) {
  const auto &small = measured.sizes.front(), &large = measured.sizes.back();
  ASSERT_EQ(large.vertices, 50 * small.vertices);
  EXPECT_LT(large.tracked_climb.products(), 2 * small.tracked_climb.products());
  EXPECT_LT(large.tracked_climb.products(), 135);
  for (const auto& s : measured.sizes) {
    SCOPED_TRACE(s.vertices);
    EXPECT_LE(s.tracked_climb.mean_iterations(), 2);
    EXPECT_GT(s.cold_climb.mean_iterations(), 1.5 * s.tracked_climb.mean_iterations());
    EXPECT_LT(s.cold_climb.mean_iterations(), 6);
    EXPECT_LT(s.tracked_climb.products(), s.cold_climb.products());
    EXPECT_LT(s.tracked_climb.products(), s.tracked_scan.products());
    EXPECT_LE(s.library_tracked.supports, s.library_cold.supports);
  }
}

void expect_six_products_per_vertex_without_climbing(const Cameron& measured) {
  for (const auto& s : measured.sizes) {
    if (s.vertices < 200) continue;
    const double per_iteration = s.tracked_scan.products() / s.tracked_scan.mean_iterations();
    EXPECT_NEAR(per_iteration / s.vertices, 6, 0.3);
  }
  const auto& large = measured.sizes.back();
  EXPECT_GT(large.cold_scan.products(), 5 * large.cold_climb.products());
}

void expect_faster_and_nearer_to_cost_more(const Cameron& measured) {
  const auto& traces = measured.traces;
  ASSERT_EQ(traces.size(), 9);
  const auto cost = [&](int distance, int turn) {
    return traces[3 * distance + turn].by_size.back().tracked.products();
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_LT(cost(i, 0), cost(i, 1));
    EXPECT_LT(cost(i, 1), cost(i, 2));
    EXPECT_LT(cost(0, i), cost(1, i));
    EXPECT_GT(traces[6 + i].by_size.back().tracked.overlapping(), 0.5) << "interfering";
    EXPECT_LT(traces[6 + i].by_size.back().tracked.products(),
              traces[6 + i].by_size.back().scratch.products());
  }
}

void expect_depth_bounds_mostly_exact_while_tracking(const Cameron& measured) {
  long tracked = 0, cold = 0, all = 0;
  for (std::size_t i = 0; i < measured.tracked_depths.size(); ++i) {
    const auto &t = measured.tracked_depths[i], &c = measured.cold_depths[i];
    EXPECT_EQ(t.lower_holds, t.queries);
    EXPECT_EQ(c.lower_holds, c.queries);
    EXPECT_EQ(t.upper_holds, t.queries);
    EXPECT_EQ(t.wrongly_exact + c.wrongly_exact, 0);
    if (t.limit > 0.011) continue;
    all += t.queries, tracked += t.exact, cold += c.exact;
  }
  EXPECT_GE(all, 8);
  EXPECT_GT(2 * tracked, all);
  EXPECT_GT(tracked, cold);
}

TEST(Cameron, FiguresHaveThePapersShape) {
  const Cameron measured = measure_cameron({});
  expect_nearly_constant_work(measured);
  expect_six_products_per_vertex_without_climbing(measured);
  expect_faster_and_nearer_to_cost_more(measured);
  expect_depth_bounds_mostly_exact_while_tracking(measured);
}

}  // namespace
}  // namespace apart::experiments
