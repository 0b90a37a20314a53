// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "convex/pair.hpp"

namespace apart {

/// The signed distance of two cores that are sums of segments, boxes and the axes of capsules,
/// where they overlap or touch, by all planes that can be the nearest. False if they are apart, or
/// this is not what they are; then nothing has been answered.
bool box_depth(const Pair& pair, Tracker* tracker, Penetration& p);

}  // namespace apart
