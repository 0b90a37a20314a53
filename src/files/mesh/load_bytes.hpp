// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstring>
#include <utility>

namespace apart::files {

/// A number as it lies in a file, in the given order of bytes.
template <class T>
T load_bytes(const char* p, std::endian order) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, p, sizeof(T));
  if (order != std::endian::native) {
    for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
  }
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

}  // namespace apart::files
