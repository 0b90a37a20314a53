// SPDX-License-Identifier: BSD-3-Clause
#include <apart/mesh_report.hpp>

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "files/mesh/collinear.hpp"

namespace apart {
namespace {

using Eigen::Vector3d;
using Triangles = std::vector<Mesh::Corners>;

const std::vector<Vector3d> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const Triangles tetrahedron{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

MeshReport report_of(const std::vector<Vector3d>& vertices, const Triangles& triangles) {
  return inspect(Mesh::from_triangles(vertices, triangles));
}

TEST(MeshReport, KnowsATetrahedron) {
  const MeshReport r = report_of(corners, tetrahedron);
  EXPECT_EQ(r.vertices, 4);
  EXPECT_EQ(r.triangles, 4);
  EXPECT_EQ(r.edges, 6);
  EXPECT_EQ(r.open_edges + r.non_manifold_edges + r.inconsistent_edges, 0);
  EXPECT_EQ(r.unused_vertices + r.duplicate_vertices, 0);
  EXPECT_EQ(r.flat_triangles + r.duplicate_triangles + r.collapsed_triangles, 0);
  EXPECT_EQ(r.components, 1);
  EXPECT_TRUE(r.closed);
  EXPECT_TRUE(r.solid);
  EXPECT_EQ(r.box_min, Vector3d(0, 0, 0));
  EXPECT_EQ(r.box_max, Vector3d(1, 1, 1));
  EXPECT_DOUBLE_EQ(r.area, 1.5 + std::numbers::sqrt3 / 2);
  EXPECT_NEAR(r.volume.value(), 1 / 6., 1e-16);
}

TEST(MeshReport, TellsInsideOutByTheSignOfTheVolume) {
  Triangles turned = tetrahedron;
  for (auto& t : turned) std::swap(t[0], t[1]);
  EXPECT_NEAR(report_of(corners, turned).volume.value(), -1 / 6., 1e-16);
}

TEST(MeshReport, CountsOpenEdges) {
  const MeshReport r = report_of(corners, {tetrahedron.begin(), tetrahedron.begin() + 3});
  EXPECT_EQ(r.open_edges, 3);
  EXPECT_FALSE(r.closed);
  EXPECT_FALSE(r.volume);
}

TEST(MeshReport, CountsEdgesThatArePassedInOneDirectionOnly) {
  Triangles turned = tetrahedron;
  std::swap(turned[0][0], turned[0][1]);
  const MeshReport r = report_of(corners, turned);
  EXPECT_EQ(r.inconsistent_edges, 3);
  EXPECT_EQ(r.open_edges, 0);
  EXPECT_TRUE(r.closed);
  EXPECT_FALSE(r.volume);
}

TEST(MeshReport, CountsWhatIsThereTwice) {
  std::vector<Vector3d> vertices = corners;
  vertices.push_back({-0., 1, 0});  // as vertex 2
  vertices.push_back({9, 9, 9});    // in no triangle
  Triangles triangles = tetrahedron;
  triangles[2][1] = 4;
  triangles.push_back({1, 3, 2});  // as triangle 2, the other way round
  const MeshReport r = report_of(vertices, triangles);
  EXPECT_EQ(r.duplicate_vertices, 1);
  EXPECT_EQ(r.unused_vertices, 1);
  EXPECT_EQ(r.duplicate_triangles, 1);
  EXPECT_EQ(r.non_manifold_edges, 3);
  EXPECT_EQ(r.box_max, Vector3d(1, 1, 1));
}

TEST(MeshReport, CountsTrianglesWithoutArea) {
  std::vector<Vector3d> vertices = corners;
  vertices.push_back({1, 0, 0});
  vertices.push_back({0.5, 0, 0});
  Triangles triangles = tetrahedron;
  triangles.push_back({1, 4, 2});  // two corners in one place
  triangles.push_back({3, 3, 3});
  triangles.push_back({0, 5, 1});  // on a line
  const MeshReport r = report_of(vertices, triangles);
  EXPECT_EQ(r.collapsed_triangles, 2);
  EXPECT_EQ(r.flat_triangles, 3);
}

TEST(MeshReport, CountsComponents) {
  std::vector<Vector3d> vertices = corners;
  Triangles triangles = tetrahedron;
  for (const auto& p : corners) vertices.push_back(p + Vector3d(5, 0, 0));
  for (const auto& t : tetrahedron) triangles.push_back({t[0] + 4, t[1] + 4, t[2] + 4});
  const MeshReport r = report_of(vertices, triangles);
  EXPECT_EQ(r.components, 2);
  EXPECT_NEAR(r.volume.value(), 1 / 3., 1e-15);
}

TEST(MeshReport, MeasuresFarFromTheOrigin) {
  std::vector<Vector3d> vertices;
  for (const auto& p : corners) vertices.push_back(p + Vector3d(1e6, -1e6, 1e6));
  EXPECT_NEAR(report_of(vertices, tetrahedron).volume.value(), 1 / 6., 1e-15);
}

TEST(Collinear, IsExact) {
  using files::collinear;
  const Vector3d a(0.1, 0.7, -0.3), d(1 / 3., 1e-3, 5);
  EXPECT_TRUE(collinear(a, a, d));
  EXPECT_TRUE(collinear({0, 0, 0}, a, 2 * a));
  EXPECT_TRUE(collinear({0, 0, 0}, -4 * a, 2 * a));
  EXPECT_FALSE(collinear({0, 0, 0}, a, 3 * a));  // whose coordinates are rounded
  EXPECT_TRUE(collinear({1, 1, 1}, {2, 3, 4}, {1e6 + 1, 2e6 + 1, 3e6 + 1}));
  EXPECT_FALSE(collinear({1, 1, 1}, {2, 3, 4}, {1e6 + 1, 2e6 + 1, std::nextafter(3e6 + 1, 0)}));
  for (const double scale : {0x1p-500, 0x1p-1060, 0x1p490}) {
    EXPECT_TRUE(collinear(scale * Vector3d(1, 2, 3), scale * Vector3d(2, 4, 6), Vector3d::Zero()));
    EXPECT_FALSE(collinear(scale * Vector3d(1, 2, 3), scale * Vector3d(2, 4, 7), Vector3d::Zero()));
  }
}

}  // namespace
}  // namespace apart
