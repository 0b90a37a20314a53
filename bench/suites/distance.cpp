// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <functional>

#include "../contest.hpp"
#include "../distance_inputs.hpp"
#include "../peers/peers.hpp"
#include "suites.hpp"

namespace bench {

namespace {

Peers distances() {
  return list(apart_distance(), fcl_distance(), fcl_distance_indep(), bullet_distance(),
              bullet_gjk_distance());
}

Peers tracked() {
  return list(apart_distance_tracked(), apart_distance(), fcl_distance(), fcl_distance_indep(),
              fcl_distance_guessing(), bullet_distance(), bullet_gjk_distance());
}

/// ODE tries every plane on every vertex, and MuJoCo reads its meshes from text.
Peers collisions(int n) {
  Peers peers = list(apart_intersects(), fcl_collide(), fcl_collide_indep(), libccd_intersect(),
                     libccd_mpr_intersect(), bullet_collide());
  if (n <= 1000) peers.push_back(mujoco_collide());
  if (n <= 100) peers.push_back(ode_collide());
  return peers;
}

/// The suite for hulls of n vertices.
class DistanceSuite {
 public:
  DistanceSuite(int n, const Settings& settings, Report& report)
      : n_(n), settings_(settings), report_(report) {}

  void run() {
    cold("far", "far (gap 3 diameters)");
    cold("near", "near (gap 5%)");
    cold("overlapping", "overlapping");
    run_cold_cache();
    run_tracked();
    run_wild();
  }

 private:
  /// Asks for the distance, and whether they collide.
  void cold(const std::string& name, const std::string& about) {
    const Cell distance = cell(name, about);
    const Cell collision{"distance",          n_,
                         "collide-" + name,   "yes or no, " + about,
                         Question::collision, fcl_collide()->name()};
    if (!settings_.wants(distance.name) && !settings_.wants(collision.name)) return;
    Random random(settings_.seed, name, n_);
    const auto pairs = random_pairs(n_, n_ <= 100 ? 50 : n_ <= 1000 ? 20 : 10, random);
    const int poses = settings_.part(20);
    const auto queries =
        name == "overlapping"
            ? overlapping_inputs(pairs, poses, random)
            : apart_inputs(pairs, poses, name == "far" ? far_gap : near_gap, random);
    contest(distance, queries, distances(), settings_, report_);
    contest(collision, queries, collisions(n_), settings_, report_);
  }

  void run_cold_cache() {
    Cell c = cell("cold-cache", "near (gap 5%), each hull once, caches cold");
    if (!settings_.wants(c.name)) return;
    c.cold_caches = true;
    Random random(settings_.seed, c.name, n_);
    const int count = n_ <= 100 ? 1000 : n_ <= 1000 ? 200 : 50;
    const auto pairs = random_pairs(n_, settings_.part(count), random);
    contest(c, apart_inputs(pairs, 1, near_gap, random), distances(), settings_, report_);
  }

  void run_tracked() {
    const Cell c = cell("tracked", "near (gap 5%), steps of 1% and 1 degree");
    if (!settings_.wants(c.name)) return;
    Random random(settings_.seed, c.name, n_);
    const auto pairs = random_pairs(n_, n_ <= 1000 ? 10 : 5, random);
    contest(c, tracked_inputs(pairs, settings_.part(100), random), tracked(), settings_, report_);
  }

  /// Memory of the query before is of no use here; what does it cost?
  void run_wild() {
    const Cell c = cell("wild", "near (gap 5%), one pair in one pose after the other, far from it");
    if (!settings_.wants(c.name)) return;
    Random random(settings_.seed, c.name, n_);
    const auto pairs = random_pairs(n_, n_ <= 1000 ? 10 : 5, random);
    auto queries = apart_inputs(pairs, settings_.part(100), near_gap, random);
    std::stable_sort(queries.begin(), queries.end(), [](const Query& x, const Query& y) {
      return std::less<>()(x.a, y.a);  // pair after pair, each at all its poses
    });
    for (std::size_t i = 1; i < queries.size(); ++i) {
      queries[i].continues = queries[i].a == queries[i - 1].a;
    }
    contest(c, queries, tracked(), settings_, report_);
  }

  Cell cell(const std::string& name, const std::string& about) const {
    return {"distance", n_, name, about, Question::distance, fcl_distance()->name()};
  }

  int n_;
  const Settings& settings_;
  Report& report_;
};

}  // namespace

void distance(const Settings& settings, Report& report) {
  for (const int n :
       settings.sizes.empty() ? std::vector{8, 20, 50, 100, 500, 1000, 10000} : settings.sizes) {
    DistanceSuite(n, settings, report).run();
  }
}

}  // namespace bench
