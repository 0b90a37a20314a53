// SPDX-License-Identifier: BSD-3-Clause
#include <apart/error.hpp>
#include <apart/motion.hpp>
#include <string>

namespace apart {

std::vector<DistanceAt> distance_along(ShapeRef a, const Motion& motion_a, ShapeRef b,
                                       const Motion& motion_b, int steps, const Options& options) {
  if (steps < 1) {
    throw InvalidInput("distance_along: steps must be at least 1, got " + std::to_string(steps));
  }
  std::vector<DistanceAt> along;
  along.reserve(static_cast<std::size_t>(steps) + 1);
  Tracker tracker;
  Workspace workspace;
  for (int t = 0; t <= steps; ++t) {
    const double s = static_cast<double>(t) / steps;
    along.push_back(
        {s, penetration(a, motion_a(s), b, motion_b(s), options, &tracker, &workspace)});
  }
  return along;
}

}  // namespace apart
