// SPDX-License-Identifier: BSD-3-Clause

// Quinlan's sphere tree: it covers the mesh, its search agrees with the default one and with brute
// force, and it behaves as in the paper.
#include <gtest/gtest.h>

#include <apart/compound.hpp>
#include <apart/shape.hpp>
#include <cmath>
#include <map>
#include <numbers>

#include "samples/chess.hpp"
#include "support/answer.hpp"
#include "support/refusal.hpp"
#include "tree/compound_data.hpp"
#include "tree/mesh_data.hpp"
#include "tree/meshes.hpp"

namespace apart {
namespace {

using namespace testing;
using Eigen::Vector3d;
using Vector3l = Eigen::Matrix<long double, 3, 1>;

constexpr unsigned seed = 1994;
constexpr double errors[] = {0, 1e-4, 0.01, 0.2, 0.5, 1};

Mesh with_spheres(const Surface& surface, double leaf_radius = 0) {
  return surface.mesh({.solid = false, .tree = TreeKind::spheres, .leaf_radius = leaf_radius});
}
Mesh with_boxes(const Surface& surface) { return surface.mesh({.solid = false}); }

bool holds(const Ball& outer, const Ball& inner) {
  const Vector3l d =
      inner.centre.template cast<long double>() - outer.centre.template cast<long double>();
  return d.norm() + inner.radius <= outer.radius;
}

/// Of every node, in order: all leaves below it are inside of it. Returns how many there are.
std::size_t check_nodes(const SphereTree& tree, std::size_t index, std::vector<int> above) {
  const SphereNode& node = tree.nodes[index];
  EXPECT_LT(above.size(), static_cast<std::size_t>(SphereTree::most_levels));
  EXPECT_LE(node.centre.norm() + node.radius, tree.reach * (1 + 1e-15));
  if (node.leaf()) {
    for (const int i : above) EXPECT_TRUE(holds(tree.nodes[i], node)) << i << " " << index;
    return 1;
  }
  above.push_back(static_cast<int>(index));
  return check_nodes(tree, node.child, above) + check_nodes(tree, node.child + 1, above);
}

/// Points of every triangle, corners and edges included, are in a leaf with its polygon's label.
void check_cover(const Mesh& mesh, Random& random, const std::string& what) {
  const SphereTree& tree = mesh.data().sphere_tree;
  std::map<int, std::vector<Ball>> leaves;
  for (const SphereNode& node : tree.nodes) {
    if (node.leaf()) leaves[mesh.polygon(node.label())].push_back(node);
  }
  EXPECT_EQ(check_nodes(tree, 0, {}), tree.leaves()) << what;
  std::exponential_distribution<double> draw(1);
  for (int t = 0; t < static_cast<int>(mesh.triangles().size()); ++t) {
    for (int i = 0; i < 60; ++i) {
      Vector3l p = Vector3l::Zero(), weight;
      for (int k = 0; k < 3; ++k) weight[k] = i < 8 ? (i >> k) & 1 : draw(random);
      if (weight.sum() == 0) weight.setOnes();
      for (int k = 0; k < 3; ++k) {
        const Vector3d& v = mesh.vertices()[mesh.triangles()[t][k]];
        p += weight[k] / weight.sum() * v.cast<long double>();
      }
      p = (p - tree.centre.cast<long double>()) / static_cast<long double>(tree.unit);
      bool inside = false;
      for (const Ball& ball : leaves[mesh.polygon(t)]) {
        inside |= (p - ball.centre.cast<long double>()).norm() <=
                  ball.radius + 4e-19L;  // what was lost in this test itself
      }
      EXPECT_TRUE(inside) << what << ", triangle " << t << ", point " << i;
    }
  }
}

TEST(SphereTree, CoversTheMesh) {
  Random random(seed);
  for (int i = 0; i < 12; ++i) {
    const double radius = i % 3 == 0 ? 0 : i % 3 == 1 ? 0.05 : 0.4;
    const std::string what = "case " + std::to_string(i);
    check_cover(with_spheres(soup(20, 0.3, random), radius), random, "soup, " + what);
    check_cover(with_spheres(degenerate_soup(25, random), radius), random, "degenerate, " + what);
    check_cover(with_spheres(bumpy_sphere(4, random), radius), random, "bumpy sphere, " + what);
    check_cover(with_spheres(sheet(3).moved({1e6, -1e3, 7}), radius), random, "sheet, " + what);
    check_cover(with_spheres(soup(5, 1, random).scaled(1e-9), radius * 1e-9), random, "small");
  }
}

TEST(SphereTree, CoversAPolygonAsAWhole) {
  // An octagon, whose leaves are fewer than those of its six triangles; and one that is not flat.
  for (const double bend : {0.0, 1e-3, 0.5}) {
    std::vector<Vector3d> vertices;
    std::vector<int> octagon;
    for (int i = 0; i < 8; ++i) {
      const double angle = std::numbers::pi / 4 * i;
      vertices.push_back({std::cos(angle), std::sin(angle), i % 2 ? bend : 0});
      octagon.push_back(i);
    }
    const std::vector<std::vector<int>> polygons{octagon};
    const Mesh whole =
        Mesh::from_polygons(vertices, polygons, {.tree = TreeKind::spheres, .leaf_radius = 0.1});
    std::vector<Mesh::Corners> triangles(whole.triangles().begin(), whole.triangles().end());
    const Mesh parts = with_spheres({vertices, triangles}, 0.1);
    Random random(seed);
    check_cover(whole, random, "octagon");
    if (bend < 0.1) {
      EXPECT_LT(whole.data().sphere_tree.leaves(), parts.data().sphere_tree.leaves());
    }
    SearchCounts counts;
    const Pose pose(Vector3d(0.3, 0.2, 1.5));
    const Distance d = distance(whole, Pose(), whole, pose, {.counts = &counts});
    EXPECT_EQ(counts.triangle_pairs, 1);
    EXPECT_TRUE(support::meet(d, distance(with_boxes({vertices, triangles}), Pose(),
                                          with_boxes({vertices, triangles}), pose)));
  }
}

TEST(SphereTree, RefusesAbsurdLeaves) {
  const Surface s = sheet(2);
  const auto refused = [&](double radius) {
    return support::refusal([&] { with_spheres(s, radius); });
  };
  EXPECT_NE(refused(1e-7).find("choose a larger one"), std::string::npos) << refused(1e-7);
  EXPECT_NE(refused(1e-300).find("choose a larger one"), std::string::npos);
  EXPECT_NE(refused(-1).find("leaf_radius must be finite"), std::string::npos);
  EXPECT_NE(refused(std::nan("")).find("leaf_radius must be finite"), std::string::npos);
  EXPECT_NE(refused(std::numeric_limits<double>::infinity()).find("finite"), std::string::npos);
  EXPECT_EQ(refused(1e300), support::not_refused);  // one to each triangle
  EXPECT_EQ(with_spheres(s, 1e300).data().sphere_tree.leaves(), s.triangles.size());
}

TEST(SphereTree, IsNotDeepWhereMeansCutUnevenly) {
  // Triangles each a fraction of the one before: a mean takes off few of them at a time.
  Surface s;
  double size = 1;
  for (int i = 0; i < 400; ++i, size *= 0.2) {
    const int first = static_cast<int>(s.vertices.size());
    for (const Vector3d& corner : {Vector3d(1, 0, 0), Vector3d(1.1, 0, 0), Vector3d(1, 0.1, 0)}) {
      s.vertices.push_back(size * corner);
    }
    s.triangles.push_back({first, first + 1, first + 2});
  }
  s.vertices.push_back({-1.1, 0, 0});  // so that the centre is at zero, and nothing is lost
  const int last = static_cast<int>(s.vertices.size()) - 1;
  s.triangles.push_back({last, last, last});
  const Mesh mesh = with_spheres(s);
  EXPECT_EQ(check_nodes(mesh.data().sphere_tree, 0, {}), mesh.data().sphere_tree.leaves());
  for (const double z : {0.0, 1.0}) {
    EXPECT_TRUE(support::holds(distance(mesh, Pose(), mesh, Pose(Vector3d(0, 0, z))), z));
  }
}

/// For all relative errors: the interval holds the truth and is as narrow as asked.
void compare(const Surface& a, const Pose& pose_a, const Surface& b, const Pose& pose_b,
             double scale, double leaf_radius, const std::string& what) {
  const Mesh sa = with_spheres(a, leaf_radius), sb = with_spheres(b, leaf_radius);
  const Mesh ba = with_boxes(a), bb = with_boxes(b);
  const Distance truth = brute_force(ba, pose_a, bb, pose_b);
  for (const double e : errors) {
    const Options options{.relative_error = e};
    const Distance d = distance(sa, pose_a, sb, pose_b, options);
    EXPECT_TRUE(support::meet(d, truth)) << what << ", relative error " << e;
    EXPECT_TRUE(support::meet(d, distance(ba, pose_a, bb, pose_b, options))) << what << e;
    EXPECT_LE(d.upper - d.lower, std::max(e * d.upper, 64 * support::u * scale)) << what << e;
    EXPECT_NE(d.status, Status::not_converged) << what << e;
    EXPECT_TRUE(support::meet(distance(sa, pose_a, bb, pose_b, options), truth)) << what << e;
    EXPECT_TRUE(support::meet(distance(ba, pose_a, sb, pose_b, options), truth)) << what << e;
  }
  EXPECT_EQ(intersects(sa, pose_a, sb, pose_b), !(truth.lower > 0)) << what;
  const double error = 64 * support::u * scale;
  for (const double r : {0.5 * truth.upper, 0.999999 * truth.lower, 1.000001 * truth.upper}) {
    const bool near = within(sa, pose_a, sb, pose_b, r);
    EXPECT_FALSE(near && truth.lower > r + error) << what << ", r = " << r;
    EXPECT_FALSE(!near && truth.upper <= r) << what << ", r = " << r;
    const Distance cut = distance(sa, pose_a, sb, pose_b, {.enough = r});
    EXPECT_TRUE(support::meet(cut, truth)) << what << ", enough = " << r;
  }
}

TEST(SphereTree, AgreesWithBruteForce) {
  Random random(seed);
  for (int i = 0; i < 30; ++i) {
    const double far = 12.0 * i / 30, radius = i % 2 ? 0 : 0.05 + 0.02 * i;
    const std::string what = "case " + std::to_string(i);
    compare(soup(1 + i, 0.3, random), random_pose(random, 1), soup(30 - i, 0.1, random),
            random_pose(random, far), 20 + far, radius, "soups, " + what);
    compare(degenerate_soup(15, random), Pose(), degenerate_soup(20, random),
            random_pose(random, 0.4 * i), 30, radius, "degenerate soups, " + what);
  }
  for (int i = 0; i < 8; ++i) {
    compare(bumpy_sphere(5, random), random_pose(random, 0), bumpy_sphere(6, random),
            random_pose(random, 0.5 * i), 10, 0, "bumpy spheres " + std::to_string(i));
  }
  for (const double far : {1e3, 1e6, 1e13, 1e17, 1e100}) {
    compare(bumpy_sphere(4, random), Pose(), soup(20, 1, random), random_pose(random, far), 3 * far,
            0, "far " + std::to_string(far));
  }
  for (const double z : {0.0, 1e-12, 1e-6, 0.5}) {
    for (const double x : {0.0, 0.85, 0.85 + 1e-9, 3.0}) {
      compare(sheet(4), Pose(), sheet(3, 0.7), Pose(Vector3d(x, 0.1, z)), 5, 0, "sheets");
    }
  }
}

TEST(SphereTree, PosesThatAreNotQuiteRigid) {
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    Pose pose_a = random_pose(random, 0), pose_b = random_pose(random, 0.6 * i);
    pose_a.rotation *= 1 + 2e-7;
    pose_b.rotation.col(i % 3) *= 1 - 3e-7;
    compare(bumpy_sphere(4, random), pose_a, soup(20, 0.5, random), pose_b, 10, 0,
            "case " + std::to_string(i));
  }
}

TEST(SphereTree, SolidsRoundedOnesAndMargins) {
  const MeshOptions spheres{.tree = TreeKind::spheres};
  const Mesh large = cube(4).mesh(spheres), small = cube(1).mesh(spheres);
  EXPECT_EQ(distance(large, Pose(), small, Pose()).status, Status::overlapping);
  EXPECT_EQ(distance(small, Pose(), large, Pose()).status, Status::overlapping);
  const Pose away(Vector3d(5, 0, 0));  // 2.5 apart
  EXPECT_TRUE(support::holds(distance(large, Pose(), small, away), 2.5L));
  EXPECT_TRUE(
      support::holds(distance(Rounded(large, 0.25), Pose(), Rounded(small, 0.5), away), 1.75L));
  EXPECT_TRUE(support::holds(distance(large, Pose(), small, away, {.margin = 0.125}), 2.25L));
  for (const double e : errors) {
    const Distance d = distance(Rounded(large, 0.25), Pose(), Rounded(small, 0.5), away,
                                {.relative_error = e, .margin = 0.125});
    EXPECT_TRUE(support::holds(d, 1.5L));
    EXPECT_LE(d.upper - d.lower, std::max(e * d.upper, 64 * support::u * 15));
  }
}

TEST(SphereTree, ScalesBitForBit) {
  Random random(seed);
  for (int i = 0; i < 6; ++i) {
    const Surface a = bumpy_sphere(5, random), b = degenerate_soup(30, random);
    Pose pose_a = random_pose(random, 1), pose_b = random_pose(random, 1.0 * i);
    const double radius = i % 2 ? 0 : 0.07;
    for (const double e : {0.0, 0.2}) {
      SearchCounts once;
      const Options options{.relative_error = e, .counts = &once};
      const Distance d =
          distance(with_spheres(a, radius), pose_a, with_spheres(b, radius), pose_b, options);
      for (const double f : {0x1p-330, 0x1p-7, 0x1p40, 0x1p330}) {
        SearchCounts again;
        const Distance scaled = distance(
            with_spheres(a.scaled(f), radius * f), Pose(pose_a.rotation, f * pose_a.translation),
            with_spheres(b.scaled(f), radius * f), Pose(pose_b.rotation, f * pose_b.translation),
            {.relative_error = e, .counts = &again});
        EXPECT_TRUE(support::same_bits(d, scaled, f)) << i << ", scale " << f;
        EXPECT_EQ(once.node_pairs, again.node_pairs);
        EXPECT_EQ(once.triangle_pairs, again.triangle_pairs);
      }
    }
  }
}

TEST(SphereTree, SeveralBodiesAreOneTree) {
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    std::vector<Part> spheres, boxes;
    for (int k = 0; k <= 2 * i; ++k) {  // more than the search keeps at hand
      const Surface s = k % 2 ? bumpy_sphere(3, random) : soup(10, 0.3, random);
      const Pose pose = random_pose(random, 3);
      spheres.push_back({with_spheres(s), pose});
      boxes.push_back({with_boxes(s), pose});
    }
    spheres.push_back({Rounded(spheres[0].shape, 0.25), random_pose(random, 4)});
    boxes.push_back({Rounded(boxes[0].shape, 0.25), spheres.back().pose});
    const Compound a(spheres), a_boxes(boxes);
    ASSERT_FALSE(a.data().sphere_tree.empty());
    const Surface one = bumpy_sphere(5, random);
    const Pose pose_a = random_pose(random, 1), pose_b = random_pose(random, 1.5 * i);
    const Distance truth = brute_force(a_boxes, pose_a, with_boxes(one), pose_b);
    for (const double e : errors) {
      const Options options{.relative_error = e};
      const Distance d = distance(a, pose_a, with_spheres(one), pose_b, options);
      EXPECT_TRUE(support::meet(d, truth)) << i << ", " << e;
      EXPECT_LE(d.upper - d.lower, std::max(e * d.upper, 64 * support::u * 30)) << i << ", " << e;
      EXPECT_TRUE(support::meet(distance(with_spheres(one), pose_b, a, pose_a, options), truth));
      // Two of them; and one that has other parts as well, which is for the default search.
      EXPECT_TRUE(support::meet(distance(a, pose_a, a, pose_b, options),
                                distance(a_boxes, pose_a, a_boxes, pose_b, options)));
      EXPECT_TRUE(support::meet(distance(a, pose_a, with_boxes(one), pose_b, options), truth));
    }
    const Distance d = distance(a, pose_a, with_spheres(one), pose_b);
    EXPECT_GE(d.witness.part_a, 0);
    EXPECT_EQ(d.witness.part_b, -1);
  }
}

/// The paper's experiment: each piece against the union of the five others.
class Board {
 public:
  explicit Board(double leaf_radius) {
    for (const samples::ChessPiece& piece : samples::chess_set()) {
      piece_.push_back(with_spheres({piece.vertices, piece.triangles}, leaf_radius));
    }
  }
  SearchCounts counts(double relative_error, int placements) const {
    Random random(seed);
    SearchCounts counts;
    for (int i = 0; i < placements; ++i) {
      std::uniform_real_distribution<double> side(0, 500);
      std::vector<Pose> pose;
      for (std::size_t k = 0; k < piece_.size(); ++k) {
        pose.push_back(random_pose(random, 0));
        pose.back().translation = {side(random), side(random), side(random)};
      }
      for (std::size_t k = 0; k < piece_.size(); ++k) {
        std::vector<Part> others;
        for (std::size_t j = 0; j < piece_.size(); ++j) {
          if (j != k) others.push_back({piece_[j], pose[j]});
        }
        distance(piece_[k], pose[k], Compound(others), Pose(),
                 {.relative_error = relative_error, .counts = &counts});
      }
    }
    return counts;
  }

 private:
  std::vector<Mesh> piece_;
};

TEST(SphereTree, LooksAtLessTheLargerTheRelativeError) {
  const Board board(2);
  long nodes = std::numeric_limits<long>::max(), triangles = nodes;
  std::map<double, SearchCounts> at;
  for (const double e : {0.0, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.2, 0.5, 1.0}) {
    const SearchCounts c = at[e] = board.counts(e, 6);
    EXPECT_LE(c.node_pairs, nodes) << e;
    EXPECT_LE(c.triangle_pairs, triangles) << e;
    nodes = c.node_pairs;
    triangles = c.triangle_pairs;
  }
  // "Approximately two orders of magnitude", on average over many more placements than these: see
  // experiments/quinlan.
  EXPECT_GT(at[1e-4].node_pairs, 30 * at[0.2].node_pairs);
  EXPECT_GT(at[1e-4].triangle_pairs, 50 * at[0.2].triangle_pairs);
}

TEST(SphereTree, NodesGrowLikeTheLogarithmOfTheLeaves) {
  const long coarse = Board(8).counts(0.2, 6).node_pairs;
  const long fine = Board(1).counts(0.2, 6).node_pairs;  // seven times the leaves
  EXPECT_LT(fine, 2 * coarse);
}

}  // namespace
}  // namespace apart
