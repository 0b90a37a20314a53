// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/found.hpp"

namespace apart {

/// The answer for two cylinders, cones or ellipsoids, where a search has failed, if it is known
/// without one that they overlap: upright, or on the line between their centres.
bool overlap_at_once(const Pair& pair, Tracker* tracker, Distance& d);

}  // namespace apart
