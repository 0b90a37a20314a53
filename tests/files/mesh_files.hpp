// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <apart/error.hpp>
#include <apart/mesh_file.hpp>

#include <cstring>
#include <string>

#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace apart {

/// A folder of its own for each test, and what is read from files in it.
class MeshFiles : public testing::Test, protected support::TemporaryFolder {
 protected:
  std::string contents(const std::string& name) const { return TemporaryFolder::read(name); }

  MeshFile read(const std::string& name, const std::string& bytes) const {
    return read_mesh_file(write(name, bytes));
  }

  /// The sentence with which the file is refused, without the folder's name.
  std::string error(const std::string& name, const std::string& bytes) const {
    return error_of(write(name, bytes));
  }

  std::string error_of(const std::filesystem::path& file) const {
    const std::string sentence = support::refusal([&] { load_mesh(file); });
    const std::string folder = path().string() + '/';
    return sentence.starts_with(folder) ? sentence.substr(folder.size()) : sentence;
  }
};

template <class T>
void append_bytes(std::string& out, T value, bool big_endian = false) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  for (std::size_t i = 0; i < sizeof(T); ++i) out += bytes[big_endian ? sizeof(T) - 1 - i : i];
}

/// A binary STL file with the given corners, three by three.
inline std::string stl_of(std::initializer_list<Eigen::Vector3f> corners,
                          std::string header = "made by a test") {
  header.resize(80, ' ');
  append_bytes(header, static_cast<std::uint32_t>(corners.size() / 3));
  int k = 0;
  for (const auto& p : corners) {
    if (k % 3 == 0) header.append(12, '\0');
    for (int i = 0; i < 3; ++i) append_bytes(header, p[i]);
    if (++k % 3 == 0) header.append(2, '\0');
  }
  return header;
}

}  // namespace apart
