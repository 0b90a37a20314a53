// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/mesh/source.hpp"

namespace apart::files {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// In bytes.
std::size_t size_of(PlyType type);

struct PlyProperty {
  std::string name;
  PlyType type;
  bool is_list = false;
  PlyType count_type = PlyType::uint8;  ///< of a list
};

struct PlyElement {
  std::string name;
  std::int64_t count;
  std::vector<PlyProperty> properties;

  /// Index of a property, or -1.
  int find(const std::string& name) const;
};

enum class PlyEncoding { text, little_endian, big_endian };

/// What the first lines of a PLY file tell about the rest.
struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::text;
  std::vector<PlyElement> elements;
  const char* body = nullptr;  ///< where the rest starts
  bool only_returns = false;   ///< lines end in CR, and in nothing else

  const PlyElement* find(const std::string& name) const;
};

PlyHeader read_ply_header(const Source& source);

}  // namespace apart::files
