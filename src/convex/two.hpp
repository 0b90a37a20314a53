// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace apart {

/// A number of each of two bodies.
using Two = double __attribute__((vector_size(16)));

inline Two size(Two x) {
  using Bits = std::int64_t __attribute__((vector_size(16)));
  return (Two)((Bits)x & INT64_MAX);
}

}  // namespace apart
