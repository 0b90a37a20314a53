// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace apart {

namespace detail {
struct MeshData;
}

/// Which tree leads a search to the near triangles of a mesh.
enum class TreeKind {
  boxes,    ///< oriented boxes cut off by balls, four to a node: the quickest that was measured
  spheres,  ///< Quinlan's sphere tree, built and searched as in his paper
};

struct MeshOptions {
  /// Is what the surface encloses part of the mesh? Unset: yes if the surface is closed, that is,
  /// if every edge belongs to two triangles once vertices in the same place are one.
  std::optional<bool> solid = std::nullopt;
  TreeKind tree = TreeKind::boxes;
  /// Of a sphere tree: the radius of the spheres that cover the triangles. 0: a fiftieth of the
  /// mesh's height, as in the paper.
  double leaf_radius = 0;
  /// Called now and then with the part of the work that is done, 0 to 1, if there is enough of it;
  /// from the calling thread.
  std::function<void(double)> progress = nullptr;
  /// Threads to build the tree with. 0: as many as oneTBB grants.
  int threads = 0;
};

/// A set of triangles, of whatever kind: a closed surface, an open one, a soup; flat and pointlike
/// triangles count, too. Immutable but for update(); copies share their data and their tree.
class Mesh {
 public:
  using Corners = std::array<int, 3>;  ///< indices of vertices, counter-clockwise from outside

  /// Throws InvalidInput, naming the element, if there is no triangle, if an index is out of range,
  /// or if a vertex in use is not finite or has a coordinate above 2^500.
  static Mesh from_triangles(std::span<const Eigen::Vector3d> vertices,
                             std::span<const Corners> triangles, const MeshOptions& options = {});
  /// Polygons, which ought to be flat and convex, become fans of triangles around their first
  /// corners. Throws InvalidInput for less than three corners, too.
  static Mesh from_polygons(std::span<const Eigen::Vector3d> vertices,
                            std::span<const std::vector<int>> polygons,
                            const MeshOptions& options = {});

  std::span<const Eigen::Vector3d> vertices() const;
  std::span<const Corners> triangles() const;
  /// Which of the given polygons a triangle is part of; itself, if triangles were given.
  int polygon(int triangle) const;

  bool closed() const;     ///< every edge belongs to two triangles, vertices in one place being one
  bool solid() const;      ///< what is inside belongs to the mesh
  int components() const;  ///< parts of the surface that no edge or vertex joins
  TreeKind tree() const;
  std::size_t bytes() const;  ///< of memory held, geometry and tree

  /// The same triangles with their vertices moved: the tree keeps its structure and is fitted anew,
  /// in less time than it takes to build one; the farther they move, the slower the queries. A mesh
  /// that is no longer closed is no longer solid. Copies made before keep the old vertices. Throws
  /// InvalidInput for another number of vertices, and as from_triangles() does.
  void update(std::span<const Eigen::Vector3d> vertices);

  const detail::MeshData& data() const { return *data_; }
  explicit Mesh(std::shared_ptr<const detail::MeshData> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const detail::MeshData> data_;
};

}  // namespace apart
