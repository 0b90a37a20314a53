// SPDX-License-Identifier: BSD-3-Clause
#include "tree/group.hpp"

#include <algorithm>
#include <cmath>

namespace apart {

std::vector<Group> make_groups(const WideTree& tree, const TreePoints& points) {
  std::vector<Group> groups(tree.leaves());
  for (int leaf = 0; leaf < tree.leaves(); ++leaf) {
    Group& group = groups[leaf];
    const auto* element = &tree.element[static_cast<std::size_t>(leaf) * tree.leaf_size];
    for (int i = 0, last = 0; i < 4; ++i) {
      if (i < tree.leaf_size && element[i] >= 0) last = i;
      group.element[i] = element[last];
    }
    const auto corner = [&](int i, int k) -> const Eigen::Vector3d& {
      return points.point[points.index(group.element[i], std::min(k, points.stride - 1))];
    };
    Eigen::Vector3d low = corner(0, 0), high = low, origin;
    for (int n = 0; n < 12; ++n) {
      low = low.cwiseMin(corner(n / 3, n % 3));
      high = high.cwiseMax(corner(n / 3, n % 3));
    }
    for (int c = 0; c < 3; ++c) {
      group.origin[c] = static_cast<float>(low[c] + (high[c] - low[c]) / 2);
      origin[c] = group.origin[c];
    }
    double reach = 0, thickness = 0;
    for (int i = 0; i < 4; ++i) {
      if (!points.radius.empty()) {
        thickness = std::max(thickness, points.radius[group.element[i]]);
      }
      for (int k = 0; k < 3; ++k) {
        const Eigen::Vector3d p = corner(i, k) - origin;
        reach = std::max(reach, p.norm());
        for (int c = 0; c < 3; ++c) group.corner[k][c][i] = static_cast<float>(p[c]);
      }
    }
    group.reach = static_cast<float>(reach * (1 + 0x1p-20)) + 0x1p-100F;
    group.thickness = static_cast<float>(thickness * (1 + 0x1p-20));
  }
  return groups;
}

std::vector<std::int32_t> elements_of(std::span<const Group> groups) {
  std::vector<std::int32_t> element;
  element.reserve(4 * groups.size());
  for (const Group& group : groups) {
    for (int i = 0; i < 4; ++i) element.push_back(i < group.count() ? group.element[i] : -1);
  }
  return element;
}

}  // namespace apart
