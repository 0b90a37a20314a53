// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace apart::report {

/// Rows under a head.
class Table {
 public:
  /// Numbers stand to the right, but for the first column; words to the left.
  enum class Fields { numbers, words };

  explicit Table(std::vector<std::string> head, Fields fields = Fields::numbers)
      : head_(std::move(head)), fields_(fields) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }

  std::string markdown() const;
  std::string html() const;

 private:
  std::vector<std::string> head_;
  Fields fields_;
  std::vector<std::vector<std::string>> rows_;
};

/// Text of a page of Markdown as HTML: signs that mean something there, and `code`.
std::string html_text(const std::string& text);

}  // namespace apart::report
