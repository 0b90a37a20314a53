// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "files/mesh/load_bytes.hpp"
#include "files/mesh/readers.hpp"

namespace apart::files {
namespace {

std::string ending_of(const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return ending;
}

/// Files of that size are binary STL, even if they start with "solid", as too many do.
bool has_size_of_binary_stl(std::string_view bytes) {
  if (bytes.size() < 84) return false;
  const std::uint64_t n = load_bytes<std::uint32_t>(bytes.data() + 80, std::endian::little);
  return bytes.size() == 84 + 50 * n;
}

bool looks_like_text(std::string_view bytes) {
  for (const char c : bytes.substr(0, 1000)) {
    if (static_cast<unsigned char>(c) < ' ' &&
        std::string_view("\t\n\r\v\f").find(c) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

/// The first line that is neither blank nor a comment, without the blanks around it.
std::string_view first_line(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    text.remove_prefix(begin);
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    if (!line.starts_with('#')) return line.substr(0, line.find_last_not_of(blanks) + 1);
    text.remove_prefix(line.size());
  }
  return {};
}

bool is_off(std::string_view line) {
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  const std::size_t off = word.find("OFF");
  return off <= 4 && word.substr(0, off).find_first_not_of("STCN4n") == word.npos;
}

bool is_obj(std::string_view line) {
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  for (const std::string_view known : {"v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl"}) {
    if (word == known) return true;
  }
  return false;
}

}  // namespace

Format format_of(const Source& source) {
  const std::string_view bytes = source.bytes;
  const std::string ending = ending_of(source.name);
  if (bytes.starts_with("ply\n") || bytes.starts_with("ply\r") || bytes.starts_with("ply ")) {
    return Format::ply;
  }
  if (bytes.starts_with("glTF")) return Format::scene;
  if (has_size_of_binary_stl(bytes)) return Format::stl_binary;
  if (looks_like_text(bytes)) {
    const std::string_view line = first_line(bytes);
    if (line.starts_with('{') || line.starts_with('<')) return Format::scene;
    if (line.starts_with("solid") || line.starts_with("SOLID")) return Format::stl_text;
    if (is_off(line)) return Format::off;
    if (is_obj(line) || ending == ".obj") return Format::obj;
    if (ending == ".off") return Format::off;
  }
  if (ending == ".obj") return Format::obj;  // whose complaint about the first line says it best
  if (ending == ".stl") return Format::stl_binary;
  if (ending == ".ply") source.fail("a PLY file starts with \"ply\", this one does not");
  source.fail("this is none of the formats OBJ, STL, PLY, OFF, DAE, glTF and GLB");
}

}  // namespace apart::files
