// SPDX-License-Identifier: BSD-3-Clause

// Bad input gets an exception with a sentence: what is wrong, where, and which value.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "support/refusal.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Options;
using apart::Pose;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::not_refused;
using support::refusal;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

testing::AssertionResult says(const std::string& sentence,
                              std::initializer_list<const char*> parts) {
  for (const char* part : parts) {
    if (sentence.find(part) != std::string::npos) continue;
    return testing::AssertionFailure() << '"' << sentence << "\" does not say \"" << part << '"';
  }
  return testing::AssertionSuccess();
}

// Shapes.

TEST(InvalidInput, NanInAShape) {
  EXPECT_TRUE(says(refusal([] { apart::Point(0, nan, 0); }), {"point", "p[1]", "nan"}));
  EXPECT_TRUE(says(refusal([] {
                     apart::Segment({0, 0, 0}, {0, 0, nan});
                   }),
                   {"segment", "b[2]", "nan"}));
  EXPECT_TRUE(says(refusal([] {
                     apart::Triangle({nan, 0, 0}, {0, 1, 0}, {0, 0, 1});
                   }),
                   {"triangle", "a[0]", "nan"}));
  EXPECT_TRUE(says(refusal([] { apart::Sphere{nan}; }), {"sphere", "radius", "nan"}));
  EXPECT_TRUE(says(refusal([] { apart::Box(1, nan, 1); }), {"box", "size[1]", "nan"}));
  EXPECT_TRUE(says(refusal([] { apart::Capsule(nan, 1); }), {"capsule", "radius", "nan"}));
  EXPECT_TRUE(says(refusal([] { apart::Cylinder(1, nan); }), {"cylinder", "length", "nan"}));
  EXPECT_TRUE(says(refusal([] { apart::Cone(nan, 1); }), {"cone", "radius", "nan"}));
  EXPECT_TRUE(says(refusal([] { apart::Ellipsoid(1, 1, nan); }), {"ellipsoid", "radii[2]", "nan"}));
  EXPECT_TRUE(says(refusal([] {
                     apart::Halfspace({0, 0, nan}, 0);
                   }),
                   {"halfspace", "normal[2]", "nan"}));
  EXPECT_TRUE(says(refusal([] {
                     apart::Halfspace({0, 0, 1}, nan);
                   }),
                   {"halfspace", "offset", "nan"}));
  EXPECT_TRUE(says(refusal([] { apart::Rounded(apart::Box(1, 1, 1), nan); }),
                   {"rounded", "radius", "nan"}));
  const std::vector<Eigen::Vector2d> section{{0, 0}, {1, nan}};
  EXPECT_TRUE(says(refusal([&] { apart::Prism{section}; }), {"prism", "section[1][1]", "nan"}));
  const std::vector<Vector3d> points{{0, 0, 0}, {1, nan, 0}};
  EXPECT_TRUE(
      says(refusal([&] { apart::Polytope::hull(points); }), {"polytope", "vertices[1][1]", "nan"}));
}

TEST(InvalidInput, InfinityInAShape) {
  EXPECT_TRUE(says(refusal([] { apart::Point(0, 0, infinity); }), {"point", "p[2]", "inf"}));
  EXPECT_TRUE(says(refusal([] {
                     apart::Segment({-infinity, 0, 0}, {0, 0, 0});
                   }),
                   {"segment", "a[0]", "-inf"}));
  EXPECT_TRUE(says(refusal([] {
                     apart::Triangle({0, 0, 0}, {0, 1, 0}, {0, infinity, 1});
                   }),
                   {"triangle", "c[1]", "inf"}));
  EXPECT_TRUE(says(refusal([] { apart::Sphere{infinity}; }), {"sphere", "radius", "inf"}));
  EXPECT_TRUE(says(refusal([] { apart::Box(1, 1, infinity); }), {"box", "size[2]", "inf"}));
  EXPECT_TRUE(says(refusal([] { apart::Capsule(1, infinity); }), {"capsule", "length", "inf"}));
  EXPECT_TRUE(
      says(refusal([] { apart::Ellipsoid(infinity, 1, 1); }), {"ellipsoid", "radii[0]", "inf"}));
  EXPECT_TRUE(says(refusal([] {
                     apart::Halfspace({0, 0, 1}, -infinity);
                   }),
                   {"halfspace", "offset", "-inf"}));
  const std::vector<Vector3d> points{{0, 0, infinity}};
  EXPECT_TRUE(
      says(refusal([&] { apart::Polytope::hull(points); }), {"polytope", "vertices[0][2]", "inf"}));
}

TEST(InvalidInput, NegativeLengths) {
  EXPECT_EQ(refusal([] { apart::Sphere(-1.5); }), "sphere: radius must not be negative, got -1.5");
  EXPECT_TRUE(says(refusal([] { apart::Box(1, -2, 1); }), {"box", "size[1]", "negative", "-2"}));
  EXPECT_TRUE(says(refusal([] { apart::Capsule(-1, 1); }), {"capsule", "radius", "-1"}));
  EXPECT_TRUE(says(refusal([] { apart::Capsule(1, -1); }), {"capsule", "length", "-1"}));
  EXPECT_TRUE(says(refusal([] { apart::Cylinder(-3, 1); }), {"cylinder", "radius", "-3"}));
  EXPECT_TRUE(says(refusal([] { apart::Cone(1, -3); }), {"cone", "length", "-3"}));
  EXPECT_TRUE(says(refusal([] { apart::Ellipsoid(1, -4, 1); }), {"ellipsoid", "radii[1]", "-4"}));
  EXPECT_TRUE(
      says(refusal([] { apart::Rounded(apart::Point(), -0.25); }), {"rounded", "radius", "-0.25"}));
}

TEST(InvalidInput, TooLarge) {
  EXPECT_TRUE(
      says(refusal([] { apart::Sphere(0x1p600); }), {"sphere", "radius", "2^500", "e+180"}));
  EXPECT_TRUE(says(refusal([] { apart::Point(0, -0x1p600, 0); }), {"p[1]", "2^500", "e+180"}));
  EXPECT_TRUE(says(refusal([] {
                     apart::Halfspace({0, 0, 1e-9}, 0x1p600);
                   }),
                   {"halfspace", "2^500", "offset", "e+180"}));
  const Pose far(Vector3d(0, 0, 0x1p600));
  EXPECT_TRUE(says(refusal([&] { apart::validate(far); }), {"translation[2]", "2^500", "e+180"}));
}

TEST(InvalidInput, EmptySets) {
  EXPECT_TRUE(says(refusal([] { apart::Polytope::hull({}); }), {"polytope", "point", "none"}));
  EXPECT_TRUE(says(refusal([] { apart::Prism(std::vector<Eigen::Vector2d>{}); }),
                   {"prism", "section", "at least one point"}));
  const Eigen::MatrixXd some = Eigen::MatrixXd::Ones(3, 2), none(3, 0);
  EXPECT_TRUE(says(refusal([&] { apart::hull_distance(none, some); }),
                   {"hull_distance", "points_a", "no points"}));
  EXPECT_TRUE(says(refusal([&] { apart::hull_distance(some, none); }), {"points_b", "no points"}));
}

TEST(InvalidInput, EnoughOfASignedDistance) {
  const apart::Sphere ball(1);
  const auto ask = [&](double enough) {
    return refusal([&] { apart::penetration(ball, Pose(), ball, Pose(), {.enough = enough}); });
  };
  EXPECT_EQ(ask(-1), not_refused);
  EXPECT_EQ(ask(-infinity), not_refused);
  EXPECT_TRUE(says(ask(nan), {"enough", "nan"}));
}

TEST(InvalidInput, ZeroNormal) {
  EXPECT_TRUE(says(refusal([] {
                     apart::Halfspace({0, 0, 0}, 1);
                   }),
                   {"halfspace", "normal", "zero"}));
}

TEST(InvalidInput, ZeroLengthsAreLegal) {
  const apart::Box box(0, 0, 0);
  const apart::Capsule capsule(0, 0);
  const apart::Ellipsoid ellipsoid(0, 0, 0);
  const apart::Distance d = apart::distance(box, Pose(), capsule, Pose(Vector3d(3, 4, 0)));
  EXPECT_DOUBLE_EQ(d.upper, 5);
  EXPECT_DOUBLE_EQ(apart::distance(ellipsoid, Pose(), box, Pose(Vector3d(0, 2, 0))).upper, 2);
}

// Poses.

/// What the query says of the pose, given as that of either operand.
void expect_refused(const Pose& pose, std::initializer_list<const char*> parts) {
  const apart::Box box(1, 1, 1);
  const std::string a = refusal([&] { apart::distance(box, pose, box, Pose()); });
  EXPECT_TRUE(says(a, {"pose_a"}));
  EXPECT_TRUE(says(a, parts));
  const std::string b = refusal([&] { apart::intersects(box, Pose(), box, pose); });
  EXPECT_TRUE(says(b, {"pose_b"}));
  EXPECT_TRUE(says(b, parts));
  EXPECT_TRUE(says(refusal([&] { apart::within(box, Pose(), box, pose, 1); }), {"pose_b"}));
  EXPECT_TRUE(says(refusal([&] { apart::validate(pose, "camera"); }), {"camera"}));
}

TEST(InvalidInput, ScaledPose) {
  expect_refused({1.001 * Matrix3d::Identity(), Vector3d::Zero()},
                 {"rotation", "orthonormal", "0.00346", "1e-6"});
}

TEST(InvalidInput, ShearedPose) {
  Matrix3d shear = Matrix3d::Identity();
  shear(0, 1) = 0.25;
  expect_refused({shear, Vector3d::Zero()}, {"rotation", "orthonormal", "0.359"});
}

TEST(InvalidInput, ReflectingPose) {
  const Matrix3d mirror = Vector3d(1, 1, -1).asDiagonal();
  expect_refused({mirror, Vector3d::Zero()}, {"rotation", "reflection", "determinant", "-1"});
}

TEST(InvalidInput, ZeroRotation) {
  expect_refused({Matrix3d::Zero(), Vector3d::Zero()}, {"rotation", "orthonormal", "1.73"});
}

TEST(InvalidInput, NanTranslation) {
  expect_refused(Pose(Vector3d(0, nan, 0)), {"translation[1]", "nan"});
  expect_refused(Pose(Vector3d(-infinity, 0, 0)), {"translation[0]", "-inf"});
}

TEST(InvalidInput, NanRotation) {
  Matrix3d r = Matrix3d::Identity();
  r(1, 2) = nan;
  expect_refused({r, Vector3d::Zero()}, {"rotation", "nan"});
}

/// Every query of a pair is refused, and none looks for vertices along what is no direction first.
void expect_refused(apart::ShapeRef a, const Pose& pose_a, apart::ShapeRef b, const Pose& pose_b) {
  apart::Tracker tracker;
  EXPECT_NE(refusal([&] { distance(a, pose_a, b, pose_b); }), not_refused);
  EXPECT_NE(refusal([&] { distance(a, pose_a, b, pose_b, {}, &tracker); }), not_refused);
  EXPECT_NE(refusal([&] { intersects(a, pose_a, b, pose_b); }), not_refused);
  EXPECT_NE(refusal([&] { within(a, pose_a, b, pose_b, 1); }), not_refused);
  EXPECT_NE(refusal([&] { penetration(a, pose_a, b, pose_b); }), not_refused);
}
void expect_all_numbers_asked_for(apart::ShapeRef a, Pose pose_a, apart::ShapeRef b, Pose pose_b) {
  const double bad[] = {nan, infinity, -infinity};
  for (Pose* pose : {&pose_a, &pose_b}) {
    for (int k = 0; k < 12; ++k) {
      double& number = k < 9 ? pose->rotation.data()[k] : pose->translation[k - 9];
      const double was = number;
      number = bad[k % 3];
      expect_refused(a, pose_a, b, pose_b);
      number = was;
    }
  }
}

TEST(InvalidInput, NoNumberOfAnyPose) {
  support::for_each_pair([](support::Kind a, support::Kind b) {
    support::Random random = support::random_case(static_cast<int>(a) * support::kinds + int(b));
    const support::Scene s = support::random_scene(a, b, random, 2);
    expect_all_numbers_asked_for(s.a, s.pose_a, s.b, s.pose_b);
  });
}

TEST(InvalidInput, NoNumberOfAPoseOfAHullOnTheGround) {
  const apart::Halfspace ground({0, 0, 1}, -5);
  for (const int vertices : {4, 8, 9, 20, 40, 300, 1000}) {
    support::Random random = support::random_case(vertices);
    const auto hull = apart::Polytope::hull(support::on_sphere(random, vertices));
    expect_all_numbers_asked_for(hull, Pose(), ground, Pose());
    expect_all_numbers_asked_for(ground, Pose(), hull, Pose());
  }
}

TEST(InvalidInput, SmallDefectsAreTaken) {
  const apart::Box box(1, 1, 1);
  Matrix3d r = Matrix3d::Identity();
  r(0, 0) += 4e-7;
  EXPECT_EQ(refusal([&] {
              apart::distance(box, {r, Vector3d::Zero()}, box, Pose());
            }),
            not_refused);
  r(0, 0) += 2e-7;
  EXPECT_NE(refusal([&] {
              apart::distance(box, {r, Vector3d::Zero()}, box, Pose());
            }),
            not_refused);
}

// Options.

void expect_refused(const Options& options, std::initializer_list<const char*> parts) {
  const apart::Box box(1, 1, 1);
  const apart::Halfspace ground({0, 0, 1}, 0);
  const Eigen::MatrixXd points = Eigen::MatrixXd::Ones(3, 2);
  EXPECT_TRUE(says(refusal([&] { apart::distance(box, Pose(), box, Pose(), options); }), parts));
  EXPECT_TRUE(says(refusal([&] { apart::distance(box, Pose(), ground, Pose(), options); }), parts));
  EXPECT_TRUE(says(refusal([&] { apart::hull_distance(points, points, options); }), parts));
  EXPECT_TRUE(says(refusal([&] { apart::intersects(box, Pose(), box, Pose(), options); }), parts));
  EXPECT_TRUE(
      says(refusal([&] { apart::within(box, Pose(), ground, Pose(), 1, options); }), parts));
}

TEST(InvalidInput, RelativeErrorOutOfRange) {
  expect_refused(Options{.relative_error = -0.5}, {"relative_error", "[0, 1]", "-0.5"});
  expect_refused(Options{.relative_error = 1.5}, {"relative_error", "[0, 1]", "1.5"});
  expect_refused(Options{.relative_error = nan}, {"relative_error", "nan"});
}

TEST(InvalidInput, EnoughOutOfRange) {
  expect_refused(Options{.enough = -2.0}, {"enough", "negative", "-2"});
  expect_refused(Options{.enough = nan}, {"enough", "nan"});
}

TEST(InvalidInput, MarginOutOfRange) {
  expect_refused(Options{.margin = -2}, {"margin", "[0, 2^500]", "-2"});
  expect_refused(Options{.margin = nan}, {"margin", "nan"});
  expect_refused(Options{.margin = infinity}, {"margin", "inf"});
}

TEST(InvalidInput, WithinANegativeDistance) {
  const apart::Box box(1, 1, 1);
  for (const double r : {-3.0, nan}) {
    const std::string sentence = refusal([&] { apart::within(box, Pose(), box, Pose(), r); });
    EXPECT_TRUE(says(sentence, {"within", "r ", std::isnan(r) ? "nan" : "-3"}));
  }
}

// Two unbounded operands.

TEST(InvalidInput, TwoUnboundedOperands) {
  const apart::Halfspace half({0, 0, 1}, 0);
  const apart::Prism prism(std::vector<Eigen::Vector2d>{{0, 0}, {1, 0}, {0, 1}});
  const apart::Rounded round_half(half, 1), round_prism(apart::Rounded(prism, 1), 2);
  const std::vector<apart::Shape> unbounded{half, prism, round_half, round_prism};
  for (const auto& a : unbounded) {
    EXPECT_FALSE(apart::bounded(a));
    for (const auto& b : unbounded) {
      const auto parts = {"unbounded", apart::type_name(a), apart::type_name(b)};
      EXPECT_TRUE(says(refusal([&] { apart::distance(a, Pose(), b, Pose()); }), parts));
      EXPECT_TRUE(says(refusal([&] { apart::intersects(a, Pose(), b, Pose()); }), parts));
      EXPECT_TRUE(says(refusal([&] { apart::within(a, Pose(), b, Pose(), 1); }), parts));
    }
    EXPECT_EQ(refusal([&] { apart::distance(a, Pose(), apart::Sphere(1), Pose()); }), not_refused);
  }
}

// Users' types.

struct User {
  Vector3d point = Vector3d::Zero();
  double bound = 1, error = 4;
  Vector3d support(const Vector3d&) const { return point; }
  double radius() const { return bound; }
  double support_error() const { return error; }
};

std::string refused(const User& user) {
  const std::string direct =
      refusal([&] { apart::distance(user, Pose(), apart::Sphere(1), Pose(Vector3d(5, 0, 0))); });
  const apart::Shape shape = apart::Custom(user);
  EXPECT_EQ(refusal([&] { apart::distance(apart::Box(1, 1, 1), Pose(), shape, Pose()); }), direct);
  const apart::Halfspace ground({0, 0, 1}, -9);
  EXPECT_EQ(refusal([&] { apart::distance(shape, Pose(), ground, Pose()); }), direct);
  return direct;
}

TEST(InvalidInput, SupportReturnsNan) {
  EXPECT_TRUE(says(refused({.point = {0, nan, 0}}), {"custom shape", "support()", "nan"}));
  EXPECT_TRUE(says(refused({.point = {infinity, 0, 0}}), {"custom shape", "support()", "inf"}));
}

TEST(InvalidInput, SupportReturnsAPointOutsideTheRadius) {
  EXPECT_TRUE(says(refused({.point = {2, 0, 0}}), {"custom shape", "support()", "radius()", "2"}));
  EXPECT_EQ(refused({.point = {1, 0, 0}}), not_refused);
}

TEST(InvalidInput, RadiusOfAUserTypeIsBad) {
  EXPECT_TRUE(says(refused({.bound = -1}), {"custom shape", "radius()", "-1"}));
  EXPECT_TRUE(says(refused({.bound = nan}), {"custom shape", "radius()", "nan"}));
  EXPECT_TRUE(says(refused({.bound = infinity}), {"custom shape", "radius()", "inf"}));
}

TEST(InvalidInput, SupportErrorOfAUserTypeIsBad) {
  EXPECT_TRUE(says(refused({.error = -1}), {"custom shape", "support_error()", "-1"}));
  EXPECT_TRUE(says(refused({.error = nan}), {"custom shape", "support_error()", "nan"}));
}

// R^m.

TEST(InvalidInput, HullDistanceSizes) {
  const Eigen::MatrixXd three = Eigen::MatrixXd::Ones(3, 2), four = Eigen::MatrixXd::Ones(4, 2);
  EXPECT_TRUE(says(refusal([&] { apart::hull_distance(three, four); }),
                   {"points_a has 3 rows", "points_b has 4"}));
  const Eigen::MatrixXd many = Eigen::MatrixXd::Ones(33, 2), none(0, 2);
  EXPECT_TRUE(says(refusal([&] { apart::hull_distance(many, many); }), {"points_a", "32", "33"}));
  EXPECT_TRUE(says(refusal([&] { apart::hull_distance(none, none); }), {"points_a", "0"}));
}

TEST(InvalidInput, HullDistanceNumbers) {
  const Eigen::MatrixXd good = Eigen::MatrixXd::Ones(3, 2);
  Eigen::MatrixXd bad = good;
  bad(2, 1) = nan;
  EXPECT_TRUE(says(refusal([&] { apart::hull_distance(good, bad); }),
                   {"hull_distance", "points_b(2, 1)", "nan"}));
  bad(2, 1) = -infinity;
  EXPECT_TRUE(says(refusal([&] { apart::hull_distance(bad, good); }),
                   {"hull_distance", "points_a(2, 1)", "-inf"}));
}

}  // namespace
