// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>

namespace apart {

/// Thrown for input that has no meaning: the sentence says what is wrong, where, and which value.
/// Valid input never throws, however degenerate it is.
class InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace apart
