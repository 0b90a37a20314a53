// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "counted.hpp"
#include "experiment.hpp"

namespace apart::experiments {

/// Operations for two segments in R^n: the most over random pairs, that is on the longest way
/// through the algorithm, and the mean.
struct LumelskyCounts {
  int dimension = 0;
  Operations parameters;  ///< steps 1 to 4
  Operations whole;       ///< with step 5, the distance
  Operations straightforward;
  double mean_whole = 0, mean_straightforward = 0;  ///< of multiplies, divides and adds
  int disagreements = 0;                            ///< of the two ways
};

std::vector<LumelskyCounts> measure_lumelsky(const Settings& settings);
Section lumelsky_section(const Settings& settings);

}  // namespace apart::experiments
