// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/mesh_file.hpp>
#include <string>

#include "files/mesh/source.hpp"

namespace apart::files {

// A mesh with its tree, as it is in memory: quick to load, and good for the version of the library
// and the kind of machine that wrote it.

bool is_archive(std::string_view bytes);
std::string archive_bytes(const Mesh& mesh);
Mesh read_archive(const Source& source);

}  // namespace apart::files
