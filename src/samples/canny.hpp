// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <apart/motion.hpp>
#include <apart/polytope.hpp>
#include <string>
#include <vector>

namespace apart::samples {

/// A convex obstacle that stands still, its points where they are in the world.
struct CannyObstacle {
  std::string name;
  std::vector<Eigen::Vector3d> points;
};

/// After Canny's example in the paper of Gilbert, Johnson and Keerthi (1988, Fig. 5 and Table I): a
/// moving object, the union of two convex pieces, goes past five fixed convex obstacles and through
/// two of them. The coordinates were never printed; these are ours. The same bits everywhere: sums,
/// products and quotients only.
struct Canny {
  /// The points of the two pieces, in the moving object's frame.
  std::vector<std::vector<Eigen::Vector3d>> moving;
  std::vector<CannyObstacle> obstacles;
  /// Where it starts and ends. The quaternions need not be of unit length.
  Eigen::Vector3d from, to;
  Eigen::Quaterniond turn_from, turn_to;

  /// Straight on, the quaternion linear in s, as in the paper.
  Motion motion() const;
  std::vector<Polytope> moving_pieces() const;
  std::vector<Polytope> obstacle_hulls() const;
};

Canny canny();

}  // namespace apart::samples
