// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>

#include "convex/vector.hpp"

namespace apart {

// The local methods of Sundaraj, d'Aulignac and Mazer (2000): where on two features are the points
// nearest to each other? Numerators are compared with denominators until it is known which parts of
// the features carry them; only then there is a division, one at most. A parameter that is at a
// limit is exactly there.

/// x / y, limited to [0, 1]; y is not negative.
inline double limited(double x, double y) {
  if (!(x > 0)) return 0;
  return x < y ? x / y : 1;
}

/// t of the point B + t M of an edge nearest to P (13); `way` is P - B. The condition t' > 1 that
/// is printed there is spurious.
inline double point_edge(Triple way, Triple m) { return limited(dot(m, way), dot(m, m)); }

/// Weights of B, B + E0, B + E1 in the point of a triangle nearest to P (15); `way` is B - P, and
/// e = E1.(B - P), not its negative, as is printed. `area` is |E0 x E1|^2 = ac - b^2, not zero.
inline std::array<double, 3> point_facet(Triple way, Triple e0, Triple e1, double area) {
  const double a = dot(e0, e0), b = dot(e0, e1), c = dot(e1, e1);
  const double d = dot(e0, way), e = dot(e1, way);
  const double s = b * e - c * d, t = b * d - a * e;
  if (s > 0 && t > 0 && s + t < area) {
    const double share = 1 / area, x = s * share, y = t * share;
    return {1 - (x + y), x, y};
  }
  const auto on_first = [&] {
    const double x = limited(-d, a);
    return std::array{1 - x, x, 0.0};
  };
  const auto on_second = [&] {
    const double y = limited(-e, c);
    return std::array{1 - y, 0.0, y};
  };
  // From B + E0 to B + E1.
  const auto on_third = [&](double from_first) {
    const double y = limited(from_first, a - 2 * b + c);
    return std::array{0.0, 1 - y, y};
  };
  if (s + t < area) {
    if (!(t > 0) && (s > 0 || d < 0)) return on_first();
    return on_second();
  }
  const double y = (a + d) - (b + e);
  if (!(s > 0) && !((c + e) - (b + d) > 0)) return on_second();
  if (!(t > 0) && !(y > 0)) return on_first();
  return on_third(y);
}

struct EdgeParameters {
  double s, t;
};

/// s, t of the points B0 + s M0, B1 + t M1 of two edges nearest to each other (17); `way` is
/// B0 - B1. Lumelsky's (1985) order of limiting one, the other, and the first again. `area` is
/// |M0 x M1|^2; of edges that are parallel, zero.
inline EdgeParameters edge_edge(Triple way, Triple m0, Triple m1, double area) {
  const double a = dot(m0, m0), b = -dot(m0, m1), c = dot(m1, m1);
  const double d = dot(m0, way), e = -dot(m1, way);
  const double s = b * e - c * d, t = b * d - a * e;
  if (s > 0 && s < area && t > 0 && t < area) {
    const double share = 1 / area;
    return {s * share, t * share};
  }
  if (!(s > 0 && s < area)) {  // at a limit, where t is the point's against the other edge
    const double at = area > 0 && s > 0 ? 1 : 0, along = -(e + b * at);
    if (along > 0 && along < c) return {at, along / c};
    const double limit = along > 0 ? 1 : 0;
    return {limited(-(d + b * limit), a), limit};
  }
  const double limit = t > 0 ? 1 : 0;
  return {limited(-(d + b * limit), a), limit};
}

}  // namespace apart
