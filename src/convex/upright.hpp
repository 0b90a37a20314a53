// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "convex/found.hpp"

namespace apart {

// Cylinders that stand upright on the same ground, and boxes among them: their axes are parallel,
// so that the difference is upright as well, a disc or a rounded rectangle as far as it is high.
// Where they overlap, in each other above all, a search would have to look all around; here it is a
// matter of two lengths, across and along.

/// The signed distance, to 2^-40 of the size, where they are deeper than that in each other. False
/// if it is not that: then nothing has been answered.
bool upright_depth(const Pair& pair, Tracker* tracker, Penetration& p);

/// A point of two cylinders that overlap for certain. False if it is not that.
bool upright_overlap(const Pair& pair, Found& found);

}  // namespace apart
