// SPDX-License-Identifier: BSD-3-Clause
#include "progress_line.hpp"

#include <unistd.h>

#include <iostream>

namespace apart::cli {

ProgressLine::ProgressLine(bool wanted)
    : watched_(wanted && isatty(STDERR_FILENO)), next_(Clock::now() + std::chrono::seconds(1)) {}

bool ProgressLine::due() { return watched_ && Clock::now() >= next_; }

void ProgressLine::show(const std::string& text) {
  if (!due()) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  std::cerr << "\r\033[K" << text << std::flush;
  shown_ = true;
}

void ProgressLine::finish() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;  // back to an empty line
  shown_ = false;
}

}  // namespace apart::cli
