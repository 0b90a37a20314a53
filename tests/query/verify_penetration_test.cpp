// SPDX-License-Identifier: BSD-3-Clause

// verify() on signed distances made by hand: right ones pass, and each way to falsify one is found
// out.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace {

using apart::Options;
using apart::Penetration;
using apart::Pose;
using apart::Shape;
using apart::Status;
using apart::Verification;
using apart::Witness;
using Eigen::Vector3d;

constexpr double u = 0x1p-53;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const Vector3d x_axis = Vector3d::UnitX(), z_axis = Vector3d::UnitZ();

struct Case {
  std::string name;
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  Penetration answer;
  Options options = {};

  Verification check() const { return apart::verify(a, pose_a, b, pose_b, answer, options); }
};

Pose at(double x, double y, double z) { return Pose(Vector3d(x, y, z)); }

/// Vertex pairs of equal weight.
Witness pairs(std::vector<int> a, std::vector<int> b) {
  Witness w;
  w.size = int(a.size());
  for (int i = 0; i < w.size; ++i) {
    w.vertex_a[i] = a[i];
    w.vertex_b[i] = b[i];
    w.weight[i] = 1.0 / w.size;
  }
  return w;
}

/// The signed distance is `value`; sizes are below 16.
Penetration answer(double value, const Vector3d& point_a, const Vector3d& direction,
                   const Witness& witness) {
  Penetration p;
  p.signed_distance = value;
  p.lower = value - 16 * u;
  p.upper = value + 16 * u;
  p.direction = direction;
  p.point_a = point_a;
  p.point_b = point_a + value * direction;
  p.witness = witness;
  p.status = value > 0 ? Status::separated : value < 0 ? Status::overlapping : Status::touching;
  return p;
}

/// A ball, as a user would write it.
struct UserBall {
  double r;
  Vector3d support(const Vector3d& d) const { return d * (r / d.stableNorm()); }
  double radius() const { return r; }
};

apart::Prism square_prism() {
  const std::vector<Eigen::Vector2d> section{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  return apart::Prism(section);
}

Case boxes() {
  return {"boxes",        apart::Box(2, 2, 2),
          Pose(),         apart::Box(2, 2, 2),
          at(1.75, 0, 0), answer(-0.25, {1, 0, 0}, x_axis, pairs({1, 7}, {0, 6}))};
}

std::vector<Case> overlaps() {
  return {
      boxes(),
      {"spheres", apart::Sphere(1), Pose(), apart::Sphere(2), at(0, 0, 2.5),
       answer(-0.5, {0, 0, 1}, z_axis, pairs({0}, {0}))},
      {"a point in a box", apart::Box(4, 6, 8), Pose(), apart::Point(1.5, 0, 0), Pose(),
       answer(-0.5, {2, 0, 0}, x_axis, pairs({1, 7}, {0, 0}))},
      {"cylinder and box", apart::Cylinder(1, 2), Pose(), apart::Box(4, 4, 2), at(0, 0, 1.75),
       answer(-0.25, {0, 0, 1}, z_axis, pairs({-1, -1}, {0, 3}))},
      {"cone and rounded box", apart::Cone(1, 2), Pose(), apart::Rounded(apart::Box(4, 4, 1), 0.5),
       at(0, 0, 1.75), answer(-0.25, {0, 0, 1}, z_axis, pairs({-1, -1}, {0, 3}))},
      {"ellipsoid and user's ball", apart::Ellipsoid(1, 2, 3), Pose(), apart::Custom(UserBall{1}),
       at(1.75, 0, 0), answer(-0.25, {1, 0, 0}, x_axis, pairs({-1}, {-1}))},
      {"rounded cylinders whose cores are apart", apart::Rounded(apart::Cylinder(1, 2), 1), Pose(),
       apart::Rounded(apart::Cylinder(1, 2), 1), at(3.5, 0, 0),
       answer(-0.5, {2, 0, 0}, x_axis, pairs({-1}, {-1}))},
      {"margin",
       apart::Box(2, 2, 2),
       Pose(),
       apart::Box(2, 2, 2),
       at(2.25, 0, 0),
       answer(-0.25, {1.25, 0, 0}, x_axis, pairs({1, 7}, {0, 6})),
       {.margin = 0.25}},
      {"half-space and sphere", apart::Halfspace({0, 0, 2}, 1), Pose(), apart::Sphere(1),
       at(0, 0, 1.25), answer(-0.25, {0, 0, 0.5}, z_axis, pairs({-1}, {0}))},
      {"sphere and prism", apart::Sphere(1), at(-1.5, 0, 7), square_prism(), Pose(),
       answer(-0.5, {-0.5, 0, 7}, x_axis, pairs({0, 0}, {0, 3}))},
  };
}

std::vector<Case> others() {
  return {
      {"boxes apart", apart::Box(2, 2, 2), Pose(), apart::Box(2, 2, 2), at(4, 0, 0),
       answer(2, {1, 0, 0}, x_axis, pairs({1, 7}, {0, 6}))},
      {"cylinder and ellipsoid apart", apart::Cylinder(1, 2), Pose(), apart::Ellipsoid(1, 2, 3),
       at(4, 0, 0), answer(2, {1, 0, 0}, x_axis, pairs({-1}, {-1}))},
      {"boxes that touch", apart::Box(2, 2, 2), Pose(), apart::Box(2, 2, 2), at(2, 2, 2),
       answer(0, {1, 1, 1}, x_axis, pairs({7}, {0}))},
      {"a prism and a sphere apart", square_prism(), Pose(), apart::Sphere(1), at(4, 0, 7),
       answer(2, {1, 0, 7}, x_axis, pairs({1, 2}, {0, 0}))},
  };
}

void expect_ok(const Case& c) {
  const Verification v = c.check();
  EXPECT_TRUE(v.ok) << c.name << ": " << v.problem;
  EXPECT_TRUE(v.problem.empty());
}

TEST(VerifyPenetration, PassesRightAnswers) {
  for (const auto& cases : {overlaps(), others()}) {
    for (const Case& c : cases) expect_ok(c);
  }
}

TEST(VerifyPenetration, PassesRightAnswersInMovedScenes) {
  const Pose world(Eigen::Quaterniond(0.3, -0.5, 0.7, 0.2), Vector3d(10, -2, 3));
  for (const auto& cases : {overlaps(), others()}) {
    for (Case c : cases) {
      c.pose_a = Pose(world.rotation, world * c.pose_a.translation);
      c.pose_b = Pose(world.rotation, world * c.pose_b.translation);
      c.answer.point_a = world * c.answer.point_a;
      c.answer.point_b = world * c.answer.point_b;
      c.answer.direction = (world.rotation * c.answer.direction).normalized();
      c.answer.lower -= 1e-14;  // the translations were rounded
      c.answer.upper += 1e-14;
      c.options.relative_error = 1e-12;
      if (c.name.find("half-space") != c.name.npos) {
        c.answer.direction = world.rotation.col(2).normalized();
      }
      expect_ok(c);
    }
  }
}

/// The wide interval of an answer that did not converge is checked for being true, no more.
TEST(VerifyPenetration, PassesWideIntervalsThatAreTrue) {
  for (Case c : overlaps()) {
    if (c.name.find("half-space") != c.name.npos) continue;
    c.answer.upper /= 2;
    EXPECT_NE(c.check().problem.find("wide, more than the"), std::string::npos)
        << c.check().problem;
    c.answer.status = Status::not_converged;
    expect_ok(c);
    c.answer.status = Status::cut_off;
    c.options.enough = c.answer.upper;
    expect_ok(c);
    c.options.enough = -10;
    expect_ok(c);
    c.options.enough = c.answer.signed_distance;
    EXPECT_NE(c.check().problem.find("is not decided by"), std::string::npos);
    c.answer.status = Status::overlapping;
    c.options = {.relative_error = 0.75, .margin = c.options.margin};
    expect_ok(c);
  }
}

// Falsified answers.

using Change = std::function<void(Case&)>;

void expect_caught(Case c, const Change& change, const std::string& says) {
  expect_ok(c);
  change(c);
  const Verification v = c.check();
  EXPECT_FALSE(v.ok) << c.name;
  EXPECT_NE(v.problem.find(says), std::string::npos) << c.name << ": " << v.problem;
}

void expect_caught_everywhere(const Change& change) {
  for (const auto& cases : {overlaps(), others()}) {
    for (const Case& c : cases) expect_caught(c, change, "");
  }
}

/// All numbers of the answer agree with each other, but the value is off.
Change shifted(double by) {
  return [by](Case& c) {
    c.answer.signed_distance += by;
    c.answer.lower += by;
    c.answer.upper += by;
    c.answer.point_b += by * c.answer.direction;
    c.answer.status = c.answer.lower > 0   ? Status::separated
                      : c.answer.upper < 0 ? Status::overlapping
                                           : Status::touching;
  };
}

TEST(VerifyPenetrationCatches, DepthThatIsOverstated) {
  expect_caught_everywhere(shifted(-1e-9));
  expect_caught_everywhere(shifted(-0.1));
}

TEST(VerifyPenetrationCatches, DepthThatIsUnderstated) {
  expect_caught_everywhere(shifted(1e-9));
  expect_caught_everywhere(shifted(0.1));
  expect_caught(boxes(), shifted(0.125),
                "the slab along the direction is -0.25 thick, below lower");
}

/// Consistent in all but this: there is a shorter way out.
TEST(VerifyPenetrationCatches, WayOutThatIsNotTheShortest) {
  const Witness weights{4, {3, 7, 2, 6}, {0, 5, 0, 5}, {0.4375, 0.4375, 0.0625, 0.0625}};
  Case c{"out along y, though x is nearer",
         apart::Box(2, 2, 2),
         Pose(),
         apart::Box(0.5, 2, 2),
         at(0.75, 0, 0),
         answer(-2, {0.75, 1, 0}, Vector3d::UnitY(), weights)};
  EXPECT_NE(c.check().problem.find(" thick, above upper = -"), std::string::npos)
      << c.check().problem;
  // A box so wide along x that the way along y is as good as any.
  c.a = apart::Box(5, 2, 2);
  c.answer.witness.weight = {0.325, 0.325, 0.175, 0.175};
  expect_ok(c);
}

TEST(VerifyPenetrationCatches, ShorterWayOutOfCurvedShapes) {
  Case c{"cylinder in a tube-like box",
         apart::Cylinder(1, 8),
         Pose(),
         apart::Box(8, 8, 2),
         Pose(),
         answer(-5, {1, 0, 0}, x_axis, pairs({-1, -1}, {0, 6}))};
  expect_ok(c);
  c.b = apart::Box(8, 7.9375, 2);
  EXPECT_NE(c.check().problem.find("above upper = -4.999999999999998 by 0.0312499"),
            std::string::npos)
      << c.check().problem;
}

TEST(VerifyPenetrationCatches, DirectionThatIsWrong) {
  expect_caught_everywhere([](Case& c) { c.answer.direction = -c.answer.direction; });
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1e-6, Vector3d(1, 2, 3).normalized()).matrix();
  expect_caught_everywhere(
      [&](Case& c) { c.answer.direction = (turn * c.answer.direction).normalized(); });
  expect_caught(
      boxes(), [](Case& c) { c.answer.direction *= 2; }, "direction is not a unit vector");
}

TEST(VerifyPenetrationCatches, PointsThatAreWrong) {
  for (const auto& cases : {overlaps(), others()}) {
    for (Case c : cases) {
      if (c.answer.signed_distance == 0) continue;
      expect_caught(
          c, [](Case& x) { std::swap(x.answer.point_a, x.answer.point_b); },
          "point_b - point_a differs from signed_distance * direction");
    }
  }
  for (const Vector3d& d : {Vector3d(0, 1e-9, 0), Vector3d(1e-9, 0, 1e-9), Vector3d(-1e-9, 0, 0)}) {
    expect_caught_everywhere([&](Case& c) { c.answer.point_a += d; });
    expect_caught_everywhere([&](Case& c) { c.answer.point_b += d; });
  }
  expect_caught_everywhere([](Case& c) {
    c.answer.point_a += c.answer.direction;
    c.answer.point_b += c.answer.direction;
  });
}

TEST(VerifyPenetrationCatches, StatusThatDoesNotAgree) {
  const auto becomes = [](Status s) { return [s](Case& c) { c.answer.status = s; }; };
  for (const Case& c : overlaps()) {
    expect_caught(c, becomes(Status::separated), "the status is separated, but lower = -");
    expect_caught(c, becomes(Status::touching), "the status is touching, but 0 is not in [-");
    expect_caught(c, becomes(Status::cut_off), "`enough` was not given");
    expect_caught(c, becomes(Status(7)), "the unknown value 7");
  }
  expect_caught(others()[0], becomes(Status::overlapping), "the status is overlapping, but upper");
  expect_caught(others()[0], becomes(Status::touching), "the status is touching, but 0 is not in");
}

TEST(VerifyPenetrationCatches, IntervalThatIsNone) {
  expect_caught(
      boxes(), [](Case& c) { c.answer.lower = -0.2; }, "lower = -0.2 exceeds upper");
  expect_caught(
      boxes(), [](Case& c) { c.answer.signed_distance = -0.2; },
      "signed_distance = -0.2 is not in [-0.25");
  expect_caught(
      boxes(), [](Case& c) { c.answer.upper = -0.1; }, "wide, more than the");
}

TEST(VerifyPenetrationCatches, NumbersThatAreNot) {
  expect_caught(
      boxes(), [](Case& c) { c.answer.signed_distance = nan; }, "signed_distance is nan");
  expect_caught(
      boxes(), [](Case& c) { c.answer.lower = -INFINITY; }, "lower is -inf");
  expect_caught(
      boxes(), [](Case& c) { c.answer.upper = nan; }, "upper is nan");
  expect_caught(
      boxes(), [](Case& c) { c.answer.direction.y() = nan; }, "direction has a coordinate");
  expect_caught(
      boxes(), [](Case& c) { c.answer.point_a.y() = nan; }, "point_a has a coordinate");
}

TEST(VerifyPenetrationCatches, WeightsThatAreWrong) {
  expect_caught(
      boxes(), [](Case& c) { c.answer.witness.weight[0] = 0.25; }, "do not sum to 1");
  expect_caught(
      boxes(), [](Case& c) { c.answer.witness.vertex_a[0] = 0; }, "point_a is");
  expect_caught(
      boxes(), [](Case& c) { c.answer.witness.size = 0; }, "the witness is empty");
}

TEST(VerifyPenetrationCatches, OverlapOfFlatShapes) {
  Case c{"triangles that cross",
         apart::Triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0}),
         Pose(),
         apart::Triangle({0, 0, -1}, {0, 0, 1}, {0, 1, 0}),
         Pose(),
         answer(-1e-9, {0, 0, 0}, z_axis, pairs({0, 1, 2, 2}, {0, 1, 0, 1}))};
  EXPECT_FALSE(c.check().ok);
}

TEST(VerifyPenetrationThrows, ForInputThatNoQueryTakes) {
  Case c = boxes();
  c.options.enough = nan;
  EXPECT_THROW(c.check(), apart::InvalidInput);
  c.options = {.relative_error = 2};
  EXPECT_THROW(c.check(), apart::InvalidInput);
  c.options = {.margin = -1};
  EXPECT_THROW(c.check(), apart::InvalidInput);
  c = boxes();
  c.pose_a.rotation *= 2;
  EXPECT_THROW(c.check(), apart::InvalidInput);
  c = boxes();
  c.a = c.b = apart::Halfspace(z_axis, 0);
  EXPECT_THROW(c.check(), apart::InvalidInput);
}

}  // namespace
