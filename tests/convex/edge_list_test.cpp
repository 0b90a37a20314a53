// SPDX-License-Identifier: BSD-3-Clause

// Edge lists: every edge in two rings and of two triangles, Euler's formula, the right way round.
#include "convex/edge_list.hpp"

#include <gtest/gtest.h>

#include <apart/polytope.hpp>
#include <set>
#include <vector>

#include "convex/polytope_data.hpp"
#include "support/random.hpp"

namespace {

using apart::Polytope;
using apart::detail::EdgeList;
using apart::detail::Rings;
using Eigen::Vector3d;
using support::Random;
using Points = std::vector<Vector3d>;

/// A closed surface on which all vertices are: returns its volume times six.
double expect_surface(const Rings& rings, const Points& vertices) {
  const int n = static_cast<int>(vertices.size());
  double volume = 0;
  int half_edges = 0;
  std::set<std::set<int>> triangles;
  for (int v = 0; v < n; ++v) {
    const auto ring = rings.ring(v);
    EXPECT_EQ(std::set<int>(ring.begin(), ring.end()).size(), ring.size()) << "vertex " << v;
    half_edges += static_cast<int>(ring.size());
    for (const int w : ring) {
      const int k = rings.find(v, w), twin = rings.find(w, v);
      if (twin < 0) return ADD_FAILURE() << v << "-" << w << " has no twin", 0;
      const int x = rings.after(v, k);
      EXPECT_EQ(rings.before(w, twin), x) << "the two ends disagree on what is beside " << v << w;
      EXPECT_EQ(rings.after(w, twin), rings.before(v, k));
      triangles.insert({v, w, x});
      volume += vertices[v].cross(vertices[w]).dot(vertices[x]) / 3;
    }
  }
  const int faces = half_edges / 3;
  EXPECT_EQ(n - half_edges / 2 + faces, 2) << "Euler";
  if (!rings.flat) {
    EXPECT_EQ(static_cast<int>(triangles.size()), faces);
  }
  return volume;
}

const EdgeList* edges_of(const Polytope& p) { return p.data().edges.get(); }

Points vertices_of(const Polytope& p) {
  Points points;
  for (int i = 0; i < p.size(); ++i) points.push_back(p.vertex(i));
  return points;
}

double expect_surface(const Polytope& p) {
  EXPECT_TRUE(edges_of(p));
  return edges_of(p) ? expect_surface(edges_of(p)->rings(), vertices_of(p)) : 0;
}

TEST(EdgeList, OfRandomHulls) {
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const int n = random.integer(4, 300);
    const Points points = i % 2 ? support::in_cube(random, n) : support::on_sphere(random, n);
    const Polytope p = Polytope::hull(points, {.edge_list = true});
    EXPECT_GT(expect_surface(p), 0) << "inside out";
    EXPECT_TRUE(p.has_edge_list());
    EXPECT_GT(p.edge_list_bytes(), 0u);
    EXPECT_LE(p.edge_list_bytes(), 80u + 28u * p.size()) << "six and one index per vertex";
  }
}

TEST(EdgeList, OfCoplanarFaces) {
  Points lattice;
  for (int i = 0; i < 27; ++i) lattice.emplace_back(i % 3, i / 3 % 3, i / 9);
  EXPECT_GT(expect_surface(Polytope::hull(lattice, {.edge_list = true})), 0);
  EXPECT_GT(expect_surface(Polytope::hull(support::drum(50, 0.5), {.edge_list = true})), 0);
}

TEST(EdgeList, OfFlatHulls) {
  for (const int sides : {3, 4, 5, 17}) {
    const Polytope p = Polytope::hull(support::drum(sides, 0), {.edge_list = true});
    ASSERT_EQ(p.dimension(), 2);
    ASSERT_EQ(p.size(), sides);
    EXPECT_NEAR(expect_surface(p), 0, 1e-15);
    EXPECT_TRUE(edges_of(p)->rings().flat);
  }
  const Polytope segment = Polytope::hull(Points{{0, 0, 0}, {1, 1, 1}, {3, 3, 3}}, {true});
  ASSERT_TRUE(edges_of(segment));
  EXPECT_EQ(edges_of(segment)->rings().ring(0).size(), 1u);
  const Polytope point = Polytope::hull(Points{{1, 2, 3}}, {true});
  ASSERT_TRUE(edges_of(point));
  EXPECT_TRUE(edges_of(point)->rings().ring(0).empty());
}

TEST(EdgeList, OfBoxAndTriangle) {
  Points corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1 ? 1 : -1, i & 2 ? 2 : -2, i & 4 ? 3 : -3);
  EXPECT_EQ(expect_surface(apart::detail::box_rings(), corners), 6 * 48);
  const Points triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  EXPECT_EQ(expect_surface(apart::detail::few_points_rings(3), triangle), 0);
}

TEST(EdgeList, OnlyWhereItIsAskedFor) {
  Random random = support::random_case(0);
  const Polytope p = Polytope::hull(support::on_sphere(random, 50));
  EXPECT_FALSE(p.has_edge_list());
  EXPECT_EQ(p.edge_list_bytes(), 0u);
}

TEST(EdgeList, NoneOfWhatIsNoClosedSurface) {
  const Points points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  using Triangles = std::vector<EdgeList::Triangle>;
  const std::span four(points.data(), 4);
  const Triangles closed{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  ASSERT_TRUE(EdgeList::of(four, closed, false));
  EXPECT_GT(expect_surface(EdgeList::of(four, closed, false)->rings(),
                           {points.begin(), points.begin() + 4}),
            0);
  EXPECT_FALSE(EdgeList::of(points, closed, false)) << "a vertex is left out";
  EXPECT_FALSE(EdgeList::of(four, Triangles(closed.begin(), closed.begin() + 3), false)) << "open";
  Triangles twice = closed;
  twice.push_back({0, 1, 2});
  EXPECT_FALSE(EdgeList::of(four, twice, false)) << "three triangles at an edge";
  EXPECT_FALSE(EdgeList::of(points, {}, false));
}

}  // namespace
