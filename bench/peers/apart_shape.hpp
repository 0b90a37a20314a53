// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/apart.hpp>

#include "../body.hpp"

namespace bench {

inline apart::Shape apart_shape(const Body& body) {
  return std::visit(
      Cases{
          [](const Hull& h) -> apart::Shape { return apart::Polytope::hull(h.vertices); },
          [](const Ball& b) -> apart::Shape { return apart::Sphere(b.radius); },
          [](const Cuboid& c) -> apart::Shape { return apart::Box(c.size); },
          [](const Capsule& c) -> apart::Shape { return apart::Capsule(c.radius, c.length); },
          [](const Cylinder& c) -> apart::Shape { return apart::Cylinder(c.radius, c.length); },
          [](const Cone& c) -> apart::Shape { return apart::Cone(c.radius, c.length); },
          [](const Ellipsoid& e) -> apart::Shape { return apart::Ellipsoid(e.radii); },
          [](const Halfspace& h) -> apart::Shape { return apart::Halfspace(h.normal, h.offset); }},
      body);
}

}  // namespace bench
