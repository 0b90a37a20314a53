// SPDX-License-Identifier: BSD-3-Clause

// From exact distance to collision test: asking for less is answered truly, and costs less.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <array>
#include <cmath>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Options;
using apart::Pose;
using apart::Status;
using support::Kind;
using support::Random;
using support::Scene;
using support::u;

constexpr int cases = 500;
constexpr double bound = 64 * u * 20;  // C u S, for all scenes here

/// Large polytopes, ellipsoids and capsules against boxes in turn; about half of them apart.
Scene nth_scene(int i) {
  Random random = support::random_case(i);
  const double spread = random.between(0.5, 4);
  switch (i % 4) {
    case 0:
      return support::random_scene(Kind::large_polytope, Kind::large_polytope, random, spread);
    case 1:
      return support::random_scene(Kind::ellipsoid, Kind::ellipsoid, random, spread);
    case 2:
      return support::random_scene(Kind::capsule, Kind::box, random, spread);
    default:
      return support::random_scene(Kind::ellipsoid, Kind::large_polytope, random, spread);
  }
}

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = [] {
    std::vector<Scene> s;
    for (int i = 0; i < cases; ++i) s.push_back(nth_scene(i));
    return s;
  }();
  return all;
}

TEST(Continuum, TheScenesAreApartAndNot) {
  int apart = 0;
  for (const Scene& s : scenes()) apart += s.distance().status == Status::separated;
  EXPECT_GT(apart, cases / 4);
  EXPECT_LT(apart, cases * 9 / 10);
}

TEST(Continuum, RelativeErrorIsKept) {
  for (const double relative_error : {1e-12, 1e-6, 0.01, 0.2, 1.0}) {
    for (int i = 0; i < cases; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", relative error " + support::text(relative_error));
      const Options options{.relative_error = relative_error};
      const Scene& s = scenes()[i];
      const Distance exact = s.distance(), d = s.distance(options);
      EXPECT_TRUE(support::meet(d, exact));
      EXPECT_TRUE(support::confirmed(s.verify(d, options), d));
      EXPECT_LE(d.upper - d.lower, std::max(relative_error * d.upper, bound)) << support::text(d);
      EXPECT_EQ(d.lower > 0, exact.lower > 0) << "zero only where the exact answer says so";
      EXPECT_NE(d.status, Status::not_converged);
      if (HasFailure()) return;
    }
  }
}

long support_calls(const Options& options) {
  long sum = 0;
  for (const Scene& s : scenes()) sum += s.distance(options).support_calls;
  return sum;
}

TEST(Continuum, MoreErrorCostsLess) {
  const std::array errors{0.0, 1e-6, 0.01, 0.2, 1.0};
  std::vector<long> calls;
  for (const double e : errors) calls.push_back(support_calls({.relative_error = e}));
  for (std::size_t i = 1; i < calls.size(); ++i) {
    EXPECT_LE(calls[i], calls[i - 1]) << errors[i] << " against " << errors[i - 1];
  }
  EXPECT_LT(calls.back(), calls.front());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    RecordProperty("support_calls_" + std::to_string(i), std::to_string(calls[i]));
  }
}

/// Each pair on its own may cost one call more at the most: the one that proves what was proposed.
TEST(Continuum, NoPairPaysForAskingLess) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Scene& s = scenes()[i];
    EXPECT_LE(s.distance({.relative_error = 1}).support_calls, s.distance().support_calls + 1);
  }
}

/// Below, around and above the distance.
std::array<double, 6> thresholds(double distance) {
  return {0, 0.5 * distance, 0.99 * distance, 1.01 * distance, 2 * distance, distance + 1};
}

TEST(Continuum, EnoughIsDecidedRightly) {
  int below = 0, above = 0;
  long calls = 0, exact_calls = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Scene& s = scenes()[i];
    const Distance exact = s.distance();
    for (const double enough : thresholds(exact.upper)) {
      const Options options{.enough = enough};
      const Distance d = s.distance(options);
      EXPECT_TRUE(support::meet(d, exact));
      EXPECT_TRUE(support::confirmed(s.verify(d, options), d));
      const bool is_above = d.lower > enough, is_below = d.upper <= enough;
      EXPECT_TRUE(is_above || is_below || d.upper - d.lower <= bound) << support::text(d);
      EXPECT_TRUE(is_above || exact.lower <= enough) << support::text(d);
      EXPECT_TRUE(is_below || exact.upper > enough) << support::text(d);
      above += is_above, below += is_below;
      calls += d.support_calls;
      exact_calls += exact.support_calls;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(above, cases / 2);
  EXPECT_GT(below, cases / 2);
  EXPECT_LT(calls, exact_calls * 3 / 4);
}

TEST(Continuum, IntersectsAndWithinAgreeWithTheInterval) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Scene& s = scenes()[i];
    const Distance exact = s.distance();
    EXPECT_EQ(apart::intersects(s.a, s.pose_a, s.b, s.pose_b), !(exact.lower > 0));
    for (const double r : thresholds(exact.upper)) {
      const bool within = apart::within(s.a, s.pose_a, s.b, s.pose_b, r);
      EXPECT_TRUE(within || exact.upper > r) << "r = " << r << ", " << support::text(exact);
      EXPECT_TRUE(!within || exact.lower <= r) << "r = " << r << ", " << support::text(exact);
    }
    if (HasFailure()) return;
  }
}

/// All kinds, prisms and half-spaces among them.
TEST(Continuum, WithinAgreesForEveryPair) {
  support::for_each_pair([](Kind a, Kind b) {
    const int number = int(a) * support::kinds + int(b);
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    for (int i = 0; i < 4; ++i) {
      const Scene s = support::random_scene(a, b, random, 2 * i);
      const Distance exact = s.distance();
      EXPECT_EQ(apart::intersects(s.a, s.pose_a, s.b, s.pose_b), !(exact.lower > 0));
      EXPECT_TRUE(apart::within(s.a, s.pose_a, s.b, s.pose_b, exact.upper));
      EXPECT_TRUE(apart::within(s.a, s.pose_a, s.b, s.pose_b, INFINITY));
      if (exact.lower < 0.01) continue;
      EXPECT_FALSE(apart::within(s.a, s.pose_a, s.b, s.pose_b, 0.999 * exact.lower));
    }
  });
}

/// [lower, upper] with both margins taken off.
Distance less(Distance d, double margin) {
  d.lower = std::max(0.0, std::nextafter(d.lower - 2 * margin, -INFINITY));  // one rounding each
  d.upper = std::max(0.0, std::nextafter(d.upper - 2 * margin, INFINITY));
  return d;
}

TEST(Continuum, MarginGrowsBothShapes) {
  int apart = 0, together = 0;
  support::for_each_pair([&](Kind a, Kind b) {
    const int number = int(a) * support::kinds + int(b);
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    for (int i = 0; i < 4; ++i) {
      const Scene s = support::random_scene(a, b, random, 2 * i);
      const double m = random.between(0, 0.5);
      const Options options{.margin = m};
      const Distance d = s.distance(options);
      EXPECT_TRUE(support::confirmed(s.verify(d, options), d));
      EXPECT_TRUE(support::meet(d, less(s.distance(), m)));
      const Scene grown{apart::Rounded(s.a, m), apart::Rounded(s.b, m), s.pose_a, s.pose_b};
      EXPECT_TRUE(support::meet(d, grown.distance()));
      EXPECT_EQ(apart::intersects(s.a, s.pose_a, s.b, s.pose_b, options), !(d.lower > 0));
      d.lower > 0 ? ++apart : ++together;
    }
  });
  EXPECT_GT(apart, 100);
  EXPECT_GT(together, 100);
}

/// Far apart, balls around the shapes decide; no limit may change what is decided.
TEST(Continuum, WithinAgreesWithTheIntervalNearAndFar) {
  int far = 0, number = 0;
  support::for_each_pair([&](Kind a, Kind b) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number++);
    for (const double spread : {2.0, 5.0, 30.0}) {
      const Scene s = support::random_scene(a, b, random, spread);
      const Distance d = s.distance();
      for (const double r : {0.0, 0.5 * d.upper, d.lower, d.upper, 1.5 * d.upper}) {
        const bool near = apart::within(s.a, s.pose_a, s.b, s.pose_b, r);
        EXPECT_TRUE(near || d.upper > r) << r << " above " << support::text(d);
        EXPECT_FALSE(near && r < d.lower * (1 - 1e-6)) << r << " below " << support::text(d);
        far += !near;
      }
    }
  });
  EXPECT_GT(far, 0);
}

/// A triangle's plane may be nearer than any point of it that double finds: that decides nothing.
TEST(Continuum, WithinOfThinShapesIsAsSureAsTheDistance) {
  using apart::Polytope;
  using Eigen::Vector3d;
  const auto expect_sure = [](const Polytope& a, const Polytope& b, const Pose& pose_b) {
    const Distance d = apart::distance(a, Pose(), b, pose_b);
    for (const double part : {0.01, 0.5, 0.9, 0.99}) {
      EXPECT_FALSE(apart::within(a, Pose(), b, pose_b, part * d.lower)) << support::text(d);
    }
    EXPECT_TRUE(apart::within(a, Pose(), b, pose_b, d.upper));
  };
  const std::vector<Vector3d> point{
      {0x1.1ea16bbac4881p-3, 0x1.786b1d18a034cp-2, 0x1.fffffffdd0d7cp-1}};
  const std::vector<Vector3d> plate{
      {0x1.f0c2f25533b67p-1, -0x1.1e224acbf64cp-25, -0x1.6ff71d4daab34p-26},
      {0x1.3ba3a0bce0985p-1, -0x1.097d9186780bbp-29, -0x1.147de8b49b777p-23},
      {-0x1.bd35b1f289fd2p-2, -0x1.279c50a34a3c3p-23, 0x1.c1b63865d201cp-25},
      {-0x1.6249ff5923006p-2, 0x1.210537813f9f8p-24, -0x1.28213e2bd3ccbp-23}};
  expect_sure(Polytope::hull(point), Polytope::hull(plate),
              Pose(Vector3d(0x1.00ac14e7e61cap-7, 0x1.786b1ae356bd8p-2, 0x1.0000023bab28cp+0)));
  int close = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const auto thin = [&](int count) {
      const Vector3d shape(1, std::pow(10, -random.between(0, 8)),
                           std::pow(10, -random.between(0, 8)));
      std::vector<Vector3d> points;
      for (int k = 0; k < count; ++k) points.push_back(support::vector(random).cwiseProduct(shape));
      return Polytope::hull(points);
    };
    const Polytope a = thin(1 + i % 5), b = thin(1 + i / 5 % 5);
    Pose pose_b(support::rotation(random), support::direction(random) * random.between(1, 4));
    const Distance d = apart::distance(a, Pose(), b, pose_b);
    if (!(d.lower > 0)) continue;
    pose_b.translation -= d.normal * (d.lower * (1 - std::pow(10, -random.between(3, 12))));
    if (!(apart::distance(a, Pose(), b, pose_b).lower > 1000 * bound)) continue;
    ++close;
    expect_sure(a, b, pose_b);
    if (HasFailure()) return;
  }
  EXPECT_GT(close, 500);
}

/// What ended the search was narrower, by the rounding of the points, than what was published of
/// it: neither lower > enough nor upper <= enough.
TEST(Continuum, EnoughIsDecidedByWhatIsPublished) {
  using apart::Polytope;
  using Eigen::Vector3d;
  const Vector3d segment[] = {{1, 1, 0}, {1, 2, 2}}, point[] = {{-2e-12, -2e-12, -2e-12}};
  const Polytope a = Polytope::hull(segment), b = Polytope::hull(point);
  const Pose pose_b(Vector3d(0x1.0000000004bcp+0, 0x1.aa07ea138830ep+0, 0x1.540fd426de19bp+0));
  const auto expect_decided = [](const auto& shape_a, const Pose& pose, const auto& shape_b,
                                 const Pose& other, double enough) {
    const Options options{.enough = enough};
    const Distance d = apart::distance(shape_a, pose, shape_b, other, options);
    EXPECT_TRUE(d.status != Status::cut_off || d.lower > enough || d.upper <= enough)
        << support::text(d);
    const auto verified = apart::verify(shape_a, pose, shape_b, other, d, options);
    EXPECT_TRUE(verified) << verified.problem;
  };
  expect_decided(a, Pose(), b, pose_b, 0x1.5a6ef149a39dap-36);
  const Distance full = apart::distance(a, Pose(), b, pose_b);
  for (int i = -200; i < 200; ++i) {
    expect_decided(a, Pose(), b, pose_b, full.upper * (1 + i * 1e-11));
  }
}

}  // namespace
