// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "extent.hpp"
#include "fit.hpp"
#include "gjk/fig4.hpp"

namespace apart::experiments {

namespace {

using Cells = std::array<Fig4Cell, all_cases.size()>;

const Fig4Cell& at(const Cells& cells, Case which) {
  return cells[static_cast<std::size_t>(which)];
}

double mean_of_cases(const Cells& cells, double (Fig4Cell::*value)() const) {
  double sum = 0;
  for (const Case c : paper_cases) sum += (at(cells, c).*value)();
  return sum / static_cast<double>(paper_cases.size());
}

Extent extent(const Fig4& fig, const std::function<bool(const Cells&)>& take,
              const std::function<double(const Cells&)>& value) {
  Extent e;
  for (const Cells& cells : fig.cells) {
    if (take(cells)) e.include(value(cells));
  }
  return e;
}

bool any(const Cells&) { return true; }
bool small(const Cells& cells) { return cells[0].vertices <= 40; }
bool large(const Cells& cells) { return cells[0].vertices > 40; }

auto flops_per_vertex(Case which) {
  return [which](const Cells& cells) { return at(cells, which).flops_per_vertex(); };
}

/// Sums over the paper's three cases, or one of them.
Fig4Cell total(const Fig4& fig, std::span<const Case> cases) {
  Fig4Cell sum;
  for (const Cells& cells : fig.cells) {
    for (const Case c : cases) {
      const Fig4Cell& cell = at(cells, c);
      sum.runs += cell.runs, sum.backups += cell.backups;
      sum.iterations += cell.iterations, sum.in_range += cell.in_range;
      sum.most_iterations = std::max(sum.most_iterations, cell.most_iterations);
      sum.not_converged += cell.not_converged, sum.disagreements += cell.disagreements;
      sum.worst_g = std::max(sum.worst_g, cell.worst_g);
      sum.library_worst_g = std::max(sum.library_worst_g, cell.library_worst_g);
    }
  }
  return sum;
}

std::string percent(int part, int whole) { return text("%.1f%%", 100.0 * part / whole); }

void add_flops(const Fig4& fig, Findings& findings) {
  const Extent mean = extent(
      fig, any, [](const Cells& c) { return mean_of_cases(c, &Fig4Cell::flops_per_vertex); });
  const Extent larger_mean = extent(
      fig, [](const Cells& c) { return c[0].vertices > 10; },
      [](const Cells& c) { return mean_of_cases(c, &Fig4Cell::flops_per_vertex); });
  findings.add("EF/M, mean of the three cases", "14 to 19", mean.text("%.1f"), mean.near(14, 19),
               "the segment with the triangle (M = 5) costs most per vertex, as the subalgorithm "
               "has so few of them to be spread over; without it " +
                   larger_mean.text("%.1f") +
                   ", the most where touching pairs take more iterations than the paper's");
  const Extent overlap = extent(fig, small, flops_per_vertex(Case::intersecting));
  findings.add("EF/M, intersecting, M <= 40", "about 24", overlap.text("%.1f"),
               overlap.near(24, 24),
               "it falls with M, from the segment with the triangle on: four points take the same "
               "work whatever M is");
  const Extent contact = extent(fig, large, flops_per_vertex(Case::touching));
  findings.add(
      "EF/M, touching, M > 40", "24 to 27", contact.text("%.1f"), contact.near(24, 27),
      "our irregular polytopes, whose shapes were not published, take more iterations the more "
      "vertices they have");
  const Extent far = extent(fig, any, flops_per_vertex(Case::far));
  findings.add("EF/M, widely separated", "at most 7", far.text("%.1f"), far.most <= 7 * 1.25,
               "with few vertices the subalgorithm weighs more than the supports");
  const double excess = extent(fig, any, [](const Cells& c) {
                          return at(c, Case::near).flops() / at(c, Case::touching).flops();
                        }).most;
  findings.add("EF very near, against touching", "never more", text("at most %.2f times", excess),
               excess <= 1.005, "within the scatter");
}

Extent mean_iterations(const Fig4& fig, const std::function<bool(const Cells&)>& take, Case which) {
  return extent(fig, take, [which](const Cells& c) { return at(c, which).mean_iterations(); });
}

Line flops_over_vertices(const Fig4& fig) {
  std::vector<double> m, ef;
  for (const Cells& cells : fig.cells) {
    m.push_back(cells[0].vertices);
    ef.push_back(mean_of_cases(cells, &Fig4Cell::flops));
  }
  return fit_line(m, ef);
}

void add_segments(const Fig4& fig, Findings& findings) {
  constexpr double published[] = {36, 39, 96};
  constexpr const char* titles[] = {"separated", "touching", "on one line"};
  Extent lumelsky;
  for (std::size_t i = 0; i < fig.segments.size(); ++i) {
    const double ef = fig.segments[i].gjk;
    lumelsky.include(fig.segments[i].lumelsky);
    findings.add(std::string("EF of two segments, ") + titles[i], text("%g", published[i]),
                 text("%.1f", ef), std::abs(ef - published[i]) <= 0.25 * published[i],
                 i < 2 ? "with four vertices everything hangs on how the subalgorithm is written"
                       : "on one line our order of the subsets finds the answer sooner");
  }
  findings.add("EF of Lumelsky's algorithm on them", "38 to 40", lumelsky.text("%.1f"),
               lumelsky.near(38, 40), "near points are not computed apart from the distance");
}

Findings findings(const Fig4& fig) {
  Findings result;
  const Fig4Cell all = total(fig, paper_cases);
  const Case touching[] = {Case::touching};
  const Fig4Cell contact = total(fig, touching);
  Operations look;  // per vertex: an inner product and whether it is the largest
  look.multiplies = 3, look.adds = 2, look.compares = 1;
  result.add(
      "iterations", "generally 3 to 6",
      text("%.2f on average, ", all.mean_iterations()) + percent(all.in_range, all.runs) +
          " of the runs in 3 to 6, at most " + std::to_string(all.most_iterations),
      all.in_range >= 0.9 * all.runs,
      "separated pairs take " + mean_iterations(fig, any, Case::separated).text("%.1f") +
          " on average, touching ones of M > 40 " +
          mean_iterations(fig, large, Case::touching).text("%.1f") +
          " (the paper's EF/M of 24 to 27 there comes to as many: a look at all vertices is " +
          text("%.1f", look.equivalent_flops()) + " EF/M)");
  add_flops(fig, result);
  const Line line = flops_over_vertices(fig);
  result.add("EF against M", "linear",
             text("%.1f M", line.slope) + text(" %+.0f", line.offset) +
                 text(", correlation squared %.3f", line.correlation_squared),
             line.correlation_squared > 0.95, "it scatters");
  result.add("uses of the backup procedure", "0",
             std::to_string(all.backups) + " in " + std::to_string(all.runs) + " runs, " +
                 std::to_string(contact.backups) + " of them touching",
             all.backups == 0,
             "touching is touching to 1e-16 of the size here; there, rounding decides which "
             "subset passes");
  result.add(
      "runs that missed the tolerance", "0", std::to_string(all.not_converged),
      all.not_converged == 0,
      "the tolerance is 100 unit roundoffs of double, of D(K)^2, and a few end just above it");
  result.add("g_K(v) / D(K)^2 at the end, worst", "about 1e-10 for g_K(v) (machine: about 1e-11)",
             text("%.0e", all.worst_g));
  add_segments(fig, result);
  result.add("answers that distance() contradicts", "-", std::to_string(all.disagreements));
  return result;
}

std::vector<const Cells*> by_vertices(const Fig4& fig) {
  std::vector<const Cells*> order;
  for (const Cells& cells : fig.cells) order.push_back(&cells);
  std::stable_sort(order.begin(), order.end(), [](const Cells* a, const Cells* b) {
    return (*a)[0].vertices < (*b)[0].vertices;
  });
  return order;
}

/// Separated / touching / intersecting.
std::string three(const Cells& cells, const std::function<std::string(const Fig4Cell&)>& value) {
  std::string s;
  for (const Case c : paper_cases) s += (s.empty() ? "" : " / ") + value(at(cells, c));
  return s;
}

report::Table operations_table(const Fig4& fig) {
  report::Table t({"M", "multiplies", "adds", "divides", "compares", "EF"});
  for (const Cells* cells : by_vertices(fig)) {
    const auto counted = [&](long Operations::*kind) {
      return three(*cells, [&](const Fig4Cell& c) {
        return text("%.1f", static_cast<double>(c.operations.*kind) / c.runs);
      });
    };
    t.add({std::to_string((*cells)[0].vertices), counted(&Operations::multiplies),
           counted(&Operations::adds), counted(&Operations::divides),
           counted(&Operations::compares),
           three(*cells, [](const Fig4Cell& c) { return text("%.0f", c.flops()); })});
  }
  return t;
}

report::Table table(const Fig4& fig) {
  report::Table t({"M", "separated", "touching", "intersecting", "mean", "very near", "far",
                   "iterations", "us", "`distance()`: support calls", "us"});
  for (const Cells* cells : by_vertices(fig)) {
    const auto ef = [&](Case c) { return text("%.1f", at(*cells, c).flops_per_vertex()); };
    t.add({std::to_string((*cells)[0].vertices), ef(Case::separated), ef(Case::touching),
           ef(Case::intersecting), text("%.1f", mean_of_cases(*cells, &Fig4Cell::flops_per_vertex)),
           ef(Case::near), ef(Case::far),
           three(*cells, [](const Fig4Cell& c) { return text("%.1f", c.mean_iterations()); }),
           three(*cells, [](const Fig4Cell& c) { return text("%.2f", c.microseconds); }),
           three(*cells, [](const Fig4Cell& c) { return text("%.1f", c.mean_supports()); }),
           three(*cells, [](const Fig4Cell& c) { return text("%.2f", c.library_microseconds); })});
  }
  return t;
}

Figure figure(const Fig4& fig) {
  report::Panel flops{"by the paper's algorithm", {}};
  double largest = 0;
  for (const Case c : paper_cases) {
    std::map<int, std::vector<double>> by_size;
    for (const Cells& cells : fig.cells) {
      by_size[cells[0].vertices].push_back(at(cells, c).flops());
      largest = std::max<double>(largest, cells[0].vertices);
    }
    report::Series s{name(c), {}};
    for (const auto& [m, efs] : by_size) {
      for (const double ef : efs) s.points.emplace_back(m, ef);
    }
    flops.series.push_back(std::move(s));
  }
  for (const double ratio : {14.0, 19.0}) {
    flops.series.push_back(
        {text("published mean: %g M", ratio), {{0, 0}, {largest, ratio * largest}}, true});
  }
  return {"gjk-fig4",
          "Fig. 4: equivalent flops against the number of vertices",
          {flops},
          {"M, vertices of both polytopes", report::Scale::linear},
          {"EF", report::Scale::linear}};
}

}  // namespace

Section fig4_section(const Settings& settings) {
  const Fig4 fig = measure_fig4(settings);
  const Fig4Cell all = total(fig, paper_cases);
  Section section{"Gilbert, Johnson, Keerthi 1988, Fig. 4: operations against vertices", {}};
  section.add("Twelve polytopes in twenty pairs, three cases, " + std::to_string(all.runs) +
              " runs (the paper: 6000). Operations are counted by a scalar type, in the paper's "
              "Numerical Algorithm step by step over the library's Johnson subalgorithm "
              "(`experiments/gjk/classic.hpp`); `distance()` itself works otherwise and stands "
              "beside it. The shapes of the polytopes and the depth of the overlaps were not "
              "published: ours are of the same description. Products with the constant 1 and "
              "sums with 0 are not counted; what is known of an object once and for all "
              "(centroid, radius) is not either.");
  section.add(findings(fig).table());
  section.add(figure(fig));
  section.add(
      "EF/M by the number of vertices; then iterations, time per run, and what "
      "`distance()` takes, for separated / touching / intersecting. Where polytopes touch "
      "to the last digit, `distance()` proves it in double-double, which takes the time "
      "seen; its g_K(v) / D(K)^2 is at most " +
      text("%.0e", all.library_worst_g) + ".");
  section.add(table(fig));
  section.add("Operations per run, separated / touching / intersecting:");
  section.add(operations_table(fig));
  return section;
}

}  // namespace apart::experiments
