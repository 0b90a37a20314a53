// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

namespace apart::cli {

/// A line on stderr that tells how far something is, written over and over once it takes longer
/// than a second; gone when it is done.
class ProgressLine {
 public:
  /// `wanted` aside, nothing is shown unless stderr is a terminal.
  explicit ProgressLine(bool wanted = true);
  ~ProgressLine() { finish(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Is it time to show something?
  bool due();
  void show(const std::string& text);
  /// Takes back what was shown.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  bool watched_, shown_ = false;
  Clock::time_point next_;
};

}  // namespace apart::cli
