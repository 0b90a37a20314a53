// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace apart {

/// One iteration of the distance algorithm, as seen just after its support calls. The difference is
/// that of the cores (shapes without their rounding), A - B, in world axes.
struct TraceStep {
  int size;                                ///< points in the simplex
  std::array<Eigen::Vector3d, 4> simplex;  ///< points of the difference A - B
  Eigen::Vector3d v;                       ///< point of the simplex nearest the origin
  double g;             ///< g_K(v) of Gilbert, Johnson and Keerthi: 0 exactly at the optimum
  double lower, upper;  ///< what this iteration proves about the distance of the cores
  bool extended;        ///< worked in double-double
};

/// Queries whose options point to it append their steps. Costs nothing when there is none.
struct Trace {
  std::vector<TraceStep> steps;
};

}  // namespace apart
