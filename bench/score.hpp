// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "peer.hpp"

namespace bench {

/// An answer is wrong if it is off by more than this part of the size (see HullPair::size).
inline constexpr double wrong_above = 1e-6;

/// How right a peer is over a set of queries. Errors are parts of the size; NaN: does not apply.
struct Score {
  double worst = unknown, median = unknown;  ///< error, of those answered
  int wrong = 0;                             ///< the unanswered included
  int unanswered = 0;
  double supports = unknown;  ///< per query
  double width = unknown;  ///< widest interval proved, in u*S: u = 2^-53, S as the library has it
  bool truth_known = false;
};

/// Asks the peer, which is prepared, every query once.
Score score(Peer& peer, std::span<const Query> queries);

}  // namespace bench
