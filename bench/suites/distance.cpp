// SPDX-License-Identifier: BSD-3-Clause
#include "../contest.hpp"
#include "../distance_inputs.hpp"
#include "../peers/peers.hpp"
#include "suites.hpp"

namespace bench {

namespace {

Peers cold() { return list(apart_distance(), fcl_distance()); }

Peers tracked() { return list(apart_distance_tracked(), apart_distance(), fcl_distance()); }

/// The suite for hulls of n vertices.
class DistanceSuite {
 public:
  DistanceSuite(int n, const Settings& settings, Report& report)
      : n_(n), settings_(settings), report_(report), random_(settings.seed + n) {}

  void run() {
    run_cold();
    run_tracked();
  }

 private:
  void run_cold() {
    if (!settings_.wants("far") && !settings_.wants("near") && !settings_.wants("overlapping")) {
      return;
    }
    const int pairs = n_ <= 100 ? 50 : n_ <= 1000 ? 20 : 10;
    const auto hulls = random_pairs(n_, pairs, random_);
    const auto inputs = distance_inputs(hulls, settings_.part(20), random_);
    cell("far", "far (gap 3 diameters)", inputs.far, cold());
    cell("near", "near (gap 5%)", inputs.near, cold());
    cell("overlapping", "overlapping", inputs.overlapping, cold());
  }

  void run_tracked() {
    if (!settings_.wants("tracked")) return;
    const auto hulls = random_pairs(n_, n_ <= 1000 ? 10 : 5, random_);
    cell("tracked", "tracked (gap 5%), steps of 1% and 1 degree",
         tracked_inputs(hulls, settings_.part(100), random_), tracked());
  }

  void cell(const char* name, const char* about, const std::vector<Query>& queries, Peers peers) {
    contest({"distance", n_, name, about, Question::distance, fcl_distance()->name()}, queries,
            std::move(peers), settings_, report_);
  }

  int n_;
  const Settings& settings_;
  Report& report_;
  Random random_;
};

}  // namespace

void distance(const Settings& settings, Report& report) {
  for (const int n :
       settings.sizes.empty() ? std::vector{8, 20, 50, 100, 500, 1000, 10000} : settings.sizes) {
    DistanceSuite(n, settings, report).run();
  }
}

}  // namespace bench
