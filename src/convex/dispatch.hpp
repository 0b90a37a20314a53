// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Whole loops compiled twice: for every machine, and for those with AVX2. Both give the same bits:
// no multiplication is fused with an addition, and no sum is reordered.
// Not under sanitizers: what they add to the code, put into one function, takes minutes to compile.
#if defined(__x86_64__) && defined(__GNUC__) && defined(__OPTIMIZE__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define APART_HAS_WIDE 1
/// Goes before a function; all that it calls and can see becomes part of it, and is compiled alike.
#define APART_WIDE __attribute__((target("avx2,bmi,bmi2,fma"), flatten))
#else
#define APART_HAS_WIDE 0
#define APART_WIDE
#endif

namespace apart {

/// Does this machine have what APART_WIDE asks for?
inline bool wide() {
#if APART_HAS_WIDE
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  return has;
#else
  return false;
#endif
}

}  // namespace apart
