// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ostream>

#include "files/answer.hpp"

namespace apart::cli {

/// Writes the answer for people to read, one fact on a line.
void print(std::ostream& out, const files::Query& query, const files::Answer& answer);

}  // namespace apart::cli
