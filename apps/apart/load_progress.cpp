// SPDX-License-Identifier: BSD-3-Clause
#include "load_progress.hpp"

namespace apart::cli {

files::ShapeFiles::Progress LoadProgress::listener() {
  return [this](const std::string& file, double part) { show(file, part); };
}

void LoadProgress::show(const std::string& file, double part) {
  if (!line_.due()) return;
  line_.show(file + ": " + std::to_string(static_cast<int>(100 * part)) + "% read");
}

}  // namespace apart::cli
