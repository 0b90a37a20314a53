// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "peer.hpp"

namespace bench {

struct HullPair {
  Hull a, b;
  /// What depths, gaps, steps and errors are measured by: about the diameter of either.
  double size() const { return a.radius + b.radius; }
};

/// The only source of randomness.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  Eigen::Vector3d on_sphere();
  Eigen::Matrix3d rotation();

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

/// Hulls of n points, evenly distributed on the unit sphere: each is a vertex.
std::vector<HullPair> random_pairs(int n, int count, Random& random);

/// Each pair `poses` times, in random rotations; consecutive queries are of different pairs.
struct RandomInputs {
  std::vector<Query> shallow;  ///< depth 1% of the size
  std::vector<Query> medium;   ///< depth 10%
  std::vector<Query> deep;     ///< centres 0.5% apart
};
RandomInputs random_inputs(const std::vector<HullPair>& pairs, int poses, Random& random);

/// Each pair in a motion of so many steps: B goes round A, across the line of centres by 1% of the
/// size and rotating by 1 degree per step, and is moved along that line to keep the depth or gap.
struct MotionInputs {
  std::vector<Query> shallow;    ///< depth 1% of the size
  std::vector<Query> medium;     ///< depth 10%
  std::vector<Query> separated;  ///< gap 5%, the truth not filled in
};
MotionInputs motion_inputs(const std::vector<HullPair>& pairs, int steps, Random& random);

}  // namespace bench
