// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include "files/shape_files.hpp"

namespace apart::cli {

/// How much of a large mesh file has been read, shown on stderr once that takes longer than a
/// second, and only if that is a terminal.
class LoadProgress {
 public:
  LoadProgress();
  ~LoadProgress() { finish(); }
  LoadProgress(const LoadProgress&) = delete;
  LoadProgress& operator=(const LoadProgress&) = delete;

  files::ShapeFiles::Progress listener();
  void show(const std::string& file, double part);
  /// Takes back what was shown.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  bool watched_, shown_ = false;
  Clock::time_point next_;
};

}  // namespace apart::cli
