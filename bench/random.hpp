// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/pose.hpp>
#include <cstdint>
#include <random>

namespace bench {

/// The only source of randomness.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform(double from, double to);
  Eigen::Vector3d on_sphere();
  Eigen::Matrix3d rotation();
  apart::Pose pose();  ///< the translation on the unit sphere

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

}  // namespace bench
