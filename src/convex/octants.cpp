// SPDX-License-Identifier: BSD-3-Clause
#include "convex/octants.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "convex/clipped_polygon.hpp"

namespace apart::detail {

namespace {

constexpr int block = 4;
using Set = std::uint8_t;  // of octants, a bit for each

/// Where a vertex may be farthest. Directions of an octant are weighted means of its three axes;
/// how far a vertex is ahead of another is linear in the weights. It is farthest where it is ahead
/// of all others, of which the neighbours are enough.
Set octants_of(const Eigen::Vector3d& v, std::span<const Eigen::Vector3d> vertices,
               std::span<const int> neighbours, double margin) {
  Set result = 0;
  for (int octant = 0; octant < 8; ++octant) {
    const Eigen::Vector3d sign(octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1);
    const auto ahead = [&](int w) -> Eigen::Vector3d {
      return sign.cwiseProduct(v - vertices[w]).array() + margin;
    };
    const auto before_all = [&](int w) { return ahead(w).maxCoeff() < 0; };
    if (std::any_of(neighbours.begin(), neighbours.end(), before_all)) continue;  // the rule
    ClippedPolygon where{{0, 0}, {1, 0}, {0, 1}};
    for (const int w : neighbours) {
      const Eigen::Vector3d along = ahead(w);
      if (along.minCoeff() >= 0) continue;
      where.clip([&](const Eigen::Vector2d& p) {
        return along.x() * (1 - p.x() - p.y()) + (along.y() * p.x() + along.z() * p.y());
      });
    }
    if (where.size > 0) result |= static_cast<Set>(1 << octant);
  }
  return result;
}

}  // namespace

OctantOrder::OctantOrder(std::span<const Eigen::Vector3d> vertices,
                         std::span<const std::vector<int>> neighbours) {
  double size = 0;
  for (const auto& v : vertices) size = std::max(size, v.cwiseAbs().maxCoeff());
  std::vector<Set> where;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    where.push_back(octants_of(vertices[v], vertices, neighbours[v], room * size));
  }

  // Those of the fewest octants first, each block filled with what adds the fewest to it. Vertices
  // of the same octants are as good as each other.
  std::array<std::vector<int>, 256> of;
  std::vector<Set> left;
  for (std::size_t v = 0; v < where.size(); ++v) {
    if (of[where[v]].empty()) left.push_back(where[v]);
    of[where[v]].push_back(static_cast<int>(v));
  }
  std::sort(left.begin(), left.end());
  std::array<std::vector<std::uint8_t>, 8> lists;
  while (!left.empty()) {
    const auto first = static_cast<std::uint8_t>(order_.size());
    Set served = 0;
    for (int k = 0; k < block && !left.empty(); ++k) {
      const auto cost = [&](Set set) {
        const int fewer = k == 0 ? std::popcount(set) : -std::popcount(set);
        return std::pair(std::popcount(static_cast<Set>(served | set)), fewer);
      };
      const auto next = std::min_element(left.begin(), left.end(),
                                         [&](Set s, Set t) { return cost(s) < cost(t); });
      served |= *next;
      order_.push_back(of[*next].back());
      of[*next].pop_back();
      if (of[*next].empty()) left.erase(next);
    }
    for (int o = 0; o < 8; ++o) {
      if (served >> o & 1) lists[o].push_back(first);
    }
  }
  int count = 2;
  for (const auto& list : lists) count = std::max(count, static_cast<int>(list.size()));
  octants_.count_ = count;
  for (auto& list : lists) {
    list.resize(count, list.empty() ? 0 : list.back());
    octants_.blocks_.insert(octants_.blocks_.end(), list.begin(), list.end());
  }
}

}  // namespace apart::detail
