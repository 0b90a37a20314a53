// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace apart::files {

/// The contents of a file, and how to complain about them. Every sentence starts with the name.
struct Source {
  std::string name;
  std::string_view bytes;
  std::function<void(double)> progress = nullptr;

  const char* begin() const { return bytes.data(); }
  const char* end() const { return bytes.data() + bytes.size(); }

  [[noreturn]] void fail(const std::string& sentence) const;
  /// "cow.obj: line 12: ..."; the line is counted only now.
  [[noreturn]] void fail_at_line(const char* at, const std::string& sentence) const;
  /// "cow.stl: byte 134: ...", counted from 0.
  [[noreturn]] void fail_at_byte(const char* at, const std::string& sentence) const;
};

/// Tells the source's listener how far a reader has come, every few megabytes.
class Ticker {
 public:
  explicit Ticker(const Source& source) : source_(source), next_(source.begin()) {}
  void tick(const char* at) {
    if (at >= next_) report(at);
  }

 private:
  void report(const char* at);

  const Source& source_;
  const char* next_;
};

/// In quotes, shortened.
std::string in_quotes(std::string_view text);

/// "1 vertex", "8 vertices".
std::string counted(unsigned long long n, const char* one, const char* many);

}  // namespace apart::files
