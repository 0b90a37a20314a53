// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace apart::files {

/// Do three points lie on one line, exactly? Coordinates up to 2^500 in size; what is below 2^-480
/// of the largest of them may be taken for zero.
bool collinear(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);

}  // namespace apart::files
