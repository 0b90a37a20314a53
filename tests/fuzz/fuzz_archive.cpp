// SPDX-License-Identifier: BSD-3-Clause
// The source itself: its checksum, which no fuzzer would find, is needed here.
#include "files/mesh/archive.cpp"

#include <cstdlib>

namespace apart {

// All that the archive takes of the library besides.
TreeKind Mesh::tree() const { return TreeKind::boxes; }

}  // namespace apart

/// What follows the header is damaged, and the checksum right nevertheless.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace apart::files;
  const std::string rest(reinterpret_cast<const char*>(data), size);
  Header header{{}, version, byte_order, size, checksum(rest)};
  magic.copy(header.magic, sizeof header.magic);
  const std::string bytes =
      std::string(reinterpret_cast<const char*>(&header), sizeof header) + rest;
  try {
    const apart::Mesh mesh = read_archive({"input", bytes});
    for (const auto& corners : mesh.data().triangles) {
      for (const int corner : corners) {
        if (!mesh.data().vertices.at(corner).allFinite()) std::abort();
      }
    }
  } catch (const apart::InvalidInput&) {
  }
  return 0;
}
