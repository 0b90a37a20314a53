// SPDX-License-Identifier: BSD-3-Clause
#include "files/mesh/source.hpp"

#include <algorithm>
#include <apart/error.hpp>
#include <cstddef>

#include "files/shortened.hpp"

namespace apart::files {

void Source::fail(const std::string& sentence) const { throw InvalidInput(name + ": " + sentence); }

void Source::fail_at_line(const char* at, const std::string& sentence) const {
  fail("line " + std::to_string(std::count(begin(), at, '\n') + 1) + ": " + sentence);
}

void Source::fail_at_byte(const char* at, const std::string& sentence) const {
  fail("byte " + std::to_string(at - begin()) + ": " + sentence);
}

void Ticker::report(const char* at) {
  constexpr std::ptrdiff_t step = 4 << 20;
  next_ = at + std::min<std::ptrdiff_t>(step, source_.end() - at) + 1;
  if (!source_.progress || source_.bytes.empty()) return;
  source_.progress(static_cast<double>(at - source_.begin()) /
                   static_cast<double>(source_.bytes.size()));
}

std::string in_quotes(std::string_view text) { return '"' + shortened(text) + '"'; }

std::string counted(unsigned long long n, const char* one, const char* many) {
  return std::to_string(n) + ' ' + (n == 1 ? one : many);
}

}  // namespace apart::files
