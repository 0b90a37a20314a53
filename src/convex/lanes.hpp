// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstring>

namespace apart {

// Four doubles at once, as GCC and Clang have them: one register on machines with AVX, two on all
// others, without a difference in the bits.
using Lanes = double __attribute__((vector_size(32)));

inline __attribute__((always_inline)) Lanes load(const double* p) {
  Lanes x;
  std::memcpy(&x, p, sizeof x);
  return x;
}

inline __attribute__((always_inline)) Lanes root(Lanes x) {
  for (int k = 0; k < 4; ++k) x[k] = std::sqrt(x[k]);
  return x;
}

}  // namespace apart
