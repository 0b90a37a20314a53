// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>
#include <string>

#include "files/mesh/load_bytes.hpp"
#include "files/mesh/readers.hpp"
#include "number_text.hpp"

namespace apart::files {
namespace {

// 80 bytes of anything, the number of triangles, and for each its normal, three corners, and two
// bytes of anything.
constexpr std::size_t header = 84, record = 50, normal = 12;

Eigen::Vector3d corner(const Source& source, const char* at, std::size_t triangle, int which) {
  Eigen::Vector3d p;
  for (int k = 0; k < 3; ++k, at += 4) {
    p[k] = static_cast<double>(load_bytes<float>(at, std::endian::little));
    if (std::isfinite(p[k])) continue;
    source.fail_at_byte(at, "triangle " + std::to_string(triangle) + ": corner " +
                                std::to_string(which) + ": " + axis_name(k) +
                                " must be finite, got " + text(p[k]));
  }
  return p;
}

}  // namespace

MeshFile read_stl_binary(const Source& source) {
  const std::size_t size = source.bytes.size();
  if (size < header) {
    source.fail("a binary STL file has at least 84 bytes, this one has " + std::to_string(size));
  }
  const std::size_t triangles = load_bytes<std::uint32_t>(source.begin() + 80, std::endian::little);
  if (size != header + record * triangles) {
    source.fail("a binary STL file of " + counted(triangles, "triangle", "triangles") + " has " +
                std::to_string(header + record * triangles) + " bytes, this one has " +
                std::to_string(size));
  }
  MeshFile mesh;
  mesh.vertices.reserve(3 * triangles);
  Ticker ticker(source);
  const char* at = source.begin() + header;
  for (std::size_t i = 0; i < triangles; ++i, at += record) {
    ticker.tick(at);
    for (int k = 0; k < 3; ++k) {
      mesh.vertices.push_back(corner(source, at + normal + 12 * k, i, k));
      mesh.corners.push_back(static_cast<int>(mesh.corners.size()));
    }
    mesh.ends.push_back(mesh.corners.size());
  }
  join_equal_vertices(mesh);
  return mesh;
}

}  // namespace apart::files
