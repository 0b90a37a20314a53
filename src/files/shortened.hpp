// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace apart::files {

/// Text as part of a sentence: cut where it is too long to help.
inline std::string shortened(std::string_view given) {
  constexpr std::size_t longest = 40;
  std::string text(given.substr(0, longest + 4));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';  // a NUL would end the sentence
  }
  if (given.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // whole UTF-8
  return text.substr(0, end) + "...";
}

}  // namespace apart::files
