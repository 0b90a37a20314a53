// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace apart::report {

/// The first column to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> head) : head_(std::move(head)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }

  std::string markdown() const;
  std::string html() const;

 private:
  std::vector<std::string> head_;
  std::vector<std::vector<std::string>> rows_;
};

/// Text of a page of Markdown as HTML: signs that mean something there, and `code`.
std::string html_text(const std::string& text);

}  // namespace apart::report
