// SPDX-License-Identifier: BSD-3-Clause
#include "quinlan/board.hpp"

#include "clock.hpp"
#include "random.hpp"
#include "samples/chess.hpp"
#include "tree/mesh_data.hpp"

namespace apart::experiments {

void Board::play(int placements, double relative_error, const See& see) const {
  Random random(1994);
  for (int i = 0; i < placements; ++i) {
    std::vector<Pose> pose;
    for (std::size_t k = 0; k < piece_.size(); ++k) {
      const Eigen::Quaterniond orientation = random.orientation();
      pose.emplace_back(orientation, random.in_cube(0, 500));
    }
    for (std::size_t k = 0; k < piece_.size(); ++k) {
      std::vector<Part> others;
      for (std::size_t j = 0; j < piece_.size(); ++j) {
        if (j != k) others.push_back({piece_[j], pose[j]});
      }
      const Compound rest(others);
      Effort effort;
      effort.queries = 1;
      const double start = thread_seconds();
      const Distance d = distance(piece_[k], pose[k], rest, Pose(),
                                  {.relative_error = relative_error, .counts = &effort.counts});
      effort.seconds = thread_seconds() - start;
      see(d, effort);
    }
  }
}

Effort Board::play(int placements, double relative_error) const {
  Effort sum;
  play(placements, relative_error, [&](const Distance&, const Effort& effort) { sum += effort; });
  return sum;
}

std::vector<Mesh> chess_meshes(TreeKind kind, double leaf_radius) {
  std::vector<Mesh> meshes;
  for (const samples::ChessPiece& piece : samples::chess_set()) {
    // Surfaces, as in the paper, which does not tell what is inside of another.
    meshes.push_back(Mesh::from_triangles(
        piece.vertices, piece.triangles,
        {.solid = false, .tree = kind, .leaf_radius = leaf_radius, .threads = 1}));
  }
  return meshes;
}

std::vector<Shape> leaf_spheres(const std::vector<Mesh>& pieces, double leaf_radius) {
  std::vector<Shape> shapes;
  for (const Mesh& mesh : pieces) {
    // A triangle that is a point for each of the centres, then all of them rounded: the leaves of
    // that mesh's tree, as small as they may be, are leaves of this one's.
    std::vector<Eigen::Vector3d> centres;
    std::vector<Mesh::Corners> points;
    const SphereTree& tree = mesh.data().sphere_tree;
    for (const SphereNode& node : tree.nodes) {
      if (!node.leaf()) continue;
      const int i = static_cast<int>(centres.size());
      centres.push_back(tree.centre + tree.unit * node.centre);
      points.push_back({i, i, i});
    }
    const Mesh cloud = Mesh::from_triangles(
        centres, points,
        {.solid = false, .tree = TreeKind::spheres, .leaf_radius = 1e-6 * leaf_radius});
    shapes.push_back(Rounded(cloud, leaf_radius));
  }
  return shapes;
}

std::size_t leaves(const Mesh& mesh) { return mesh.data().sphere_tree.leaves(); }

}  // namespace apart::experiments
