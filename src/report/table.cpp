// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.hpp"

namespace apart::report {

namespace {

std::string markdown_line(const std::vector<std::string>& fields) {
  std::string out = "|";
  for (const auto& f : fields) out += ' ' + f + " |";
  return out + '\n';
}

std::string html_line(const std::vector<std::string>& fields, const std::string& tag) {
  std::string out = "<tr>";
  for (const auto& f : fields) {
    std::string text = html_text(f);
    out += '<' + tag + '>';
    out += text + "</" + tag + '>';
  }
  return out + "</tr>\n";
}

}  // namespace

std::string Table::markdown() const {
  std::string out = markdown_line(head_) + "|---|";
  for (std::size_t i = 1; i < head_.size(); ++i) out += fields_ == Fields::words ? "---|" : "--:|";
  out += '\n';
  for (const auto& row : rows_) out += markdown_line(row);
  return out;
}

std::string Table::html() const {
  std::string out = std::string("<table") +
                    (fields_ == Fields::words ? " class=\"words\">\n" : ">\n") +
                    html_line(head_, "th");
  for (const auto& row : rows_) out += html_line(row, "td");
  return out + "</table>\n";
}

std::string html_text(const std::string& text) {
  std::string out;
  bool in_code = false;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '`':
        out += in_code ? "</code>" : "<code>";
        in_code = !in_code;
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace apart::report
