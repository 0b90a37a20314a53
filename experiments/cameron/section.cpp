// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "cameron/cameron.hpp"
#include "extent.hpp"

namespace apart::experiments {

namespace {

Extent extent(const Cameron& c, const std::function<double(const Cameron::Size&)>& value) {
  Extent e;
  for (const auto& size : c.sizes) e.include(value(size));
  return e;
}

/// Of Fig. 5, the three traces at a distance: 0 is the farthest.
std::span<const Cameron::Trace> triple(const Cameron& c, int distance) {
  return std::span(c.traces).subspan(3 * distance, 3);
}

Extent products(std::span<const Cameron::Trace> traces,
                Steps Cameron::Trace::Point::*way = &Cameron::Trace::Point::tracked) {
  Extent e;
  for (const auto& trace : traces) {
    for (const auto& point : trace.by_size) e.include((point.*way).products());
  }
  return e;
}

double exact_share(const std::vector<Cameron::Depth>& rows, double limit) {
  double exact = 0, all = 0;
  for (const auto& row : rows) {
    if (row.limit > limit) continue;
    exact += static_cast<double>(row.exact), all += static_cast<double>(row.queries);
  }
  return exact / all;
}

void add_costs(const Cameron& c, Findings& findings) {
  const Extent far = extent(c, [](const auto& s) { return s.tracked_climb.products(); });
  const Extent near = products(triple(c, 1).subspan(0, 1));
  findings.add("multiplications and divisions per tracked step, climbing",
               "close to 100 (predicted: 93 to 135)",
               far.text("%.0f") + " at 3 diameters, " + near.text("%.0f") + " at 1",
               near.mean() > 75 && near.mean() < 125,
               "at this distance the near points are mostly vertices and edges, whose simplex is "
               "smaller than a face's");
  const auto& [first, last] = std::pair(c.sizes.front(), c.sizes.back());
  findings.add("growth from " + std::to_string(first.vertices) + " to " +
                   std::to_string(last.vertices) + " vertices, tracked and climbing",
               "32 to 42 us: 1.3 times",
               text("%.2f times the operations",
                    last.tracked_climb.products() / first.tracked_climb.products()),
               last.tracked_climb.products() < 2 * first.tracked_climb.products(),
               "more edges meet at a vertex of the larger hulls");
  const double per_vertex =
      last.tracked_scan.products() / last.tracked_scan.mean_iterations() / last.vertices;
  findings.add("without climbing, per iteration", "6n", text("%.2fn", per_vertex),
               std::abs(per_vertex - 6) < 0.3, "the rest of an iteration is not negligible");
  const double saved = last.cold_scan.products() / last.cold_climb.products();
  findings.add(
      "from scratch, what climbing saves at " + std::to_string(last.vertices) + " vertices",
      "most noticeable for large hulls", text("%.1f times fewer operations", saved), saved > 4,
      "it does not");
  const Extent tracked = extent(c, [](const auto& s) { return s.tracked_climb.mean_iterations(); });
  findings.add("iterations per call, tracked", "1 or 2", tracked.text("%.2f"),
               tracked.least >= 1 && tracked.most <= 2, "the motion is faster");
  const Extent cold = extent(c, [](const auto& s) { return s.cold_climb.mean_iterations(); });
  findings.add("iterations per call, from scratch", "3 to 6", cold.text("%.2f"), cold.near(3, 6),
               "the objects are far apart, where a vertex or two settle it");
}

void add_motions(const Cameron& c, Findings& findings) {
  const Extent far = products(triple(c, 0)), near = products(triple(c, 1));
  const Extent deep = products(triple(c, 2));
  findings.add("Fig. 5, from 3 diameters to 1", "slightly more",
               text("%.2f times the operations", near.mean() / far.mean()),
               near.mean() > far.mean() && near.mean() < 2 * far.mean(), "by more than slightly");
  findings.add("Fig. 5, from 1 diameter to interfering", "more",
               text("%.2f times the operations", deep.mean() / near.mean()),
               deep.mean() > near.mean(),
               "a simplex that still holds the origin ends the query at once");
  const double scratch =
      products(triple(c, 2), &Cameron::Trace::Point::scratch).mean() / deep.mean();
  const auto at = [&](const Cameron::Trace::Point& p) {
    return text("%.1f times at ", p.scratch.products() / p.tracked.products()) +
           std::to_string(p.vertices);
  };
  const auto& fastest = triple(c, 2)[2].by_size;
  findings.add(
      "Fig. 5, interfering, from scratch against tracking", "roughly 2",
      text("%.2f times the operations", scratch), scratch > 1.5 && scratch < 2.5,
      "from scratch is from any pair of vertices here, and the way from there grows with the "
      "hulls: turning by up to 12 degrees " +
          at(fastest.front()) + " vertices, " + at(fastest.back()));
  Extent boxes, hulls;
  for (const auto& trace : c.traces) {
    boxes.include(trace.boxes.products());
    for (const auto& point : trace.by_size) hulls.include(point.tracked.products());
  }
  findings.add("boxes", "10 to 30 us, hulls 32 to about 50 us and more",
               boxes.text("%.0f") + " operations, hulls " + hulls.text("%.0f"),
               boxes.mean() < hulls.mean(), "they are not cheaper");
  findings.add("the lower bound on a depth below 1% of the diameter is exact", "usual, tracking",
               text("%.0f%% tracking, ", 100 * exact_share(c.tracked_depths, 0.01)) +
                   text("%.0f%% from scratch", 100 * exact_share(c.cold_depths, 0.01)),
               exact_share(c.tracked_depths, 0.01) > 0.5, "the motion is faster");
}

using Value = double (*)(const Steps&);
double operations(const Steps& s) { return s.products(); }
double time(const Steps& s) { return s.microseconds; }

report::Series series(const Cameron& c, const char* name, Steps Cameron::Size::*way, Value value) {
  report::Series s{name, {}};
  for (const auto& size : c.sizes) s.points.emplace_back(size.vertices, value(size.*way));
  return s;
}

report::Series library(const Cameron& c, LibrarySteps Cameron::Size::*way) {
  report::Series s{"apart distance()", {}};
  for (const auto& size : c.sizes) s.points.emplace_back(size.vertices, (size.*way).microseconds);
  return s;
}

Figure figures_3_4(const Cameron& c, Value value, const char* file, const char* title,
                   const char* unit) {
  using S = Cameron::Size;
  Figure figure{file,
                title,
                {{"Fig. 3: from scratch",
                  {series(c, "looking at all vertices", &S::cold_scan, value),
                   series(c, "hill climbing", &S::cold_climb, value)}},
                 {"Fig. 4: tracking",
                  {series(c, "looking at all vertices", &S::tracked_scan, value),
                   series(c, "hill climbing", &S::tracked_climb, value)}}},
                {"vertices of each hull"},
                {unit}};
  if (value == time) {
    figure.panels[0].series.push_back(library(c, &S::library_cold));
    figure.panels[1].series.push_back(library(c, &S::library_tracked));
  }
  return figure;
}

Figure figure_5(const Cameron& c) {
  Figure figure{"cameron-fig5",
                "Fig. 5: nine motions, tracking and climbing",
                {},
                {"vertices of each hull", report::Scale::linear},
                {"multiplications and divisions", report::Scale::linear}};
  constexpr const char* names[] = {"0 degrees per step", "up to 6", "up to 12"};
  for (const int distance : {0, 1, 2}) {
    constexpr const char* titles[] = {"3 diameters apart", "1 diameter apart", "interfering"};
    auto& panel = figure.panels.emplace_back();
    panel.title = titles[distance];
    for (int turn = 0; turn < 3; ++turn) {
      report::Series s{names[turn], {}};
      for (const auto& point : triple(c, distance)[turn].by_size) {
        s.points.emplace_back(point.vertices, point.tracked.products());
      }
      panel.series.push_back(std::move(s));
    }
  }
  return figure;
}

Figure depth_figure(const Cameron& c) {
  const auto shares = [](const char* name, const std::vector<Cameron::Depth>& rows) {
    report::Series s{name, {}};
    for (const auto& row : rows) {
      if (row.queries == 0) continue;
      s.points.emplace_back(
          100 * row.limit, 100 * static_cast<double>(row.exact) / static_cast<double>(row.queries));
    }
    return s;
  };
  return {"cameron-depth",
          "How often the lower bound on the depth is exact, against the depth",
          {{"moving into each other, 50 vertices",
            {shares("tracking", c.tracked_depths), shares("from scratch", c.cold_depths)}}},
          {"depth up to, % of the diameter"},
          {"exact, % of the queries", report::Scale::linear}};
}

report::Table table_3_4(const Cameron& c) {
  report::Table t({"vertices", "Fig. 3, all vertices: operations", "us", "climbing: operations",
                   "us", "Fig. 4, all vertices: operations", "us", "climbing: operations", "us",
                   "`distance()`: support calls, scratch / tracking", "us"});
  for (const auto& s : c.sizes) {
    std::vector<std::string> row{std::to_string(s.vertices)};
    for (const Steps* steps : {&s.cold_scan, &s.cold_climb, &s.tracked_scan, &s.tracked_climb}) {
      row.push_back(text("%.0f", steps->products()));
      row.push_back(text("%.2f", steps->microseconds));
    }
    row.push_back(text("%.1f", s.library_cold.supports) +
                  text(" / %.1f", s.library_tracked.supports));
    row.push_back(text("%.2f", s.library_cold.microseconds) +
                  text(" / %.2f", s.library_tracked.microseconds));
    t.add(row);
  }
  return t;
}

report::Table table_5(const Cameron& c) {
  std::vector<std::string> head{"operations (iterations)"};
  for (const auto& point : c.traces[0].by_size) {
    head.push_back("n = " + std::to_string(point.vertices));
  }
  head.push_back("boxes");
  head.push_back("overlapping, %");
  report::Table t(head);
  for (const auto& trace : c.traces) {
    std::vector<std::string> row{trace.title};
    const auto field = [](const Steps& s) {
      return text("%.0f", s.products()) + text(" (%.2f)", s.mean_iterations());
    };
    double overlapping = 0;
    for (const auto& point : trace.by_size) {
      row.push_back(field(point.tracked));
      overlapping += point.tracked.overlapping() / static_cast<double>(trace.by_size.size());
    }
    row.push_back(field(trace.boxes));
    row.push_back(text("%.0f", 100 * overlapping));
    t.add(row);
  }
  return t;
}

report::Table depth_table(const Cameron& c) {
  report::Table t({"depth, % of the diameter", "queries", "exact, tracking", "lower / depth",
                   "upper / depth", "exact, scratch", "lower / depth", "upper / depth",
                   "bounds that fail, tracking / scratch"});
  double from = 0;
  for (std::size_t i = 0; i < c.tracked_depths.size(); ++i) {
    const auto &tracked = c.tracked_depths[i], &cold = c.cold_depths[i];
    if (tracked.queries == 0) continue;
    const auto n = static_cast<double>(tracked.queries), m = static_cast<double>(cold.queries);
    const auto failures = [](const Cameron::Depth& d) {
      return 2 * d.queries - d.lower_holds - d.upper_holds + d.wrongly_exact;
    };
    t.add({range("%g", 100 * from, 100 * tracked.limit), text(tracked.queries),
           text("%.0f%%", 100 * static_cast<double>(tracked.exact) / n),
           text("%.2f", tracked.lower_ratio / n), text("%.2f", tracked.upper_ratio / n),
           text("%.0f%%", 100 * static_cast<double>(cold.exact) / m),
           text("%.2f", cold.lower_ratio / m), text("%.2f", cold.upper_ratio / m),
           text(failures(tracked)) + " / " + text(failures(cold))});
    from = tracked.limit;
  }
  return t;
}

}  // namespace

Section cameron_section(const Settings& settings) {
  const Cameron c = measure_cameron(settings);
  Section section{"Cameron 1997: hill climbing, tracking, penetration bounds", {}};
  section.add(
      "Hulls of points on a unit sphere, in sequences of 20 steps. The library has no hill "
      "climbing any more (it looks up supports in cells of directions), so the enhanced "
      "algorithm is the experiment's own: the one of the previous sections with supports by "
      "climbing and the simplex kept (`experiments/gjk/classic.hpp`). Operations are "
      "multiplications and divisions, counted; as in the paper, the vertices are given "
      "where they stand. How fast the objects moved was not published: here a twentieth of "
      "a diameter per step, interfering ones half of it.");
  Findings findings;
  add_costs(c, findings);
  add_motions(c, findings);
  section.add(findings.table());
  section.add(figures_3_4(c, operations, "cameron-fig3-4",
                          "Fig. 3 and 4: operations per query against the number of vertices",
                          "multiplications and divisions"));
  section.add(figures_3_4(c, time, "cameron-fig3-4-time",
                          "Fig. 3 and 4: time per query against the number of vertices",
                          "us per query"));
  section.add(table_3_4(c));
  section.add(figure_5(c));
  section.add(table_5(c));
  section.add(depth_figure(c));
  section.add(
      "One hull moves into another, a two-hundredth of a diameter and up to one degree per "
      "step. The lower bound is the distance of the origin from the simplex's nearest face, "
      "the upper one that from its nearest vertex; the lower one is exact if two support "
      "calls find nothing beyond that face. The depth itself is `penetration()`'s. "
      "From scratch the upper bound may fail: the pair of vertices that the search began with "
      "need not be on the difference's surface, which the paper has checked by climbing.");
  section.add(depth_table(c));
  return section;
}

}  // namespace apart::experiments
