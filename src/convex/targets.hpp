// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Which instruction sets the loops are compiled for; to be included before Highway. Besides plain
// C++: SSE4, AVX2, AVX-512, NEON. Not those with nothing more to offer to these loops, nor those
// whose registers have no size known to the compiler; under sanitizers, whose code takes long to
// compile, plain C++ alone: all give the same bits.
#define APART_USELESS_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HWY_DISABLED_TARGETS (APART_USELESS_TARGETS | HWY_SSE4 | HWY_AVX2 | HWY_AVX3)
#else
#define HWY_DISABLED_TARGETS APART_USELESS_TARGETS
#endif
