// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "record.hpp"

namespace bench {

/// A table per cell on stdout and, if a file is named, all of them as one CSV; what does not apply
/// is "-" or empty. Keeps what it was told.
class Report {
 public:
  /// Throws std::runtime_error if the file cannot be written.
  explicit Report(const std::string& csv_file);

  void line(const std::string& text) const;
  void add(Record record);

  const std::vector<Record>& records() const { return records_; }

 private:
  void print(const Record& record) const;
  void print_memory(const Record& record) const;
  void write(const Record& record);

  std::vector<Record> records_;
  std::string csv_file_;
  std::ofstream csv_;
};

/// "%.1f" and the like, "-" for NaN.
std::string text(const char* format, double value);

}  // namespace bench
