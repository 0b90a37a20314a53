// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "counted.hpp"
#include "experiment.hpp"

namespace apart::experiments {

struct Table1 {
  /// A pass along the motion, in so many intervals: all distances of the two pieces from the
  /// obstacles at each of its ends.
  struct Row {
    int intervals = 0;
    Operations single,
        warm;  ///< by the paper's algorithm, from one point and from the last simplex
    double single_milliseconds = 0, warm_milliseconds = 0;
    long cold_supports = 0, tracked_supports = 0;  ///< by distance()
    double cold_milliseconds = 0, tracked_milliseconds = 0;
    int disagreements = 0;  ///< of the two initialisations

    double flops_ratio() const { return single.equivalent_flops() / warm.equivalent_flops(); }
    double time_ratio() const { return single_milliseconds / warm_milliseconds; }
  };
  std::vector<Row> rows;

  /// Fig. 6: distances from an obstacle along the motion; where they overlap, minus the lower bound
  /// on the depth, the larger of the pieces'. Beside it the signed distance as penetration() gives
  /// it.
  struct Curve {
    std::string obstacle;
    std::vector<std::pair<double, double>> bound, signed_distance;
    bool hit = false;
    int wrong_bounds = 0;
  };
  std::vector<Curve> curves;
};

Table1 measure_table1(const Settings& settings);
Section table1_section(const Settings& settings);

}  // namespace apart::experiments
