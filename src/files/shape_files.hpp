// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/mesh_file.hpp>
#include <apart/polytope.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace apart::files {

/// What the shapes of query lines are read with: how hulls are built, and mesh files. A mesh is
/// kept, tree and all, as the next line will name it again; it is read anew when the file has
/// changed.
class ShapeFiles {
 public:
  /// Tells which file is being read, and how much of it has been.
  using Progress = std::function<void(const std::string& file, double part)>;

  /// File names are relative to the directory; to that of the process, if it is empty.
  ShapeFiles(std::filesystem::path directory, Progress progress = nullptr)
      : directory_(std::move(directory)), progress_(std::move(progress)) {}

  /// Of every polytope that is read next.
  HullOptions hull_options;

  Mesh mesh(const std::string& name, std::optional<bool> solid, double scale);
  /// The vertices in a file.
  std::vector<Eigen::Vector3d> points(const std::string& name) const;

 private:
  using Key = std::tuple<std::string, std::optional<bool>, double>;
  struct Kept {
    std::filesystem::file_time_type written;
    std::uintmax_t size;
    Mesh mesh;
  };
  static constexpr std::size_t most_kept = 1000;

  std::filesystem::path path_of(const std::string& name) const;
  LoadOptions options(const std::string& name) const;

  std::filesystem::path directory_;
  Progress progress_;
  std::map<Key, Kept> kept_;
};

}  // namespace apart::files
