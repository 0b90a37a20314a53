// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "progress_line.hpp"

namespace apart::cli {

/// How far a file has been read, shown only to someone who is looking: answers do not scroll over
/// it.
class Progress {
 public:
  explicit Progress(std::uintmax_t total);

  void advance(std::uintmax_t bytes);

 private:
  std::uintmax_t total_, done_ = 0, lines_ = 0;
  ProgressLine line_;
};

}  // namespace apart::cli
