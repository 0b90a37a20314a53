// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace apart::report {

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< positive on a logarithmic axis; x ascending
  bool dashed = false;                            ///< a line without marks: not measured here
};

struct Panel {
  std::string title;
  std::vector<Series> series;
};

enum class Scale { logarithmic, linear };

struct Axis {
  std::string label;
  Scale scale = Scale::logarithmic;
};

/// Panels side by side as an SVG, the axes the same in all of them. Series of one name have one
/// colour; those whose name starts with "apart" stand out.
std::string plot(const std::vector<Panel>& panels, const Axis& x, const Axis& y);

/// The points as CSV: panel, series, x, y.
std::string csv(const std::vector<Panel>& panels);

}  // namespace apart::report
