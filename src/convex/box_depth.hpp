// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "convex/found.hpp"

namespace apart {

/// The signed distance of two cores that are sums of segments, boxes and the axes of capsules,
/// where they overlap or touch, by all planes that can be the nearest. False if they are apart, or
/// this is not what they are; then nothing has been answered.
bool box_depth(const Pair& pair, Tracker* tracker, Penetration& p);

/// A point of two such cores that overlap for certain. False if it is not that.
bool box_overlap(const Pair& pair, Found& found);

}  // namespace apart
