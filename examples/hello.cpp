// SPDX-License-Identifier: BSD-3-Clause
// A first program: a box, a capsule, and everything that an answer says about the two.
#include <apart/apart.hpp>
#include <iomanip>
#include <iostream>

int main() {
  // Shapes are values. Lengths are full lengths, in any unit; the capsule lies along its z axis.
  const apart::Box box(1, 2, 3);
  const apart::Capsule capsule(0.5, 2);  // radius, and length without the caps

  // A pose says where a shape stands: an Eigen::Isometry3d, or apart's own Pose.
  const apart::Pose pose_box;  // at the origin
  Eigen::Isometry3d pose_capsule = Eigen::Isometry3d::Identity();
  pose_capsule.translation() << 4, 0, 0;

  // The same call for every pair of shapes.
  const apart::Distance d = apart::distance(box, pose_box, capsule, pose_capsule);
  std::cout << "distance " << d.value() << ", " << to_string(d.status) << '\n';
  // -> distance 3, separated

  // The true distance lies in [lower, upper], rounding included. Safety code reads `lower`.
  std::cout << std::setprecision(12) << d.lower << " <= distance <= " << d.upper << '\n';
  // -> 3 <= distance <= 3

  // Where they are nearest, in world coordinates, and the unit vector from the box to the capsule.
  // (Any point of the box's face at the capsule's height is as near; x is the same for all.)
  std::cout << "x from " << d.point_a.x() << " to " << d.point_b.x() << ", normal "
            << d.normal.transpose() << '\n';
  // -> x from 0.5 to 3.5, normal 1 0 0

  // Cheaper questions. Each stops as soon as its answer is proved.
  const bool hit = apart::intersects(box, pose_box, capsule, pose_capsule);
  const bool near = apart::within(box, pose_box, capsule, pose_capsule, 5);
  std::cout << "intersects: " << (hit ? "yes" : "no") << ", within 5: " << (near ? "yes" : "no")
            << '\n';
  // -> intersects: no, within 5: yes

  // Nobody has to believe an answer: verify() checks it by other means than those that found it.
  const apart::Verification verdict = apart::verify(box, pose_box, capsule, pose_capsule, d);
  std::cout << "verified: " << (verdict ? "yes" : verdict.problem) << '\n';
  // -> verified: yes

  // Input without a meaning is refused with a sentence; valid input never throws.
  try {
    apart::Sphere(-1);
  } catch (const apart::InvalidInput&) {
    std::cout << "a sphere of radius -1 is refused\n";
    // -> a sphere of radius -1 is refused
  }
}
