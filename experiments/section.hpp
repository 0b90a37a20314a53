// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "report/plot.hpp"
#include "report/table.hpp"

namespace apart::experiments {

/// A plot of a report; the points behind it are written beside it.
struct Figure {
  std::string file;  ///< without its ending
  std::string title;
  std::vector<report::Panel> panels;
  report::Axis x, y;
};

/// What a paper says beside what was measured.
class Findings {
 public:
  /// `why` is said if the two do not agree.
  void add(const std::string& what, const std::string& published, const std::string& measured,
           bool agrees, const std::string& why) {
    table_.add({what, published, measured, agrees ? "as published" : "differs: " + why});
  }
  /// Of another machine: nothing to agree with.
  void add(const std::string& what, const std::string& published, const std::string& measured) {
    table_.add({what, published, measured, "-"});
  }
  const report::Table& table() const { return table_; }

 private:
  report::Table table_{{"", "published", "measured", ""}, report::Table::Fields::words};
};

/// An experiment's part of the report: paragraphs, tables and plots in their order.
struct Section {
  std::string title;
  std::vector<std::variant<std::string, report::Table, Figure>> blocks;

  void add(std::string paragraph) { blocks.emplace_back(std::move(paragraph)); }
  void add(report::Table table) { blocks.emplace_back(std::move(table)); }
  void add(Figure figure) { blocks.emplace_back(std::move(figure)); }
};

/// "%.1f" and the like.
std::string text(const char* format, double value);
std::string text(long value);
/// "3 to 6".
std::string range(const char* format, double from, double to);

}  // namespace apart::experiments
