// SPDX-License-Identifier: BSD-3-Clause
#include "report/processor.hpp"

#include <fstream>

namespace apart::report {

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
  }
  return "unknown processor";
}

}  // namespace apart::report
