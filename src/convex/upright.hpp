// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "convex/found.hpp"

namespace apart {

// What stands upright on the same ground, or on its head: cylinders and cones, and boxes and
// capsules among them. Their axes are parallel, so that the difference is upright as well, round or
// a rounded rectangle at every height. Where they overlap, in each other above all, a search would
// have to look all around; here it is a matter of four straight lines in a half plane.

/// The signed distance, to 2^-40 of the size, of bodies in each other, or touching as far as what
/// is known of their axes tells. False if it is not that: then nothing has been answered.
bool upright_depth(const Pair& pair, Tracker* tracker, Penetration& p);

/// A point of two of these without vertices that overlap for certain. False if it is not that.
bool upright_overlap(const Pair& pair, Found& found);

}  // namespace apart
