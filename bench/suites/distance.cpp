// SPDX-License-Identifier: BSD-3-Clause
#include "../contest.hpp"
#include "../distance_inputs.hpp"
#include "../peers/peers.hpp"
#include "suites.hpp"

namespace bench {

namespace {

Peers apart_and_fcl() {
  return list(apart_distance(), fcl_distance(), fcl_distance_indep(), bullet_distance(),
              bullet_gjk_distance());
}

Peers tracked() {
  return list(apart_distance_tracked(), apart_distance(), fcl_distance(), fcl_distance_indep(),
              fcl_distance_guessing(), bullet_distance(), bullet_gjk_distance());
}

/// The suite for hulls of n vertices.
class DistanceSuite {
 public:
  DistanceSuite(int n, const Settings& settings, Report& report)
      : n_(n), settings_(settings), report_(report), random_(settings.seed + n) {}

  void run() {
    if (wants(
            {"far", "near", "overlapping", "collide-far", "collide-near", "collide-overlapping"})) {
      run_cold();
    }
    if (wants({"cold-cache"})) run_cold_cache();
    if (wants({"tracked"})) run_tracked();
  }

 private:
  bool wants(std::initializer_list<const char*> cells) const {
    return std::any_of(cells.begin(), cells.end(),
                       [&](const char* cell) { return settings_.wants(cell); });
  }

  /// ODE tries every plane on every vertex, and MuJoCo reads its meshes from text.
  Peers colliding() const {
    Peers peers = list(apart_intersects(), fcl_collide(), fcl_collide_indep(), libccd_intersect(),
                       libccd_mpr_intersect(), bullet_collide());
    if (n_ <= 1000) peers.push_back(mujoco_collide());
    if (n_ <= 100) peers.push_back(ode_collide());
    return peers;
  }

  void run_cold() {
    const int pairs = n_ <= 100 ? 50 : n_ <= 1000 ? 20 : 10;
    const auto hulls = random_pairs(n_, pairs, random_);
    const auto inputs = distance_inputs(hulls, settings_.part(20), random_);
    cell("far", "far (gap 3 diameters)", inputs.far, apart_and_fcl());
    cell("near", "near (gap 5%)", inputs.near, apart_and_fcl());
    cell("overlapping", "overlapping", inputs.overlapping, apart_and_fcl());
    collide("collide-far", "yes or no, far (gap 3 diameters)", inputs.far);
    collide("collide-near", "yes or no, near (gap 5%)", inputs.near);
    collide("collide-overlapping", "yes or no, overlapping", inputs.overlapping);
  }

  void run_cold_cache() {
    const int pairs = n_ <= 100 ? 1000 : n_ <= 1000 ? 200 : 50;
    const auto hulls = random_pairs(n_, settings_.part(pairs), random_);
    const auto inputs = distance_inputs(hulls, 1, random_);
    cell("cold-cache", "near (gap 5%), each hull once", inputs.near, apart_and_fcl());
  }

  void run_tracked() {
    const auto hulls = random_pairs(n_, n_ <= 1000 ? 10 : 5, random_);
    cell("tracked", "near (gap 5%), steps of 1% and 1 degree",
         tracked_inputs(hulls, settings_.part(100), random_), tracked());
  }

  void cell(const char* name, const char* about, const std::vector<Query>& queries, Peers peers) {
    contest({"distance", n_, name, about, Question::distance, fcl_distance()->name()}, queries,
            std::move(peers), settings_, report_);
  }

  void collide(const char* name, const char* about, const std::vector<Query>& queries) {
    contest({"distance", n_, name, about, Question::collision, fcl_collide()->name()}, queries,
            colliding(), settings_, report_);
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
