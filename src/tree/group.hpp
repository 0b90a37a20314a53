// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tree/wide_tree.hpp"

namespace apart {

/// The elements of a leaf, triangles or points, with their corners side by side, as a filter sees
/// them that is to find the near ones: in floats, relative to a point of their own so that few
/// digits are lost. In the tree's units.
struct Group {
  float corner[3][3][4];  ///< corner[k][component]; points have all three in one place
  float origin[3];
  float reach;              ///< no corner is farther from the origin
  float thickness;          ///< the largest radius of the elements, if they are balls
  std::int32_t element[4];  ///< the last one also stands where there are less than four

  int count() const {
    return 1 + (element[1] != element[0]) + (element[2] != element[1]) + (element[3] != element[2]);
  }
};

/// For every leaf of the tree; points are local. Strides of 1 and 3.
std::vector<Group> make_groups(const WideTree& tree, const TreePoints& points);

/// WideTree::element of the tree that the groups were made for.
std::vector<std::int32_t> elements_of(std::span<const Group> groups);

}  // namespace apart
