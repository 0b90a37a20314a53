// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "pairs.hpp"
#include "peer.hpp"

namespace bench {

/// Each pair `poses` times, in random rotations; consecutive queries are of different pairs. All
/// gaps are parts of the size.
struct DistanceInputs {
  std::vector<Query> far;          ///< 3 apart
  std::vector<Query> near;         ///< 0.05 apart
  std::vector<Query> overlapping;  ///< between 20% and 80% of the way from concentric to contact
};
DistanceInputs distance_inputs(const std::vector<Pair>& pairs, int poses, Random& random);

/// Each pair in a motion of so many steps: B goes round A, across the line of centres by 1% of the
/// size and rotating by 1 degree per step, and is moved along that line to stay 0.05 apart.
std::vector<Query> tracked_inputs(const std::vector<Pair>& pairs, int steps, Random& random);

}  // namespace bench
