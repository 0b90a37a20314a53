// SPDX-License-Identifier: BSD-3-Clause

// Hill climbing proposes what the full scan would find, from any start.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <vector>

#include "convex/core.hpp"
#include "support/random.hpp"

namespace {

using apart::Core;
using apart::Support;
using Eigen::Vector3d;
using support::Random;

constexpr double u = 0x1p-53;

/// A climb stops where no neighbour is farther by what can be told: 6 u r at each vertex.
void expect_same_height(const Core& core, const Vector3d& d, int hint) {
  const Support top = core.farthest(d), found = core.climb(d, hint);
  const double error = 12 * u * d.norm() * core.radius;
  EXPECT_NEAR(found.point.dot(d), top.point.dot(d), error) << "from vertex " << hint;
  EXPECT_GE(top.point.dot(d), found.point.dot(d) - error);
  EXPECT_EQ(found.point, core.vertex(found.id));
}

TEST(Climb, ReachesTheFarthestOnRandomHulls) {
  for (const int count : {33, 100, 1000}) {
    for (int i = 0; i < 10; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", " + std::to_string(count) + " points");
      Random random = support::random_case(i);
      const auto polytope = apart::Polytope::hull(support::on_sphere(random, count));
      const Core core = apart::make_core(polytope);
      ASSERT_EQ(core.count, count) << "a scan below 33, so nothing would be tested";
      for (int j = 0; j < 100; ++j) {
        expect_same_height(core, support::direction(random), random.integer(0, count - 1));
      }
      if (HasFailure()) return;
    }
  }
}

TEST(Climb, ReachesTheFarthestOfEveryVertexDirection) {
  Random random = support::random_case(0);
  const auto polytope = apart::Polytope::hull(support::on_sphere(random, 200));
  const Core core = apart::make_core(polytope);
  for (int i = 0; i < core.count; ++i) {
    EXPECT_EQ(core.climb(core.vertex(i), 0).id, i);
    expect_same_height(core, core.vertex(i), core.count - 1);
  }
}

/// Where a face is farthest, or an edge, any of its vertices will do.
TEST(Climb, ReachesFacesAndEdges) {
  const auto polytope = apart::Polytope::hull(support::drum(500, 0.5));
  const Core core = apart::make_core(polytope);
  Random random = support::random_case(0);
  for (const Vector3d& d : {Vector3d(0, 0, 1), Vector3d(0, 0, -1), Vector3d(1, 0, 0)}) {
    for (int j = 0; j < 50; ++j) expect_same_height(core, d, random.integer(0, core.count - 1));
  }
}

TEST(Climb, WorksOnFlatSets) {
  Random random = support::random_case(0);
  std::vector<Vector3d> points;
  const Eigen::Matrix3d r = support::rotation(random);
  for (const auto& x : support::drum(100, 0)) points.push_back(r * x);
  const auto polytope = apart::Polytope::hull(points);
  const Core core = apart::make_core(polytope);
  ASSERT_GT(core.count, 32);
  for (int j = 0; j < 200; ++j) {
    expect_same_height(core, support::direction(random), random.integer(0, core.count - 1));
  }
}

TEST(Climb, TakesAnyHint) {
  Random random = support::random_case(0);
  const auto polytope = apart::Polytope::hull(support::on_sphere(random, 100));
  const Core core = apart::make_core(polytope);
  for (const int hint : {-1, 100, 1 << 30, -(1 << 30)}) {
    expect_same_height(core, support::direction(random), hint);
  }
}

TEST(Climb, IsAScanForFewVerticesAndOtherShapes) {
  Random random = support::random_case(0);
  const auto polytope = apart::Polytope::hull(support::on_sphere(random, 20));
  const apart::Box box(1, 2, 3);
  const apart::Triangle triangle({1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  for (const Core& core :
       {apart::make_core(polytope), apart::make_core(box), apart::make_core(triangle)}) {
    for (int j = 0; j < 50; ++j) {
      const Vector3d d = support::direction(random);
      EXPECT_EQ(core.climb(d, 0).id, core.farthest(d).id);
    }
  }
}

}  // namespace
