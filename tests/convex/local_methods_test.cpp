// SPDX-License-Identifier: BSD-3-Clause

// The local methods of Sundaraj, d'Aulignac and Mazer, and features that grow, against brute force.
#include "convex/local_methods.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "convex/feature_pair.hpp"
#include "support/nearest.hpp"
#include "support/random.hpp"

namespace {

using apart::Feature;
using apart::FeaturePair;
using apart::Triple;
using Eigen::Vector3d;
using support::Points;
using support::Random;

/// A corner of small whole numbers now and then, so that nothing is in general position.
Triple point(Random& random) {
  Vector3d p = 3 * support::vector(random);
  if (random.integer(0, 1)) p = p.array().round();
  return Triple::of(p);
}

double length(Triple x) { return std::sqrt(dot(x, x)); }

/// Of the hulls of points, from the differences.
double brute_force(const std::vector<Triple>& a, const std::vector<Triple>& b, Triple offset) {
  Points differences;
  for (const Triple& x : a) {
    for (const Triple& y : b) differences.push_back((x - y - offset).vector());
  }
  return support::nearest_by_brute_force(differences);
}

TEST(LocalMethods, PointEdge) {
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Triple p = point(random), b = point(random), m = point(random);
    const double t = apart::point_edge(p - b, m);
    EXPECT_TRUE(t >= 0 && t <= 1);
    EXPECT_NEAR(length(b + m * t - p), brute_force({b, b + m}, {p}, {}), 1e-14);
  }
}

TEST(LocalMethods, PointFacet) {
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Triple p = point(random), b = point(random), e = point(random), f = point(random);
    const Triple normal = cross(e, f);
    if (!(dot(normal, normal) > 0)) continue;
    const auto w = apart::point_facet(b - p, e, f, dot(normal, normal));
    EXPECT_NEAR(w[0] + w[1] + w[2], 1, 1e-15);
    for (const double x : w) EXPECT_TRUE(x >= 0 && x <= 1);
    EXPECT_NEAR(length(b + e * w[1] + f * w[2] - p), brute_force({b, b + e, b + f}, {p}, {}),
                1e-12);
  }
}

TEST(LocalMethods, EdgeEdge) {
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Triple p = point(random), m = point(random), q = point(random);
    const Triple n = random.integer(0, 4) ? point(random) : m * random.between(-2, 2);
    const Triple normal = cross(m, n);
    const bool parallel = dot(normal, normal) <= 1e-20;
    const auto [s, t] = apart::edge_edge(p - q, m, n, parallel ? 0 : dot(normal, normal));
    EXPECT_TRUE(s >= 0 && s <= 1 && t >= 0 && t <= 1);
    EXPECT_NEAR(length(p + m * s - q - n * t), brute_force({p, p + m}, {q, q + n}, {}), 1e-12);
  }
}

std::vector<Triple> corners(const Feature& feature) {
  return {feature.at.begin(), feature.at.begin() + feature.size};
}

/// Does a simplex of differences hold the origin, up to rounding?
bool holds_origin(const apart::VertexPairs& pairs, const std::vector<Triple>& a,
                  const std::vector<Triple>& b, Triple offset) {
  Points differences;
  for (int i = 0; i < pairs.size; ++i) {
    differences.push_back((a[pairs.a[i]] - b[pairs.b[i]] - offset).vector());
  }
  return support::nearest_by_brute_force(differences) < 1e-12;
}

/// Every growth: is the distance that of the hulls of the old features and the new vertex, and do
/// the weights make it up?
void grow_at_random(Random& random, long& nearer, long& overlaps) {
  const Triple offset = point(random);
  std::array<std::vector<Triple>, 2> places;
  for (auto& of_side : places) {
    for (int k = 0; k < 12; ++k) of_side.push_back(point(random));
  }
  FeaturePair pair(offset, 1e-9);
  Feature first_a, first_b;
  first_a.add(0, places[0][0]);
  first_b.add(0, places[1][0]);
  pair.set(first_a, first_b);
  for (int k = 1; k < 12; ++k) {
    for (int side = 0; side < 2; ++side) {
      const Triple toward = pair.direction() * (side == 0 ? -1 : 1), place = places[side][k];
      if (!(dot(toward, place - pair.feature(side).at[0]) > 1e-9 * length(toward))) continue;
      auto a = corners(pair.feature(0)), b = corners(pair.feature(1));
      (side == 0 ? a : b).push_back(place);
      const double expected = brute_force(a, b, offset);
      const auto growth = pair.grow(side, k, place);
      if (growth == FeaturePair::Growth::overlap) {
        ++overlaps;
        EXPECT_NEAR(expected, 0, 1e-12);
        EXPECT_TRUE(holds_origin(pair.crossing(), places[0], places[1], offset));
        return;
      }
      EXPECT_NEAR(std::sqrt(pair.squared()), expected, 1e-9);
      if (growth == FeaturePair::Growth::none) return;  // touching
      ++nearer;
      const Feature &x = pair.feature(0), &y = pair.feature(1);
      EXPECT_LE(x.size + y.size, 4);
      Triple v = offset * -1;
      for (int i = 0; i < x.size; ++i) v = v + x.at[i] * x.weight[i];
      for (int i = 0; i < y.size; ++i) v = v - y.at[i] * y.weight[i];
      EXPECT_NEAR(length(v), expected, 1e-9);
    }
  }
}

TEST(FeaturePair, GrowsToTheNearestParts) {
  long nearer = 0, overlaps = 0;
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    grow_at_random(random, nearer, overlaps);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(nearer, 500);
  EXPECT_GT(overlaps, 80);
}

TEST(FeaturePair, DegenerateFeaturesAreNotTaken) {
  const Triple far{4, 0, 0}, zero{0, 0, 0};
  FeaturePair pair(far, 1e-9);
  Feature a, b;
  a.add(0, zero);
  b.add(0, zero);
  ASSERT_TRUE(pair.set(a, b));
  EXPECT_EQ(pair.squared(), 16);
  EXPECT_EQ(pair.grow(0, 1, {1e-10, 0, 0}), FeaturePair::Growth::none) << "too short an edge";
  ASSERT_EQ(pair.grow(0, 1, {1, 1, 0}), FeaturePair::Growth::nearer);
  ASSERT_EQ(pair.grow(0, 2, {1, -1, 0}), FeaturePair::Growth::nearer);
  EXPECT_EQ(pair.squared(), 9);
  EXPECT_EQ(pair.feature(0).size, 2);
  // On the line of the edge: the facet is none, but a part of it may be nearer.
  a.size = 0;
  a.add(1, {1, 1, 0});
  a.add(2, {2, 2, 0});
  ASSERT_TRUE(pair.set(a, b));
  EXPECT_EQ(pair.squared(), 8);
  ASSERT_EQ(pair.grow(0, 3, {2.5, 2.5 - 1e-11, 0}), FeaturePair::Growth::none);
  a.add(3, {1.5, 1.5, 0});
  EXPECT_FALSE(pair.set(a, b)) << "a triangle that is none";
}

}  // namespace
