// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "pairs.hpp"
#include "peer.hpp"

namespace bench {

/// Each pair `poses` times, in random rotations; consecutive queries are of different pairs.
struct RandomInputs {
  std::vector<Query> shallow;  ///< depth 1% of the size
  std::vector<Query> medium;   ///< depth 10%
  std::vector<Query> deep;     ///< centres 0.5% apart
};
RandomInputs random_inputs(const std::vector<Pair>& pairs, int poses, Random& random);

/// Each pair in a motion of so many steps: B goes round A, across the line of centres by 1% of the
/// size and rotating by 1 degree per step, and is moved along that line to keep the depth or gap.
struct MotionInputs {
  std::vector<Query> shallow;    ///< depth 1% of the size
  std::vector<Query> medium;     ///< depth 10%
  std::vector<Query> separated;  ///< gap 5%
};
MotionInputs motion_inputs(const std::vector<Pair>& pairs, int steps, Random& random);

}  // namespace bench
