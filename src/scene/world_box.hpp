// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace apart {

/// A box along the axes of the world.
struct WorldBox {
  Eigen::Vector3d least = Eigen::Vector3d::Zero(), most = Eigen::Vector3d::Zero();

  Eigen::Vector3d centre() const { return least + (most - least) / 2; }
  Eigen::Vector3d sides() const { return most - least; }
  bool holds(const WorldBox& other) const {
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
      inside &= other.least[k] >= least[k] && other.most[k] <= most[k];
    }
    return inside;
  }
  WorldBox grown(double by) const {
    return {least - Eigen::Vector3d::Constant(by), most + Eigen::Vector3d::Constant(by)};
  }
  /// A measure of how likely it is met: half its surface, where that is a number.
  double surface() const {
    const Eigen::Vector3d s = sides();
    return s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
  }
};

inline WorldBox joined(const WorldBox& a, const WorldBox& b) {
  return {a.least.cwiseMin(b.least), a.most.cwiseMax(b.most)};
}

/// No point of one is nearer to the other.
inline double gap(const WorldBox& a, const WorldBox& b) {
  double most = 0, square = 0;
  for (int k = 0; k < 3; ++k) {
    const double g = std::max(0.0, std::max(b.least[k] - a.most[k], a.least[k] - b.most[k]));
    most = std::max(most, g);
    square += g * g;
  }
  if (!(most > 0)) return 0;
  // Beyond these, squares overflow or lose digits; the largest component is a bound, too.
  if (!(most > 0x1p-500 && most < 0x1p500)) return most * (1 - 0x1p-50);
  return std::sqrt(square) * (1 - 0x1p-50);
}

/// Are they within r of each other along every axis? Quicker than the gap.
inline bool close(const WorldBox& a, const WorldBox& b, double r) {
  bool near = true;
  for (int k = 0; k < 3; ++k) {
    near &= b.least[k] - a.most[k] <= r && a.least[k] - b.most[k] <= r;
  }
  return near;
}

/// Around a body where it stands.
struct Surroundings {
  WorldBox box;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< of a ball
  double radius = 0;
};

/// The better of what boxes and balls tell.
inline double gap(const Surroundings& a, const Surroundings& b) {
  const double apart = (b.centre - a.centre).norm(), radii = a.radius + b.radius;
  const double balls = apart < INFINITY ? apart * (1 - 0x1p-48) - radii * (1 + 0x1p-48) : 0;
  return std::max(gap(a.box, b.box), balls);
}

/// Are they perhaps within r of each other? Quicker than the gap.
inline bool close(const Surroundings& a, const Surroundings& b, double r) {
  if (!close(a.box, b.box, r)) return false;
  const double reach = a.radius + b.radius + r, square = (b.centre - a.centre).squaredNorm();
  // Where squares overflow, or are too small, balls tell nothing.
  return !(square * (1 - 0x1p-40) > reach * reach * (1 + 0x1p-40)) || !(square < 0x1p1000) ||
         !(square > 0x1p-900);
}

}  // namespace apart
