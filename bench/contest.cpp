// SPDX-License-Identifier: BSD-3-Clause
#include "contest.hpp"

#include <algorithm>

namespace bench {

std::vector<Row> contest(const Cell& cell, const std::vector<Query>& queries, Peers peers,
                         const Settings& settings, Report& report) {
  std::erase_if(peers, [&](const PeerPtr& p) { return !settings.invites(p->name()); });
  if (!settings.wants(cell.name) || peers.empty() || queries.empty()) return {};
  std::vector<Row> rows;
  for (const auto& peer : peers) {
    peer->prepare(queries);
    rows.push_back({peer->name(), {}, score(*peer, queries, cell.question)});
  }
  const auto times = measure(peers, queries.size(), settings.passes, cell.cold_caches);
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k].times = times[k];
  report.add({cell, queries.size(), rows});
  return rows;
}

}  // namespace bench
