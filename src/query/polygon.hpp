// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace apart {

/// A convex polygon seen from above, counter-clockwise: x and y are its plane's, z is a height that
/// each corner carries along. Two corners are a segment, one is a point.
using Polygon = std::vector<Eigen::Vector3d>;

/// The convex hull of the points. Corners that stand out of the rest by no more than the tolerance
/// are left out, those that stand out least first.
Polygon convex_polygon(Polygon points, double tolerance);

/// What two convex polygons have in common, without heights; they meet also where a gap of the
/// tolerance is between them. Empty if they do not.
Polygon intersection(const Polygon& p, const Polygon& q, double tolerance);

/// The height at x, y, which belong to the polygon but for rounding: a mean of its corners'.
double height_at(const Polygon& polygon, double x, double y);

}  // namespace apart
