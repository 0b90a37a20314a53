// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/pair.hpp"

namespace apart {

/// The algorithm of Sundaraj, d'Aulignac and Mazer (2000) on cores with vertices and no axis: a
/// feature of each, grown by the object's own support vertex toward the other, one object at a
/// time. False if what it ends with is not proved: then `d` has only the number of support calls.
bool features_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                       const Options& options, Tracker* tracker, Distance& d);

}  // namespace apart
