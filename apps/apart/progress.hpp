// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>

namespace apart::cli {

/// How far a file has been read, shown on stderr once that takes longer than a second, and only to
/// someone who is looking: stderr is a terminal, and answers do not scroll over it.
class Progress {
 public:
  explicit Progress(std::uintmax_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uintmax_t bytes);

 private:
  using Clock = std::chrono::steady_clock;

  std::uintmax_t total_, done_ = 0, lines_ = 0;
  bool watched_, shown_ = false;
  Clock::time_point next_;
};

}  // namespace apart::cli
