// SPDX-License-Identifier: BSD-3-Clause

// A cell's list has every vertex that is farthest along a direction in it.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <vector>

#include "convex/core.hpp"
#include "convex/polytope_data.hpp"
#include "support/random.hpp"

namespace {

using apart::Core;
using apart::Polytope;
using apart::Support;
using Eigen::Vector3d;
using support::Random;

constexpr double u = 0x1p-53;

double reach(const Core& core, const Vector3d& d) {
  double most = -INFINITY;
  for (int i = 0; i < core.count; ++i) most = std::max(most, core.vertex(i).dot(d));
  return most;
}

/// Nothing is farther than what is found by more than two rounded products tell apart.
void expect_farthest(const Core& core, const Vector3d& d) {
  const Support found = core.farthest(d);
  ASSERT_GE(found.id, 0);
  ASSERT_LT(found.id, core.count);
  EXPECT_EQ(found.point, core.vertex(found.id));
  EXPECT_GE(found.point.dot(d), reach(core, d) - 6 * u * d.norm() * core.radius)
      << "along " << d.transpose();
}

void expect_farthest_everywhere(const Polytope& polytope, Random& random) {
  const Core core = apart::make_core(polytope);
  ASSERT_TRUE(polytope.data().cells) << "a scan, so nothing would be tested";
  for (int j = 0; j < 300; ++j) expect_farthest(core, support::direction(random));
  // On the borders of cells and faces of the cube, and along what vertices and edges are normal to.
  for (int k = 0; k < 27; ++k) {
    const Vector3d d(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
    if (!d.isZero()) expect_farthest(core, d);
  }
  for (int i = 0; i < core.count; i += 1 + core.count / 200) {
    const Vector3d v = core.vertex(i);
    if (v.isZero()) continue;
    expect_farthest(core, v);
    const auto next = polytope.neighbours(i);
    for (const int j : next) {
      const Vector3d n = (core.vertex(j) - v).cross(core.vertex(next[0]) - v);
      if (n.norm() > 1e-6 * core.radius * core.radius) expect_farthest(core, n);
    }
  }
}

TEST(SupportCells, HoldTheFarthestOfRandomHulls) {
  for (const int count : {129, 300, 1000, 5000}) {
    for (int i = 0; i < 3; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", " + std::to_string(count) + " points");
      Random random = support::random_case(i);
      const auto polytope = Polytope::hull(support::on_sphere(random, count));
      ASSERT_EQ(polytope.size(), count);
      expect_farthest_everywhere(polytope, random);
      if (HasFailure()) return;
    }
  }
}

/// A vertex's directions are long and thin there: cells are fewer, lists longer.
TEST(SupportCells, HoldTheFarthestOfDrums) {
  Random random = support::random_case(0);
  for (const double height : {0.5, 1e-6, 0.0}) {
    SCOPED_TRACE(height);
    const Eigen::Matrix3d r = support::rotation(random);
    std::vector<Vector3d> points;
    for (const auto& x : support::drum(500, height)) points.push_back(r * x);
    expect_farthest_everywhere(Polytope::hull(points), random);
    expect_farthest_everywhere(Polytope::hull(support::drum(500, height)), random);
  }
}

TEST(SupportCells, HoldTheFarthestOfLattices) {
  Random random = support::random_case(0);
  std::vector<Vector3d> points;
  for (int i = 0; i < 2000; ++i) {
    const Vector3d p = 40 * support::direction(random);
    points.emplace_back(std::round(p.x()), std::round(p.y()), std::round(p.z()));
  }
  expect_farthest_everywhere(Polytope::hull(points), random);
}

TEST(SupportCells, HoldTheFarthestOfNeedlesAndPlates) {
  Random random = support::random_case(0);
  const auto sphere = support::on_sphere(random, 500);
  for (const double thin : {1e-3, 1e-8}) {
    for (const Vector3d& scale : {Vector3d(1, 1, thin), Vector3d(thin, 1, thin)}) {
      std::vector<Vector3d> points;
      for (const auto& p : sphere) points.push_back(p.cwiseProduct(scale));
      const auto polytope = Polytope::hull(points);
      if (polytope.size() > 128) expect_farthest_everywhere(polytope, random);
    }
  }
}

// 48 bytes per vertex for the lists, and 32 for the coordinates.
TEST(SupportCells, TakeNoMoreMemoryThanIsAffordable) {
  Random random = support::random_case(0);
  for (const int count : {200, 1000, 5000}) {
    const auto round = Polytope::hull(support::on_sphere(random, count));
    EXPECT_LE(round.data().cells->bytes(), 84u * count);
    const auto drum = Polytope::hull(support::drum(count, 0.5));
    EXPECT_LE(drum.data().cells->bytes(), 84u * drum.size());
  }
}

}  // namespace
