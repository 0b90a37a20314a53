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
  /// `neighbours` need not be right: what is missing there makes lists longer, never incomplete.
  /// `numbers` are the vertices' names outside of here.
  SupportCells(std::span<const Eigen::Vector3d> vertices,
               std::span<const std::vector<int>> neighbours, std::span<const int> numbers);

  /// Vertices in whole blocks of four, in ascending order but for the last, which is repeated to
  /// fill its block.
  template <class Id>
  struct List {
    const Id* id;
    int count;
  };
  /// Those that can be farthest along d.
  template <class Id>
  List<Id> along(const Eigen::Vector3d& d) const {
    const Id* here = ids<Id>() + slot * cell(d);
    if (here[0] <= here[1]) [[likely]]
      return {here, slot};
    return {ids<Id>() + joined(here[2], here[3]), static_cast<int>(joined(here[4], here[5]))};
  }
  /// The coordinates of a vertex, and its number: all in one place, for those who ask for few of
  /// many.
  const double* corner(std::size_t vertex) const { return corners_.data() + 4 * vertex; }
  int number(std::size_t vertex) const { return static_cast<int>(corner(vertex)[3]); }
  /// Of up to 65536 vertices, half the memory does.
  bool narrow() const { return !narrow_.empty(); }
  std::size_t bytes() const {
    return narrow_.capacity() * sizeof(narrow_[0]) + wide_.capacity() * sizeof(wide_[0]) +
           corners_.capacity() * sizeof(corners_[0]);
  }

 private:
  /// Every cell has room for so many, in a place that is known with the cell: nothing to wait for.
  /// Few have more; there, the first two are out of order, and where the list is comes after them.
  static constexpr int slot = 8;

  template <class Id>
  const Id* ids() const {
    if constexpr (sizeof(Id) == 2) {
      return narrow_.data();
    } else {
      return wide_.data();
    }
  }
  static std::size_t joined(std::size_t low, std::size_t high) { return low + (high << 16); }
  template <class Id, class Charter>
  void fill(std::vector<Id>& ids, const Charter& charter, const std::vector<std::uint32_t>& count);

  /// The face of the cube by the largest component, the square on it by the other two over that.
  int cell(const Eigen::Vector3d& d) const {
    const double x = std::abs(d.x()), y = std::abs(d.y()), z = std::abs(d.z());
    // By arithmetic: no processor foretells which it will be.
    const int beside_z = y > x, beyond = z > std::max(x, y);
    const int axis = beyond * 2 + (1 - beyond) * beside_z;
    const double around[5] = {d.x(), d.y(), d.z(), d.x(), d.y()};
    const double first = around[axis], second = around[axis + 1], third = around[axis + 2];
    const double across = half_side_ / std::max(std::max(x, y), z);  // |first|, known sooner
    const auto column = [&](double s) {  // of NaN or infinity: some cell
      return static_cast<int>(std::min(side_ - 1.0, std::max(0.0, s * across + half_side_)));
    };
    return ((2 * axis + (first > 0)) * side_ + column(second)) * side_ + column(third);
  }

  int side_ = 0;
  double half_side_ = 0;
  std::vector<double> corners_;
  std::vector<std::uint16_t> narrow_;  // the slots of all cells, then the longer lists
  std::vector<std::uint32_t> wide_;
};

}  // namespace apart::detail
