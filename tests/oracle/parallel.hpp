// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Many cases on several threads. What is found does not depend on how many.

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

namespace oracle {

/// Calls run_case(index, tally) for every index below `cases`; returns the sum of the tallies.
template <class Tally, class Function>
Tally run_cases(std::uint64_t cases, std::uint64_t threads, const Function& run_case) {
  constexpr std::uint64_t block = 100;
  std::atomic<std::uint64_t> next{0};
  const bool progress = isatty(2) != 0;
  std::vector<Tally> tallies(std::max<std::uint64_t>(1, threads));
  auto work = [&](Tally& tally) {
    for (std::uint64_t at = next.fetch_add(block); at < cases; at = next.fetch_add(block)) {
      for (std::uint64_t i = at; i < std::min(cases, at + block); ++i) run_case(i, tally);
      if (progress) std::fprintf(stderr, "\r%3.0f%%", 100.0 * double(at) / double(cases));
    }
  };
  std::vector<std::thread> others;
  for (std::size_t t = 1; t < tallies.size(); ++t) others.emplace_back(work, std::ref(tallies[t]));
  work(tallies[0]);
  for (std::thread& t : others) t.join();
  for (std::size_t t = 1; t < tallies.size(); ++t) tallies[0].add(tallies[t]);
  if (progress) std::fprintf(stderr, "\r");
  return tallies[0];
}

inline double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace oracle
