// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace apart::experiments {

/// y = offset + slope x by least squares.
struct Line {
  double offset = 0, slope = 0;
  double correlation_squared = 0;
};

inline Line fit_line(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = static_cast<double>(x.size());
  const double mx = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double my = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
    yy += (y[i] - my) * (y[i] - my);
  }
  return {my - xy / xx * mx, xy / xx, xy * xy / (xx * yy)};
}

}  // namespace apart::experiments
