// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "files/mesh/source.hpp"

namespace apart::files {

/// Goes through a text word by word. Numbers are read by std::from_chars: exact, whatever the
/// locale. A function that finds something else than what it is asked for returns false and stays.
class TextCursor {
 public:
  struct Dialect {
    char comment = '\n';       ///< what starts one, up to the end of the line; '\n': nothing does
    char continuation = '\n';  ///< what joins a line to the next, as its last character
  };

  TextCursor(const Source& source, const char* at, Dialect dialect)
      : source_(&source), at_(at), end_(source.end()), dialect_(dialect) {}

  const char* at() const { return at_; }
  bool at_end() const { return at_ == end_; }
  /// Is there no word left on the line? Stands at the next one, if there is.
  bool line_done();
  /// To the start of the next line.
  void next_line();
  /// To the next word on whatever line; false if there is none.
  bool next_word();

  /// The word that starts after the blanks here; empty at the end of the line.
  std::string_view word();
  bool number(double& value);
  bool integer(std::int64_t& value);
  /// One that may be followed by anything, and has no blanks before it.
  bool digits(std::int64_t& value);
  bool character(char c);
  /// Is this the end of a word?
  bool delimited() const { return ends_word(at_); }

  /// Why there is none here: " must be a number, got ...".
  std::string no_number();
  std::string no_integer();
  [[noreturn]] void fail(const std::string& sentence) const {
    source_->fail_at_line(at_, sentence);
  }

 private:
  void skip_blanks();
  const char* after_continuation(const char* p) const;
  bool ends_word(const char* p) const;

  const Source* source_;
  const char *at_, *end_;
  Dialect dialect_;
};

}  // namespace apart::files
