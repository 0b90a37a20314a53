// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "body.hpp"
#include "peer.hpp"
#include "random.hpp"
#include "report.hpp"

namespace bench {

/// Triangles, centred at the local origin.
struct Surface {
  std::string name;
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  double size = 0;  ///< diagonal of its box
  Body outline;     ///< a ball around it

  int count() const { return static_cast<int>(triangles.size()); }
};

/// Scanned and modelled meshes of about 5, 30, 70 and 70 thousand triangles from the folder; where
/// one is not there, a generated one of that size takes its place, and the report says so.
std::vector<Surface> surfaces(const std::string& data, const Report& report);

/// Queries of a surface and itself: random rotations and directions.
std::vector<Query> apart_queries(const Surface& surface, int count, Random& random);
/// Moved together along their centres until the gap is 1% of the size.
std::vector<Query> close_queries(const Surface& surface, int count, Random& random);
std::vector<Query> overlapping_queries(const Surface& surface, int count, Random& random);
/// From where the gap is 5%: motions of steps of 1% of the size at most and 1 degree.
std::vector<Query> moving_queries(const Surface& surface, int motions, int steps, Random& random);

}  // namespace bench
