// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "pairs.hpp"
#include "peer.hpp"

namespace bench {

/// A range of gaps, as parts of the size.
struct Gap {
  double from, to;
};
inline constexpr Gap far_gap{3, 3}, near_gap{0.05, 0.05};

// Each pair `poses` times, in random rotations and directions; consecutive queries are of different
// pairs.
std::vector<Query> apart_inputs(const std::vector<Pair>& pairs, int poses, Gap gap, Random& random);

/// Between 20% and 80% of the way from concentric to contact.
std::vector<Query> overlapping_inputs(const std::vector<Pair>& pairs, int poses, Random& random);

/// The same over half-spaces, which are A: the gap is the height, and is negative in the ground.
std::vector<Query> ground_inputs(const std::vector<Pair>& pairs, int poses, Gap gap,
                                 Random& random);

/// Per step: across the line of centres, as part of the size, and in degrees.
struct Motion {
  double step = 0.01, turn = 1;
};

/// Each pair in a motion of so many steps: B goes round A, across the line of centres, and rotates,
/// and is moved along that line to keep the near gap.
std::vector<Query> tracked_inputs(const std::vector<Pair>& pairs, int steps, Random& random,
                                  const Motion& motion = {});

}  // namespace bench
