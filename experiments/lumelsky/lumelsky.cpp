// SPDX-License-Identifier: BSD-3-Clause
#include "lumelsky/lumelsky.hpp"

#include <apart/segment_distance.hpp>
#include <cmath>

#include "extent.hpp"
#include "lumelsky/segments.hpp"
#include "random.hpp"

namespace apart::experiments {

namespace {

constexpr int most_dimensions = 10;

long all(const Operations& o) { return o.products() + o.adds; }

void take_most(Operations& most, const Operations& o) {
  if (all(o) > all(most)) most = o;
}

/// In a cube, so that all ways through the algorithm are taken.
Coordinates<Counted> point(Random& random, int dimension) {
  Coordinates<Counted> p;
  for (int i = 0; i < dimension; ++i) p.emplace_back(random.between(-1, 1));
  return p;
}

void count(LumelskyCounts& counts, Random& random) {
  const int n = counts.dimension;
  Segments<Counted> pair{point(random, n), point(random, n), point(random, n), point(random, n)};
  const Count operations;
  const auto parameters = pair.parameters();
  take_most(counts.parameters, operations());
  const double squared = plain(pair.at(parameters));
  take_most(counts.whole, operations());
  counts.mean_whole += static_cast<double>(all(operations()));
  const Count others;
  const double other = plain(pair.straightforward());
  take_most(counts.straightforward, others());
  counts.mean_straightforward += static_cast<double>(all(others()));
  counts.disagreements += std::abs(squared - other) > 1e-9;
}

/// The paper's section 4.
std::string example() {
  const Eigen::Vector3d a(0, 0, 0), b(1, 2, 1), c(1, 0, 0), d(2, 1, 0);
  const SegmentDistance s = segment_distance(a, b, c, d);
  return text("t = %.3f", s.t) + text(", u = %.3f", s.u) + text(", DD = %.4f", s.squared);
}

std::string agreement(const std::vector<LumelskyCounts>& all_counts, bool adds) {
  std::string out;
  for (const auto& c : all_counts) {
    if (c.dimension != 3) continue;
    const auto value = [&](const Operations& o) { return adds ? o.adds : o.products(); };
    out = std::to_string(value(c.parameters)) + "; with step 5 " + std::to_string(value(c.whole));
  }
  return out;
}

/// Measured counts grow by the same number from each dimension to the next.
std::string formula(const std::vector<LumelskyCounts>& counts, long (*value)(const Operations&),
                    Operations LumelskyCounts::*which) {
  const long slope = value(counts[1].*which) - value(counts[0].*which);
  const long offset = value(counts[0].*which) - slope * counts[0].dimension;
  for (const auto& c : counts) {
    if (value(c.*which) != slope * c.dimension + offset) return "not linear";
  }
  return std::to_string(slope) + "n" + (offset < 0 ? "" : "+") + std::to_string(offset);
}

long products(const Operations& o) { return o.products(); }
long adds(const Operations& o) { return o.adds; }

Findings findings(const std::vector<LumelskyCounts>& counts) {
  Findings result;
  const auto& steps = &LumelskyCounts::parameters;
  const std::string p = formula(counts, products, steps), s = formula(counts, adds, steps);
  result.add("multiplications and divisions in R^n", "5n+12",
             p + "; with step 5 " + formula(counts, products, &LumelskyCounts::whole), p == "5n+12",
             "the paper's count leaves out the 3n products of step 5 (the distance itself), and "
             "ours shares the products of the denominator");
  result.add("additions in R^n", "8n+1",
             s + "; with step 5 " + formula(counts, adds, &LumelskyCounts::whole), s == "8n+1",
             "an inner product of n terms is counted with n-1 additions; step 5 is left out by "
             "the paper here, too");
  result.add("in R^3: multiplications and divisions", "27", agreement(counts, false));
  result.add("in R^3: additions", "25", agreement(counts, true));
  Extent ratio;
  for (const auto& c : counts) {
    ratio.include(static_cast<double>(all(c.straightforward)) /
                  static_cast<double>(all(c.parameters)));
  }
  result.add("the straightforward way, times as many", "about 5",
             ratio.text("%.1f") + " (steps 1 to 4; longest ways)", ratio.near(5, 5),
             "ours keeps inner products and squared distances, and was written with less waste "
             "than the paper may have assumed");
  result.add("the example of section 4", "t = 0.167, u = 0, DD = 0.8333", example());
  return result;
}

}  // namespace

std::vector<LumelskyCounts> measure_lumelsky(const Settings& settings) {
  const int runs = settings.full ? 20000 : 1000;
  std::vector<LumelskyCounts> result;
  for (int n = 2; n <= most_dimensions; ++n) {
    settings.progress((n - 2.0) / (most_dimensions - 1));
    LumelskyCounts counts;
    counts.dimension = n;
    Random random(1985 + n);
    for (int i = 0; i < runs; ++i) count(counts, random);
    counts.mean_whole /= runs, counts.mean_straightforward /= runs;
    result.push_back(counts);
  }
  return result;
}

Section lumelsky_section(const Settings& settings) {
  const std::vector<LumelskyCounts> counts = measure_lumelsky(settings);
  Section section{"Lumelsky 1985: operations against dimension", {}};
  section.add(
      "Segments with ends at random in a cube of R^n; the most operations that any of them "
      "took, on the longest way through each algorithm. `segment_distance()` does the same "
      "in double-double and polishes it; counted is the algorithm as published, "
      "`src/convex/segment.hpp`.");
  section.add(findings(counts).table());
  report::Panel products{"multiplications and divisions", {}}, adds{"additions", {}};
  const auto series = [&](auto value, const char* title, bool dashed) {
    report::Series s{title, {}, dashed};
    for (const auto& c : counts) {
      s.points.emplace_back(c.dimension, static_cast<double>(value(c)));
    }
    return s;
  };
  report::Table table({"n", "published", "steps 1 to 4", "with step 5", "straightforward",
                       "mean, with step 5", "mean, straightforward"});
  for (const auto& c : counts) {
    const auto both = [](const Operations& o) {
      return std::to_string(o.products()) + " + " + std::to_string(o.adds);
    };
    const long n = c.dimension;
    table.add({std::to_string(n), text(5 * n + 12) + " + " + text(8 * n + 1), both(c.parameters),
               both(c.whole), both(c.straightforward), text("%.1f", c.mean_whole),
               text("%.1f", c.mean_straightforward)});
  }
  using C = LumelskyCounts;
  products.series = {
      series([](const C& c) { return 5 * c.dimension + 12; }, "published", true),
      series([](const C& c) { return c.parameters.products(); }, "steps 1 to 4", false),
      series([](const C& c) { return c.whole.products(); }, "with step 5", false),
      series([](const C& c) { return c.straightforward.products(); }, "straightforward", false)};
  adds.series = {
      series([](const C& c) { return 8 * c.dimension + 1; }, "published", true),
      series([](const C& c) { return c.parameters.adds; }, "steps 1 to 4", false),
      series([](const C& c) { return c.whole.adds; }, "with step 5", false),
      series([](const C& c) { return c.straightforward.adds; }, "straightforward", false)};
  section.add(Figure{"lumelsky",
                     "Operations against dimension",
                     {products, adds},
                     {"n", report::Scale::linear},
                     {"operations", report::Scale::linear}});
  section.add("Products and divisions + additions:");
  section.add(table);
  return section;
}

}  // namespace apart::experiments
