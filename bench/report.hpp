// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fstream>
#include <span>
#include <string>

#include "score.hpp"
#include "timing.hpp"

namespace bench {

/// What one set of queries is.
struct Cell {
  std::string suite;
  int n = 0;          ///< vertices of each hull, 0 if that says nothing
  std::string name;   ///< "shallow", ...
  std::string about;  ///< the same in words, for the table's title
  Question question = Question::distance;
  std::string baseline;  ///< the contestant whose time others are compared with
  bool cold_caches = false;
};

struct Row {
  std::string contestant;
  Times times;
  Score score;
};

/// A table per cell on stdout and, if a file is named, all of them as one CSV; what does not apply
/// is "-" or empty.
class Report {
 public:
  /// Throws std::runtime_error if the file cannot be written.
  explicit Report(const std::string& csv_file);

  void line(const std::string& text) const;
  void add(const Cell& cell, std::size_t queries, std::span<const Row> rows);

 private:
  std::string csv_file_;
  std::ofstream csv_;
};

/// "%.1f" and the like, "-" for NaN.
std::string text(const char* format, double value);

}  // namespace bench
