// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <span>

namespace apart {

namespace detail {
struct SpheresData;
}

/// A set of balls: a robot approximated by spheres, or, with radius zero, a point cloud. Immutable;
/// copies share their data and their tree.
class Spheres {
 public:
  /// Throws InvalidInput, naming the element, if there is none, if there are not as many radii as
  /// centres, or for numbers that are not finite, negative radii and coordinates above 2^500.
  Spheres(std::span<const Eigen::Vector3d> centres, std::span<const double> radii);
  /// All of one radius.
  Spheres(std::span<const Eigen::Vector3d> centres, double radius);

  int size() const;
  Eigen::Vector3d centre(int i) const;
  double radius(int i) const;
  std::size_t bytes() const;  ///< of memory held, balls and tree

  const detail::SpheresData& data() const { return *data_; }

 private:
  std::shared_ptr<const detail::SpheresData> data_;
};

}  // namespace apart
