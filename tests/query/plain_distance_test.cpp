// SPDX-License-Identifier: BSD-3-Clause

// The usual case of hulls, boxes, balls and capsules has a path of its own, in plain double. It has
// to agree with the careful one, and to keep every promise: what is published holds, and its points
// show it.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <apart/batch.hpp>
#include <cmath>
#include <cstdlib>
#include <span>
#include <vector>

#include "support/answer.hpp"
#include "support/careful.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Pose;
using apart::Shape;
using apart::Status;
using Eigen::Vector3d;
using support::Random;
using support::u;

/// Fewer under sanitizers.
int number_of_cases() {
  const char* given = std::getenv("APART_ORACLE_CASES");
  return given ? std::atoi(given) : 20000;
}

struct Sized {
  Shape shape;
  double radius;
};

double length(Random& random) {
  switch (random.integer(0, 5)) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return std::pow(10, random.between(-6, 3));
    default:
      return random.between(0.5, 2);
  }
}

Sized hull(Random& random) {
  constexpr int counts[] = {1, 3, 4, 8, 9, 20, 33, 60, 100, 128, 130};
  const int kind = random.integer(0, 3), count = counts[random.integer(0, 10)];
  std::vector<Vector3d> points;
  double radius = 0;
  for (int i = 0; i < count; ++i) {
    Vector3d p = support::vector(random).normalized();
    if (kind == 1) p.z() *= 1e-3;
    if (kind == 2) p = (p * 1.5).array().round();
    if (kind == 3) p.x() *= 30;
    radius = std::max(radius, p.norm());
    points.push_back(p);
  }
  return {apart::Polytope::hull(points), radius};
}

Sized body(Random& random) {
  switch (random.integer(0, 4)) {
    case 0: {
      const Vector3d sides(length(random), length(random), length(random));
      return {apart::Box(sides), sides.norm() / 2};
    }
    case 1: {
      const double radius = length(random);
      return {apart::Sphere(radius), radius};
    }
    case 2: {
      const double radius = length(random), along = length(random);
      return {apart::Capsule(radius, along), radius + along / 2};
    }
    default:
      return hull(random);
  }
}

Eigen::Matrix3d rotation(Random& random) {
  if (random.integer(0, 2) > 0) return support::rotation(random);
  const double right = std::acos(0.0);
  return (Eigen::AngleAxisd(right * random.integer(0, 3), Vector3d::UnitZ()) *
          Eigen::AngleAxisd(right * random.integer(0, 3), Vector3d::UnitX()))
      .toRotationMatrix();
}

struct Case {
  Sized a, b;
  Pose pose_a, pose_b;

  double size() const {
    return a.radius + b.radius + (pose_b.translation - pose_a.translation).norm();
  }
};

Case random_case(int number) {
  Random random = support::random_case(number);
  Case c{body(random), body(random), {}, {}};
  constexpr double places[] = {0, 1, 30};
  c.pose_a = {rotation(random), support::vector(random) * places[random.integer(0, 2)]};
  Vector3d way = support::vector(random) * std::pow(10, random.between(-2, 2));
  if (random.integer(0, 3) == 0) way = support::vector(random).array().round();
  c.pose_b = {rotation(random), c.pose_a.translation + way};
  return c;
}

void expect_shown(const Case& c, const Distance& d) {
  using Wide = Eigen::Matrix<long double, 3, 1>;
  const Wide across = d.point_b.cast<long double>() - d.point_a.cast<long double>();
  const Wide off = across - d.normal.cast<long double>() * static_cast<long double>(d.upper);
  EXPECT_LE(double(off.norm()), 4 * u * (d.point_a.norm() + d.point_b.norm() + c.size()));
  EXPECT_LE(std::abs(d.normal.norm() - 1), 5 * u);
  if (d.status != Status::not_converged) {
    EXPECT_LE(d.upper - d.lower, 64 * u * c.size());
  }
}

TEST(PlainDistance, AgreesWithTheCarefulWay) {
  int separated = 0, overlapping = 0, other_bits = 0;
  const int cases = number_of_cases();
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Case c = random_case(i);
    const Distance d = apart::distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
    const Distance e = support::careful(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
    EXPECT_TRUE(support::meet(d, e));
    expect_shown(c, d);
    const auto verified = apart::verify(c.a.shape, c.pose_a, c.b.shape, c.pose_b, d);
    EXPECT_TRUE(verified) << verified.problem;
    if (HasFailure()) return;
    separated += d.status == Status::separated;
    overlapping += d.status == Status::overlapping;
    other_bits += d.upper != e.upper;
  }
  // else the cases are of another kind than they are meant to be
  EXPECT_GT(separated, cases / 4);
  EXPECT_GT(overlapping, cases / 8);
  EXPECT_GT(other_bits, cases / 8);
}

/// A query with nothing but its shapes and poses goes a shorter way than one with a tracker, and
/// than one of a batch.
TEST(PlainDistance, HasTheSameBitsDirectlyAndNot) {
  int separated = 0, overlapping = 0;
  const int cases = number_of_cases();
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Case c = random_case(i);
    if (i % 4 == 0) {  // nearly parallel, one way or the other
      const double angle = std::pow(10, -(i % 17)), flip = i % 8 ? 0 : std::acos(-1.0);
      const Vector3d axis = c.pose_a.rotation.col(0);
      c.pose_b.rotation = Eigen::AngleAxisd(angle + flip, axis) * c.pose_a.rotation;
    }
    const Distance d = apart::distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
    apart::Tracker tracker;
    EXPECT_TRUE(support::same_bits(
        d, apart::distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b, {}, &tracker)));
    Distance alone;
    apart::distances(c.a.shape, c.pose_a, c.b.shape, c.pose_b, std::span(&alone, 1), {}, 1);
    EXPECT_TRUE(support::same_bits(d, alone));
    expect_shown(c, d);
    if (HasFailure()) return;
    separated += d.status == Status::separated;
    overlapping += d.status == Status::overlapping;
  }
  EXPECT_GT(separated, cases / 4);
  EXPECT_GT(overlapping, cases / 8);
}

TEST(PlainDistance, ScalesBitForBit) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Vector3d sides(length(random), length(random), length(random));
    const double radius = length(random), along = length(random);
    Pose pose_a(rotation(random), support::vector(random));
    Pose pose_b(rotation(random), support::vector(random) * 4);
    const auto answers = [&](double scale) {
      const Pose a(pose_a.rotation, pose_a.translation * scale);
      const Pose b(pose_b.rotation, pose_b.translation * scale);
      const apart::Box box(sides * scale);
      const apart::Capsule capsule(radius * scale, along * scale);
      const apart::Sphere ball(radius * scale);
      return std::vector{
          apart::distance(box, a, box, b),      apart::distance(capsule, a, capsule, b),
          apart::distance(ball, a, box, b),     apart::distance(box, a, ball, b),
          apart::distance(ball, a, capsule, b), apart::distance(ball, a, ball, b)};
    };
    const auto plain = answers(1);
    for (const double scale : {0x1p-330, 0x1p-40, 0x1p330}) {
      const auto scaled = answers(scale);
      for (std::size_t k = 0; k < plain.size(); ++k) {
        SCOPED_TRACE(k);
        EXPECT_EQ(scaled[k].status, plain[k].status);
        EXPECT_EQ(scaled[k].lower, plain[k].lower * scale);
        EXPECT_EQ(scaled[k].upper, plain[k].upper * scale);
        EXPECT_EQ(scaled[k].normal, plain[k].normal);
        EXPECT_EQ(scaled[k].point_a, Vector3d(plain[k].point_a * scale));
        EXPECT_EQ(scaled[k].point_b, Vector3d(plain[k].point_b * scale));
      }
    }
  }
}

void expect_agreement(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Distance d = apart::distance(a, pose_a, b, pose_b);
  EXPECT_TRUE(support::meet(d, support::careful(a, pose_a, b, pose_b)));
  const auto verified = apart::verify(a, pose_a, b, pose_b, d);
  EXPECT_TRUE(verified) << verified.problem;
}

// Of triangles this thin, areas say that a point which the search took weighs less than nothing.
TEST(PlainDistance, WeightsOfThinTrianglesAreNotNegative) {
  const auto sliver = apart::Polytope::hull(
      std::vector<Vector3d>{{-0.63, -5.6e-9, 0}, {1.8, -3.1e-9, 0}, {-1.8, 1.5e-6, 0}});
  const Pose beside(Vector3d(0.073, -4.9e-9, 9e-12));
  expect_agreement(sliver, {}, apart::Box(0, 0, 0), beside);
  expect_agreement(sliver, {}, apart::Polytope::hull(std::vector<Vector3d>{{0, 0, 0}}), beside);

  Eigen::Matrix3d turn;
  turn << 0, 1, 0, -1, 0, 0, 0, 0, 1;
  expect_agreement(apart::Box(4.2489756492992822e-11, 0, 1.839065432076268e-06),
                   {turn, Vector3d::Zero()},
                   apart::Box(0.71228622905432448, 0.15219680183389453, 1.0653331922891114),
                   {turn, {0.076098400917022802, -0.35614311454844511, -0.1189774822159446}});

  Random random = support::random_case(2);
  const int cases = number_of_cases();
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(i);
    const auto thin = [&] {
      const Vector3d shape(1, std::pow(10, random.between(-9, 0)),
                           random.integer(0, 1) * std::pow(10, random.between(-12, 0)));
      auto points = support::in_cube(random, random.integer(3, 8));
      for (Vector3d& p : points) p = p.cwiseProduct(shape);
      return apart::Polytope::hull(points);
    };
    const auto a = thin(), b = thin();
    const Vector3d near(random.between(-1, 1), std::pow(10, random.between(-9, 0)),
                        std::pow(10, random.between(-12, 0)));
    expect_agreement(a, {}, b, Pose(near));
    if (HasFailure()) return;
  }
}

// Boxes beside each other in every way: corners, edges and faces, turned at random or parallel,
// flat ones among them. One look is nearly always enough.
TEST(PlainDistance, BoxesAgreeWithTheCarefulWay) {
  int carriers[4] = {}, one_look = 0, separated = 0;
  const int cases = number_of_cases();
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const auto box = [&] {
      const Vector3d sides(length(random), length(random), length(random));
      return Sized{apart::Box(sides), sides.norm() / 2};
    };
    Case c{box(), box(), {}, {}};
    c.pose_a = {rotation(random), support::vector(random)};
    const double reach = c.a.radius + c.b.radius;
    const double gap = std::pow(10, random.between(-9, 0.5));
    c.pose_b = {rotation(random), c.pose_a.translation + support::direction(random) * reach};
    const Distance touching = apart::distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
    c.pose_b.translation += touching.normal * (gap * reach - touching.upper);
    const Distance d = apart::distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
    EXPECT_TRUE(support::meet(d, support::careful(c.a.shape, c.pose_a, c.b.shape, c.pose_b)));
    expect_shown(c, d);
    const auto verified = apart::verify(c.a.shape, c.pose_a, c.b.shape, c.pose_b, d);
    EXPECT_TRUE(verified) << verified.problem;
    if (HasFailure()) return;
    if (d.status != Status::separated) continue;
    ++separated;
    one_look += d.support_calls == 1;
    ++carriers[d.witness.size - 1];
  }
  EXPECT_GT(separated, cases / 2);
  EXPECT_GT(one_look, separated / 2);
  for (int k = 0; k < 3; ++k) EXPECT_GT(carriers[k], cases / 100) << k;
}

// Far from the world's origin points are coarse, and in it they are fine: there the near points
// have to be evaluated with more digits than a double has.
TEST(PlainDistance, PointsAreFineAtTheOriginOfTheWorld) {
  Random random = support::random_case(1);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    Case c{hull(random), hull(random), {}, {}};
    c.pose_a = {support::rotation(random), Vector3d::Zero()};
    c.pose_b = {support::rotation(random), support::vector(random).normalized() * 2.1};
    const Distance d = apart::distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
    const Vector3d middle = (d.point_a + d.point_b) / 2;
    c.pose_a.translation -= middle;
    c.pose_b.translation -= middle;
    expect_shown(c, apart::distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b));
  }
}

/// The faces' diagonals carry the near points, and |v|^2 does not shrink when the faces do: up to a
/// quarter of these ended not_converged, as rounding was taken for growth.
TEST(PlainDistance, ThinPlatesFaceToFaceConverge) {
  Random random = support::random_case(0);
  for (const double thin : {1e-2, 1e-3, 1e-5, 1e-7, 1e-9, 1e-12}) {
    const apart::Box plate(1, 1, thin);
    for (const double gap : {1e-8, 1e-10, 1e-12, 1e-13}) {
      for (int i = 0; i < 50; ++i) {
        const Eigen::Matrix3d r = support::rotation(random);
        const Eigen::Matrix3d turn =
            Eigen::AngleAxisd(i % 2 ? random.between(0, 6) : 0, Vector3d::UnitZ())
                .toRotationMatrix();
        const Pose below(r, {0, 0, 0}), above(r * turn, r * Vector3d(0, 0, thin + gap));
        const Distance d = apart::distance(plate, below, plate, above);
        ASSERT_NE(d.status, Status::not_converged) << thin << " thin, gap " << gap;
        EXPECT_LE(d.upper - d.lower, 64 * u * (std::sqrt(2.0) * 1.01 + 2 * thin + gap));
        EXPECT_NEAR(d.upper, gap, 64 * u);
      }
    }
  }
}

}  // namespace
