// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/found.hpp"

namespace apart {

/// A point of the line between the centres that is well inside of two cylinders, cones or
/// ellipsoids. False if there is none, or that cannot be told: they may overlap all the same.
bool overlap_between_centres(const Pair& pair, Found& found);

}  // namespace apart
