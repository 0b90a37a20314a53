// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace bench {

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< positive; x ascending
};

struct Panel {
  std::string title;
  std::vector<Series> series;
};

/// Panels side by side as an SVG, both axes logarithmic and the same in all of them. Series of one
/// name have one colour.
std::string plot(const std::vector<Panel>& panels, const std::string& x_label,
                 const std::string& y_label);

}  // namespace bench
