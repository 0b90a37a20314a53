// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "counted.hpp"
#include "experiment.hpp"

namespace apart::experiments {

/// The three cases of the paper's 6000 runs, and two more that it mentions.
enum class Case { separated, touching, intersecting, near, far };
inline constexpr std::array paper_cases{Case::separated, Case::touching, Case::intersecting};
inline constexpr std::array all_cases{Case::separated, Case::touching, Case::intersecting,
                                      Case::near, Case::far};
const char* name(Case which);

/// What a number of runs took, by the paper's algorithm and by distance().
struct Fig4Cell {
  int vertices = 0;  ///< M, of both polytopes
  int runs = 0;
  Operations operations;
  long iterations = 0;
  int most_iterations = 0;
  int in_range = 0;  ///< runs of 3 to 6 iterations
  int backups = 0, not_converged = 0;
  double worst_g = 0;       ///< of g_K(v) / D(K)^2
  double microseconds = 0;  ///< per run, the paper's algorithm in double
  double library_microseconds = 0;
  long library_supports = 0;
  double library_worst_g = 0;
  int disagreements = 0;  ///< |v| is farther from distance()'s interval than the tolerance allows

  double flops() const { return operations.equivalent_flops() / runs; }
  double flops_per_vertex() const { return flops() / vertices; }
  double mean_iterations() const { return static_cast<double>(iterations) / runs; }
  double mean_supports() const { return static_cast<double>(library_supports) / runs; }
};

struct Fig4 {
  /// By pair, then by case, in the order of all_cases.
  std::vector<std::array<Fig4Cell, all_cases.size()>> cells;

  /// Two segments: the paper's three cases, the last with both on one line; equivalent flops per
  /// run by GJK and by Lumelsky's algorithm.
  struct SegmentRuns {
    double gjk = 0, lumelsky = 0;
    int runs = 0;
    int disagreements = 0;
  };
  std::array<SegmentRuns, paper_cases.size()> segments;
};

Fig4 measure_fig4(const Settings& settings);
Section fig4_section(const Settings& settings);

}  // namespace apart::experiments
