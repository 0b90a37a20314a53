// SPDX-License-Identifier: BSD-3-Clause
#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace apart::cli {
namespace {

bool someone_is_looking() { return isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO); }

}  // namespace

Progress::Progress(std::uintmax_t total)
    : total_(total),
      watched_(total > 0 && someone_is_looking()),
      next_(Clock::now() + std::chrono::seconds(1)) {}

void Progress::advance(std::uintmax_t bytes) {
  done_ += bytes;
  ++lines_;
  if (!watched_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  const std::uintmax_t percent = 100 * std::min(done_, total_) / total_;
  std::cerr << '\r' << percent << "%, " << lines_ << " lines" << std::flush;
  shown_ = true;
}

Progress::~Progress() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;  // back to an empty line
}

}  // namespace apart::cli
