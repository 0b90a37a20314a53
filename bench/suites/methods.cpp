// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/apart.hpp>
#include <map>
#include <utility>
#include <vector>

#include "../contest.hpp"
#include "../distance_inputs.hpp"
#include "suites.hpp"

namespace bench {

namespace {

/// A method, whether polytopes have edge lists, and whether a tracker is kept.
struct Way {
  apart::Method method;
  bool edges, tracked;

  std::string name() const {
    const std::string climbing =
        method == apart::Method::features ? (edges ? ", climbing" : ", scanning") : "";
    return std::string(apart::to_string(method)) + climbing + (tracked ? " (tracked)" : "");
  }
};

class ByMethod final : public Peer {
 public:
  explicit ByMethod(const Way& way) : Peer(way.name()), way_(way) { options_.method = way.method; }

  void prepare(std::span<const Query> queries) override {
    for (const Query& q : queries) {
      for (const Body* body : {q.a, q.b}) {
        if (hulls_.contains(body)) continue;
        hulls_.emplace(
            body, apart::Polytope::hull(std::get<Hull>(*body).vertices, {.edge_list = way_.edges}));
      }
      queries_.push_back({hulls_.at(q.a), hulls_.at(q.b), q.pose_a, q.pose_b, q.continues});
    }
  }

  Answer answer(std::size_t i) override {
    const apart::Distance d = ask(i, options_);
    return {d.upper, d.upper - d.lower, d.support_calls};
  }

  /// All queries once more.
  apart::SearchCounts count() {
    apart::SearchCounts counts;
    apart::Options options = options_;
    options.counts = &counts;
    for (std::size_t i = 0; i < queries_.size(); ++i) ask(i, options);
    return counts;
  }

 private:
  struct Prepared {
    apart::Polytope a, b;
    apart::Pose pose_a, pose_b;
    bool continues;
  };

  apart::Distance ask(std::size_t i, const apart::Options& options) {
    const Prepared& q = queries_[i];
    if (!q.continues) tracker_ = {};
    return apart::distance(q.a, q.pose_a, q.b, q.pose_b, options,
                           way_.tracked ? &tracker_ : nullptr);
  }

  Way way_;
  apart::Options options_;
  std::map<const Body*, apart::Polytope> hulls_;
  std::vector<Prepared> queries_;
  apart::Tracker tracker_;
};

constexpr Way ways[] = {
    {apart::Method::gjk, false, true},      {apart::Method::gjk, false, false},
    {apart::Method::features, true, true},  {apart::Method::features, true, false},
    {apart::Method::features, false, true}, {apart::Method::features, false, false},
    {apart::Method::voronoi, true, true},   {apart::Method::voronoi, true, false}};

struct MethodMotion {
  const char* name;
  const char* about;
  Motion motion;
};
constexpr MethodMotion motions[] = {{"translation", "steps of 1%", {0.01, 0}},
                                    {"turn-1", "steps of 1 degree", {0, 1}},
                                    {"turn-3", "steps of 3 degrees", {0, 3}},
                                    {"turn-6", "steps of 6 degrees", {0, 6}},
                                    {"turn-12", "steps of 12 degrees", {0, 12}}};

double edge_list_bytes(const std::vector<Pair>& pairs) {
  double bytes = 0, vertices = 0;
  for (const Pair& pair : pairs) {
    const auto hull = apart::Polytope::hull(std::get<Hull>(pair.a).vertices, {.edge_list = true});
    bytes += static_cast<double>(hull.edge_list_bytes());
    vertices += hull.size();
  }
  return bytes / vertices;
}

/// What the methods did, and which was quickest.
void summarise(const std::vector<Row>& rows, const std::vector<Query>& queries,
               const Settings& settings, Report& report) {
  const Row *cold = nullptr, *tracked = nullptr;
  for (const Way& way : ways) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& r) { return r.contestant == way.name(); });
    if (row == rows.end() || !settings.invites(way.name())) continue;
    const Row*& best = way.tracked ? tracked : cold;
    if (!best || row->times.median < best->times.median) best = &*row;
    if (way.method == apart::Method::gjk) continue;
    ByMethod peer(way);
    peer.prepare(queries);
    const apart::SearchCounts counts = peer.count();
    const double n = static_cast<double>(queries.size());
    report.line("  " + way.name() + ": " +
                text("%.1f", static_cast<double>(counts.feature_pairs) / n) + " feature pairs, " +
                text("%.1f", static_cast<double>(counts.vertices) / n) + " vertices, " +
                text("%.0f", static_cast<double>(counts.fallbacks)) + " fallbacks in " +
                std::to_string(queries.size()));
  }
  if (tracked) report.line("  quickest tracked: " + tracked->contestant);
  if (cold) report.line("  quickest cold: " + cold->contestant);
}

}  // namespace

void methods(const Settings& settings, Report& report) {
  for (const int n :
       settings.sizes.empty() ? std::vector{8, 20, 50, 200, 1000, 10000} : settings.sizes) {
    Random shapes(settings.seed, "methods", n);
    const auto pairs = random_pairs(n, n <= 1000 ? 10 : 4, shapes);
    report.line("\nmethods, N = " + std::to_string(n) + ": edge list " +
                text("%.1f", edge_list_bytes(pairs)) + " bytes per vertex");
    for (const auto& [name, about, motion] : motions) {
      const Cell cell{
          "methods",     n, name, "near (gap 5%), " + std::string(about), Question::distance,
          ways[0].name()};
      if (!settings.wants(cell.name)) continue;
      Random random(settings.seed, cell.name, n);
      const auto queries = tracked_inputs(pairs, settings.part(100), random, motion);
      Peers peers;
      for (const Way& way : ways) peers.push_back(std::make_unique<ByMethod>(way));
      summarise(contest(cell, queries, std::move(peers), settings, report), queries, settings,
                report);
    }
  }
}

}  // namespace bench
