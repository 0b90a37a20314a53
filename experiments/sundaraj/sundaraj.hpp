// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <array>
#include <string>
#include <vector>

#include "cameron/sequence.hpp"
#include "experiment.hpp"

namespace apart::experiments {

inline constexpr std::array all_methods{Method::gjk, Method::features, Method::voronoi};

/// A robustness experiment: what happened in its runs.
struct Robustness {
  struct Outcome {
    int failures = 0;        ///< no distance, or not one that holds the true one
    double worst_error = 0;  ///< relative to the true distance
    double worst_width = 0;  ///< of the interval, over 64 u S, what the answer may leave open
    long fallbacks = 0;      ///< queries left to Method::gjk
  };
  std::string title;
  int runs = 0;
  std::array<Outcome, all_methods.size()> methods;
  Outcome plain;  ///< enhanced GJK in double, without a proof; no width
};
std::vector<Robustness> measure_robustness(const Settings& settings);

/// What queries along a motion took, per query, by a method of the library.
struct MethodSteps {
  long queries = 0;
  SearchCounts counts;
  long supports = 0;
  double microseconds = 0;

  double per_query(long count) const {
    return static_cast<double>(count) / static_cast<double>(queries);
  }
};

/// Enhanced GJK (Cameron's, the experiment's own), and the methods of the library.
struct MotionTimes {
  double x = 0;  ///< vertices, or degrees per step
  struct Enhanced {
    double microseconds = 0;
    double products = 0;  ///< multiplications and divisions
  } enhanced_cold, enhanced_tracked;
  std::array<MethodSteps, all_methods.size()> cold, tracked;
};

struct SundarajTimes {
  int steps = 0;
  std::vector<MotionTimes> translation;  ///< Fig. 1 and 2, by the number of vertices
  std::vector<MotionTimes> rotation;     ///< Fig. 3, by degrees per step; 50 vertices
};
SundarajTimes measure_sundaraj_times(const Settings& settings);

Section sundaraj_section(const Settings& settings);

}  // namespace apart::experiments
