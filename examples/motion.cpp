// SPDX-License-Identifier: BSD-3-Clause
// Moving shapes: when do they first touch, do they keep clear, and how far apart are they
// meanwhile?
#include <apart/apart.hpp>
#include <iostream>
#include <numbers>

int main() {
  // A drone, 0.6 wide, flies past a pole while it turns by a quarter.
  const apart::Cylinder pole(0.2, 4);
  const apart::Box drone(0.6, 0.6, 0.2);
  const Eigen::Quaterniond quarter(
      Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()));
  const auto flight = [&](double aside) {
    return apart::Motion::between(apart::Pose(Eigen::Vector3d(-5, aside, 0)),
                                  apart::Pose(quarter, Eigen::Vector3d(5, aside, 0)));
  };

  // Too near: it is proved to be free until then, and at that moment it is as good as touching.
  const apart::FirstContact hit = apart::first_contact(drone, flight(0.5), pole, apart::Pose());
  std::cout << (hit.contact ? "contact at " : "no contact until ") << hit.time << '\n';
  // -> contact at 0.480195

  // Farther away: no contact at any time, which is a proof and not a sample.
  const apart::FirstContact miss = apart::first_contact(drone, flight(0.7), pole, apart::Pose());
  std::cout << (miss.contact ? "contact at " : "no contact until ") << miss.time << '\n';
  // -> no contact until 1

  // What a planner asks: does it keep this far away all along?
  for (const double margin : {0.05, 0.1}) {
    const apart::ClearAlong clear =
        apart::clear_along(drone, flight(0.7), pole, apart::Pose(), margin);
    std::cout << "clear by " << margin << ": " << (clear ? "yes" : "no") << ", after "
              << clear.steps << " distances\n";
  }
  // -> clear by 0.05: yes, after 5 distances
  // -> clear by 0.1: no, after 5 distances

  // The curve itself; negative where they overlap.
  for (const auto& [s, at] : apart::distance_along(drone, flight(0.5), pole, apart::Pose(), 4)) {
    std::cout << s << ": " << at.signed_distance << '\n';
  }
  // -> 0: 4.50425
  // -> 0.25: 1.9349
  // -> 0.5: -0.124264
  // -> 0.75: 1.9349
  // -> 1: 4.50425
}
