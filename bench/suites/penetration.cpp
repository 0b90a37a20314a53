// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <map>

#include "../contest.hpp"
#include "../peers/peers.hpp"
#include "../penetration_inputs.hpp"
#include "suites.hpp"

namespace bench {

namespace {

Peers cold() {
  return list(apart_penetration(), fcl_signed(), fcl_signed_tight(), fcl_contact_depth(),
              libccd_penetration(), bullet_pair_detector(), bullet_epa(), mujoco_depth());
}

Peers moving() {
  Peers peers = cold();
  peers.insert(peers.begin(), apart_penetration_tracked());
  return peers;
}

/// Those that answer when the hulls are apart.
Peers moving_apart() {
  return list(apart_distance_tracked(), apart_penetration_tracked(), apart_penetration(),
              fcl_signed(), fcl_signed_tight());
}

/// The suite for hulls of n vertices.
class Penetration {
 public:
  Penetration(int n, const Settings& settings, Report& report)
      : n_(n), settings_(settings), report_(report) {}

  void run() {
    const int pairs = n_ > 100 ? 20 : 50;
    const int poses = settings_.part(20);
    Random random(settings_.seed, "penetration", n_);
    const auto hulls = random_pairs(n_, pairs, random);
    run_cold(random_inputs(hulls, poses, random));
    run_moving(motion_inputs(hulls, poses, random));
  }

 private:
  void run_cold(const RandomInputs& inputs) {
    cell("shallow", "shallow (depth 1% of the size)", inputs.shallow, cold());
    cell("medium", "medium (depth 10% of the size)", inputs.medium, cold());
    cell("deep", "deep (centres 0.5% of the size apart)", inputs.deep, cold());
    for (const auto& [contestant, wrong] : wrong_) {
      if (wrong.answers > 0) {
        report_.line("wrong in " + std::to_string(wrong.answers) + " of these " +
                     std::to_string(wrong.queries) + " queries: " + contestant);
      }
    }
  }

  void run_moving(const MotionInputs& inputs) {
    const std::string step = "steps of 1% and 1 degree";
    const double overlap =
        cell("shallow-moving", "shallow (depth 1%), " + step, inputs.shallow, moving());
    cell("medium-moving", "medium (depth 10%), " + step, inputs.medium, moving());
    const double apart =
        cell("apart-moving", "apart (gap 5%), " + step, inputs.separated, moving_apart());
    if (std::isnan(overlap / apart)) return;
    report_.line("tracked, N = " + std::to_string(n_) + ": shallow overlap takes " +
                 text("%.2f", overlap / apart) + " times as long as a distance apart");
  }

  /// The first contestant's time per query.
  double cell(const std::string& name, const std::string& about, const std::vector<Query>& queries,
              Peers peers) {
    const auto rows =
        contest({"penetration", n_, name, about, Question::signed_distance, fcl_signed()->name()},
                queries, std::move(peers), settings_, report_);
    for (const Row& row : rows) wrong_[row.contestant] += {row.score.wrong, queries.size()};
    return rows.empty() ? unknown : rows.front().times.median;
  }

  struct Wrong {
    int answers = 0;
    std::size_t queries = 0;
    void operator+=(const Wrong& w) { answers += w.answers, queries += w.queries; }
  };

  int n_;
  const Settings& settings_;
  Report& report_;
  std::map<std::string, Wrong> wrong_;
};

}  // namespace

void penetration(const Settings& settings, Report& report) {
  for (const int n : settings.sizes.empty() ? std::vector{8, 50, 500} : settings.sizes) {
    Penetration(n, settings, report).run();
  }
}

}  // namespace bench
