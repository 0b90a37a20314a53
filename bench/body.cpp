// SPDX-License-Identifier: BSD-3-Clause
#include "body.hpp"

#include <cmath>

namespace bench {

double radius(const Body& body) {
  return std::visit(
      Cases{[](const Hull& h) { return h.radius; }, [](const Ball& b) { return b.radius; },
            [](const Cuboid& c) { return c.size.norm() / 2; },
            [](const Capsule& c) { return c.radius + c.length / 2; },
            [](const Cylinder& c) { return std::hypot(c.radius, c.length / 2); },
            [](const Cone& c) { return std::hypot(c.radius, c.length / 2); },
            [](const Ellipsoid& e) { return e.radii.maxCoeff(); },
            [](const Halfspace& h) { return std::abs(h.offset); }},
      body);
}

}  // namespace bench
