// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "cameron/sequence.hpp"
#include "counted.hpp"
#include "experiment.hpp"

namespace apart::experiments {

/// What queries along motions took, per query. The first of a sequence, which has nothing to track,
/// is counted only where nothing is tracked.
struct Steps {
  long queries = 0;
  Operations operations;
  long iterations = 0;
  long enclosed = 0;  ///< queries that found the objects overlapping
  double microseconds = 0;

  double products() const { return per_query(static_cast<double>(operations.products())); }
  double mean_iterations() const { return per_query(static_cast<double>(iterations)); }
  double overlapping() const { return per_query(static_cast<double>(enclosed)); }

 private:
  double per_query(double x) const { return queries > 0 ? x / static_cast<double>(queries) : 0; }
};

/// What the library's distance() took on the same motions.
struct LibrarySteps {
  double supports = 0, microseconds = 0;
};

struct Cameron {
  struct Size {
    int vertices;
    Steps cold_scan, cold_climb, tracked_scan, tracked_climb;
    LibrarySteps library_cold, library_tracked;
  };
  std::vector<Size> sizes;  ///< Fig. 3 and 4

  /// Fig. 5: a trace for each rotation and distance; by size.
  struct Trace {
    Course course;
    const char* title;
    struct Point {
      int vertices;
      Steps tracked, scratch;
    };
    std::vector<Point> by_size;
    Steps boxes;  ///< tracked
  };
  std::vector<Trace> traces;

  /// The bounds on the depth, by the depth in diameters, while an object moves into another.
  struct Depth {
    double limit;  ///< of the depth in this row, in diameters
    long queries = 0;
    long exact = 0;          ///< the nearest face is one of the difference's
    long wrongly_exact = 0;  ///< of these, that is not the depth
    long lower_holds = 0, upper_holds = 0;
    double lower_ratio = 0, upper_ratio = 0;  ///< sums of the bounds over the depth
  };
  std::vector<Depth> tracked_depths, cold_depths;
};

Cameron measure_cameron(const Settings& settings);
Section cameron_section(const Settings& settings);

}  // namespace apart::experiments
