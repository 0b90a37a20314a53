// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "convex/pair.hpp"

namespace apart {

// A point, or the centre of a ball, inside of a box, a cylinder, a cone or an ellipsoid. That they
// overlap is told by the point's coordinates in the body's axes, and the way out is to the nearest
// face, side or cap; of an ellipsoid it is the root of an equation in one unknown. Searches go
// round in circles there: at a cylinder's axis, all ways are alike. False means that nothing has
// been answered: it is outside, or nearly on the surface.

/// Is it a point and a body that may have it inside? That much is asked of any pair.
inline bool may_be_inside(const Core& a, const Core& b) {
  const auto point = [](const Core& c) {
    return c.kind == Core::Kind::points && (c.count == 1 || (c.on_axis && c.radius == 0));
  };
  const auto body = [](const Core& c) {
    return c.kind == Core::Kind::box || c.kind == Core::Kind::cylinder ||
           c.kind == Core::Kind::cone || c.kind == Core::Kind::ellipsoid;
  };
  return (point(a) && body(b)) || (body(a) && point(b));
}

/// If so, is it inside for certain? Then the distance has its answer.
bool inside_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                     const Options& options, Tracker* tracker, Distance& d);
/// The same of any pair, where no points are asked for.
bool inside_within(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                   const Options& options);

/// The signed distance: of boxes to 64 u S, of round bodies to 2^-35 S, and as a rule to 64 u S.
bool inside_depth(const Pair& pair, Tracker* tracker, Penetration& p);

}  // namespace apart
