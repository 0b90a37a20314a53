// SPDX-License-Identifier: BSD-3-Clause
#include "../game_hulls.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

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

/// Pairs of hulls next to each other in size, as a game would test them.
std::vector<Pair> pairs(std::vector<Hull> hulls) {
  std::sort(hulls.begin(), hulls.end(),
            [](const Hull& a, const Hull& b) { return a.radius < b.radius; });
  std::vector<Pair> result;
  for (std::size_t i = 0; i + 1 < hulls.size(); i += 2) {
    result.push_back({std::move(hulls[i]), std::move(hulls[i + 1])});
  }
  return result;
}

}  // namespace

void game_hulls(const Settings& settings, Report& report) {
  const std::string file = settings.data + "/convex/jolt/convex_hulls.bin";
  if (!std::filesystem::exists(file)) {
    report.line("\ngame-hulls: LEFT OUT, there is no " + file + "; APART_DATA tells where data is");
    return;
  }
  const auto all = pairs(read_hulls(file));
  const auto run = [&](const char* name, const char* about, const auto& inputs) {
    if (!settings.wants(name)) return;
    Random random(settings.seed, name);
    contest({"game-hulls", 0, name, about, Question::distance, fcl_distance()->name()},
            inputs(random), distances(), settings, report);
  };
  const int poses = settings.part(2);
  run("game-far", "far (gap 3 diameters)",
      [&](Random& random) { return apart_inputs(all, poses, far_gap, random); });
  run("game-near", "near (gap 5%)",
      [&](Random& random) { return apart_inputs(all, poses, near_gap, random); });
  run("game-overlapping", "overlapping",
      [&](Random& random) { return overlapping_inputs(all, poses, random); });
}

}  // namespace bench
