// SPDX-License-Identifier: BSD-3-Clause
#include "timing.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace bench {

namespace {

double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

volatile double sink;  // else a compiler that sees through a peer might leave the work out

double seconds(Peer& peer, std::size_t queries, int rounds) {
  const double start = thread_seconds();
  double sum = 0;
  for (int r = 0; r < rounds; ++r) {
    for (std::size_t i = 0; i < queries; ++i) sum += peer.answer(i).signed_distance;
  }
  sink = sum;
  return thread_seconds() - start;
}

/// Rounds that make a pass long against the clock's own cost; the round that finds out warms up.
int rounds_per_pass(Peer& peer, std::size_t queries) {
  constexpr double pass = 0.005;
  return std::max(1, static_cast<int>(std::ceil(pass / seconds(peer, queries, 1))));
}

/// Reads and writes more than caches hold.
void sweep() {
  static std::vector<std::uint64_t> other(std::size_t{96} << 17);
  for (std::size_t i = 0; i < other.size(); i += 8) ++other[i];
}

Times times(std::vector<double> passes) {
  std::sort(passes.begin(), passes.end());
  return {passes[passes.size() / 2], passes.front()};
}

}  // namespace

std::vector<Times> measure(std::span<const PeerPtr> peers, std::size_t queries, int passes,
                           bool cold_caches) {
  std::vector<int> rounds;
  for (const auto& peer : peers) {
    rounds.push_back(cold_caches ? 1 : rounds_per_pass(*peer, queries));
  }
  std::vector<std::vector<double>> ns(peers.size());
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t k = 0; k < peers.size(); ++k) {
      if (cold_caches) sweep();
      const double answers = static_cast<double>(queries) * rounds[k];
      ns[k].push_back(1e9 * seconds(*peers[k], queries, rounds[k]) / answers);
    }
  }
  std::vector<Times> result;
  for (auto& n : ns) result.push_back(times(std::move(n)));
  return result;
}

}  // namespace bench
