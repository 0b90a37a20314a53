// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <functional>

#include "../contest.hpp"
#include "../distance_inputs.hpp"
#include "../peers/peers.hpp"
#include "suites.hpp"

namespace bench {

void batch(const Settings& settings, Report& report) {
  for (const int n : settings.sizes.empty() ? std::vector{8, 20, 50} : settings.sizes) {
    const Cell cell{"batch",
                    n,
                    "near",
                    "one pair at many poses, near (gap 5%)",
                    Question::distance,
                    fcl_distance()->name()};
    if (!settings.wants(cell.name)) continue;
    Random random(settings.seed, "batch", n);
    const auto pairs = random_pairs(n, 5, random);
    auto queries = apart_inputs(pairs, settings.part(400), near_gap, random);
    std::stable_sort(queries.begin(), queries.end(), [](const Query& x, const Query& y) {
      return std::less<>()(x.a, y.a);  // pair after pair, each at all its poses
    });
    contest(cell, queries,
            list(apart_distances(), apart_distances_on_all_cores(), apart_distance(),
                 fcl_distance(), fcl_distance_indep(), bullet_distance()),
            settings, report);
  }
}

}  // namespace bench
