// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "files/shape_files.hpp"
#include "progress_line.hpp"

namespace apart::cli {

/// How much of a large mesh file has been read.
class LoadProgress {
 public:
  files::ShapeFiles::Progress listener();
  void show(const std::string& file, double part);
  /// Takes back what was shown.
  void finish() { line_.finish(); }

 private:
  ProgressLine line_;
};

}  // namespace apart::cli
