// SPDX-License-Identifier: BSD-3-Clause
#include "progress.hpp"

#include <unistd.h>

#include <algorithm>

namespace apart::cli {

Progress::Progress(std::uintmax_t total)
    : total_(total), line_(total > 0 && !isatty(STDOUT_FILENO)) {}

void Progress::advance(std::uintmax_t bytes) {
  done_ += bytes;
  ++lines_;
  if (!line_.due()) return;
  const std::uintmax_t percent = 100 * std::min(done_, total_) / total_;
  line_.show(std::to_string(percent) + "%, " + std::to_string(lines_) + " lines");
}

}  // namespace apart::cli
