// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/error.hpp>
#include <string>

namespace support {

inline constexpr char not_refused[] = "not refused";

/// The sentence with which the call is refused, or `not_refused`.
template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const apart::InvalidInput& error) {
    return error.what();
  }
  return not_refused;
}

}  // namespace support
