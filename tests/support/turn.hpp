// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <cmath>

namespace support {

/// The rotation that takes the one direction to the other by the shortest way; not to its opposite.
/// (Eigen's takes seconds to compile: it has a singular value decomposition for opposites.)
inline Eigen::Matrix3d turn(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d a = from.normalized(), b = to.normalized(), axis = a.cross(b);
  return Eigen::AngleAxisd(std::atan2(axis.norm(), a.dot(b)), axis.normalized()).toRotationMatrix();
}

}  // namespace support
