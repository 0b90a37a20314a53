// SPDX-License-Identifier: BSD-3-Clause

// Points, segments, triangles, boxes and hulls with balls around them, margins, centres away from
// the origin of their frames, to any relative error: in plain double as long as that will do. It
// has to agree with the careful way, and to keep every promise.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <apart/batch.hpp>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "support/answer.hpp"
#include "support/careful.hpp"
#include "support/random.hpp"

namespace {

using apart::Distance;
using apart::Options;
using apart::Pose;
using apart::Shape;
using apart::Status;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::Random;
using support::u;

/// Fewer under sanitizers.
int number_of_cases() {
  const char* given = std::getenv("APART_ORACLE_CASES");
  return given ? std::atoi(given) : 20000;
}

/// A tenth of the time on a grid, where faces and edges are parallel.
Vector3d place(Random& random) {
  if (random.integer(0, 9) > 0) return support::vector(random);
  const auto quarter = [&] { return 0.25 * random.integer(-4, 4); };
  const double x = quarter(), y = quarter();
  return {x, y, quarter()};
}

/// Two in three about the origin of their frame, others up to 4096 times their size off.
Shape bare_shape(Random& random, double size) {
  const bool beside = random.integer(0, 2) == 0;
  const Vector3d off =
      beside ? support::direction(random) * std::exp2(random.between(-2, 12)) : Vector3d(0, 0, 0);
  const auto point = [&]() -> Vector3d { return (place(random) + off) * size; };
  const auto length = [&] { return size * random.between(0.1, 1); };
  switch (random.integer(0, 8)) {
    case 0:
      return apart::Point(point());
    case 1: {
      const Vector3d a = point();
      return apart::Segment(a, point());
    }
    case 2: {
      const Vector3d a = point(), b = point();
      return apart::Triangle(a, b, point());
    }
    case 3:
      return apart::Sphere(length());
    case 4: {
      const double x = length(), y = length();
      return apart::Box(Vector3d(x, y, length()));
    }
    case 5: {
      const double radius = length();
      return apart::Capsule(radius, length());
    }
    default: {
      constexpr int counts[] = {4, 6, 8, 12, 20, 40, 150};
      std::vector<Vector3d> points(counts[random.integer(0, 6)]);
      for (Vector3d& p : points) p = point();
      return apart::Polytope::hull(points);
    }
  }
}

Shape any_shape(Random& random, double size) {
  const Shape shape = bare_shape(random, size);
  if (random.integer(0, 2) > 0) return shape;
  return apart::Rounded(shape, size * std::exp2(random.between(-20, 3)));
}

struct Case {
  Shape a, b;
  Pose pose_a, pose_b;
  Options options;

  Distance distance(apart::Tracker* tracker = nullptr) const {
    return apart::distance(a, pose_a, b, pose_b, options, tracker);
  }
  /// S, as DESIGN has it, from the centres that the cores have.
  double size() const {
    const apart::Core core_a = apart::make_core(a), core_b = apart::make_core(b);
    const apart::Pair pair(core_a, pose_a, core_b, pose_b, options.margin);
    return pair.size() * pair.back();
  }
};

/// Half of them moved to a gap of 2^-45 to twice their size.
Case random_case(int index) {
  Random random = support::random_case(index);
  const double ratio = random.integer(0, 2) ? 1 : std::exp2(random.between(-12, 12));
  Case c{any_shape(random, 1), any_shape(random, ratio), {}, {}, {}};
  const bool far = random.integer(0, 1) == 0;
  const Vector3d at =
      far ? support::direction(random) * std::exp2(random.between(-4, 14)) : Vector3d(0, 0, 0);
  const auto turn = [&]() -> Matrix3d {
    return random.integer(0, 3) ? support::rotation(random) : Matrix3d(Matrix3d::Identity());
  };
  c.pose_a = {turn(), at + place(random)};
  c.pose_b = {turn(), at + (1 + ratio) * place(random)};
  if (random.integer(0, 9) == 0) c.pose_a.rotation *= 1 + 1e-8;
  const Distance d = c.distance();
  if (random.integer(0, 1) && d.upper > 0) {
    const double gap = std::exp2(random.between(-45, 1));
    c.pose_b.translation += d.normal * (gap - d.upper);
  }
  constexpr double errors[] = {1, 0.9999, 0.5, 0.1, 1e-3, 1e-8, 1e-15};
  if (random.integer(0, 1)) c.options.relative_error = errors[random.integer(0, 6)];
  if (random.integer(0, 2) == 0) c.options.margin = std::exp2(random.between(-20, 1));
  return c;
}

/// `wide`: what double-double leaves open of centres very far off.
void expect_promises(const Case& c, const Distance& d, double wide = 0) {
  const double size = c.size();
  if (d.status == Status::separated) {
    const double most = std::max({c.options.relative_error * d.upper, 64 * u * size, wide});
    EXPECT_LE(d.upper - d.lower, most);
  }
  EXPECT_LE(std::abs(d.normal.norm() - 1), 5 * u);
  const Vector3d off = (d.point_b - d.point_a) - d.upper * d.normal;
  const double most = 4 * u * (d.point_a.norm() + d.point_b.norm() + size) * (1 + 1e-6);
  if (d.status != Status::overlapping) {
    EXPECT_LE(off.norm(), most);
  }
  const auto verified = apart::verify(c.a, c.pose_a, c.b, c.pose_b, d, c.options);
  EXPECT_TRUE(verified) << verified.problem << "\n  " << support::text(d);
}

TEST(PlainCores, AgreeWithTheCarefulWay) {
  int separated = 0, overlapping = 0;
  for (int i = 0; i < number_of_cases(); ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Case c = random_case(i);
    Options exactly = c.options;
    exactly.relative_error = 0;
    const Distance d = c.distance();
    const Distance e = support::careful(c.a, c.pose_a, c.b, c.pose_b, exactly);
    EXPECT_TRUE(support::meet(d, e));
    if (d.status == Status::overlapping) {
      EXPECT_NE(e.status, Status::separated);
    }
    if (d.status == Status::separated) {
      EXPECT_NE(e.status, Status::overlapping);
    }
    expect_promises(c, d, e.upper - e.lower);
    if (HasFailure()) return;
    separated += d.status == Status::separated;
    overlapping += d.status == Status::overlapping;
  }
  EXPECT_GT(separated, number_of_cases() / 2);
  EXPECT_GT(overlapping, number_of_cases() / 5);
}

TEST(PlainCores, WithinAgreesWithTheCarefulWay) {
  for (int i = 0; i < number_of_cases(); ++i) {
    SCOPED_TRACE(support::case_name(i));
    Case c = random_case(i);
    c.options.relative_error = 0;
    const Distance e = support::careful(c.a, c.pose_a, c.b, c.pose_b, c.options);
    const double unit = u * c.size();
    const auto within = [&](double r) {
      return apart::within(c.a, c.pose_a, c.b, c.pose_b, r, c.options);
    };
    EXPECT_TRUE(within(e.upper));
    if (e.lower > 256 * unit) {
      EXPECT_FALSE(within(e.lower - 128 * unit));
      EXPECT_FALSE(within(0));
    }
    if (e.status == Status::overlapping) {
      EXPECT_TRUE(within(0));
    }
    if (HasFailure()) return;
  }
}

TEST(PlainCores, ATrackerIsNoMoreThanAGuess) {
  for (int i = 0; i < number_of_cases() / 4; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Case c = random_case(i);
    const Distance cold = c.distance();
    Random random = support::random_case(-i);
    apart::Tracker tracker;
    const Vector3d there = c.pose_b.translation;
    c.pose_b.translation += std::exp2(random.between(-20, 1)) * support::direction(random);
    c.distance(&tracker);
    c.pose_b.translation = there;
    const Distance tracked = c.distance(&tracker);
    EXPECT_TRUE(support::meet(cold, tracked));
    expect_promises(c, tracked, cold.upper - cold.lower);
    if (HasFailure()) return;
  }
}

TEST(PlainCores, BatchesGiveTheSameBits) {
  for (int i = 0; i < number_of_cases() / 4; ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Case c = random_case(i);
    Distance d, of_pair;
    apart::distances(c.a, c.pose_a, c.b, c.pose_b, {&d, 1}, c.options);
    const apart::PosedPair pair{c.a, c.pose_a, c.b, c.pose_b};
    apart::distances({&pair, 1}, {&of_pair, 1}, c.options);
    EXPECT_TRUE(support::same_bits(c.distance(), d));
    EXPECT_TRUE(support::same_bits(d, of_pair));
    if (HasFailure()) return;
  }
}

/// Recording the steps of a search changes nothing.
TEST(PlainCores, ATraceChangesNothing) {
  for (int i = 0; i < number_of_cases() / 10; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Case c = random_case(i);
    const Distance d = c.distance();
    apart::Trace trace;
    c.options.trace = &trace;
    EXPECT_TRUE(support::same_bits(d, c.distance()));
    if (HasFailure()) return;
  }
}

TEST(PlainCores, AskingForLessTakesNoMoreLooks) {
  Random random = support::random_case(7);
  SCOPED_TRACE(support::case_name(7));
  long exact = 0, rough = 0, collision = 0;
  for (int i = 0; i < 1000; ++i) {
    const int count = std::array{8, 20, 60, 200}[i % 4];
    Case c{apart::Polytope::hull(support::on_sphere(random, count)),
           apart::Polytope::hull(support::on_sphere(random, count)),
           Pose(),
           Pose(),
           {}};
    c.pose_b = {support::rotation(random), random.between(1.9, 4) * support::direction(random)};
    const Distance d = c.distance();
    exact += d.support_calls;
    const auto calls = [&](double error) {
      c.options.relative_error = error;
      const Distance e = c.distance();
      EXPECT_LE(e.support_calls, d.support_calls);
      expect_promises(c, e);
      return e.support_calls;
    };
    rough += calls(0.1);
    collision += calls(1);
    if (HasFailure()) return;
  }
  EXPECT_LT(10 * rough, 9 * exact);
  EXPECT_LT(10 * collision, 8 * exact);
}

/// Also beyond 2^60, where lengths are scaled and other kernels have the word; and where hulls are
/// so far off their origin that they are not about it any more.
TEST(PlainCores, RelativeErrorsScaleBitForBit) {
  for (int i = 0; i < number_of_cases() / 20; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const int count = std::array{8, 20, 60, 200}[i % 4];
    const auto points_a = support::on_sphere(random, count);
    const auto points_b = support::on_sphere(random, count);
    const double off = i % 3 ? 0 : 1000;
    const auto at_scale = [&](double f) {
      const auto hull = [&](std::vector<Vector3d> points) {
        for (Vector3d& p : points) p = f * (p + Vector3d(off, -off, 2 * off));
        return Shape(apart::Polytope::hull(points));
      };
      return Case{hull(points_a), hull(points_b), Pose(), Pose(), {.relative_error = 0.3}};
    };
    const Pose turned(support::rotation(random), random.between(0, 4) * support::direction(random));
    const auto distance = [&](double f) {
      Case c = at_scale(f);
      const Vector3d back = turned.rotation * Vector3d(off, -off, 2 * off);
      c.pose_b = {turned.rotation, f * (turned.translation + Vector3d(off, -off, 2 * off) - back)};
      return c.distance();
    };
    const Distance d = distance(1);
    for (const double f : {0x1p-330, 0x1p-70, 0x1p20, 0x1p65, 0x1p330}) {
      const Distance e = distance(f);
      EXPECT_EQ(e.lower, d.lower * f);
      EXPECT_EQ(e.upper, d.upper * f);
      EXPECT_EQ(e.point_a, Vector3d(d.point_a * f));
      EXPECT_EQ(e.point_b, Vector3d(d.point_b * f));
      EXPECT_EQ(e.normal, d.normal);
      EXPECT_EQ(e.support_calls, d.support_calls);
      EXPECT_EQ(e.status, d.status);
    }
    if (HasFailure()) return;
  }
}

/// What stands beside the origin of its frame, as links of robots do, is looked for where it is.
TEST(PlainCores, HullsBesideTheirOriginTakeAsManyLooksAsOthers) {
  Random random = support::random_case(8);
  SCOPED_TRACE(support::case_name(8));
  long centred = 0, beside = 0;
  for (int i = 0; i < 1000; ++i) {
    auto points = support::on_sphere(random, 50);
    const Shape here = apart::Polytope::hull(points);
    const Vector3d off(0.9, 0.3, -0.2);
    for (Vector3d& p : points) p += off;
    const Shape there = apart::Polytope::hull(points);
    Case c{here, here, Pose(), {support::rotation(random), 2.1 * support::direction(random)}, {}};
    centred += c.distance().support_calls;
    c.a = c.b = there;
    c.pose_a.translation -= c.pose_a.rotation * off;
    c.pose_b.translation -= c.pose_b.rotation * off;
    const Distance d = c.distance();
    expect_promises(c, d);
    beside += d.support_calls;
  }
  EXPECT_LT(10 * beside, 11 * centred);
}

}  // namespace
