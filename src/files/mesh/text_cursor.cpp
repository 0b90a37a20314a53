// SPDX-License-Identifier: BSD-3-Clause
#include "files/mesh/text_cursor.hpp"

#include <charconv>
#include <cmath>
#include <cstring>

namespace apart::files {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// std::from_chars does without a plus sign.
const char* after_plus(const char* p, const char* end) {
  const bool plus = end - p > 1 && *p == '+' && p[1] != '-' && p[1] != '+';
  return plus ? p + 1 : p;
}

}  // namespace

/// Where the text goes on, if p is the continuation at the end of a line; else nullptr.
const char* TextCursor::after_continuation(const char* p) const {
  if (*p != dialect_.continuation || *p == '\n') return nullptr;
  for (++p; p != end_ && *p == '\r'; ++p) {
  }
  return p == end_ ? p : *p == '\n' ? p + 1 : nullptr;
}

void TextCursor::skip_blanks() {
  while (at_ != end_) {
    if (is_blank(*at_)) {
      ++at_;
    } else if (const char* next = after_continuation(at_)) {
      at_ = next;
    } else {
      return;
    }
  }
}

bool TextCursor::ends_word(const char* p) const {
  return p == end_ || is_blank(*p) || *p == '\n' || *p == dialect_.comment || after_continuation(p);
}

bool TextCursor::line_done() {
  skip_blanks();
  return at_ == end_ || *at_ == '\n' || *at_ == dialect_.comment;
}

void TextCursor::next_line() {
  const bool comment = at_ != end_ && *at_ == dialect_.comment && *at_ != '\n';
  while (at_ != end_) {
    const auto rest = static_cast<std::size_t>(end_ - at_);
    const char* eol = static_cast<const char*>(std::memchr(at_, '\n', rest));
    if (!eol) {
      at_ = end_;
      return;
    }
    const char* last = eol;
    while (last != at_ && last[-1] == '\r') --last;
    const bool continued = last != at_ && last[-1] == dialect_.continuation;
    at_ = eol + 1;
    if (comment || !continued) return;
  }
}

bool TextCursor::next_word() {
  while (at_ != end_ && line_done()) next_line();
  return at_ != end_;
}

std::string_view TextCursor::word() {
  skip_blanks();
  const char* begin = at_;
  while (!ends_word(at_)) ++at_;
  return {begin, static_cast<std::size_t>(at_ - begin)};
}

bool TextCursor::number(double& value) {
  skip_blanks();
  const auto [p, error] = std::from_chars(after_plus(at_, end_), end_, value);
  if (error != std::errc() || !ends_word(p) || !std::isfinite(value)) return false;
  at_ = p;
  return true;
}

bool TextCursor::integer(std::int64_t& value) {
  skip_blanks();
  const auto [p, error] = std::from_chars(after_plus(at_, end_), end_, value);
  if (error != std::errc() || !ends_word(p)) return false;
  at_ = p;
  return true;
}

bool TextCursor::digits(std::int64_t& value) {
  const auto [p, error] = std::from_chars(after_plus(at_, end_), end_, value);
  if (error != std::errc()) return false;
  at_ = p;
  return true;
}

bool TextCursor::character(char c) {
  const bool is_it = at_ != end_ && *at_ == c;
  at_ += is_it;
  return is_it;
}

std::string TextCursor::no_number() {
  if (line_done()) return " is missing";
  double value = 0;
  const char* begin = after_plus(at_, end_);
  const auto [p, error] = std::from_chars(begin, end_, value);
  const std::string got = ", got " + in_quotes(word());
  if (p == begin || !ends_word(p)) return " must be a number" + got;
  return (error == std::errc() ? " must be finite" : " must be in the range of a double") + got;
}

std::string TextCursor::no_integer() {
  if (line_done()) return " is missing";
  return " must be a whole number, got " + in_quotes(word());
}

}  // namespace apart::files
