// SPDX-License-Identifier: BSD-3-Clause
// Many bodies: what is near a gripper that moves over a table, and how far it may go.
#include <apart/apart.hpp>
#include <iostream>

int main() {
  const auto at = [](double x, double y, double z) {
    return apart::Pose(Eigen::Vector3d(x, y, z));
  };
  apart::Scene scene;
  const auto floor = scene.add(apart::Halfspace({0, 0, 1}, 0), {}, "floor");
  const auto table = scene.add(apart::Box(2, 1, 0.1), at(0, 0, 0.65), "table");
  scene.add(apart::Cylinder(0.1, 0.3), at(0.5, 0, 0.875), "jug");
  const auto gripper = scene.add(apart::Capsule(0.05, 0.2), at(-0.5, 0, 0.9), "gripper", "arm");
  scene.ignore(floor, table);  // it stands there

  const auto name = [&](apart::BodyId body) { return scene.name(body); };
  if (const auto nearest = scene.nearest("arm")) {
    std::cout << "nearest to the arm: " << name(nearest->b) << ", " << nearest->distance.value()
              << '\n';
    // -> nearest to the arm: table, 0.05
  }
  for (const auto& pair : scene.within(0.8, gripper)) {
    std::cout << "within 0.8: " << name(pair.b) << '\n';
    // -> within 0.8: floor
    // -> within 0.8: table
  }

  const apart::BodyMotion across{gripper, apart::Motion::between(at(-0.5, 0, 0.9), at(1, 0, 0.9))};
  if (const auto hit = first_contact(scene, {&across, 1}); hit && hit->contact.contact) {
    std::cout << "it would hit the " << name(hit->b) << " after " << hit->contact.time
              << " of the way\n";
    // -> it would hit the jug after 0.566667 of the way
  }

  scene.move(gripper, at(-0.5, 0, 0.8));  // lower
  for (const auto& [a, b] : scene.intersecting()) {
    std::cout << name(a) << " and " << name(b) << " overlap\n";
    // -> table and gripper overlap
  }
}
