// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "record.hpp"

namespace bench {

/// The records as a page of Markdown: what was reached of the targets, then everybody's times.
/// `conditions` are sentences about machine and versions, `picture` the file of the plot.
std::string page(const std::vector<Record>& records, const std::string& conditions,
                 const std::string& picture);

/// The times of suite distance over the number of vertices, as an SVG.
std::string picture(const std::vector<Record>& records);

}  // namespace bench
