// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "files/shortened.hpp"

namespace apart::files {

/// Objects keep the order of their fields, so that answers read as documented and ids come back as
/// they were given.
using Json = nlohmann::ordered_json;

/// Deepest nesting of objects and arrays that is read: enough for any shape, too little to exhaust
/// the stack of code that walks the value recursively.
inline constexpr std::size_t max_depth = 64;

/// A JSON text as it was read.
struct JsonText {
  /// The whole value; of a faulty text, the outermost fields that were complete before the fault.
  Json value;
  /// What is wrong, where; empty if nothing is.
  std::string error;
};

/// Reads one JSON value, strictly: no NaN, no number beyond a double, no field given twice, nothing
/// after the value.
JsonText parse_json(std::string_view text);

/// The value on one line. Doubles are written so that they read back as the same double.
std::string to_text(const Json& value);

/// Extends a path such as "a.vertices" by a field or by an index.
void append_field(std::string& path, std::string_view name);
void append_index(std::string& path, std::size_t index);

/// "path: sentence", or the sentence alone where the path is empty.
std::string complaint(const std::string& path, const std::string& sentence);

}  // namespace apart::files
