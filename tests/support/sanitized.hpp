// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace support {

/// Sanitizers make everything ten times slower: fewer cases of what is repeated, and only one
/// instruction set there is.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace support
