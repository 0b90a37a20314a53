// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <apart/pose.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace apart::experiments {

/// Our own, so that it gives the same with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double between(double from, double to) { return from + (to - from) * unit(); }

  Eigen::Vector3d in_cube(double from, double to) {
    const double x = between(from, to), y = between(from, to), z = between(from, to);
    return {x, y, z};
  }
  Eigen::Vector3d direction() {
    const double z = between(-1, 1), angle = between(0, 2 * std::numbers::pi);
    const double r = std::sqrt(1 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
  }
  /// All orientations are as likely (Shoemake).
  Eigen::Quaterniond orientation() {
    const double u = unit(), v = 2 * std::numbers::pi * unit(), w = 2 * std::numbers::pi * unit();
    return {std::sqrt(u) * std::cos(w), std::sqrt(1 - u) * std::sin(v),
            std::sqrt(1 - u) * std::cos(v), std::sqrt(u) * std::sin(w)};
  }

  /// On the unit sphere, so that all of them are vertices of their hull.
  std::vector<Eigen::Vector3d> on_sphere(int count) {
    std::vector<Eigen::Vector3d> points;
    for (int i = 0; i < count; ++i) points.push_back(direction());
    return points;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace apart::experiments
