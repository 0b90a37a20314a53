// SPDX-License-Identifier: BSD-3-Clause
#include "query/polygon.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.hpp"

namespace {

using apart::Polygon;
using Eigen::Vector3d;

constexpr double tolerance = 1e-9;

/// How far x is outside of the polygon: the most that a line keeps it off. The best line is across
/// the way from a corner to x, or along a side.
double outside(const Polygon& p, const Vector3d& x) {
  double most = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vector3d side = p[(i + 1) % p.size()] - p[i];
    for (Vector3d d :
         {Vector3d(x - p[i]), Vector3d(side.y(), -side.x(), 0), Vector3d(-side.y(), side.x(), 0)}) {
      if (!(d.norm() > 0)) continue;
      d.normalize();
      double support = -INFINITY;
      for (const Vector3d& corner : p) support = std::max(support, d.dot(corner));
      most = std::max(most, d.dot(x) - support);
    }
  }
  return most;
}

void expect_convex(const Polygon& p) {
  for (std::size_t i = 0; p.size() > 2 && i < p.size(); ++i) {
    const Vector3d a = p[i], b = p[(i + 1) % p.size()], c = p[(i + 2) % p.size()];
    EXPECT_GT((b - a).cross(c - b).z(), 0);
  }
}

TEST(Polygon, OfPointsIsTheirHull) {
  EXPECT_EQ(apart::convex_polygon({}, tolerance).size(), 0u);
  EXPECT_EQ(apart::convex_polygon(Polygon(5, Vector3d(1, 2, 3)), tolerance).size(), 1u);
  EXPECT_EQ(apart::convex_polygon({{0, 0, 0}, {1, 1, 0}, {3, 3, 0}, {2, 2, 0}}, tolerance).size(),
            2u);
  EXPECT_EQ(apart::convex_polygon({{0, 0, 0}, {1, 1e-12, 0}, {3, 0, 0}}, tolerance).size(), 2u);
  const Polygon square =
      apart::convex_polygon({{0, 0, 0}, {2, 0, 1}, {2, 2, 2}, {0, 2, 3}, {1, 1, 9}, {1, 0, 9}}, 0);
  EXPECT_EQ(square, (Polygon{{0, 0, 0}, {2, 0, 1}, {2, 2, 2}, {0, 2, 3}})) << "heights are kept";
  // A sliver, whichever way it lies, is a segment between its ends.
  for (const Polygon& sliver : {Polygon{{0, 1, 0}, {1e-10, 0, 0}, {1e-10, 2, 0}},
                                Polygon{{0, 0, 0}, {1, 0, 0}, {1, 1e-10, 0}, {0, 1e-10, 0}},
                                Polygon{{0, 0, 0}, {1, 0, 0}, {2, 1e-10, 0}, {-1, 1e-10, 0}}}) {
    EXPECT_EQ(apart::convex_polygon(sliver, tolerance).size(), 2u);
  }
}

TEST(Polygon, HasTheHeightOfItsCorners) {
  EXPECT_EQ(apart::height_at({{1, 2, 3}}, 5, 5), 3);
  EXPECT_DOUBLE_EQ(apart::height_at({{0, 0, 1}, {4, 0, 3}}, 1, 0), 1.5);
  const Polygon tilted{{0, 0, 0}, {4, 0, 4}, {4, 4, 8}, {0, 4, 4}};
  EXPECT_DOUBLE_EQ(apart::height_at(tilted, 1, 3), 4);
  EXPECT_DOUBLE_EQ(apart::height_at(tilted, 3, 1), 4);
  EXPECT_DOUBLE_EQ(apart::height_at(tilted, 4, 4), 8);
}

/// On a small lattice nearly everything is degenerate: common corners, sides on one line, points
/// on sides, segments and single points.
TEST(Polygon, IntersectsWithWhatIsInBoth) {
  for (std::uint64_t i = 0; i < 20000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    support::Random random = support::random_case(i);
    const int lattice = random.integer(1, 5);
    const double angle = random.chance(0.5) ? 0 : random.between(0, 6);  // and its roundings
    const auto draw = [&] {
      Polygon points;
      for (int k = random.integer(1, 7); k > 0; --k) {
        const double x = random.integer(0, lattice), y = random.integer(0, lattice);
        points.emplace_back(x * std::cos(angle) - y * std::sin(angle),
                            x * std::sin(angle) + y * std::cos(angle), 0);
      }
      return apart::convex_polygon(points, tolerance);
    };
    const Polygon p = draw(), q = draw(), both = apart::intersection(p, q, tolerance);
    expect_convex(both);
    for (const Vector3d& x : both) {
      EXPECT_LE(outside(p, x), 1e-8);
      EXPECT_LE(outside(q, x), 1e-8);
    }
    for (int k = 0; k < 20; ++k) {  // nothing of both is left out
      Vector3d x = Vector3d::Zero();
      double sum = 0;
      for (const Vector3d& corner : p) {
        const double weight = random.chance(0.5) ? random.unit() : 0;
        x += weight * corner, sum += weight;
      }
      if (!(sum > 0)) continue;
      x /= sum;
      if (outside(q, x) > 1e-10) continue;
      ASSERT_FALSE(both.empty());
      EXPECT_LE(outside(both, x), 1e-8);
    }
    const Polygon swapped = apart::intersection(q, p, tolerance);
    ASSERT_EQ(swapped.size(), both.size());
    for (const Vector3d& x : swapped) EXPECT_LE(outside(both, x), 1e-8);
  }
}

}  // namespace
