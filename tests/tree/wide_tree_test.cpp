// SPDX-License-Identifier: BSD-3-Clause
#include "tree/wide_tree.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cstring>
#include <limits>

#include "tree/mesh_data.hpp"
#include "tree/meshes.hpp"
#include "tree/spheres_data.hpp"

// Volumes hold what they are said to hold: every proof of a search rests on it.

namespace apart {
namespace {

using namespace testing;
using Eigen::Vector3d;
using Real = long double;
using Vec = Eigen::Matrix<Real, 3, 1>;

void expect_inside(const WideNode& node, int slot, const Vector3d& local, double radius) {
  Eigen::Matrix<Real, 3, 3> axes;
  Vec p = local.cast<Real>();
  Vec ball;
  for (int c = 0; c < 3; ++c) {
    p[c] -= node.centre(c)[slot];
    for (int k = 0; k < 3; ++k) axes(c, k) = node.axis(k, c)[slot];
    ball[c] = Real(node.ball[slot]) * node.axis(2, c)[slot];
  }
  const Vec s = axes.inverse() * p;
  for (int k = 0; k < 3; ++k) {
    EXPECT_LE(std::abs(s[k]) + radius / axes.col(k).norm() * (1 - 1e-6), 1 + 1e-15L);
  }
  EXPECT_LE((p - ball).norm() + radius, Real(node.radius[slot]));
}

/// All elements below a slot, each by its corners.
template <class Corners>
void check(const WideTree& tree, const std::vector<Group>& groups, Corners corners) {
  const auto below = [&](const auto& self, std::int32_t child, auto visit) -> void {
    if (child == WideNode::nothing) return;
    if (child < 0) {
      for (int i = 0; i < groups[~child].count(); ++i) visit(groups[~child].element[i]);
      return;
    }
    for (const std::int32_t c : tree.nodes[child].child) self(self, c, visit);
  };
  for (const WideNode& node : tree.nodes) {
    for (int slot = 0; slot < WideNode::width; ++slot) {
      below(below, node.child[slot], [&](int e) { corners(node, slot, e); });
    }
  }
}

void check(const Mesh& mesh) {
  const auto& data = mesh.data();
  check(data.tree, data.groups, [&](const WideNode& node, int slot, int e) {
    for (const int v : data.triangles[e]) {
      expect_inside(node, slot, data.tree.local(data.vertices[v]), 0);
    }
  });
}

TEST(WideTree, VolumesHoldTheirTriangles) {
  Random random(1);
  check(bumpy_sphere(20, random).mesh());
  check(sphere(20).mesh());
  check(sheet(9).mesh());
  check(cube(3, 5).mesh());
  for (int i = 1; i < 40; ++i) {
    check(soup(i, 0.2, random).mesh());
    check(degenerate_soup(i, random).mesh());
    check(degenerate_soup(5, random).scaled(1e-7).moved(random_vector(random)).mesh());
  }
}

TEST(WideTree, VolumesOfManyPartsHoldTheirTriangles) {
  Random random(3);
  Surface s = bumpy_sphere(70, random);  // more than one thread builds at a time
  // One that nothing uses may be anywhere.
  s.vertices.push_back(Vector3d::Constant(std::numeric_limits<double>::quiet_NaN()));
  Mesh mesh = s.mesh({.threads = 1});
  check(mesh);
  const Mesh same = s.mesh({.threads = 3});
  const auto &nodes = mesh.data().tree.nodes, &others = same.data().tree.nodes;
  ASSERT_EQ(nodes.size(), others.size());
  EXPECT_EQ(std::memcmp(nodes.data(), others.data(), nodes.size() * sizeof(WideNode)), 0);
  for (Vector3d& p : s.vertices) p = Vector3d(p.x() + 0.3 * p.z() * p.z(), p.y(), 2 * p.z());
  mesh.update(s.vertices);
  check(mesh);
}

TEST(WideTree, VolumesHoldTrianglesOfAllSizes) {
  Surface s;  // each a fraction of the one before, down to what floats hold no more
  double size = 1;
  for (int i = 0; i < 400; ++i, size *= 0.3) {
    const int first = static_cast<int>(s.vertices.size());
    for (const Vector3d& corner : {Vector3d(1, 0, 0), Vector3d(1.1, 0, 0.1), Vector3d(1, 0.1, 0)}) {
      s.vertices.push_back(size * corner);
    }
    s.triangles.push_back({first, first + 1, first + 2});
  }
  check(s.mesh());
  check(s.moved(Vector3d(0.5, 0.25, 0.125)).mesh());
}

/// Searches have no room for more; what lies apart is not split off one by one.
TEST(WideTree, IsNeverDeep) {
  for (const double ratio : {0.3, 0.9, 0.999, 1.001, 1.1, 3.0}) {
    SCOPED_TRACE(ratio);
    std::vector<Vector3d> centres;
    const int most = std::min(20000, static_cast<int>(300 / std::abs(std::log(ratio))));
    for (int i = 0; i < most; ++i) centres.push_back(Vector3d::Constant(std::pow(ratio, i)));
    for (int i = 0; i < 1000; ++i) centres.push_back(Vector3d::UnitX() * i * centres.back().x());
    const Spheres spheres(centres, 0.0);
    const int levels = spheres.data().tree.levels();
    EXPECT_LE(levels, 2 + std::log(double(centres.size())) / (3 * std::log(8.0 / 7)));
    EXPECT_LE(levels, WideTree::most_levels);
  }
}

TEST(WideTree, VolumesHoldTheirBalls) {
  Random random(2);
  for (int i = 1; i < 60; ++i) {
    std::vector<Vector3d> centres;
    std::vector<double> radii;
    for (int k = 0; k < i; ++k) {
      centres.push_back(random_vector(random));
      radii.push_back(i % 3 ? 0.01 * k : 0);
    }
    const Spheres spheres(centres, radii);
    const auto& data = spheres.data();
    check(data.tree, data.groups, [&](const WideNode& node, int slot, int e) {
      expect_inside(node, slot, data.tree.local(data.centre[e]), data.radius[e] / data.tree.unit);
    });
  }
}

}  // namespace
}  // namespace apart
