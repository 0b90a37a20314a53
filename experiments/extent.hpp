// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "section.hpp"

namespace apart::experiments {

/// From where to where measured values go.
struct Extent {
  double least = INFINITY, most = -INFINITY, sum = 0;
  int count = 0;

  void include(double x) {
    least = std::min(least, x), most = std::max(most, x);
    sum += x, ++count;
  }
  double mean() const { return sum / count; }
  /// Counts depend on how a program is written: a quarter more or less is taken for the same.
  bool near(double from, double to) const { return least >= from / 1.25 && most <= to * 1.25; }
  std::string text(const char* format) const { return range(format, least, most); }
};

}  // namespace apart::experiments
