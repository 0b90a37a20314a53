// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "tree/group.hpp"
#include "tree/wide_tree.hpp"

namespace apart::detail {

/// What a Spheres shares among its copies.
struct SpheresData {
  std::vector<Eigen::Vector3d> centre;
  std::vector<double> radius;
  WideTree tree;  ///< its elements are the balls
  std::vector<Group> groups;
};

}  // namespace apart::detail
