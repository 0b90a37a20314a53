// SPDX-License-Identifier: BSD-3-Clause
#include "quinlan/quinlan.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace apart::experiments {

namespace {

constexpr double leaf_radius = 2;

std::vector<Shape> shapes(const std::vector<Mesh>& meshes) {
  return {meshes.begin(), meshes.end()};
}

std::size_t all_leaves(const std::vector<Mesh>& meshes) {
  return std::accumulate(meshes.begin(), meshes.end(), std::size_t{0},
                         [](std::size_t sum, const Mesh& mesh) { return sum + leaves(mesh); });
}

void measure_graph_2(Quinlan& result, const Board& spheres, const Board& boxes, int placements) {
  for (const double limit : {0.0, 5.0, 10.0, 20.0, 40.0, 60.0, 80.0, 120.0, 160.0, 240.0, 1000.0}) {
    result.graph_2.push_back({limit, {}, {}});
  }
  const auto place = [&](const Distance& d) -> Quinlan::Range& {
    return *std::find_if(result.graph_2.begin(), result.graph_2.end(),
                         [&](const auto& r) { return d.upper <= r.limit; });
  };
  spheres.play(placements, 0.2, [&](const Distance& d, const Effort& e) { place(d).effort += e; });
  boxes.play(placements, 0.2, [&](const Distance& d, const Effort& e) { place(d).boxes += e; });
}

Findings findings(const Quinlan& q) {
  Findings result;
  result.add("leaves of radius 2", "34461", std::to_string(q.leaves),
             std::abs(static_cast<double>(q.leaves) / 34461 - 1) < 0.25,
             "the pieces are others, of the same size and number of triangles");
  result.add("building the six trees", "6.4 s (DECstation 5000/240)",
             text("%.3f s, the default trees included", q.build_seconds));
  const Quinlan::Error &fine = q.at(0.01), &rough = q.at(20);
  const double nodes = fine.spheres.nodes() / rough.spheres.nodes();
  const double triangles = fine.spheres.triangles() / rough.spheres.triangles();
  result.add("nodes and triangles, 0.01% against 20%", "about two orders of magnitude",
             text("%.0f", nodes) + text(" and %.0f times", triangles), nodes > 30 && triangles > 30,
             "too few placements");
  result.add("a query at 20%", "2.0 ms",
             text("%.1f us", rough.spheres.microseconds()) +
                 text("; default tree %.1f us", rough.boxes.microseconds()));
  const auto largest = std::max_element(
      q.graph_2.begin(), q.graph_2.end(),
      [](const auto& a, const auto& b) { return a.effort.nodes() < b.effort.nodes(); });
  result.add("most nodes at 20%", "close to contact",
             "at distances up to " + text("%g", largest->limit), largest->limit <= 20,
             "too few placements");
  const Line line = q.nodes_over_log_leaves();
  result.add("nodes against leaves at 20%", "proportional to the logarithm",
             text("%.1f log2(leaves)", line.slope) + text(" %+.0f", line.offset) +
                 text(", correlation squared %.3f", line.correlation_squared),
             line.correlation_squared > 0.9 && std::abs(line.offset) < 0.1 * line.slope,
             "linear in the logarithm, but not through zero: there are never fewer leaves than "
             "triangles, where the graph begins");
  return result;
}

Figure graph_1(const Quinlan& q) {
  report::Series nodes{"nodes, sphere tree", {}}, triangles{"triangles, sphere tree", {}};
  report::Series boxes{"apart, default tree: nodes", {}},
      fine{"apart, default tree: triangles", {}};
  for (const auto& e : q.graph_1) {
    if (e.percent == 0) continue;
    nodes.points.emplace_back(e.percent, e.spheres.nodes());
    triangles.points.emplace_back(e.percent, e.spheres.triangles());
    boxes.points.emplace_back(e.percent, e.boxes.nodes());
    fine.points.emplace_back(e.percent, e.boxes.triangles());
  }
  return {"quinlan-graph1",
          "Graph 1: search size against relative error",
          {{"pairs per query", {boxes, fine, nodes, triangles}}},
          {"relative error, %"},
          {"pairs"}};
}

Figure graph_2(const Quinlan& q) {
  report::Series nodes{"nodes, sphere tree", {}}, triangles{"triangles, sphere tree", {}};
  report::Series boxes{"apart, default tree: nodes", {}};
  double from = 0;
  for (const auto& r : q.graph_2) {
    const double middle = (from + std::min(r.limit, 400.0)) / 2;
    if (r.effort.queries > 0) {
      nodes.points.emplace_back(middle, r.effort.nodes());
      triangles.points.emplace_back(middle, r.effort.triangles());
      boxes.points.emplace_back(middle, std::max(r.boxes.nodes(), 1.0));
    }
    from = r.limit;
  }
  return {"quinlan-graph2",
          "Graph 2: search size against distance, relative error 20%",
          {{"pairs per query", {boxes, nodes, triangles}}},
          {"distance", report::Scale::linear},
          {"pairs"}};
}

Figure graph_3(const Quinlan& q) {
  report::Series nodes{"nodes, sphere tree", {}}, line{"linear in the logarithm", {}, true};
  const Line fit = q.nodes_over_log_leaves();
  for (const auto& d : q.graph_3) {
    const auto n = static_cast<double>(d.leaves);
    nodes.points.emplace_back(n, d.effort.nodes());
    line.points.emplace_back(n, fit.offset + fit.slope * std::log2(n));
  }
  return {"quinlan-graph3",
          "Graph 3: search size against the number of leaves, relative error 20%",
          {{"node pairs per query", {nodes, line}}},
          {"leaves"},
          {"node pairs", report::Scale::linear}};
}

report::Table table_1(const Quinlan& q) {
  report::Table t({"error, %", "node pairs", "triangle pairs", "exact ones", "us",
                   "default tree: node pairs", "triangle pairs", "us"});
  for (const auto& e : q.graph_1) {
    t.add({text("%g", e.percent), text("%.1f", e.spheres.nodes()),
           text("%.2f", e.spheres.triangles()), text("%.2f", e.spheres.exact()),
           text("%.1f", e.spheres.microseconds()), text("%.1f", e.boxes.nodes()),
           text("%.2f", e.boxes.triangles()), text("%.1f", e.boxes.microseconds())});
  }
  return t;
}

report::Table table_2(const Quinlan& q) {
  report::Table t({"distance", "queries", "node pairs", "triangle pairs", "us",
                   "default tree: node pairs", "us"});
  double from = 0;
  for (const auto& r : q.graph_2) {
    t.add({r.limit == 0 ? "intersecting" : range("%g", from, r.limit), text(r.effort.queries),
           text("%.1f", r.effort.nodes()), text("%.2f", r.effort.triangles()),
           text("%.1f", r.effort.microseconds()), text("%.1f", r.boxes.nodes()),
           text("%.1f", r.boxes.microseconds())});
    from = r.limit;
  }
  return t;
}

report::Table table_3(const Quinlan& q) {
  report::Table t({"radius", "leaves", "node pairs", "us"});
  for (const auto& d : q.graph_3) {
    t.add({text("%g", d.radius), std::to_string(d.leaves), text("%.1f", d.effort.nodes()),
           text("%.1f", d.effort.microseconds())});
  }
  return t;
}

}  // namespace

const Quinlan::Error& Quinlan::at(double percent) const {
  return *std::find_if(graph_1.begin(), graph_1.end(),
                       [&](const Error& e) { return e.percent == percent; });
}

Line Quinlan::nodes_over_log_leaves() const {
  std::vector<double> logarithm, nodes;
  for (const Detail& d : graph_3) {
    logarithm.push_back(std::log2(static_cast<double>(d.leaves)));
    nodes.push_back(d.effort.nodes());
  }
  return fit_line(logarithm, nodes);
}

Quinlan measure_quinlan(const Settings& settings) {
  const int placements = settings.full ? 100 : 20;
  const std::vector<double> errors =
      settings.full ? std::vector<double>{0, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 20, 30, 50, 100}
                    : std::vector<double>{0.01, 0.3, 3, 20, 100};
  const std::vector<double> radii =
      settings.full ? std::vector<double>{8, 5.66, 4, 2.83, 2, 1.41, 1, 0.71, 0.5}
                    : std::vector<double>{8, 4, 2, 1};
  const double steps = static_cast<double>(errors.size() + radii.size() + 1);
  double done = 0;
  Quinlan result;
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Mesh> set = chess_meshes(TreeKind::spheres, leaf_radius);
  result.build_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.leaves = all_leaves(set);
  const Board spheres(shapes(set)), boxes(shapes(chess_meshes(TreeKind::boxes, 0)));
  for (const double percent : errors) {
    settings.progress(done++ / steps);
    result.graph_1.push_back(
        {percent, spheres.play(placements, percent / 100), boxes.play(placements, percent / 100)});
  }
  settings.progress(done++ / steps);
  measure_graph_2(result, spheres, boxes, placements * 20);
  for (const double radius : radii) {
    settings.progress(done++ / steps);
    const std::vector<Mesh> detailed = chess_meshes(TreeKind::spheres, radius);
    result.graph_3.push_back({radius, all_leaves(detailed),
                              Board(leaf_spheres(detailed, radius)).play(placements, 0.2)});
  }
  return result;
}

Section quinlan_section(const Settings& settings) {
  const Quinlan q = measure_quinlan(settings);
  Section section{"Quinlan 1994: search size against error, distance and detail", {}};
  section.add(
      "Six chess pieces of 2048 triangles (those of `apart sample chess`; the paper's are not to "
      "be "
      "had), about 100 high, at random in a cube of side 500; each against the union of the five "
      "others, made anew for every placement. The paper's sphere tree with leaves of radius 2; "
      "beside it the library's default tree, which is not part of the paper. " +
      std::to_string(q.graph_1[0].spheres.queries / 6) + " placements per point (the paper: 100).");
  section.add(findings(q).table());
  section.add(graph_1(q));
  section.add(
      "Exact ones are pairs of triangles that were not settled by the plane which separates "
      "the best pair so far, a test that the paper does not have.");
  section.add(table_1(q));
  section.add(graph_2(q));
  section.add(table_2(q));
  section.add(graph_3(q));
  section.add(
      "The leaves are taken for the object, as in the paper: the pieces are clouds of "
      "points, rounded by the leaves' radius.");
  section.add(table_3(q));
  return section;
}

}  // namespace apart::experiments
