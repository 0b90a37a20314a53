// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "section.hpp"

namespace apart::experiments {

/// Writes the sections as report.md and report.html, the latter with its plots inside, and
/// for each figure an SVG and the CSV behind it. Returns what it wrote. The folder is made if
/// need be; throws InvalidInput if something cannot be written.
std::vector<std::filesystem::path> write_report(const std::vector<Section>& sections,
                                                const std::string& conditions,
                                                const std::filesystem::path& folder);

}  // namespace apart::experiments
