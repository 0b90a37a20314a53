// SPDX-License-Identifier: BSD-3-Clause
#include <apart/error.hpp>
#include <apart/motion.hpp>
#include <string>

namespace apart {

void for_each_distance_along(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
                             int steps, const std::function<bool(const DistanceAt&)>& visit,
                             const Options& options) {
  if (steps < 1) {
    throw InvalidInput("distance_along: steps must be at least 1, got " + std::to_string(steps));
  }
  Tracker tracker;
  Workspace workspace;
  for (int t = 0; t <= steps; ++t) {
    const double s = static_cast<double>(t) / steps;
    if (!visit({s, penetration(a, motion_a(s), b, motion_b(s), options, &tracker, &workspace)})) {
      return;
    }
  }
}

std::vector<DistanceAt> distance_along(ShapeRef a, const Motion& motion_a, ShapeRef b,
                                       const Motion& motion_b, int steps, const Options& options) {
  std::vector<DistanceAt> along;
  const auto keep = [&](const DistanceAt& here) {
    along.push_back(here);
    return true;
  };
  for_each_distance_along(a, motion_a, b, motion_b, steps, keep, options);
  return along;
}

}  // namespace apart
