// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/gjk.hpp"

namespace apart {

/// The distance of two cores that are points or segments, by a closed form in double whose near
/// points are evaluated nearly exactly. Where that does not close the gap (they touch, or are
/// parallel but for rounding) or a trace is wanted, Gjk answers.
Distance segment_pair_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                               const Options& options, Tracker* tracker);

}  // namespace apart
