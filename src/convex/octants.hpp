// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>
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

  /// The first vertices of the blocks that hold all that can be farthest along a direction, or
  /// against it; count() of them.
  const std::uint8_t* along(double x, double y, double z, bool against) const {
    const int octant = std::signbit(x) | std::signbit(y) << 1 | std::signbit(z) << 2;
    return blocks_.data() + (against ? 7 - octant : octant) * count_;
  }
  /// The same for all octants, so that it can be foretold.
  int count() const { return count_; }

 private:
  friend class OctantOrder;

  int count_ = 0;
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
