// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

namespace apart {

/// From s towards the limit: the farthest x at which proof(x) is found not to be negative, after a
/// few tries. proof(s) is `start`, which is positive; how it goes on from there may be anything.
template <class Proof>
double farthest_proved(double s, double limit, double start, Proof proof) {
  double good = s, at_good = start, bad = limit, at_bad = proof(limit);
  if (at_bad >= 0) return limit;
  bool timid = false;  // the last try was one that proof() allowed
  for (int tries = 0; tries < 10 || (good == s && tries < 100); ++tries) {
    // Where a straight line would pass zero, and a little before: without turns it is one.
    const double zero = at_good / (at_good - at_bad);
    double x = good + (bad - good) * std::min(zero * (1 - 0x1p-20), 1 - 0x1p-20);
    if (timid) {  // it is curved: several times as far, if the line does not lead there
      const double far = std::min(7 * std::abs(good - s), std::abs(bad - good) / 2);
      if (std::abs(x - good) < far) x = good + (s < limit ? far : -far);
    }
    if (x == good || x == bad) break;
    const double value = proof(x);
    if (value < 0) {
      if (!timid) at_good /= 2;  // curved the other way: every line would lead too far (Illinois)
      bad = x;
      at_bad = value;
      timid = false;
      continue;
    }
    timid = true;
    good = x;
    at_good = value;
    if (value <= start / 8) break;
  }
  return good;
}

}  // namespace apart
