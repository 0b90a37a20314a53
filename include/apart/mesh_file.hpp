// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/mesh.hpp>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace apart {

struct LoadOptions {
  MeshOptions mesh = {};
  /// Every coordinate is multiplied by this: 0.001 for a file in millimetres, if you count metres.
  double scale = 1;
  /// Called with the part of the file that has been read, 0 to 1, every few megabytes.
  std::function<void(double)> progress = nullptr;
};

/// The geometry that a file holds. Vertices without polygons are a point cloud.
struct MeshFile {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<int> corners;       ///< of all polygons, one after the other: indices of vertices
  std::vector<std::size_t> ends;  ///< of each polygon: where in `corners` the next one starts

  std::size_t polygons() const { return ends.size(); }
  std::span<const int> polygon(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(corners).subspan(begin, ends[i] - begin);
  }
};

/// Reads an OBJ, STL, PLY or OFF file, text or binary, in double precision; DAE, glTF and GLB, if
/// the library was built with assimp. What a file is, its contents tell, not its name: see
/// docs/files.md. Throws InvalidInput with a sentence that names the file, the line or the byte,
/// and the element that is wrong; nothing is repaired or left out.
MeshFile read_mesh_file(const std::filesystem::path& file, const LoadOptions& options = {});

/// The mesh of a file. Polygons become fans of triangles, as in Mesh::from_polygons.
Mesh load_mesh(const std::filesystem::path& file, const LoadOptions& options = {});

/// Writes a mesh; the name's ending decides about the format. ".apart" holds the tree, too: it
/// loads in a fraction of the time, but only by this version of the library on a machine like this.
/// OBJ and OFF (text) and PLY (binary) read back as the same doubles; STL (binary) holds float
/// only, and three vertices of its own for each triangle. Throws InvalidInput if the file cannot be
/// written, or a coordinate is beyond a float where that is what the format has.
void save_mesh(const std::filesystem::path& file, const Mesh& mesh);

}  // namespace apart
