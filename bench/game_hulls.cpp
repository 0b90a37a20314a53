// SPDX-License-Identifier: BSD-3-Clause
#include "game_hulls.hpp"

#include <bit>
#include <cstdint>
#include <fstream>
#include <stdexcept>

namespace bench {

static_assert(std::endian::native == std::endian::little);

std::vector<Hull> read_hulls(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::vector<Hull> hulls;
  std::uint32_t count;
  while (in.read(reinterpret_cast<char*>(&count), sizeof count)) {
    std::vector<Eigen::Vector3f> cloud(count);
    const auto bytes = static_cast<std::streamsize>(count * sizeof cloud[0]);
    if (!in.read(reinterpret_cast<char*>(cloud.data()), bytes)) {
      throw std::runtime_error(file + " ends in the middle of a hull");
    }
    std::vector<Eigen::Vector3d> points;
    for (const auto& p : cloud) points.push_back(p.cast<double>());
    try {
      hulls.push_back(convex_hull(points));
    } catch (const std::runtime_error&) {
      continue;
    }
  }
  return hulls;
}

}  // namespace bench
