// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "peer.hpp"

namespace bench {

/// Processor time of this thread per query, in nanoseconds, over the passes.
struct Times {
  double median = 0, best = 0;
};

/// Lets the peers, which are prepared, answer all the queries again and again. The passes of the
/// peers alternate, so that a machine that is slow for a while is slow for all of them.
/// With cold caches a pass asks each query once, after other data has filled the caches.
std::vector<Times> measure(std::span<const PeerPtr> peers, std::size_t queries, int passes,
                           bool cold_caches);

}  // namespace bench
