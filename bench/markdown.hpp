// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace bench {

/// A table of Markdown: the first column to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> head) : head_(std::move(head)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }

  std::string text() const {
    std::string out = line(head_) + "|---|";
    for (std::size_t i = 1; i < head_.size(); ++i) out += "--:|";
    out += '\n';
    for (const auto& row : rows_) out += line(row);
    return out;
  }

 private:
  static std::string line(const std::vector<std::string>& fields) {
    std::string out = "|";
    for (const auto& f : fields) out += ' ' + f + " |";
    return out + '\n';
  }

  std::vector<std::string> head_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace bench
