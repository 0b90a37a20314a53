// SPDX-License-Identifier: BSD-3-Clause

// An octant's blocks have every vertex that is farthest, or nearly so, along a direction in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <apart/apart.hpp>
#include <set>
#include <vector>

#include "convex/polytope_data.hpp"
#include "support/random.hpp"

namespace {

using apart::Polytope;
using Eigen::Vector3d;
using support::Random;

/// What a search may take for farthest: the last seven bits of a value are not looked at.
void expect_all_that_may_be_farthest(const Polytope& polytope, const Vector3d& d, bool against) {
  const auto& data = polytope.data();
  const Vector3d along = against ? Vector3d(-d) : d;
  double most = -INFINITY;
  for (int i = 0; i < data.count; ++i) most = std::max(most, data.local(i).dot(along));
  const unsigned signs = unsigned{std::signbit(d.x())} | unsigned{std::signbit(d.y())} << 1 |
                         unsigned{std::signbit(d.z())} << 2;
  const std::uint8_t* list = data.octants->along(against ? 7 - signs : signs);
  std::set<int> listed;
  for (int k = 0; k < data.octants->count(); ++k) {
    for (int i = list[k]; i < list[k] + 4; ++i) listed.insert(i);
  }
  for (int i = 0; i < data.count; ++i) {
    if (data.local(i).dot(along) < most - 0x1p-44 * data.radius * d.norm()) continue;
    EXPECT_TRUE(listed.contains(i))
        << "vertex " << i << (against ? " against " : " along ") << d.transpose();
  }
}

void expect_all_everywhere(const Polytope& polytope, Random& random) {
  ASSERT_TRUE(polytope.data().octants) << polytope.size() << " vertices, none listed";
  std::vector<Vector3d> directions;
  for (int j = 0; j < 300; ++j) directions.push_back(support::direction(random));
  for (int k = 0; k < 27; ++k) directions.emplace_back(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
  directions.emplace_back(-0.0, 1.0, -0.0);
  for (int i = 0; i < polytope.size(); ++i) {
    const Vector3d v = polytope.vertex(i);
    directions.push_back(v);
    for (const int j : polytope.neighbours(i)) {
      const Vector3d e = polytope.vertex(j) - v, f = polytope.vertex(polytope.neighbours(i)[0]) - v;
      directions.push_back(e.cross(f));
      directions.push_back(e.cross(Vector3d::UnitX()));
    }
  }
  for (const Vector3d& d : directions) {
    if (d.isZero(0)) continue;
    const Vector3d unit = d.stableNormalized();
    expect_all_that_may_be_farthest(polytope, unit, false);
    expect_all_that_may_be_farthest(polytope, unit, true);
  }
}

TEST(Octants, ListAllThatMayBeFarthestInRandomHulls) {
  for (const int count : {33, 50, 100, 128}) {
    for (int i = 0; i < 5; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", " + std::to_string(count) + " points");
      Random random = support::random_case(i);
      expect_all_everywhere(Polytope::hull(support::on_sphere(random, count)), random);
      if (HasFailure()) return;
    }
  }
}

TEST(Octants, ListAllThatMayBeFarthestInDrums) {
  Random random = support::random_case(0);
  for (const double height : {0.5, 1e-6, 0.0}) {
    SCOPED_TRACE(height);
    const Eigen::Matrix3d r = support::rotation(random);
    std::vector<Vector3d> points;
    for (const auto& x : support::drum(50, height)) points.push_back(r * x);
    expect_all_everywhere(Polytope::hull(points), random);
    expect_all_everywhere(Polytope::hull(support::drum(50, height)), random);
  }
}

TEST(Octants, ListAllThatMayBeFarthestInLatticesNeedlesAndPlates) {
  Random random = support::random_case(0);
  for (const Vector3d& scale : {Vector3d(6, 6, 6), Vector3d(1, 1, 1e-8), Vector3d(1e-8, 1, 1e-8),
                                Vector3d(1e150, 1e150, 1e150), Vector3d(1, 1e-3, 1e3)}) {
    SCOPED_TRACE(scale.transpose());
    std::vector<Vector3d> points;
    for (const auto& p : support::on_sphere(random, 120)) {
      const Vector3d q = p.cwiseProduct(scale);
      points.push_back(scale.x() == 6 ? Vector3d(q.array().round()) : q);
    }
    const auto polytope = Polytope::hull(points);
    if (polytope.size() > 32) expect_all_everywhere(polytope, random);
  }
}

/// That is what they are for.
TEST(Octants, LeaveOutMostVerticesOfRoundHulls) {
  Random random = support::random_case(0);
  for (int i = 0; i < 10; ++i) {
    const auto polytope = Polytope::hull(support::on_sphere(random, 100));
    EXPECT_LE(polytope.data().octants->count(), 12) << "blocks of 25";
  }
}

/// Whatever the order inside, names are those of the given points.
TEST(Octants, TheOrderKeepsNamesAndNeighbours) {
  Random random = support::random_case(0);
  const auto points = support::on_sphere(random, 100);
  const auto polytope = Polytope::hull(points);
  std::set<int> given;
  for (int i = 0; i < polytope.size(); ++i) {
    EXPECT_EQ(polytope.vertex(i), points[polytope.given_index(i)]);
    given.insert(polytope.given_index(i));
    for (const int j : polytope.neighbours(i)) {
      const auto back = polytope.neighbours(j);
      EXPECT_TRUE(std::find(back.begin(), back.end(), i) != back.end());
    }
  }
  EXPECT_EQ(static_cast<int>(given.size()), polytope.size());
}

}  // namespace
