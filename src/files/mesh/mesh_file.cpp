// SPDX-License-Identifier: BSD-3-Clause
#include <apart/error.hpp>
#include <apart/mesh_file.hpp>
#include <cerrno>
#include <climits>
#include <cmath>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "files/mesh/archive.hpp"
#include "files/mesh/readers.hpp"
#include "number_text.hpp"
#include "tree/mesh_data.hpp"

namespace apart {
namespace files {
namespace {

namespace fs = std::filesystem;

std::string read_bytes(const fs::path& file) {
  const auto refuse = [&](const std::string& why) {
    throw InvalidInput(file.string() + ": cannot be read: " + why);
  };
  std::error_code error;
  if (fs::is_directory(file, error)) refuse("it is a directory");
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse(errno ? std::generic_category().message(errno) : "it cannot be opened");
  std::string bytes;
  const auto size = fs::file_size(file, error);  // which a pipe has not
  if (!error) bytes.reserve(size + 1);
  constexpr std::size_t chunk = 1 << 20;
  for (std::size_t got = chunk; got == chunk && in;) {
    const std::size_t had = bytes.size();
    bytes.resize(had + chunk);
    in.read(bytes.data() + had, chunk);
    got = static_cast<std::size_t>(in.gcount());
    bytes.resize(had + got);
  }
  if (in.bad()) refuse("reading failed");
  return bytes;
}

/// Text without the mark that some editors put first, and with line ends that are known here.
std::string_view plain_text(std::string& bytes) {
  if (bytes.find('\n') == bytes.npos) {
    for (char& c : bytes) c = c == '\r' ? '\n' : c;
  }
  std::string_view text = bytes;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

void apply_scale(MeshFile& mesh, double scale, const std::string& name) {
  if (scale == 1) return;
  if (!(scale > 0 && std::isfinite(scale))) {
    throw InvalidInput("scale must be positive and finite, got " + text(scale));
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    mesh.vertices[i] *= scale;
    if (mesh.vertices[i].allFinite()) continue;
    throw InvalidInput(name + ": vertex " + std::to_string(i) + " overflows when scaled by " +
                       text(scale));
  }
}

}  // namespace

MeshFile read(const Source& source, Format format) {
  switch (format) {
    case Format::obj:
      return read_obj(source);
    case Format::stl_text:
      return read_stl_text(source);
    case Format::stl_binary:
      return read_stl_binary(source);
    case Format::ply:
      return read_ply(source);
    case Format::off:
      return read_off(source);
    case Format::scene:
      break;
  }
  return {};
}

}  // namespace files

namespace files {
namespace {

MeshFile geometry_of(const Mesh& mesh) {
  MeshFile file;
  file.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  for (const auto& corners : mesh.triangles()) {
    file.corners.insert(file.corners.end(), corners.begin(), corners.end());
    file.ends.push_back(file.corners.size());
  }
  return file;
}

MeshFile parse(std::string& bytes, const fs::path& file, const LoadOptions& options) {
  Source source{file.string(), bytes, options.progress};
  if (bytes.empty()) source.fail("the file is empty");
  if (bytes.starts_with("\xEF\xBB\xBF")) source.bytes.remove_prefix(3);
  MeshFile mesh;
  if (is_archive(bytes)) {
    mesh = geometry_of(read_archive(source));
  } else {
    const Format format = format_of(source);
    const bool text = format == Format::obj || format == Format::off || format == Format::stl_text;
    if (text) source.bytes = plain_text(bytes);
    mesh = format == Format::scene ? read_scene(file) : read(source, format);
  }
  if (mesh.vertices.size() > INT_MAX) source.fail("there are too many vertices");
  apply_scale(mesh, options.scale, source.name);
  if (options.progress) options.progress(1);
  return mesh;
}

Mesh load_archive(const Source& source, const LoadOptions& options) {
  if (options.scale != 1) source.fail("a mesh with its tree cannot be scaled when it is loaded");
  if (options.mesh.tree != TreeKind::boxes) source.fail("it has a tree, which is not of spheres");
  const Mesh mesh = read_archive(source);
  if (options.progress) options.progress(1);
  if (options.mesh.solid.value_or(mesh.solid()) == mesh.solid()) return mesh;
  auto data = std::make_shared<detail::MeshData>(mesh.data());
  data->solid = *options.mesh.solid;
  return Mesh(std::move(data));
}

}  // namespace
}  // namespace files

MeshFile read_mesh_file(const std::filesystem::path& file, const LoadOptions& options) {
  std::string bytes = files::read_bytes(file);
  return files::parse(bytes, file, options);
}

Mesh load_mesh(const std::filesystem::path& file, const LoadOptions& options) {
  std::string bytes = files::read_bytes(file);
  if (files::is_archive(bytes)) {
    return files::load_archive({file.string(), bytes, options.progress}, options);
  }
  const MeshFile read = files::parse(bytes, file, options);
  const std::string name = file.string();
  if (read.polygons() == 0) throw InvalidInput(name + ": there are no faces in the file");
  try {
    if (read.corners.size() == 3 * read.polygons()) {
      std::vector<Mesh::Corners> triangles(read.polygons());
      for (std::size_t i = 0; i < triangles.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) triangles[i][k] = read.corners[3 * i + k];
      }
      return Mesh::from_triangles(read.vertices, triangles, options.mesh);
    }
    std::vector<std::vector<int>> polygons(read.polygons());
    for (std::size_t i = 0; i < polygons.size(); ++i) {
      const auto polygon = read.polygon(i);
      polygons[i].assign(polygon.begin(), polygon.end());
    }
    return Mesh::from_polygons(read.vertices, polygons, options.mesh);
  } catch (const InvalidInput& error) {  // the mesh refuses its numbers, and knows no file
    throw InvalidInput(name + ": " + error.what());
  }
}

}  // namespace apart
