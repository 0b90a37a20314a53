// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Pairs of point sets to be judged by the exact oracle: named families, generic and degenerate,
// made from a seed alone.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "oracle/exact.hpp"
#include "oracle/random.hpp"

namespace oracle {

/// Two convex hulls at two poses.
struct Case {
  std::vector<Vec3> a, b;
  Map pose_a, pose_b;
};

struct Family {
  const char* name;
  double share;     ///< part of all cases, in percent
  bool degenerate;  ///< parallel, flat, touching, of extreme size, ...
  bool touching;    ///< the distance is zero by construction, exactly, without a common interior
  Case (*make)(Random&);
};

/// Families at every distance, and families of overlaps; the shares of each add up to 100.
std::span<const Family> families();
std::span<const Family> overlap_families();
/// The family of case `index` of the run `seed`, and the case.
const Family& family_of(std::uint64_t seed, std::uint64_t index,
                        std::span<const Family> all = families());
Case make_case(std::uint64_t seed, std::uint64_t index, std::span<const Family> all = families());

/// Largest norm of the given points: the radius that a tolerance may refer to.
double radius(std::span<const Vec3> points);
/// rA + rB + |tB - tA|.
double size_of(const Case& c);

/// The case as text that can be pasted into the command line.
std::string query_line(const Case& c, const std::string& id, const std::string& query = "distance");

}  // namespace oracle
