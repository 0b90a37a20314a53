// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace apart::detail {

/// The support function of many vertices in constant time, and none overlooked. Directions are
/// sorted into the cells of a cube around them, `side` by `side` on each face; of each cell all
/// vertices are listed that are farthest along some direction in it. Their coordinates stand in the
/// list, so that a call reads one piece of memory.
class SupportCells {
 public:
  /// Four vertices; where there are fewer, one of them is repeated.
  struct Block {
    double x[4], y[4], z[4];
    std::int32_t id[4];
  };

  SupportCells() = default;
  /// `neighbours` need not be right: what is missing there makes lists longer, never incomplete.
  SupportCells(std::span<const Eigen::Vector3d> vertices,
               std::span<const std::vector<int>> neighbours);

  bool empty() const { return start_.empty(); }
  std::span<const Block> along(const Eigen::Vector3d& d) const {
    const int c = cell(d);
    return {block_.data() + start_[c], block_.data() + start_[c + 1]};
  }
  std::size_t bytes() const {
    return block_.capacity() * sizeof(Block) + start_.capacity() * sizeof(start_[0]);
  }

 private:
  /// The face of the cube by the largest component, the square on it by the other two over that.
  int cell(const Eigen::Vector3d& d) const {
    const double x = std::abs(d.x()), y = std::abs(d.y()), z = std::abs(d.z());
    const int axis = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
    const double first = d[axis], second = d[axis == 2 ? 0 : axis + 1];
    const double third = d[axis == 0 ? 2 : axis - 1];
    const double across = half_side_ / std::abs(first);
    const auto column = [&](double s) {  // of NaN or infinity: some cell
      const double c = s * across + half_side_;
      return c > 0 ? (c < side_ ? static_cast<int>(c) : side_ - 1) : 0;
    };
    return ((2 * axis + (first > 0)) * side_ + column(second)) * side_ + column(third);
  }

  int side_ = 0;
  double half_side_ = 0;
  std::vector<std::uint32_t> start_;  // of each cell's blocks; one more at the end
  std::vector<Block> block_;
};

}  // namespace apart::detail
