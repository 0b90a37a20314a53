// SPDX-License-Identifier: BSD-3-Clause

// Polytope::hull on every kind of point set: what it keeps, what it drops, how it joins the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <apart/polytope.hpp>
#include <bit>
#include <cmath>
#include <ctime>
#include <set>
#include <string>
#include <vector>

#include "support/random.hpp"
#include "support/refusal.hpp"

namespace {

using apart::Polytope;
using Eigen::Vector3d;
using support::Random;
using Points = std::vector<Vector3d>;

bool same_bits(const Vector3d& a, const Vector3d& b) {
  for (int k = 0; k < 3; ++k) {
    if (std::bit_cast<std::uint64_t>(a[k]) != std::bit_cast<std::uint64_t>(b[k])) return false;
  }
  return true;
}

/// Every given point is a vertex, exactly as it was given, or is among the dropped ones.
void expect_vertices_are_given(const Polytope& p, const Points& points) {
  std::set<int> given;
  for (int i = 0; i < p.size(); ++i) {
    const int index = p.given_index(i);
    ASSERT_GE(index, 0);
    ASSERT_LT(index, static_cast<int>(points.size()));
    EXPECT_TRUE(given.insert(index).second) << "point " << index << " is two vertices";
    EXPECT_TRUE(same_bits(p.vertex(i), points[index])) << "vertex " << i;
  }
  EXPECT_EQ(p.size() + p.dropped().size(), points.size());
}

void expect_graph(const Polytope& p) {
  std::vector<int> reached{0};
  std::vector<bool> seen(p.size(), false);
  seen[0] = true;
  for (std::size_t k = 0; k < reached.size(); ++k) {
    for (const int j : p.neighbours(reached[k])) {
      ASSERT_GE(j, 0);
      ASSERT_LT(j, p.size());
      EXPECT_NE(j, reached[k]) << "joined to itself";
      const auto back = p.neighbours(j);
      EXPECT_EQ(std::count(back.begin(), back.end(), reached[k]), 1) << "one way only";
      if (!seen[j]) reached.push_back(j);
      seen[j] = true;
    }
  }
  EXPECT_EQ(static_cast<int>(reached.size()), p.size()) << "the graph is not connected";
}

/// No dropped point stands out by more than the slack: along the given and random directions.
void expect_covered(const Polytope& p, Points directions = {}) {
  for (int i = 0; i < 27; ++i) {
    if (i != 13) directions.emplace_back(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
  }
  Random random(1);
  for (int i = 0; i < 20; ++i) directions.push_back(support::direction(random));
  using Wide = Eigen::Matrix<long double, 3, 1>;
  for (const Vector3d& direction : directions) {
    const Wide d = direction.cast<long double>().normalized();
    long double most = -INFINITY, size = 0, dropped = -INFINITY;
    for (int i = 0; i < p.size(); ++i) {
      const Wide x = p.vertex(i).cast<long double>();
      most = std::max(most, d.dot(x));
      size = std::max(size, x.norm());
    }
    for (const auto& x : p.dropped()) dropped = std::max(dropped, d.dot(x.cast<long double>()));
    EXPECT_LE(dropped, most + p.slack() + 0x1p-61L * size) << "along " << direction.transpose();
  }
}

Polytope checked_hull(const Points& points, const Points& directions = {}) {
  const Polytope p = Polytope::hull(points);
  expect_vertices_are_given(p, points);
  expect_graph(p);
  expect_covered(p, directions);
  double radius = 0;
  for (const auto& x : points) radius = std::max(radius, x.norm());
  EXPECT_GE(p.slack(), 0);
  EXPECT_LE(p.slack(), 0x1p-53 * radius);
  return p;
}

TEST(Hull, SinglePoint) {
  const Polytope p = checked_hull({{1, 2, 3}});
  EXPECT_EQ(p.size(), 1);
  EXPECT_EQ(p.dimension(), 0);
  EXPECT_TRUE(p.neighbours(0).empty());
  EXPECT_EQ(checked_hull({{0, 0, 0}}).size(), 1);
}

TEST(Hull, DuplicatesOfOnePoint) {
  const Polytope p = checked_hull(Points(20, Vector3d(0.1, 0.2, 0.3)));
  EXPECT_EQ(p.size(), 1);
  EXPECT_EQ(p.dimension(), 0);
  EXPECT_EQ(p.dropped().size(), 19u);
}

TEST(Hull, Collinear) {
  Points points;
  for (const int i : {3, -2, 0, 5, 1, 5, -2, 4}) points.push_back(i * Vector3d(1, -2, 0.5));
  const Polytope p = checked_hull(points);
  EXPECT_EQ(p.size(), 2);
  EXPECT_EQ(p.dimension(), 1);
  EXPECT_EQ(p.neighbours(0).size(), 1u);
}

/// Off any lattice, "collinear" points are not, by rounding; the bound must hold all the same.
TEST(Hull, CollinearUpToRounding) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Vector3d a = support::vector(random), e = support::vector(random);
    Points points;
    for (int j = 0; j < 60; ++j) points.push_back(a + random.between(-1, 1) * e);
    const Points across{e.cross(Vector3d::UnitX()), e.cross(Vector3d::UnitY())};
    const Polytope p = checked_hull(points, across);
    EXPECT_LE(p.dimension(), 1);
    if (HasFailure()) return;
  }
}

TEST(Hull, CoplanarPolygon) {
  Points points;
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) points.emplace_back(x, y, 7);
  }
  const Polytope p = checked_hull(points);
  EXPECT_EQ(p.size(), 4);
  EXPECT_EQ(p.dimension(), 2);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(p.neighbours(i).size(), 2u);
}

TEST(Hull, TiltedPlane) {
  for (int i = 0; i < 20; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Eigen::Matrix3d r = support::rotation(random);
    const Vector3d shift = support::vector(random);
    Points points;
    for (int j = 0; j < 200; ++j) {
      points.push_back(r * Vector3d(random.between(-1, 1), random.between(-1, 1), 0) + shift);
    }
    const Polytope p = checked_hull(points, {r.col(2), -r.col(2)});
    EXPECT_EQ(p.dimension(), 2);
    if (HasFailure()) return;
  }
}

Points lattice() {
  Points points;
  for (int i = 0; i < 64; ++i) points.emplace_back(i % 4, i / 4 % 4, i / 16);
  return points;
}

TEST(Hull, LatticeKeepsTheCornersAndDropsTheInside) {
  const Polytope p = checked_hull(lattice());
  EXPECT_EQ(p.dimension(), 3);
  EXPECT_EQ(p.size(), 8);
  for (int i = 0; i < p.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_TRUE(p.vertex(i)[k] == 0 || p.vertex(i)[k] == 3) << p.vertex(i).transpose();
    }
  }
}

/// Where all that is dropped lies inside, the slack is far below a unit of the radius.
TEST(Hull, SlackIsNextToNothingWhereWhatIsDroppedLiesInside) {
  EXPECT_LT(Polytope::hull(lattice()).slack(), 1e-25);
  EXPECT_LT(Polytope::hull(Points{{0, 0, 0}, {2, 4, 6}, {1, 2, 3}}).slack(), 1e-25);
  EXPECT_LT(Polytope::hull(Points{{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}).slack(), 1e-25);
}

TEST(Hull, RandomPointsOnASphereAreAllVertices) {
  for (const int count : {4, 10, 100, 2000}) {
    for (int i = 0; i < 5; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", " + std::to_string(count) + " points");
      Random random = support::random_case(i);
      const Polytope p = checked_hull(support::on_sphere(random, count));
      EXPECT_EQ(p.size(), count);
      EXPECT_EQ(p.dimension(), 3);
      int ends = 0;
      for (int v = 0; v < p.size(); ++v) ends += static_cast<int>(p.neighbours(v).size());
      EXPECT_EQ(ends, 2 * (3 * count - 6)) << "edges of a triangulated hull, by Euler";
    }
  }
}

TEST(Hull, RandomPointsInACube) {
  for (int i = 0; i < 20; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    Points points = support::in_cube(random, 300);
    points.insert(points.end(), points.begin(), points.begin() + 100);  // each of them twice
    const Polytope p = checked_hull(points);
    EXPECT_EQ(p.dimension(), 3);
    EXPECT_LT(p.size(), 150);
    if (HasFailure()) return;
  }
}

/// As seconds of processor time, which does not depend on what else runs.
template <class Function>
double seconds(const Function& function) {
  const std::clock_t start = std::clock();
  function();
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(Hull, TenThousandSidesTakeNoLongerThanTheyShould) {
  const Points points = support::drum(10000, 0.5);
  EXPECT_LT(seconds([&] {
              const Polytope p = checked_hull(points, {Vector3d::UnitZ(), -Vector3d::UnitZ()});
              EXPECT_EQ(p.size(), 20000);
            }),
            10);
}

TEST(Hull, AFlatCloudTakesNoLongerThanItShould) {
  Random random = support::random_case(0);
  const Eigen::Matrix3d r = support::rotation(random);
  Points points;
  for (int j = 0; j < 10000; ++j) {
    points.push_back(r * Vector3d(random.between(-1, 1), random.between(-1, 1), 0) +
                     Vector3d(3, 4, 5));
  }
  EXPECT_LT(seconds([&] { checked_hull(points, {r.col(2), -r.col(2)}); }), 10);
}

TEST(Hull, FarFromTheOrigin) {
  for (int i = 0; i < 10; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    Points points = support::on_sphere(random, 100);
    for (auto& x : points) x += Vector3d(1e6, -1e6, 1e6);
    const Polytope p = checked_hull(points);
    EXPECT_EQ(p.dimension(), 3);
    EXPECT_LT(p.slack(), 1e-15) << "the slack is relative to the set, not to where it stands";
  }
}

void expect_same(const Polytope& p, const Polytope& q, double factor) {
  ASSERT_EQ(p.size(), q.size());
  EXPECT_EQ(p.dimension(), q.dimension());
  EXPECT_EQ(p.slack() * factor, q.slack());
  EXPECT_EQ(p.dropped().size(), q.dropped().size());
  for (int i = 0; i < p.size(); ++i) {
    ASSERT_EQ(p.given_index(i), q.given_index(i));
    const auto n = p.neighbours(i), m = q.neighbours(i);
    ASSERT_TRUE(std::equal(n.begin(), n.end(), m.begin(), m.end()));
  }
}

TEST(Hull, DoesNotDependOnTheUnitOfLength) {
  for (int i = 0; i < 12; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    Points points = support::in_cube(random, 60);
    if (i % 4 == 1) points = support::drum(30, 0.25);
    if (i % 4 == 2) {
      for (auto& x : points) x = support::rotation(random) * Vector3d(x.x(), x.y(), 0);
    }
    if (i % 4 == 3) {
      const Vector3d e = support::direction(random);
      for (auto& x : points) x = e * x.x();
    }
    const Polytope p = Polytope::hull(points);
    for (const int k : {-330, -1, 1, 330}) {
      Points scaled = points;
      for (auto& x : scaled) x *= std::ldexp(1.0, k);
      expect_same(p, Polytope::hull(scaled), std::ldexp(1.0, k));
    }
  }
}

TEST(Hull, CopiesShareTheirData) {
  Random random = support::random_case(0);
  const Polytope p = Polytope::hull(support::on_sphere(random, 50)), q = p;
  EXPECT_EQ(&p.data(), &q.data());
}

std::string refusal(const Points& points) {
  return support::refusal([&] { Polytope::hull(points); });
}

TEST(Hull, BadInputGetsASentence) {
  EXPECT_EQ(refusal({}), "polytope: at least one point is needed, got none");
  EXPECT_EQ(refusal({{0, 0, 0}, {1, 2, NAN}}),
            "polytope: vertices[1][2] must be finite and at most 2^500, got nan");
  EXPECT_EQ(refusal({{0, -INFINITY, 0}}),
            "polytope: vertices[0][1] must be finite and at most 2^500, got -inf");
  EXPECT_EQ(
      refusal({{0, 0, 0}, {0, 0, 0}, {1e300, 0, 0}}),
      "polytope: vertices[2][0] must be finite and at most 2^500, got 1.0000000000000001e+300");
}

}  // namespace
