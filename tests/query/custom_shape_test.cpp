// SPDX-License-Identifier: BSD-3-Clause

// Any type with a support function is a shape: as it is, as a Custom, and as a Shape.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <bit>
#include <cmath>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Pose;
using apart::Status;
using Eigen::Vector3d;
using support::holds;
using support::Random;
using support::u;

/// |x/a|^4 + |y/b|^4 + |z/c|^4 <= 1. Its dual exponent is 4/3.
struct Superquadric {
  Vector3d half;
  Vector3d support(const Vector3d& d) const {
    const Vector3d s = half.cwiseProduct(d / d.cwiseAbs().maxCoeff());
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += std::abs(s[i]) * std::cbrt(std::abs(s[i]));
    Vector3d x;
    for (int i = 0; i < 3; ++i) x[i] = half[i] * std::cbrt(s[i]) / std::pow(sum, 0.25);
    return x;
  }
  double radius() const { return half.norm(); }
  double support_error() const { return 16; }
};

struct UserBox {
  Vector3d half;
  Vector3d support(const Vector3d& d) const {
    return {d.x() > 0 ? half.x() : -half.x(), d.y() > 0 ? half.y() : -half.y(),
            d.z() > 0 ? half.z() : -half.z()};
  }
  double radius() const { return half.norm() * (1 + 4 * u); }
};

struct UserBall {
  double r;
  Vector3d support(const Vector3d& d) const { return d * (r / d.stableNorm()); }
  double radius() const { return r; }
  double support_error() const { return 8; }
};

/// A box whose corners are only roughly known: off by up to `error` units, another way each time.
struct SloppyBox {
  Vector3d half;
  double error;
  Vector3d support(const Vector3d& d) const {
    const auto bits = std::bit_cast<std::uint64_t>(d.x() + 2 * d.y() + 3 * d.z());
    Random random(bits);
    return UserBox{half}.support(d) +
           support::direction(random) * (0.99 * random.unit() * error * u * radius());
  }
  double radius() const { return half.norm() * (1 + 4 * u); }
  double support_error() const { return error; }
};

Pose any_pose(Random& random, double spread) {
  const Eigen::Matrix3d r = support::rotation(random);
  return {r, spread * support::vector(random)};
}

static_assert(apart::SupportFunction<Superquadric> && apart::SupportFunction<SloppyBox>);

TEST(CustomShape, ThreeWaysToPassItGiveTheSameBits) {
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Superquadric body{support::vector(random).cwiseAbs() + Vector3d::Constant(0.1)};
    const apart::Custom custom(body);
    const apart::Shape shape = custom;
    const Pose a = any_pose(random, 1), b = any_pose(random, 2);
    const apart::Cone other(0.5, 1);
    const Distance d = apart::distance(body, a, other, b);
    EXPECT_TRUE(support::same_bits(d, apart::distance(custom, a, other, b)));
    EXPECT_TRUE(support::same_bits(d, apart::distance(shape, a, other, b)));
    EXPECT_TRUE(support::confirmed(apart::verify(body, a, other, b, d), d));
    EXPECT_TRUE(support::confirmed(apart::verify(shape, a, other, b, d), d));
    EXPECT_TRUE(support::meet(d, apart::distance(other, b, body, a)));
  }
}

TEST(CustomShape, TypeNameAndBounds) {
  const Superquadric body{{1, 1, 1}};
  EXPECT_STREQ(apart::type_name(body), "custom");
  EXPECT_STREQ(apart::type_name(apart::Custom(body)), "custom");
  EXPECT_TRUE(apart::bounded(body));
}

TEST(CustomShape, SuperquadricsAlongAnAxis) {
  const Superquadric a{{1, 2, 3}}, b{{0.5, 1, 1}};
  for (int k = 0; k < 3; ++k) {
    const Vector3d axis = Vector3d::Unit(k);
    const Distance d = apart::distance(a, Pose(), b, Pose(10 * axis));
    EXPECT_TRUE(holds(d, 10 - (long double)(a.half[k]) - b.half[k]));
    EXPECT_EQ(d.status, Status::separated);
    EXPECT_EQ(d.witness.vertex_a[0], -1);
    EXPECT_TRUE(support::confirmed(apart::verify(a, Pose(), b, Pose(10 * axis), d), d));
  }
}

/// Its support along (1, 1, 1) is 3^(3/4) for half axes of 1.
TEST(CustomShape, SuperquadricAboveGround) {
  const Superquadric body{{1, 1, 1}};
  const apart::Halfspace ground({1, 1, 1}, 0);
  const Distance d = apart::distance(body, Pose(Vector3d(2, 2, 2)), ground, Pose());
  const long double support = std::pow(3.0L, 0.75L) / std::sqrt(3.0L);
  EXPECT_TRUE(holds(d, 6 / std::sqrt(3.0L) - support, 0x1p-60L));
}

TEST(CustomShape, AgreesWithTheSameBuiltInShape) {
  int apart_count = 0, together = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Vector3d half = support::vector(random).cwiseAbs();
    const double r = random.between(0.1, 1);
    const Pose a = any_pose(random, 1), b = any_pose(random, 1);
    support::ShapeMaker maker(random, 1);
    const apart::Shape other = maker.make(support::Kind(i % support::kinds));
    const Distance box = apart::distance(apart::Box(2 * half), a, other, b);
    const Distance user_box = apart::distance(UserBox{half}, a, other, b);
    EXPECT_TRUE(support::meet(box, user_box));
    EXPECT_TRUE(support::confirmed(apart::verify(UserBox{half}, a, other, b, user_box), user_box));
    const Distance ball = apart::distance(apart::Sphere(r), a, other, b);
    EXPECT_TRUE(support::meet(ball, apart::distance(UserBall{r}, a, other, b)));
    box.lower > 0 ? ++apart_count : ++together;
    if (HasFailure()) return;
  }
  EXPECT_GT(apart_count, 30);
  EXPECT_GT(together, 30);
}

/// A support function that errs by what it says must not make an answer wrong.
TEST(CustomShape, SupportErrorIsHonoured) {
  for (const double error : {0.0, 100.0, 1e6, 1e9}) {
    for (int i = 0; i < 200; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", support error " + std::to_string(error));
      Random random = support::random_case(i);
      const Vector3d half = support::vector(random).cwiseAbs();
      const Pose a = any_pose(random, 1), b = any_pose(random, 2);
      const apart::Box other(1, 0.5, 0.25);
      const Distance exact = apart::distance(apart::Box(2 * half), a, other, b);
      const SloppyBox sloppy{half, error};
      const Distance d = apart::distance(sloppy, a, other, b);
      EXPECT_TRUE(support::meet(d, exact));
      EXPECT_GE(d.upper, exact.lower - 2 * error * u);
      if (d.status == Status::separated || d.status == Status::touching) {
        EXPECT_LE(d.upper - d.lower, 64 * (1 + error) * u * 8) << support::text(d);
      }
      EXPECT_NE(d.status == Status::overlapping, exact.lower > 0) << "proved though not true";
      if (HasFailure()) return;
    }
  }
}

/// The stick from -p to p, exactly, with the least double that is a radius.
struct Stick {
  Vector3d p;
  Vector3d support(const Vector3d& d) const { return d.dot(p) > 0 ? p : Vector3d(-p); }
  double radius() const {
    const long double length = p.cast<long double>().norm();
    const double r = double(length);
    return r < length ? std::nextafter(r, INFINITY) : r;
  }
  double support_error() const { return 0; }
};

/// Off its sphere by as much as is allowed without saying so, 4 units, or a little less.
struct RoughBall {
  double off;
  Vector3d support(const Vector3d& d) const {
    return (d.cast<long double>().normalized() * (1 + off * 0x1p-53L)).cast<double>();
  }
  double radius() const { return 1; }
};

TEST(CustomShape, TheDeclaredErrorMayBeUsedUp) {
  for (int i = 0; i < 10000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Pose b(3 * support::direction(random));
    ASSERT_NO_THROW(apart::distance(RoughBall{3}, Pose(), apart::Sphere(1), b));
  }
}

TEST(CustomShape, ATightRadiusIsAccepted) {
  for (int i = 0; i < 10000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Stick stick{support::vector(random)};
    const Pose b(Vector3d(5, 0, 0));
    ASSERT_NO_THROW(apart::distance(stick, Pose(), apart::Sphere(1), b)) << support::text(stick.p);
  }
}

/// The declared error enters the interval even if the function happens to be exact.
TEST(CustomShape, DeclaredErrorWidensTheInterval) {
  struct Modest : UserBox {
    double error;
    double support_error() const { return error; }
  };
  const auto width = [](double error) {
    const Modest body{{{1, 1, 1}}, error};
    const Distance d = apart::distance(body, Pose(), apart::Point(4, 0.5, 0.5), Pose());
    EXPECT_TRUE(holds(d, 3));
    return d.upper - d.lower;
  };
  EXPECT_LT(width(4), width(1000));
  EXPECT_GT(width(1e6), 1e6 * u);
}

TEST(CustomShape, RoundedAndInHalfspaces) {
  Random random = support::random_case(0);
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Pose a = any_pose(random, 1), b = any_pose(random, 2);
    const apart::Shape round_user = apart::Rounded(apart::Custom(UserBox{{1, 0.5, 0.25}}), 0.25);
    const apart::Shape round_box = apart::Rounded(apart::Box(2, 1, 0.5), 0.25);
    EXPECT_TRUE(support::meet(apart::distance(round_user, a, apart::Sphere(0.5), b),
                              apart::distance(round_box, a, apart::Sphere(0.5), b)));
    const apart::Halfspace ground(support::direction(random), random.between(-2, 2));
    EXPECT_TRUE(support::meet(apart::distance(round_user, a, ground, b),
                              apart::distance(round_box, a, ground, b)));
  }
}

TEST(CustomShape, TracksLikeAnyOther) {
  const Superquadric body{{1, 0.5, 0.25}};
  const apart::Ellipsoid other(0.5, 0.75, 1);
  apart::Tracker tracker;
  long warm_calls = 0, cold_calls = 0;
  for (int i = 0; i < 200; ++i) {
    const double t = i / 100.0;
    const Pose b(Eigen::AngleAxisd(t, Vector3d::UnitY()).toRotationMatrix(), Vector3d(3 - t, t, 0));
    const Distance warm = apart::distance(body, Pose(), other, b, {}, &tracker);
    const Distance cold = apart::distance(body, Pose(), other, b);
    EXPECT_TRUE(support::meet(warm, cold));
    warm_calls += warm.support_calls, cold_calls += cold.support_calls;
  }
  EXPECT_LE(warm_calls, cold_calls);
}

}  // namespace
