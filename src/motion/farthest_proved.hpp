// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

namespace apart {

/// From s towards the limit: the farthest x at which proof(x) is found not to be negative, after a
/// few tries. proof(s) is `start`, which is positive; how proof() goes on from there may be
/// anything.
template <class Proof>
double farthest_proved(double s, double limit, double start, Proof proof) {
  double good = s, at_good = start, bad = limit, at_bad = proof(limit);
  if (at_bad >= 0) return limit;
  for (int tries = 0; tries < 8; ++tries) {
    // Where a straight line would pass zero, and a little before: without turns it is one.
    const double zero = at_good / (at_good - at_bad);
    const double x = good + (bad - good) * std::clamp(zero * (1 - 0x1p-20), 0.02, 1 - 0x1p-20);
    if (x == good || x == bad) break;
    const double value = proof(x);
    if (value < 0) {
      bad = x;
      at_bad = value;
      continue;
    }
    good = x;
    at_good = value;
    if (value <= start / 8) break;
  }
  return good;
}

}  // namespace apart
