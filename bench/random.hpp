// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/pose.hpp>
#include <cstdint>
#include <random>
#include <string_view>

namespace bench {

/// The only source of randomness.
class Random {
 public:
  /// A stream of its own for every name and n.
  Random(std::uint64_t seed, std::string_view name, int n = 0);
  double uniform(double from, double to);
  Eigen::Vector3d on_sphere();
  Eigen::Matrix3d rotation();
  apart::Pose pose();  ///< the translation on the unit sphere

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

}  // namespace bench
