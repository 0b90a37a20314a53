// SPDX-License-Identifier: BSD-3-Clause
// A shape of your own: any convex body that can tell its farthest point along a direction. It works
// with every query and against every other shape.
#include <apart/apart.hpp>
#include <iostream>

/// The upper half of a ball: the points with z >= 0 within a radius of the origin.
struct Dome {
  double r;

  Eigen::Vector3d support(const Eigen::Vector3d& d) const {
    if (d.z() >= 0) return r * d.stableNormalized();
    const Eigen::Vector3d level(d.x(), d.y(), 0);  // farthest downwards is the rim ...
    return r * level.stableNormalized();           // ... or, straight down, any point of the disc
  }
  double radius() const { return r; }
  /// How far support() may be off, in units of 2^-53 * radius(). The proof of an answer counts on
  /// it.
  double support_error() const { return 8; }
};

int main() {
  const Dome dome{2};
  const apart::Sphere ball(0.5);
  const apart::Pose origin, above(Eigen::Vector3d(0, 0, 4)), below(Eigen::Vector3d(1, 0, -4));

  std::cout << "ball above: " << apart::distance(dome, origin, ball, above).value() << '\n';
  // -> ball above: 1.5
  std::cout << "ball below: " << apart::distance(dome, origin, ball, below).value() << '\n';
  // -> ball below: 3.5

  // Custom holds it as a Shape, to be stored beside others or to be rounded.
  const apart::Rounded soft(apart::Custom(dome), 0.25);
  std::cout << "rounded, on a floor at -1: "
            << apart::distance(soft, origin, apart::Halfspace({0, 0, 1}, -1), origin).value()
            << '\n';
  // -> rounded, on a floor at -1: 0.75
}
