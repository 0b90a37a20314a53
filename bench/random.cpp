// SPDX-License-Identifier: BSD-3-Clause
#include "random.hpp"

#include <Eigen/Geometry>
#include <vector>

namespace bench {

namespace {

std::mt19937_64 engine(std::uint64_t seed, std::string_view name, int n) {
  std::vector<std::uint32_t> words(name.begin(), name.end());
  words.insert(words.end(), {static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(seed),
                             static_cast<std::uint32_t>(seed >> 32)});
  std::seed_seq sequence(words.begin(), words.end());
  return std::mt19937_64(sequence);
}

}  // namespace

Random::Random(std::uint64_t seed, std::string_view name, int n) : engine_(engine(seed, name, n)) {}

double Random::uniform(double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(engine_);
}

Eigen::Vector3d Random::on_sphere() {
  Eigen::Vector3d v;
  do {
    for (int k = 0; k < 3; ++k) v[k] = normal_(engine_);
  } while (v.norm() < 0.01);
  return v.normalized();
}

Eigen::Matrix3d Random::rotation() {
  Eigen::Vector4d q;
  do {
    for (int k = 0; k < 4; ++k) q[k] = normal_(engine_);
  } while (q.norm() < 0.01);
  return Eigen::Quaterniond(q.normalized()).toRotationMatrix();
}

apart::Pose Random::pose() {
  const Eigen::Matrix3d r = rotation();
  return {r, on_sphere()};
}

}  // namespace bench
