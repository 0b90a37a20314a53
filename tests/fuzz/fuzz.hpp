// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/error.hpp>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "files/mesh/readers.hpp"

namespace apart::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// Whatever the bytes are, a reader returns what readers.hpp promises, or a short sentence.
template <class Reader>
void check(Reader read, const std::uint8_t* data, std::size_t size) {
  const files::Source source{"input", {reinterpret_cast<const char*>(data), size}};
  try {
    files::format_of(source);
  } catch (const InvalidInput&) {
  }
  MeshFile mesh;
  try {
    mesh = read(source);
  } catch (const InvalidInput& refusal) {
    require(std::strlen(refusal.what()) < 300);
    return;
  }
  require(mesh.vertices.size() <= size && mesh.corners.size() <= size);
  for (const auto& p : mesh.vertices) require(p.allFinite());
  for (const int corner : mesh.corners) {
    require(corner >= 0 && static_cast<std::size_t>(corner) < mesh.vertices.size());
  }
  std::size_t end = 0;
  for (std::size_t i = 0; i < mesh.polygons(); end = mesh.ends[i++]) {
    require(mesh.ends[i] >= end + 3);
  }
  require(end == mesh.corners.size());
}

}  // namespace apart::fuzz
