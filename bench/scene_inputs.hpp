// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>
#include <utility>
#include <vector>

#include "body.hpp"
#include "random.hpp"

namespace bench {

/// Hulls of 50 vertices on a loose grid, about one in seven pairs of neighbours overlapping, and
/// where they stand in each of several frames. Motion goes there and back, so that the last frame
/// is a step away from the first.
struct Crowd {
  std::vector<Body> kinds;
  std::vector<int> kind;                         ///< of each body
  std::vector<std::vector<apart::Pose>> frames;  ///< the poses of all bodies
  std::vector<int> moving;                       ///< which bodies move at all
  int count() const { return static_cast<int>(kind.size()); }
};

/// A part of the bodies moves, by 1% of the size and 1 degree a frame.
Crowd random_crowd(int count, double part_that_moves, int frames, Random& random);

/// By all pairs that the balls around them leave open, and code that shares none with the library.
struct CrowdTruth {
  double intersecting = 0, within = 0;  ///< pairs
  double nearest = 0;                   ///< the sum of all bodies' distances from their nearest
};
CrowdTruth truth(const Crowd& crowd, int frame, double reach);

}  // namespace bench
