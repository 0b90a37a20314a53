// SPDX-License-Identifier: BSD-3-Clause
#include "board.hpp"

#include <cmath>
#include <ctime>
#include <numbers>

#include "samples/chess.hpp"
#include "tree/mesh_data.hpp"

namespace quinlan {

using namespace apart;

namespace {

/// Our own, so that places are the same with every standard library.
class Random {
 public:
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  /// All orientations are as likely (Shoemake).
  Pose pose() {
    const double u = unit(), v = 2 * std::numbers::pi * unit(), w = 2 * std::numbers::pi * unit();
    const Eigen::Quaterniond q(std::sqrt(u) * std::cos(w), std::sqrt(1 - u) * std::sin(v),
                               std::sqrt(1 - u) * std::cos(v), std::sqrt(u) * std::sin(w));
    const double x = unit(), y = unit(), z = unit();
    return {q, 500 * Eigen::Vector3d(x, y, z)};
  }

 private:
  std::mt19937_64 engine_{1994};
};

}  // namespace

void Board::play(int placements, double relative_error, const See& see) const {
  Random random;
  for (int i = 0; i < placements; ++i) {
    std::vector<Pose> pose;
    for (std::size_t k = 0; k < piece_.size(); ++k) pose.push_back(random.pose());
    for (std::size_t k = 0; k < piece_.size(); ++k) {
      std::vector<Part> others;
      for (std::size_t j = 0; j < piece_.size(); ++j) {
        if (j != k) others.push_back({piece_[j], pose[j]});
      }
      const Compound rest(others);
      Effort effort;
      effort.queries = 1;
      const std::clock_t start = std::clock();
      const Distance d = distance(piece_[k], pose[k], rest, Pose(),
                                  {.relative_error = relative_error, .counts = &effort.counts});
      effort.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      see(d, effort);
    }
  }
}

Effort Board::play(int placements, double relative_error) const {
  Effort sum;
  play(placements, relative_error, [&](const Distance&, const Effort& effort) {
    sum.queries += effort.queries;
    sum.counts.node_pairs += effort.counts.node_pairs;
    sum.counts.triangle_pairs += effort.counts.triangle_pairs;
    sum.counts.exact_pairs += effort.counts.exact_pairs;
    sum.seconds += effort.seconds;
  });
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

}  // namespace quinlan
