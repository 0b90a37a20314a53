// SPDX-License-Identifier: BSD-3-Clause

// The floating-point oracle against closed forms and against the exact one.

#include "oracle/curved.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "oracle/families.hpp"
#include "oracle/family_parts.hpp"

namespace {

using oracle::Body;
using oracle::Interval;
using oracle::Kind;
using oracle::Map;
using oracle::Real;
using oracle::Vec3;

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

void expect(const Interval& d, const Real& truth) {
  EXPECT_LE(d.lower, truth);
  EXPECT_GE(d.upper, truth);
  EXPECT_LE(d.upper - d.lower, Real(1e-30));
}

TEST(CurvedOracle, ClosedForms) {
  const Body ball{Kind::sphere, {0.5}}, box{Kind::box, {1, 2, 3}}, capsule{Kind::capsule, {0.5, 2}};
  const Body cylinder{Kind::cylinder, {1, 2}}, cone{Kind::cone, {1, 2}};
  const Body ellipsoid{Kind::ellipsoid, {1, 2, 3}};
  expect(curved_distance(ball, {}, ball, at(3, 4, 0)), 4);
  expect(curved_distance(ball, {}, ball, at(1, 1, 0)), sqrt(Real(2)) - 1);
  expect(curved_distance(box, {}, capsule, at(4, 0, 0)), 3);
  expect(curved_distance(cylinder, {}, cylinder, at(5, 0, 0)), 3);
  expect(curved_distance(cylinder, {}, cylinder, lying(0, 0, 4)), 2);
  expect(curved_distance(cylinder, {}, ball, at(2, 0, 2)), sqrt(Real(2)) - Real(0.5));
  expect(curved_distance(cone, {}, cone, at(0, 0, 5)), 3);
  expect(curved_distance(cone, {}, {Kind::point, {}, {{1, 0, 1}}}, {}), 2 / sqrt(Real(5)));
  expect(curved_distance(ellipsoid, {}, ellipsoid, at(5, 0, 0)), 3);
  expect(curved_distance(ellipsoid, {}, ellipsoid, at(0, 1, 0)), 0);
  expect(curved_distance({Kind::frustum, {1, 2, 1}}, {}, ball, at(3, 0, 0)), Real(1.5));
  Body rounded = box;
  rounded.rounding = 0.25;
  expect(curved_distance(rounded, {}, ball, at(0, 0, 4)), Real(1.75));
}

TEST(CurvedOracle, UnboundedBodies) {
  const Body ball{Kind::sphere, {0.5}}, cylinder{Kind::cylinder, {1, 2}};
  const Body ground{Kind::halfspace, {-6}, {{0, 0, 3}}};  // 3 z <= -6
  const Body prism{Kind::prism, {}, {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}}};
  expect(curved_distance(ground, {}, ball, {}), Real(1.5));
  expect(curved_distance(cylinder, at(0, 0, 3), ground, at(0, 0, 1)), 3);
  expect(curved_distance(cylinder, at(0, 0, -1), ground, at(0, 0, 1)), 0);
  expect(curved_distance(prism, {}, ball, at(4, 5, 1000)), Real(4.5));
  expect(curved_distance(ball, at(1000, 4, -4), prism, lying(0, 0, 0)), sqrt(Real(18)) - Real(0.5));
  expect(curved_distance(cylinder, at(1000, 0, 5), prism, lying(0, 0, 0)), 3);
}

/// Polytopes, as bodies: both oracles must say the same.
TEST(CurvedOracle, AgreesWithTheExactOne) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const oracle::Case c = oracle::make_case(2, i);
    const auto exact = exact_distance(posed(c.a, c.pose_a), posed(c.b, c.pose_b));
    const Body a{Kind::polytope, {}, c.a}, b{Kind::polytope, {}, c.b};
    const Interval d = curved_distance(a, c.pose_a, b, c.pose_b);
    const Real size = size_of(c), truth = exact.approximate();
    EXPECT_LE(abs(truth - d.upper), size * 1e-14);  // `approximate` is no better
    EXPECT_LE(d.upper - d.lower, size * 1e-28) << oracle::family_of(2, i).name << "\n"
                                               << query_line(c, std::to_string(i));
    EXPECT_EQ(exact.zero(), d.lower == 0 && d.upper < size * 1e-28);
  }
}

Body random_body(oracle::Random& random, Kind kind) {
  auto size = [&] { return random.between(0.2, 1); };
  Body body{kind, {size(), size(), size()}, {}};
  if (kind == Kind::polytope) body.points = oracle::random_polytope(random);
  return body;
}

TEST(CurvedOracle, ConvergesOnCurvedPairs) {
  constexpr Kind kinds[] = {Kind::box,       Kind::cylinder, Kind::cone,
                            Kind::ellipsoid, Kind::frustum,  Kind::polytope};
  oracle::Random random(11);
  for (const Kind k : kinds) {
    for (const Kind l : kinds) {
      const auto start = std::chrono::steady_clock::now();
      double worst = 0;
      for (int n = 0; n < 30; ++n) {
        const Body a = random_body(random, k), b = random_body(random, l);
        const Map pose_a = oracle::random_rotation(random);
        Map pose_b = oracle::random_rotation(random);
        pose_b.t = oracle::times(random.direction<3>(), random.between(0, 3));
        if (n % 2 == 1) {
          const auto rough = rough_distance(a, pose_a, b, pose_b);
          const double gap = n % 3 == 0 ? 0 : random.decade(2, 12);
          pose_b.t = oracle::plus(pose_b.t, oracle::times(rough.direction, gap - rough.distance));
        }
        const Interval d = curved_distance(a, pose_a, b, pose_b);
        worst = std::max(worst, double(d.upper - d.lower) / size_of(a, pose_a, b, pose_b));
      }
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
      std::printf("%2d %2d: worst width %.1e, %.2f ms\n", int(k), int(l), worst,
                  time.count() / 30 * 1e3);
      EXPECT_LE(worst, 1e-25);
    }
  }
}

}  // namespace
