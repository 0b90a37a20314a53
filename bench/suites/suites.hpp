// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../report.hpp"

namespace bench {

struct Settings {
  std::uint64_t seed = 1;
  int passes = 11;
  double share = 1;                   ///< of the usual number of queries
  std::vector<int> sizes;             ///< vertices per hull; empty: the suite's own
  std::vector<std::string> cells;     ///< names; empty: all
  std::vector<std::string> matching;  ///< contestants whose name contains one; empty: all
};

struct Suite {
  const char* name;
  const char* about;
  void (*run)(const Settings& settings, Report& report);
};

void penetration(const Settings& settings, Report& report);

inline constexpr Suite suites[] = {
    {"penetration", "signed distance of overlapping hulls, cold and in motion", penetration},
};

}  // namespace bench
