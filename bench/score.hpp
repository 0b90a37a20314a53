// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "peer.hpp"

namespace bench {

/// What the contestants of a cell are asked, and what is wrong.
enum class Question {
  signed_distance,  ///< errors are parts of the size (the two radii); wrong: above 1e-6
  distance,         ///< errors are relative; wrong: above 1e-3, or not told from an overlap
  rough_distance,   ///< the same to 20% of the answer; wrong: above 0.25
  collision,        ///< whether they overlap, which the sign of the answer tells
};

/// Above which an error is wrong.
double tolerance(Question question);

/// How right a peer is over a set of queries. NaN: does not apply.
struct Score {
  double worst = unknown, median = unknown;  ///< error, of those answered
  int wrong = 0;                             ///< the unanswered included
  int unanswered = 0;
  double supports = unknown;  ///< per query
  double width = unknown;  ///< widest interval proved, in u*S: u = 2^-53, S as the library has it
};

/// Asks the peer, which is prepared, every query once.
Score score(Peer& peer, std::span<const Query> queries, Question question);

}  // namespace bench
