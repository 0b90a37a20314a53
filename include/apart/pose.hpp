// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>

namespace apart {

/// Where a shape stands: the exact affine map x -> rotation * x + translation of its 12 doubles.
///
/// Converts from Eigen::Isometry3d, so queries can be called with either. It exists because the
/// alignment of Isometry3d depends on the caller's compiler flags; that of a Pose does not.
/// A rotation with |R^T R - I| > 1e-6 or a determinant <= 0 is refused by every query; a smaller
/// defect is not repaired: distances are those of the shapes under the map as given.
struct Pose {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Eigen::Vector3d translation = Eigen::Vector3d::Zero();

  Pose() = default;
  Pose(const Eigen::Matrix3d& r, const Eigen::Vector3d& t) : rotation(r), translation(t) {}
  Pose(const Eigen::Isometry3d& m) : rotation(m.linear()), translation(m.translation()) {}
  explicit Pose(const Eigen::Vector3d& t) : translation(t) {}
  /// The quaternion need not be of unit length. A zero one has no direction; queries refuse the
  /// result.
  Pose(const Eigen::Quaterniond& q, const Eigen::Vector3d& t)
      : rotation(Eigen::Quaterniond(q.coeffs() / q.norm()).toRotationMatrix()), translation(t) {}

  Eigen::Vector3d operator*(const Eigen::Vector3d& x) const { return rotation * x + translation; }
};

/// Throws InvalidInput, naming `what`, unless the pose is finite and rigid within 1e-6.
void validate(const Pose& pose, const char* what = "pose");

}  // namespace apart
