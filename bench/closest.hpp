// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/pose.hpp>
#include <vector>

#include "hull.hpp"

namespace bench {

/// The distance of two hulls, for judging others: Wolfe's algorithm (Finding the nearest point in a
/// polytope, 1976) in extended precision, the supports by a scan of all vertices. Shares no code
/// with the library.
class Separation {
 public:
  Separation(const Hull& a, const apart::Pose& pose_a, const Hull& b, const apart::Pose& pose_b);

  struct Result {
    double distance;         ///< 0 if the hulls overlap
    Eigen::Vector3d normal;  ///< from A to B; zero if they overlap
  };
  /// When B is moved by the shift. Throws std::runtime_error if the planes normal to `normal` do
  /// not confirm the distance to 1e-14 of the hulls' extent.
  Result at(const Eigen::Vector3d& shift = Eigen::Vector3d::Zero()) const;

  /// The number s for which the hulls are `gap` apart, B being moved by s * direction. There has to
  /// be one: at s = 0 they overlap, or are nearer than that. A gap near zero is not found.
  double slide(const Eigen::Vector3d& direction, double gap) const;

 private:
  using Vector = Eigen::Matrix<long double, 3, 1>;

  /// The vertices in the world: as they are, and rounded for the scan.
  struct Cloud {
    std::vector<Vector> exact;
    std::vector<Eigen::Vector3d> rounded;

    Cloud(const Hull& hull, const apart::Pose& pose);
    const Vector& support(const Eigen::Vector3d& direction) const;
  };

  Vector lowest(const Vector& x, const Vector& shift) const;

  Cloud a_, b_;
  double extent_;
};

}  // namespace bench
