// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/mesh_file.hpp>
#include <string>

#include "files/mesh/source.hpp"

namespace apart::files {

enum class Format { obj, stl_text, stl_binary, ply, off, scene };

/// What the contents are; the name counts only where they do not tell. Throws InvalidInput if they
/// are nothing that can be read.
Format format_of(const Source& source);

// One reader for each format. All throw InvalidInput; in what they return, every vertex is finite,
// every polygon has three corners or more, and every corner is a vertex.
MeshFile read_obj(const Source& source);
MeshFile read_stl_text(const Source& source);
MeshFile read_stl_binary(const Source& source);
MeshFile read_ply(const Source& source);
MeshFile read_off(const Source& source);

/// By one of the readers above, whichever it takes; nothing if it takes assimp.
MeshFile read(const Source& source, Format format);

/// DAE, glTF and GLB, which may name further files, hence the path.
MeshFile read_scene(const std::filesystem::path& file);

/// Makes one of vertices in the same place. For formats that repeat them.
void join_equal_vertices(MeshFile& mesh);

/// "x", "y" or "z".
inline const char* axis_name(int k) {
  constexpr const char* names[] = {"x", "y", "z"};
  return names[k];
}

}  // namespace apart::files
