// SPDX-License-Identifier: BSD-3-Clause

// The reference for depths of curved bodies against closed forms and against the exact oracle.

#include "oracle/curved_depth.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "oracle/curved_families.hpp"
#include "oracle/exact_depth.hpp"
#include "oracle/families.hpp"

namespace {

using oracle::Body;
using oracle::Kind;
using oracle::Map;
using oracle::Real;
using oracle::SignedReference;

Map at(double x, double y, double z) {
  Map map;
  map.t = {x, y, z};
  return map;
}

/// Upright by default; here z points along x.
Map lying(double x, double y, double z) {
  Map map = at(x, y, z);
  map.r = {0, 0, 1, 0, 1, 0, -1, 0, 0};
  return map;
}

void expect(const SignedReference& d, const Real& truth, double missed) {
  EXPECT_LE(abs(d.value - truth), Real(1e-25)) << d.value << " " << truth;
  EXPECT_LE(d.missed, missed);
}

TEST(CurvedDepth, ClosedForms) {
  const Body ball{Kind::sphere, {0.5}}, box{Kind::box, {1, 2, 3}}, capsule{Kind::capsule, {0.5, 2}};
  const Body cylinder{Kind::cylinder, {1, 2}}, cone{Kind::cone, {1, 2}};
  const Body ellipsoid{Kind::ellipsoid, {1, 2, 3}}, point{Kind::point, {}, {{0, 0, 0}}};
  const double sharp = 1e-9;
  expect(curved_signed_distance(ball, {}, ball, at(3, 4, 0)), 4, sharp);
  expect(curved_signed_distance(ball, {}, ball, at(0.5, 0, 0)), Real(-0.5), sharp);
  expect(curved_signed_distance(ball, {}, ball, {}), -1, sharp);
  expect(curved_signed_distance(ball, at(0.25, 0, 0), box, {}), Real(-0.75), sharp);
  expect(curved_signed_distance(capsule, {}, capsule, lying(0, 0.25, 0)), Real(-0.75), sharp);
  expect(curved_signed_distance(capsule, {}, capsule, {}), -1, sharp);
  expect(curved_signed_distance(box, {}, box, at(0.25, 0.5, 0)), Real(-0.75), sharp);
  expect(curved_signed_distance(ellipsoid, {}, point, at(0.5, 0, 0)), Real(-0.5), sharp);
  expect(curved_signed_distance(ellipsoid, {}, ellipsoid, {}), -2, sharp);
  expect(curved_signed_distance(cylinder, {}, box, at(1, 0, 0)), Real(-0.5), sharp);
  // The slope of the cone: a point on its axis, 1 above the base.
  expect(curved_signed_distance(cone, {}, point, {}), -1 / sqrt(Real(5)), 0.01);
  expect(curved_signed_distance(cylinder, {}, cylinder, {}), -2, 0.01);
  expect(curved_signed_distance(cylinder, {}, cylinder, at(1.75, 0, 0)), Real(-0.25), sharp);
}

TEST(CurvedDepth, UnboundedBodies) {
  const Body ball{Kind::sphere, {0.5}}, cylinder{Kind::cylinder, {1, 2}};
  const Body ground{Kind::halfspace, {-6}, {{0, 0, 3}}};  // 3 z <= -6
  const Body prism{Kind::prism, {}, {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}}};
  expect(curved_signed_distance(ground, {}, ball, {}), Real(1.5), 1e-30);
  expect(curved_signed_distance(ball, at(0, 0, -100), ground, {}), Real(-98.5), 1e-30);
  expect(curved_signed_distance(cylinder, at(0, 0, -1), ground, at(0, 0, 1)), -1, 1e-30);
  expect(curved_signed_distance(prism, {}, ball, at(4, 5, 1000)), Real(4.5), 1e-30);
  expect(curved_signed_distance(prism, {}, ball, at(0.25, 0.5, 1000)), -1, 1e-9);
  expect(curved_signed_distance(cylinder, at(1000, 0, 0.25), prism, lying(0, 0, 0)), Real(-1.75),
         1e-9);
}

/// Polytopes, as bodies: both oracles must say the same.
TEST(CurvedDepth, AgreesWithTheExactOne) {
  double worst = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const oracle::Case c = oracle::make_case(2, i, oracle::overlap_families());
    const auto exact = exact_signed_distance(posed(c.a, c.pose_a), posed(c.b, c.pose_b));
    const Body a{Kind::polytope, {}, c.a}, b{Kind::polytope, {}, c.b};
    const SignedReference d = curved_signed_distance(a, c.pose_a, b, c.pose_b);
    const double size = size_of(c), rounding = 1e-14 * size;  // of the exact one in 15 digits
    EXPECT_GE(exact.approximate(), d.value - rounding);
    EXPECT_LE(exact.approximate(), d.value + d.missed + rounding)
        << oracle::family_of(2, i, oracle::overlap_families()).name << "\n"
        << query_line(c, std::to_string(i), "penetration") << "\n"
        << double(d.value) << " but " << exact.approximate();
    worst = std::max(worst, d.missed / size);
  }
  std::printf("worst room left %.1e\n", worst);
}

TEST(CurvedDepth, TimesAndRoomLeft) {
  for (const auto& a : oracle::bounded_types()) {
    for (const auto& b : oracle::bounded_types()) {
      oracle::Random random(7);
      const auto start = std::chrono::steady_clock::now();
      double worst = 0;
      const int n = 2;
      for (int i = 0; i < n; ++i) {
        const auto relation = i % 2 == 0 ? oracle::Relation::deep : oracle::Relation::shallow;
        const auto c = make_bodies(random, a, b, relation);
        const SignedReference d = curved_signed_distance(c.a, c.pose_a, c.b, c.pose_b);
        worst = std::max(worst, d.missed / size_of(c.a, c.pose_a, c.b, c.pose_b));
      }
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
      std::printf("%-12s %-12s room left %.1e, %.2f ms\n", a.name, b.name, worst,
                  time.count() / n * 1e3);
      EXPECT_LE(worst, 0.01);
    }
  }
}

}  // namespace
