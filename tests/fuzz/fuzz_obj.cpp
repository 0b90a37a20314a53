// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  apart::fuzz::check(apart::files::read_obj, data, size);
  return 0;
}
