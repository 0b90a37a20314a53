// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace apart::detail {

/// The signs of a direction leave few vertices that can be farthest along it. Vertices are looked
/// at in blocks of four, and stand in an order in which few blocks do for each octant.
class Octants {
 public:
  /// More have cells.
  static constexpr int most_vertices = 128;

  /// The first vertices of the blocks that hold all that can be farthest along a direction, count()
  /// of them; its signs are bits, 1 being negative, x first.
  const std::uint8_t* along(unsigned signs) const { return blocks_.data() + signs * count_; }
  /// The same for all octants, so that it can be foretold.
  int count() const { return static_cast<int>(count_); }

 private:
  friend class OctantOrder;

  unsigned count_ = 0;
  std::vector<std::uint8_t> blocks_;
};

/// Such an order.
class OctantOrder {
 public:
  /// `neighbours` need not be right: what is missing there makes lists longer, never incomplete.
  OctantOrder(std::span<const Eigen::Vector3d> vertices,
              std::span<const std::vector<int>> neighbours);

  /// Which vertex comes first, second and so on.
  const std::vector<int>& order() const { return order_; }
  /// For vertices in that order.
  const Octants& octants() const { return octants_; }

 private:
  std::vector<int> order_;
  Octants octants_;
};

}  // namespace apart::detail
