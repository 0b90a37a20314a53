// SPDX-License-Identifier: BSD-3-Clause
#include "load_progress.hpp"

#include <unistd.h>

#include <iostream>

namespace apart::cli {

LoadProgress::LoadProgress()
    : watched_(isatty(STDERR_FILENO)), next_(Clock::now() + std::chrono::seconds(1)) {}

files::ShapeFiles::Progress LoadProgress::listener() {
  return [this](const std::string& file, double part) { show(file, part); };
}

void LoadProgress::show(const std::string& file, double part) {
  if (!watched_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  std::cerr << "\r\033[K" << file << ": " << static_cast<int>(100 * part) << "% read" << std::flush;
  shown_ = true;
}

void LoadProgress::finish() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;  // back to an empty line
  shown_ = false;
}

}  // namespace apart::cli
