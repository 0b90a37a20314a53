// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

struct Settings {
  std::uint64_t seed = 1;
  int passes = 11;
  double share = 1;                   ///< of the usual number of queries
  std::vector<int> sizes;             ///< vertices per hull; empty: the suite's own
  std::vector<std::string> cells;     ///< names; empty: all
  std::string data;                   ///< the folder with the files of APART_DATA
  std::vector<std::string> matching;  ///< contestants whose name contains one; empty: all

  bool wants(const std::string& cell) const {
    return cells.empty() || std::find(cells.begin(), cells.end(), cell) != cells.end();
  }

  bool invites(const std::string& contestant) const {
    return matching.empty() || std::any_of(matching.begin(), matching.end(), [&](const auto& m) {
             return contestant.find(m) != std::string::npos;
           });
  }

  /// The share of a usual number, at least 2.
  int part(int usual) const { return std::max(2, static_cast<int>(std::lround(usual * share))); }
};

}  // namespace bench
