// SPDX-License-Identifier: BSD-3-Clause
// A pair that moves a little from query to query: a Tracker hands on what the last query learnt.
#include <apart/apart.hpp>
#include <iostream>
#include <numbers>
#include <vector>

/// A drum: two rings of n points each.
apart::Polytope drum(int n, double radius, double length) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    for (const double z : {-length / 2, length / 2}) {
      points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
  }
  return apart::Polytope::hull(points);
}

int main() {
  const apart::Polytope roller = drum(200, 1, 2);
  const apart::Polytope plate = drum(4, 3, 0.5);  // a square plate of 4 corners

  apart::Tracker tracker;  // one per pair and thread; a fresh one knows nothing
  double least = 1e9;
  int tracked_calls = 0, cold_calls = 0;
  for (int step = 0; step <= 1000; ++step) {
    // The roller falls towards the plate, turning, and comes to rest 0.25 above it.
    const double t = step / 1000.0;
    const apart::Pose pose(Eigen::Quaterniond(Eigen::AngleAxisd(t, Eigen::Vector3d::UnitZ())),
                           Eigen::Vector3d(0.3, 0.2, 1.5 + 3 * (1 - t)));

    const apart::Distance d = apart::distance(roller, pose, plate, {}, {}, &tracker);
    least = std::min(least, d.upper);
    tracked_calls += d.support_calls;

    // The same without the tracker, to compare: as sure, but it has to search anew each time.
    const apart::Distance cold = apart::distance(roller, pose, plate, {});
    cold_calls += cold.support_calls;
    if (cold.lower > d.upper || d.lower > cold.upper) std::cout << "step " << step << " differs\n";
  }
  std::cout << "nearest: " << least << '\n';
  // -> nearest: 0.25
  std::cout << "tracking needs fewer support calls: " << (tracked_calls < cold_calls ? "yes" : "no")
            << '\n';
  // -> tracking needs fewer support calls: yes
}
