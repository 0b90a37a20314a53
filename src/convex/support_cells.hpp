// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace apart::detail {

/// The support function of many vertices in constant time, and none overlooked. Directions are
/// sorted into the cells of a cube around them, `side` by `side` on each face; of each cell all
/// vertices are listed that are farthest along some direction in it.
class SupportCells {
 public:
  SupportCells() = default;
  /// `neighbours` need not be right: what is missing there makes lists longer, never incomplete.
  /// `numbers` are the vertices' names outside of here.
  SupportCells(std::span<const Eigen::Vector3d> vertices,
               std::span<const std::vector<int>> neighbours, std::span<const int> numbers);

  bool empty() const { return start_.empty(); }
  /// Where the vertices that can be farthest along d stand in list(): whole blocks of four, in
  /// ascending order but for the last, which is repeated to fill its block.
  struct Range {
    std::uint32_t from, to;
  };
  Range along(const Eigen::Vector3d& d) const {
    const int c = cell(d);
    return {4 * start_[c], 4 * start_[c + 1]};
  }
  /// The coordinates of a vertex, and its number: all in one place, for those who ask for few of
  /// many.
  const double* corner(std::size_t vertex) const { return corners_.data() + 4 * vertex; }
  int number(std::size_t vertex) const { return static_cast<int>(corner(vertex)[3]); }
  /// Of up to 65536 vertices, half the memory does.
  bool narrow() const { return !narrow_.empty(); }
  template <class Id>
  const Id* list() const {
    if constexpr (sizeof(Id) == 2) {
      return narrow_.data();
    } else {
      return wide_.data();
    }
  }
  std::size_t bytes() const {
    return narrow_.capacity() * sizeof(narrow_[0]) + wide_.capacity() * sizeof(wide_[0]) +
           start_.capacity() * sizeof(start_[0]) + corners_.capacity() * sizeof(corners_[0]);
  }

 private:
  /// The face of the cube by the largest component, the square on it by the other two over that.
  int cell(const Eigen::Vector3d& d) const {
    const double x = std::abs(d.x()), y = std::abs(d.y()), z = std::abs(d.z());
    // By arithmetic: no processor foretells which it will be.
    const int beside_z = y > x, beyond = z > std::max(x, y);
    const int axis = beyond * 2 + (1 - beyond) * beside_z;
    const double around[5] = {d.x(), d.y(), d.z(), d.x(), d.y()};
    const double first = around[axis], second = around[axis + 1], third = around[axis + 2];
    const double across = half_side_ / std::abs(first);
    const auto column = [&](double s) {  // of NaN or infinity: some cell
      return static_cast<int>(std::min(side_ - 1.0, std::max(0.0, s * across + half_side_)));
    };
    return ((2 * axis + (first > 0)) * side_ + column(second)) * side_ + column(third);
  }

  int side_ = 0;
  double half_side_ = 0;
  std::vector<std::uint32_t> start_;  // of each cell's blocks; one more at the end
  std::vector<double> corners_;
  std::vector<std::uint16_t> narrow_;
  std::vector<std::uint32_t> wide_;
};

}  // namespace apart::detail
