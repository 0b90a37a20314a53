// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "convex/core.hpp"

namespace apart {

/// A half-space, with the ball that Rounded adds to it.
struct RoundedHalfspace {
  const Halfspace* halfspace = nullptr;
  DoubleDouble rounding = 0;
};

inline bool is_halfspace(ShapeRef shape) {
  return shape.index() == detail::index_in<Halfspace, ShapeVariant>;
}
/// The half-space inside of a shape; nullptr in it if there is none.
RoundedHalfspace find_halfspace(ShapeRef shape);

/// From a half-space (A) to a bounded core (B), either side of contact: closed form, one support
/// call.
Penetration penetration_halfspace(const RoundedHalfspace& half, const Pose& pose_half,
                                  const Core& core, const Pose& pose_core, double margin);
Distance distance_halfspace(const RoundedHalfspace& half, const Pose& pose_half, const Core& core,
                            const Pose& pose_core, double margin);

/// A signed distance as a distance, and a distance as a signed one.
Distance unsigned_part(const Penetration& p);
Penetration signed_part(const Distance& d);

/// The answer with A and B exchanged.
Distance swapped(const Distance& d);
Penetration swapped(const Penetration& p);

}  // namespace apart
