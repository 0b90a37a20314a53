// SPDX-License-Identifier: BSD-3-Clause
#include "section.hpp"

#include <cstdio>

namespace apart::experiments {

std::string text(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

std::string text(long value) { return std::to_string(value); }

std::string range(const char* format, double from, double to) {
  const std::string a = text(format, from), b = text(format, to);
  return a == b ? a : a + " to " + b;
}

}  // namespace apart::experiments
