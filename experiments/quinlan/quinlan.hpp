// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiment.hpp"
#include "fit.hpp"
#include "quinlan/board.hpp"

namespace apart::experiments {

struct Quinlan {
  std::size_t leaves = 0;
  double build_seconds = 0;
  /// Search size against relative error: the paper's tree, and the default one.
  struct Error {
    double percent;
    Effort spheres, boxes;
  };
  std::vector<Error> graph_1;
  /// Against the distance, at 20%; up to the limit. Those that intersect come first.
  struct Range {
    double limit;
    Effort effort, boxes;
  };
  std::vector<Range> graph_2;
  /// Against the number of leaves, at 20%.
  struct Detail {
    double radius;
    std::size_t leaves;
    Effort effort;
  };
  std::vector<Detail> graph_3;

  const Error& at(double percent) const;
  Line nodes_over_log_leaves() const;
};

Quinlan measure_quinlan(const Settings& settings);
Section quinlan_section(const Settings& settings);

}  // namespace apart::experiments
