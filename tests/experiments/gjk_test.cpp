// SPDX-License-Identifier: BSD-3-Clause

// The shape of what Gilbert, Johnson and Keerthi's experiments give: growth, ratios, counts.
#include <gtest/gtest.h>

#include "fit.hpp"
#include "gjk/fig4.hpp"
#include "gjk/polytopes.hpp"
#include "gjk/table1.hpp"

namespace apart::experiments {
namespace {

TEST(GjkFig4, HasThePapersPolytopesAndPairs) {
  const auto polytopes = paper_polytopes();
  const std::vector<std::size_t> sizes{2, 3, 8, 12, 16, 20, 20, 40, 50, 60, 100, 100};
  ASSERT_EQ(polytopes.size(), sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(polytopes[i].size(), sizes[i]);
    double radius = 0;
    for (const auto& p : polytopes[i]) radius = std::max(radius, p.norm());
    EXPECT_GE(radius, 1);
    EXPECT_LE(radius, 4);
  }
  EXPECT_EQ(paper_pairs().size(), 20);
}

void expect_segments_beside_lumelsky(const Fig4& fig) {
  for (const auto& s : fig.segments) {
    EXPECT_EQ(s.disagreements, 0);
    EXPECT_GT(s.gjk, s.lumelsky);
    EXPECT_LT(s.gjk, 2 * s.lumelsky);
    EXPECT_NEAR(s.lumelsky, 39, 39 / 4.0);
  }
}

TEST(GjkFig4, HasThePapersShape) {
  const Fig4 fig = measure_fig4({});
  ASSERT_EQ(fig.cells.size(), 20);
  std::vector<double> m, ef;
  int runs = 0, missed = 0, backups = 0;
  for (const auto& cells : fig.cells) {
    SCOPED_TRACE(cells[0].vertices);
    const auto at = [&](Case c) -> const Fig4Cell& { return cells[static_cast<int>(c)]; };
    double sum = 0;
    for (const Case c : paper_cases) {
      SCOPED_TRACE(name(c));
      EXPECT_GE(at(c).mean_iterations(), 1.5);
      EXPECT_LE(at(c).mean_iterations(), 12);
      EXPECT_LE(at(c).worst_g, 1e-12);
      EXPECT_LE(at(c).library_worst_g, 1e-14);
      EXPECT_LE(at(c).mean_supports(), 20);
      runs += at(c).runs, missed += at(c).not_converged, backups += at(c).backups;
      sum += at(c).flops();
    }
    for (const Case c : all_cases) EXPECT_EQ(at(c).disagreements, 0);
    EXPECT_GT(at(Case::touching).flops(), at(Case::separated).flops());
    EXPECT_LE(at(Case::near).flops(), 1.02 * at(Case::touching).flops());
    EXPECT_LE(at(Case::far).flops_per_vertex(), 9);
    m.push_back(cells[0].vertices), ef.push_back(sum / 3);
    EXPECT_GT(sum / 3 / m.back(), 14 / 1.25);
    EXPECT_LT(sum / 3 / m.back(), 32);
  }
  EXPECT_GT(fit_line(m, ef).correlation_squared, 0.95) << "linear in M";
  EXPECT_LE(missed, 0.01 * runs);
  EXPECT_LE(backups, 0.06 * runs);
  expect_segments_beside_lumelsky(fig);
}

TEST(GjkTable1, SpecialInitialisationPaysMoreTheShorterTheSteps) {
  const Table1 table = measure_table1({});
  ASSERT_EQ(table.rows.size(), 3);
  double last = 1;
  for (const Table1::Row& row : table.rows) {
    SCOPED_TRACE(row.intervals);
    EXPECT_GT(row.flops_ratio(), last);
    EXPECT_LT(row.flops_ratio(), 6);
    EXPECT_LT(row.tracked_supports, row.cold_supports);
    EXPECT_EQ(row.disagreements, 0);
    last = row.flops_ratio();
  }
}

TEST(GjkFig6, TwoOfFiveObstaclesAreHitAndTheBoundsAreBounds) {
  const Table1 table = measure_table1({});
  ASSERT_EQ(table.curves.size(), 5);
  int hit = 0;
  for (const Table1::Curve& curve : table.curves) {
    EXPECT_EQ(curve.wrong_bounds, 0) << curve.obstacle;
    for (std::size_t i = 0; i < curve.bound.size(); ++i) {
      // The same where they are apart; shallower where they are not.
      const double bound = curve.bound[i].second, exact = curve.signed_distance[i].second;
      EXPECT_GE(bound, exact - 1e-6);
      if (exact > 1e-6) {
        EXPECT_NEAR(bound, exact, 1e-6);
      }
    }
    hit += curve.hit;
  }
  EXPECT_EQ(hit, 2);
}

}  // namespace
}  // namespace apart::experiments
