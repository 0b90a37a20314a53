// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <variant>

#include "hull.hpp"

namespace bench {

// Shapes as every contestant gets them, centred at the local origin. Lengths are full lengths,
// without caps; axes run along z.
struct Ball {
  double radius;
};
struct Cuboid {
  Eigen::Vector3d size;
};
struct Capsule {
  double radius, length;
};
struct Cylinder {
  double radius, length;
};
/// The apex is at +z.
struct Cone {
  double radius, length;
};
struct Ellipsoid {
  Eigen::Vector3d radii;
};

/// {x : normal.x <= offset}, the normal a unit vector.
struct Halfspace {
  Eigen::Vector3d normal;
  double offset;
};

using Body = std::variant<Hull, Ball, Cuboid, Capsule, Cylinder, Cone, Ellipsoid, Halfspace>;

/// Of the smallest ball about the origin that holds the body; of a half-space, how far its plane is
/// from there.
double radius(const Body& body);

/// Alternatives of a std::visit.
template <class... F>
struct Cases : F... {
  using F::operator()...;
};
template <class... F>
Cases(F...) -> Cases<F...>;

}  // namespace bench
