// SPDX-License-Identifier: BSD-3-Clause

// What a query records of its iterations, and that recording changes nothing.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Trace;
using apart::TraceStep;
using support::Kind;
using support::Random;
using support::Scene;
using support::u;

constexpr double bound = 64 * u * 20;  // C u S, for all scenes here

/// How much of a shape is ball: the steps speak of what is left without it.
double rounding(const apart::Shape& shape) {
  if (const auto* s = std::get_if<apart::Sphere>(&shape.variant())) return s->radius();
  if (const auto* c = std::get_if<apart::Capsule>(&shape.variant())) return c->radius();
  if (const auto* r = std::get_if<apart::Rounded>(&shape.variant())) {
    return r->radius() + rounding(r->shape());
  }
  return 0;
}

/// A step is a simplex, a point v of it, and bounds on the distance of the cores.
void expect_sound(const TraceStep& step) {
  ASSERT_GE(step.size, 1);
  ASSERT_LE(step.size, 4);
  Eigen::Vector3d low = step.simplex[0], high = low;
  for (int i = 0; i < step.size; ++i) {
    ASSERT_TRUE(step.simplex[i].allFinite());
    low = low.cwiseMin(step.simplex[i]), high = high.cwiseMax(step.simplex[i]);
  }
  EXPECT_TRUE((step.v - low).minCoeff() >= -bound && (high - step.v).minCoeff() >= -bound)
      << "v is not in the simplex's box";
  EXPECT_NEAR(step.v.norm(), step.upper, bound);
  EXPECT_LE(step.lower, step.upper + bound);
  EXPECT_NEAR(step.g, step.upper * (step.upper - step.lower), bound * (1 + step.upper));
}

void expect_descent(const Trace& trace, double lower, double upper) {
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    SCOPED_TRACE("step " + std::to_string(i));
    const TraceStep& step = trace.steps[i];
    expect_sound(step);
    EXPECT_LE(step.lower, upper + bound);
    EXPECT_GE(step.upper, lower - bound);
    if (i == 0) continue;
    EXPECT_LE(step.upper, trace.steps[i - 1].upper + bound) << "|v| grows";
    EXPECT_GE(step.extended, trace.steps[i - 1].extended) << "back to double";
  }
}

TEST(Trace, StepsDescendToTheAnswer) {
  int apart = 0, traced = 0;
  support::for_each_pair([&](Kind a, Kind b) {
    const int number = int(a) * support::kinds + int(b);
    SCOPED_TRACE(support::case_name(number));
    if (a == Kind::halfspace || b == Kind::halfspace || a == Kind::rounded_halfspace ||
        b == Kind::rounded_halfspace || testing::Test::HasFailure()) {
      return;  // a closed form: there are no steps
    }
    Random random = support::random_case(number);
    for (int i = 0; i < 4; ++i) {
      const Scene s = support::random_scene(a, b, random, 2 * i);
      Trace trace;
      const Distance d = s.distance({.trace = &trace});
      traced += !trace.steps.empty();
      if (d.status != apart::Status::separated) continue;
      ++apart;
      ASSERT_FALSE(trace.steps.empty());
      const double ball = rounding(s.a) + rounding(s.b);
      expect_descent(trace, d.lower + ball, d.upper + ball);
      const TraceStep& last = trace.steps.back();
      EXPECT_LE(last.g, bound * last.upper) << "not the optimum";
      EXPECT_NEAR(last.upper, d.upper + ball, bound);
    }
  });
  EXPECT_GT(apart, 300);
  EXPECT_GT(traced, apart);
}

TEST(Trace, RecordingChangesNothing) {
  support::for_each_pair([&](Kind a, Kind b) {
    const int number = int(a) * support::kinds + int(b);
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    for (int i = 0; i < 4; ++i) {
      const Scene s = support::random_scene(a, b, random, 2 * i);
      for (const double relative_error : {0.0, 0.1}) {
        Trace trace;
        const Distance silent = s.distance({.relative_error = relative_error});
        const Distance recorded = s.distance({.relative_error = relative_error, .trace = &trace});
        EXPECT_TRUE(support::same_bits(silent, recorded));
      }
    }
  });
}

TEST(Trace, StepsCountSupportCalls) {
  const apart::Box box(1, 2, 3);
  const apart::Pose b(Eigen::Quaterniond(1, 2, 3, 4), {4, 3, 2});
  Trace trace;
  const Distance d = apart::distance(box, {}, box, b, {.trace = &trace});
  ASSERT_FALSE(trace.steps.empty());
  EXPECT_LE(static_cast<int>(trace.steps.size()), d.support_calls);
  EXPECT_TRUE(trace.steps.back().extended) << "exact answers are evaluated in double-double";
}

TEST(Trace, StepsAreInWorldAxesAndUnits) {
  const apart::Box box(2, 2, 2);
  const apart::Pose a(Eigen::Vector3d(1e3, 0, 0)), b(Eigen::Vector3d(1e3 + 5, 0.5, 0.25));
  Trace trace;
  apart::distance(box, a, box, b, {.trace = &trace});
  ASSERT_FALSE(trace.steps.empty());
  const TraceStep& last = trace.steps.back();
  EXPECT_TRUE(last.v.isApprox(Eigen::Vector3d(-3, 0, 0), 1e-12)) << last.v.transpose();
  for (int i = 0; i < last.size; ++i) EXPECT_NEAR(last.simplex[i].x(), -3, 1e-12);
}

TEST(Trace, ASecondQueryAppends) {
  const apart::Box box(1, 1, 1);
  const apart::Pose b(Eigen::Vector3d(3, 1, 0));
  Trace trace;
  apart::distance(box, {}, box, b, {.trace = &trace});
  const auto once = trace.steps.size();
  apart::distance(box, {}, box, b, {.trace = &trace});
  EXPECT_EQ(trace.steps.size(), 2 * once);
}

}  // namespace
