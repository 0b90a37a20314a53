// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report.hpp"
#include "settings.hpp"

namespace bench {

using Peers = std::vector<PeerPtr>;

template <class... P>
Peers list(P... peer) {
  Peers result;
  (result.push_back(std::move(peer)), ...);
  return result;
}

/// Lets the peers that are invited answer the queries, if the cell is wanted, and reports. The rows
/// in the order of the peers; none if there is nothing to do.
std::vector<Row> contest(const Cell& cell, const std::vector<Query>& queries, Peers peers,
                         const Settings& settings, Report& report);

}  // namespace bench
