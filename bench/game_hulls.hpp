// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "hull.hpp"

namespace bench {

/// Reads point clouds, little endian: a 32-bit count, then as many x, y, z as floats, and so on to
/// the end of the file. Their hulls; those that are flat are left out. Throws std::runtime_error if
/// the file cannot be read.
std::vector<Hull> read_hulls(const std::string& file);

}  // namespace bench
