// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Convex bodies as the oracle knows them.

#include <string>
#include <vector>

#include "oracle/exact.hpp"

namespace oracle {

enum class Kind {
  point,
  segment,
  triangle,
  sphere,     // size[0]: radius
  box,        // size: full lengths
  capsule,    // size[0]: radius, size[1]: length of the core
  cylinder,   // size[0]: radius, size[1]: length
  cone,       // size[0]: radius, size[1]: length, apex at +z
  ellipsoid,  // size: semi-axes
  polytope,
  frustum,    // size[0]: radius below, size[1]: length, size[2]: radius above
  halfspace,  // points[0]: normal, size[0]: offset
  prism,      // points: the section, with z = 0
};

/// A body in its own frame. Points are those of a point, segment, triangle, polytope or prism.
struct Body {
  Kind kind;
  Vec3 size{};
  std::vector<Vec3> points{};
  double rounding = 0;  ///< everything within this of the body belongs to it too
};

/// Where the near points are, roughly: the unit vector from a to b and the distance (0: unknown).
RoughDistance rough_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b);

/// No point of the body is farther than this from its origin (unbounded ones: what is given).
double radius(const Body& body);
/// rA + rB + |tB - tA|.
double size_of(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b);

/// A line for `apart query`. Files hold rotations as quaternions, so for a rotated pose the 12
/// doubles of each map follow on lines of their own.
std::string query_line(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b,
                       const std::string& id, const std::string& query = "distance");

}  // namespace oracle
