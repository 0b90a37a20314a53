// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/pose.hpp>

#include "body.hpp"
#include "wolfe.hpp"

namespace bench {

/// The distance of two bodies, for judging others: by Wolfe's algorithm in extended precision, the
/// supports of hulls by a scan of all vertices. Shares no code with the library.
class Separation {
 public:
  Separation(const Body& a, const apart::Pose& pose_a, const Body& b, const apart::Pose& pose_b);

  struct Result {
    double distance;         ///< 0 if they overlap
    Eigen::Vector3d normal;  ///< from A to B; zero if they overlap
  };
  /// When B is moved by the shift. Throws std::runtime_error if the planes normal to `normal` do
  /// not confirm the distance to 1e-13 of the bodies' extent.
  Result at(const Eigen::Vector3d& shift = Eigen::Vector3d::Zero()) const;

  /// The number s for which the bodies are `gap` apart, B being moved by s * direction. There has
  /// to be one: at s = 0 they overlap, or are nearer than that. A gap near zero is not found.
  double slide(const Eigen::Vector3d& direction, double gap) const;

 private:
  Support a_, b_;    ///< of the cores, in the world
  double rounding_;  ///< how much the bodies are larger than the cores
  double extent_;
};

/// How far a bounded body is above a half-space; negative if it reaches into it.
double height(const Body& body, const apart::Pose& pose, const Halfspace& half,
              const apart::Pose& pose_half);

}  // namespace bench
