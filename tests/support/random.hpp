// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What the random tests draw from. Every case has a number; APART_SEED and the number make it
// again.
#include <Eigen/Geometry>
#include <cstdlib>
#include <string>
#include <vector>

#include "oracle/random.hpp"

namespace support {

using oracle::Random;

/// APART_SEED of the environment, or a fixed one.
inline std::uint64_t seed() {
  const char* given = std::getenv("APART_SEED");
  return given ? std::strtoull(given, nullptr, 10) : 1988;
}

inline Random random_case(std::uint64_t index) { return Random(oracle::mix(seed(), index)); }

/// For SCOPED_TRACE.
inline std::string case_name(std::uint64_t index) {
  return "APART_SEED=" + std::to_string(seed()) + ", case " + std::to_string(index);
}

/// In the cube of side 2 around the origin.
inline Eigen::Vector3d vector(Random& random) {
  const double x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-1, 1);
  return {x, y, z};
}

inline Eigen::Vector3d direction(Random& random) {
  const auto d = random.direction<3>();
  return {d[0], d[1], d[2]};
}

inline Eigen::Matrix3d rotation(Random& random) {
  const auto q = random.direction<4>();
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
}

inline std::vector<Eigen::Vector3d> in_cube(Random& random, int count) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < count; ++i) points.push_back(vector(random));
  return points;
}

/// On the unit sphere, so that nearly all of them are vertices of their hull.
inline std::vector<Eigen::Vector3d> on_sphere(Random& random, int count) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < count; ++i) points.push_back(direction(random));
  return points;
}

/// The corners of a regular polygon of radius 1 at two heights: a prism with 2 * sides vertices.
inline std::vector<Eigen::Vector3d> drum(int sides, double half_height) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / sides;
    for (const double z : {-half_height, half_height}) {
      points.emplace_back(std::cos(angle), std::sin(angle), z);
    }
  }
  return points;
}

}  // namespace support
