// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace bench {

/// The least that the library wants to reach: how many times faster than FCL with libccd, in the
/// same run.
struct Target {
  const char* suite;
  const char* cell;
  int n;  ///< 0: does not apply
  const char* contestant;
  double ratio;
};

/// NaN if there is none.
double least_ratio(const std::string& suite, const std::string& cell, int n,
                   const std::string& contestant);

/// Bytes per triangle of a mesh, tree and geometry: the most.
inline constexpr double most_mesh_bytes = 100;

/// Bytes per vertex of a polytope of n vertices: the most.
inline double most_bytes(int n) { return n <= 128 ? 80 : 320; }

}  // namespace bench
