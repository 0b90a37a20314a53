// SPDX-License-Identifier: BSD-3-Clause
#include "files/shape_files.hpp"

#include <apart/error.hpp>
#include <system_error>

namespace apart::files {

namespace fs = std::filesystem;

fs::path ShapeFiles::path_of(const std::string& name) const {
  if (name.empty()) throw InvalidInput("a file name must not be empty");
  if (name.find('\0') != name.npos) throw InvalidInput("a file name must not contain a zero byte");
  return directory_.empty() ? fs::path(name) : directory_ / name;
}

LoadOptions ShapeFiles::options(const std::string& name) const {
  LoadOptions options;
  if (progress_) options.progress = [this, name](double part) { progress_(name, part); };
  return options;
}

Mesh ShapeFiles::mesh(const std::string& name, std::optional<bool> solid, double scale) {
  const fs::path file = path_of(name);
  std::error_code no_time, no_size;
  const auto written = fs::last_write_time(file, no_time);
  const auto size = fs::file_size(file, no_size);
  const Key key{name, solid, scale};
  const auto found = kept_.find(key);
  if (found != kept_.end() && found->second.written == written && found->second.size == size) {
    return found->second.mesh;
  }
  LoadOptions how = options(name);
  how.mesh.solid = solid;
  how.scale = scale;
  Mesh mesh = load_mesh(file, how);
  if (no_time || no_size) return mesh;  // a pipe: nothing tells whether it is the same again
  if (kept_.size() >= most_kept) kept_.clear();
  kept_.insert_or_assign(key, Kept{written, size, mesh});
  return mesh;
}

std::vector<Eigen::Vector3d> ShapeFiles::points(const std::string& name) const {
  MeshFile read = read_mesh_file(path_of(name), options(name));
  if (read.vertices.empty()) throw InvalidInput(name + ": there are no vertices in the file");
  return std::move(read.vertices);
}

}  // namespace apart::files
