// SPDX-License-Identifier: BSD-3-Clause

// verify() on answers made by hand: right ones pass, and each way to falsify one is found out.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace {

using apart::Distance;
using apart::Options;
using apart::Pose;
using apart::Shape;
using apart::Status;
using apart::Verification;
using apart::Witness;
using Eigen::Vector3d;

constexpr double u = 0x1p-53;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Case {
  std::string name;
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  Distance answer;
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

/// `value` is the distance, exact but for a few u * size.
Distance separated(double value, double size, const Vector3d& pa, const Vector3d& pb,
                   const Vector3d& normal, const Witness& witness) {
  Distance d;
  d.lower = value - 16 * u * size;
  d.upper = value;
  d.point_a = pa;
  d.point_b = pb;
  d.normal = normal;
  d.witness = witness;
  d.status = Status::separated;
  return d;
}

Distance in_contact(Status status, const Vector3d& p, const Vector3d& normal,
                    const Witness& witness) {
  Distance d = separated(0, 0, p, p, normal, witness);
  d.status = status;
  return d;
}

/// A ball, as a user would write it.
struct UserBall {
  double r;
  Vector3d support(const Vector3d& d) const { return d * (r / d.stableNorm()); }
  double radius() const { return r; }
};

apart::Polytope cube_with_a_point_inside() {
  std::vector<Vector3d> points{{0, 0, 0}};
  for (int i = 0; i < 8; ++i) {
    points.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  }
  return apart::Polytope::hull(points);
}

apart::Prism square_prism() {
  const std::vector<Eigen::Vector2d> section{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, 0}};
  return apart::Prism(section);
}

Pose rotated(const Vector3d& t) { return Pose(Eigen::Quaterniond(0.3, -0.5, 0.7, 0.2), t); }

/// Rigid within 1e-6 only: lengths along its axes are 2e-7 off.
Pose stretched(const Vector3d& t) {
  Pose pose(t);
  pose.rotation *= 1 + 2e-7;
  return pose;
}

const Vector3d x_axis = Vector3d::UnitX(), z_axis = Vector3d::UnitZ();

Case boxes() {
  return {"boxes",     apart::Box(2, 2, 2),
          Pose(),      apart::Box(2, 2, 2),
          at(4, 0, 0), separated(2, 8, {1, -1, -1}, {3, -1, -1}, x_axis, pairs({1}, {0}))};
}

std::vector<Case> bounded_cases() {
  return {
      boxes(),
      {"points", apart::Point(0, 0, 0), Pose(), apart::Point(3, 4, 0), Pose(),
       separated(5, 5, {0, 0, 0}, {3, 4, 0}, {0.6, 0.8, 0}, pairs({0}, {0}))},
      {"spheres", apart::Sphere(1), Pose(), apart::Sphere(2), at(0, 0, 5),
       separated(2, 8, {0, 0, 1}, {0, 0, 3}, z_axis, pairs({0}, {0}))},
      {"segment and triangle", apart::Segment({-1, 0, 2}, {1, 0, 2}), Pose(),
       apart::Triangle({-3, -3, 0}, {3, -3, 0}, {0, 3, 0}), Pose(),
       separated(2, 8, {0, 0, 2}, {0, 0, 0}, -z_axis, pairs({0, 1, 0, 1}, {0, 1, 2, 2}))},
      {"cylinder and capsule", apart::Cylinder(1, 2), Pose(), apart::Capsule(0.5, 2), at(3, 0, 0),
       separated(1.5, 6, {1, 0, 0}, {2.5, 0, 0}, x_axis, pairs({-1, -1}, {0, 1}))},
      {"a point above a cone's side", apart::Cone(3, 4), Pose(), apart::Point(3.5, 0, 1.5), Pose(),
       separated(2.5, 8, {1.5, 0, 0}, {3.5, 0, 1.5}, {0.8, 0, 0.6}, pairs({-1}, {0}))},
      {"a point above a cone's apex", apart::Cone(1, 2), Pose(), apart::Point(0, 0, 3), Pose(),
       separated(2, 5, {0, 0, 1}, {0, 0, 3}, z_axis, pairs({-1}, {0}))},
      {"a point below a cone's base", apart::Cone(1, 2), Pose(), apart::Point(0, 0, -3), Pose(),
       separated(2, 5, {0, 0, -1}, {0, 0, -3}, -z_axis, pairs({-1}, {0}))},
      {"polytope and user's ball", cube_with_a_point_inside(), Pose(), apart::Custom(UserBall{1}),
       at(4, 0, 0), separated(2, 8, {1, 0, 0}, {3, 0, 0}, x_axis, pairs({2, 8}, {-1, -1}))},
      {"rounded box", apart::Rounded(apart::Box(2, 2, 2), 0.5), Pose(), apart::Point(4, 1, 1),
       Pose(), separated(2.5, 8, {1.5, 1, 1}, {4, 1, 1}, x_axis, pairs({7}, {0}))},
      {"rounded twice", apart::Rounded(apart::Rounded(apart::Sphere(1), 1), 1), Pose(),
       apart::Point(4, 0, 0), Pose(),
       separated(1, 8, {3, 0, 0}, {4, 0, 0}, x_axis, pairs({0}, {0}))},
      {"margin",
       apart::Box(2, 2, 2),
       Pose(),
       apart::Cylinder(1, 1),
       at(4, 0, 0),
       separated(1.5, 8, {1.25, 0, 0}, {2.75, 0, 0}, x_axis, pairs({1, 7}, {-1, -1})),
       {.margin = 0.25}},
  };
}

std::vector<Case> unbounded_cases() {
  return {
      {"half-space and sphere", apart::Halfspace({0, 0, 2}, 1), Pose(), apart::Sphere(1),
       at(0, 0, 3.5), separated(2, 8, {0, 0, 0.5}, {0, 0, 2.5}, z_axis, pairs({-1}, {0}))},
      {"box and rounded half-space", apart::Box(2, 2, 2), at(9, 9, 4),
       apart::Rounded(apart::Halfspace({0, 0, 3}, 0), 1), Pose(),
       separated(2, 16, {8, 8, 3}, {8, 8, 1}, -z_axis, pairs({0}, {-1}))},
      {"prism and sphere", square_prism(), Pose(), apart::Sphere(1), at(4, 0, 70),
       separated(2, 80, {1, 0, 70}, {3, 0, 70}, x_axis, pairs({1, 2}, {0, 0}))},
      {"ellipsoid and prism", apart::Ellipsoid(1, 2, 3), at(-4, 0, 5), square_prism(), Pose(),
       separated(2, 8, {-3, 0, 5}, {-1, 0, 5}, x_axis, pairs({-1, -1}, {0, 3}))},
  };
}

std::vector<Case> contact_cases() {
  return {
      {"boxes that touch", apart::Box(2, 2, 2), Pose(), apart::Box(2, 2, 2), at(2, 2, 2),
       in_contact(Status::touching, {1, 1, 1}, x_axis, pairs({7}, {0}))},
      {"boxes that overlap", apart::Box(2, 2, 2), Pose(), apart::Box(2, 2, 2), at(1, 1, 1),
       in_contact(Status::overlapping, {1, 1, 1}, x_axis, {2, {7, 7}, {0, 7}, {0.5, 0.5}})},
      {"ellipsoid and cone overlap", apart::Ellipsoid(1, 2, 3), Pose(), apart::Cone(1, 2), Pose(),
       in_contact(Status::overlapping, {0.4, 0.1, 0}, z_axis, {})},
      {"rounded cylinder and user's ball", apart::Rounded(apart::Cylinder(1, 2), 1), Pose(),
       apart::Custom(UserBall{1}), at(2.5, 0, 0),
       in_contact(Status::overlapping, {1.75, 0, 0}, z_axis, {})},
      {"half-space and point", apart::Halfspace({0, 1, 0}, 0), Pose(), apart::Point(1, -1, 1),
       Pose(), in_contact(Status::overlapping, {1, -1, 1}, x_axis, pairs({-1}, {0}))},
  };
}

void expect_ok(const Case& c) {
  const Verification v = c.check();
  EXPECT_TRUE(v.ok) << c.name << ": " << v.problem;
  EXPECT_TRUE(v.problem.empty());
}

void expect_all_ok(const std::vector<Case>& cases) {
  for (const Case& c : cases) expect_ok(c);
}

TEST(Verify, PassesRightAnswersOfBoundedShapes) { expect_all_ok(bounded_cases()); }
TEST(Verify, PassesRightAnswersOfUnboundedShapes) { expect_all_ok(unbounded_cases()); }
TEST(Verify, PassesRightAnswersInContact) { expect_all_ok(contact_cases()); }

TEST(Verify, TakesAUsersTypeAsItIs) {
  const UserBall ball{1};
  const Distance d = separated(2, 8, {1, 0, 0}, {3, 0, 0}, x_axis, pairs({-1}, {-1}));
  const Verification v = apart::verify(ball, Pose(), ball, at(4, 0, 0), d);
  EXPECT_TRUE(v.ok) << v.problem;
}

/// The exact image of a pair under a pose is not a double, but the answer is right within its
/// bounds.
TEST(Verify, PassesRightAnswersInRotatedPoses) {
  const Pose world = rotated({100, -20, 3});
  for (Case c : bounded_cases()) {
    c.pose_a = Pose(world.rotation, world * c.pose_a.translation);
    c.pose_b = Pose(world.rotation, world * c.pose_b.translation);
    c.answer.point_a = world * c.answer.point_a;
    c.answer.point_b = world * c.answer.point_b;
    c.answer.normal = (world.rotation * c.answer.normal).normalized();
    // The translations were rounded, here, to multiples of u * 128: that moves the truth.
    c.answer.lower = c.answer.upper - 1e-13;
    c.options.relative_error = 1e-12;
    const Verification v = c.check();
    EXPECT_TRUE(v.ok) << c.name << ": " << v.problem;
  }
}

Vector3d ellipsoid_normal(const Vector3d& radii, const Vector3d& on_sphere) {
  return on_sphere.cwiseQuotient(radii).normalized();
}

TEST(Verify, FindsTheNearestPointOfAnEllipsoid) {
  const std::vector<Vector3d> all_radii{
      {5, 10, 1}, {1, 1, 1}, {1e-9, 1, 1e3}, {0, 2, 3}, {0, 0, 1}};
  const std::vector<Vector3d> on_sphere{{0.6, 0.8, 0}, {0.48, 0.6, 0.64}, {0, 0, -1}, {-1, 0, 0}};
  for (const Vector3d& radii : all_radii) {
    for (const Vector3d& s : on_sphere) {
      const Vector3d x = radii.cwiseProduct(s);
      // Where it is flat, any normal of the disc's or segment's point will do: take the coordinate
      // one.
      const bool flat = radii.x() == 0;
      if (flat && s.x() != -1) continue;
      const Vector3d n = flat ? Vector3d(-1, 0, 0) : ellipsoid_normal(radii, s);
      const double size = 2 * radii.maxCoeff() + 8;
      const Vector3d far = x + 3 * n;
      Case c{"ellipsoid", apart::Rounded(apart::Ellipsoid(radii), 1),
             Pose(),      apart::Point(far),
             Pose(),      separated(2, size, x + n, far, n, pairs({-1}, {0}))};
      c.answer.lower -= 48 * u * size;  // x, n and far are rounded
      c.options.relative_error = 1e-9;
      expect_ok(c);
      c.answer.point_a += 1e-12 * size * n;
      c.answer.lower -= 1e-12 * size;
      c.answer.upper -= 1e-12 * size;
      EXPECT_NE(c.check().problem.find("point_a is"), std::string::npos) << c.check().problem;
    }
  }
}

TEST(Verify, TakesAPoseAsTheMapItIs) {
  // Radii are not stretched, all else is.
  Case c{"stretched",
         apart::Rounded(apart::Cylinder(1, 2), 1),
         stretched({0, 0, 0}),
         apart::Point(5, 0, 0),
         Pose(),
         {}};
  const double surface = (1 + 2e-7) + 1;
  c.answer = separated(5 - surface, 16, {surface, 0, 0}, {5, 0, 0}, x_axis, pairs({-1}, {0}));
  expect_ok(c);
  c.answer = separated(3, 16, {2, 0, 0}, {5, 0, 0}, x_axis, pairs({-1}, {0}));
  EXPECT_FALSE(c.check().ok) << "as if the pose were rigid";

  Case half{"stretched half-space",
            apart::Halfspace({0, 0, 1}, 1),
            stretched({0, 0, 0}),
            apart::Point(0, 0, 4),
            Pose(),
            {}};
  half.answer =
      separated(4 - (1 + 2e-7), 16, {0, 0, 1 + 2e-7}, {0, 0, 4}, z_axis, pairs({-1}, {0}));
  expect_ok(half);
}

Shape scaled(const Shape& shape, double s);

struct Scaled {
  double s;
  Shape operator()(const apart::Point& p) const { return apart::Point(p.p() * s); }
  Shape operator()(const apart::Segment& x) const { return apart::Segment(x.a() * s, x.b() * s); }
  Shape operator()(const apart::Triangle& x) const {
    return apart::Triangle(x.a() * s, x.b() * s, x.c() * s);
  }
  Shape operator()(const apart::Sphere& x) const { return apart::Sphere(x.radius() * s); }
  Shape operator()(const apart::Box& x) const { return apart::Box(x.size() * s); }
  Shape operator()(const apart::Capsule& x) const {
    return apart::Capsule(x.radius() * s, x.length() * s);
  }
  Shape operator()(const apart::Cylinder& x) const {
    return apart::Cylinder(x.radius() * s, x.length() * s);
  }
  Shape operator()(const apart::Cone& x) const {
    return apart::Cone(x.radius() * s, x.length() * s);
  }
  Shape operator()(const apart::Ellipsoid& x) const { return apart::Ellipsoid(x.radii() * s); }
  Shape operator()(const apart::Halfspace& x) const {
    return apart::Halfspace(x.normal(), x.offset() * s);
  }
  Shape operator()(const apart::Prism&) const {
    std::vector<Eigen::Vector2d> section{{-s, -s}, {s, -s}, {s, s}, {-s, s}, {0, 0}};
    return apart::Prism(section);
  }
  Shape operator()(const apart::Polytope&) const { return apart::Box(2 * s, 2 * s, 2 * s); }
  Shape operator()(const apart::Rounded& x) const {
    return apart::Rounded(scaled(x.shape(), s), x.radius() * s);
  }
  Shape operator()(const apart::Custom&) const { return apart::Custom(UserBall{s}); }
  template <class NotConvex>  // not of these tests
  Shape operator()(const NotConvex& x) const {
    return x;
  }
};

Shape scaled(const Shape& shape, double s) { return std::visit(Scaled{s}, shape.variant()); }

Case scaled(Case c, double s) {
  c.a = scaled(c.a, s);
  c.b = scaled(c.b, s);
  c.pose_a.translation *= s;
  c.pose_b.translation *= s;
  c.answer.point_a *= s;
  c.answer.point_b *= s;
  c.answer.lower *= s;
  c.answer.upper *= s;
  c.options.margin *= s;
  return c;
}

TEST(Verify, JudgesAlikeAtEveryScale) {
  for (const double s : {0x1p-500, 0x1p-330, 0x1p-60, 0x1p60, 0x1p330, 0x1p480}) {
    for (const auto& cases : {bounded_cases(), unbounded_cases(), contact_cases()}) {
      for (Case c : cases) {
        if (c.name == "polytope and user's ball") continue;  // its indices are not those of a box
        c = scaled(c, s);
        expect_ok(c);
        c.answer.point_a.y() += 1e-9 * s;
        c.answer.point_b.y() += 1e-9 * s;
        c.answer.point_a.z() += 2e-9 * s;
        EXPECT_FALSE(c.check().ok) << c.name << " at scale " << s;
      }
    }
  }
}

TEST(Verify, TakesTheBottomOfTheRangeForWhatItIs) { expect_ok(scaled(boxes(), 0x1p-1070)); }

TEST(Verify, AllowsForDigitsThatTheWorldCannotHold) {
  Case c = boxes();
  c.pose_a.translation.y() = c.pose_b.translation.y() = 1e9;
  c.answer.point_a.y() = c.answer.point_b.y() = 1e9 - 1;
  expect_ok(c);
  c.answer.point_a.x() += 1e-7;  // 4 u (|point_a| + |point_b| + S) is below 1e-6 here
  expect_ok(c);
  c.answer.point_a.x() += 2e-5;
  EXPECT_FALSE(c.check().ok);
  c = boxes();
  c.pose_a.translation.y() = c.pose_b.translation.y() = 1e9;
  c.answer.point_a.y() = c.answer.point_b.y() = 1e9 - 1;
  c.answer.upper = c.answer.lower = 2 - 1e-12;  // but the weights give the upper bound full digits
  EXPECT_NE(c.check().problem.find("the witness's points are"), std::string::npos);
}

// Falsified answers.

using Change = std::function<void(Case&)>;

/// The change makes a right answer wrong, and the sentence says how.
void expect_caught(Case c, const Change& change, const std::string& says) {
  expect_ok(c);
  change(c);
  const Verification v = c.check();
  EXPECT_FALSE(v.ok) << c.name;
  EXPECT_NE(v.problem.find(says), std::string::npos) << c.name << ": " << v.problem;
}

void expect_caught_everywhere(const Change& change) {
  for (const auto& cases : {bounded_cases(), unbounded_cases()}) {
    for (Case c : cases) {
      change(c);
      EXPECT_FALSE(c.check().ok) << c.name;
      EXPECT_FALSE(c.check().problem.empty()) << c.name;
    }
  }
}

TEST(VerifyCatches, LowerThatIsTooHigh) {
  const Change raise = [](Case& c) {
    c.answer.lower += 1e-9;
    c.answer.upper += 1e-9;
    c.answer.point_b += 1e-9 * c.answer.normal;
  };
  expect_caught_everywhere(raise);
  Case c = boxes();
  c.pose_b.translation.x() = 3.5;
  c.answer.lower = 1.75;
  EXPECT_EQ(c.check().problem.find("the interval [1.75, 2] is 0.25 wide, more than the "), 0u);
  c.options.relative_error = 0.2;
  EXPECT_EQ(c.check().problem,
            "the slab along the normal is 1.5 thick, below lower = 1.75 by 0.25");
}

TEST(VerifyCatches, LowerThatIsTooHighByLittle) {
  // The documented slack of the check itself is 32 units of long double's last place, times S.
  Case c = boxes();
  const double own = double(std::numeric_limits<long double>::epsilon()) * 16 * 8;
  c.answer.lower = 2;
  expect_ok(c);
  c.answer.lower = c.answer.upper = 2 + std::max(2 * own, 4 * u);
  EXPECT_NE(c.check().problem.find("the slab along"), std::string::npos) << c.check().problem;
}

TEST(VerifyCatches, NormalThatIsTurned) {
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1e-6, Vector3d(1, 2, 3).normalized()).matrix();
  expect_caught_everywhere(
      [&](Case& c) { c.answer.normal = (turn * c.answer.normal).normalized(); });
  expect_caught_everywhere([](Case& c) { c.answer.normal = -c.answer.normal; });
  const Change across = [](Case& c) { c.answer.normal = Vector3d::UnitY(); };
  for (const Case& c : contact_cases()) {
    if (c.answer.status == Status::touching) continue;
    Case changed = c;
    across(changed);
    expect_ok(changed);  // with an overlap any direction will do
  }
  expect_caught(
      contact_cases()[0], [](Case& c) { c.answer.normal = -x_axis; },
      "the shapes reach 4 into each other along the normal");
}

TEST(VerifyCatches, NormalThatIsNotUnit) {
  expect_caught(
      boxes(), [](Case& c) { c.answer.normal *= 1 + 16 * u; }, "not a unit vector");
  expect_caught(
      boxes(), [](Case& c) { c.answer.normal.setZero(); }, "not a unit vector");
}

TEST(VerifyCatches, NormalThatIsOffTheHalfspace) {
  expect_caught(
      unbounded_cases()[0],
      [](Case& c) {
        c.answer.normal = {20 * u, 0, 1};
      },
      "normal is off the half-space's by");
  expect_caught(
      unbounded_cases()[2],
      [](Case& c) {
        c.answer.normal = {1, 0, 20 * u};
      },
      "normal is tilted along the prism's axis by");
}

TEST(VerifyCatches, PointThatIsMoved) {
  for (const Vector3d& d : {Vector3d(0, 1e-9, 0), Vector3d(1e-9, 0, 1e-9), Vector3d(-1e-9, 0, 0)}) {
    expect_caught_everywhere([&](Case& c) { c.answer.point_a += d; });
    expect_caught_everywhere([&](Case& c) { c.answer.point_b += d; });
  }
  expect_caught(
      boxes(), [](Case& c) { c.answer.point_a.y() += 1e-9; },
      "point_b - point_a differs from upper * normal by");
}

TEST(VerifyCatches, PointsThatAreMovedTogether) {
  const Vector3d d(0.25, 0, 0);
  expect_caught(
      boxes(), [&](Case& c) { c.answer.point_a += d, c.answer.point_b += d; },
      "point_a is 0.25 off shape a");
  expect_caught(
      boxes(), [&](Case& c) { c.answer.point_a -= d, c.answer.point_b -= d; },
      "point_a is 0.25 off shape a");
  for (Case c : bounded_cases()) {
    c.answer.point_a += 1e-9 * c.answer.normal;
    c.answer.point_b += 1e-9 * c.answer.normal;
    EXPECT_FALSE(c.check().ok) << c.name;
    c.answer.point_a -= 2e-9 * c.answer.normal;
    c.answer.point_b -= 2e-9 * c.answer.normal;
    EXPECT_FALSE(c.check().ok) << c.name;
  }
}

TEST(VerifyCatches, PointsOffAUsersTypeAlongTheNormal) {
  const UserBall ball{1};
  Distance d = separated(2, 8, {1, 0, 0}, {3, 0, 0}, x_axis, pairs({-1}, {-1}));
  const Vector3d n = Vector3d(1, 2, 4).normalized();  // not one of the fixed directions
  d.normal = n, d.point_a = n, d.point_b = 3 * n;
  d.lower -= 16 * u;
  EXPECT_TRUE(apart::verify(ball, Pose(), ball, Pose(4 * n), d).ok);
  d.point_a += 1e-9 * n, d.point_b += 1e-9 * n;
  EXPECT_NE(apart::verify(ball, Pose(), ball, Pose(4 * n), d).problem.find("point_a is"),
            std::string::npos);
  d.point_a -= 2e-9 * n, d.point_b -= 2e-9 * n;
  EXPECT_NE(apart::verify(ball, Pose(), ball, Pose(4 * n), d).problem.find("point_b is"),
            std::string::npos);
}

TEST(VerifyCatches, PointsOffTheEndsOfDegenerateSolids) {
  const std::vector<Shape> needles{apart::Cone(0, 2), apart::Cylinder(0, 2),
                                   apart::Ellipsoid(0, 0, 1), apart::Capsule(0, 2)};
  for (const Shape& needle : needles) {
    const bool ends = needle.variant().index() == Shape(apart::Capsule(0, 0)).variant().index();
    Case c{apart::type_name(needle),
           needle,
           Pose(),
           apart::Cone(0, 0),
           at(0, 0, 3),
           separated(2, 8, {0, 0, 1}, {0, 0, 3}, z_axis, pairs({ends ? 1 : -1}, {-1}))};
    for (const double by : {1e-9, -1e-9}) {
      expect_caught(
          c, [by](Case& x) { x.answer.point_a.z() += by, x.answer.point_b.z() += by; },
          " off shape ");
    }
  }
}

TEST(VerifyCatches, CommonPointThatIsNotCommon) {
  for (Case c : contact_cases()) {
    if (c.answer.status != Status::overlapping) continue;
    c.answer.point_a.y() += 8;
    c.answer.point_b.y() += 8;
    EXPECT_NE(c.check().problem.find(" off shape "), std::string::npos)
        << c.name << ": " << c.check().problem;
    c.answer.point_b.y() -= 1e-15;
    EXPECT_NE(c.check().problem.find("the points differ"), std::string::npos) << c.name;
  }
}

TEST(VerifyCatches, UpperThatIsTooSmall) {
  const Change lower_both = [](Case& c) {
    c.answer.lower -= 1e-9;
    c.answer.upper -= 1e-9;
  };
  expect_caught_everywhere(lower_both);
  expect_caught(boxes(), lower_both, "the witness's points are 2 apart, more than upper");
  expect_caught(bounded_cases()[4], lower_both, "point_b - point_a differs from upper * normal");
  expect_caught(
      boxes(), [](Case& c) { c.answer.upper = c.answer.lower / 2; }, "exceeds upper");
}

TEST(VerifyCatches, UpperThatIsTooLarge) {
  expect_caught_everywhere([](Case& c) { c.answer.upper += 1e-9; });
  expect_caught(
      boxes(), [](Case& c) { c.answer.upper += 1e-9; }, "wide, more than");
}

TEST(VerifyCatches, WeightsThatAreWrong) {
  Case c = bounded_cases()[3];
  expect_caught(
      c,
      [](Case& x) {
        x.answer.witness.weight = {-0.25, 0.75, 0.25, 0.25};
      },
      "witness.weight[0] = -0.25");
  expect_caught(
      c, [](Case& x) { x.answer.witness.weight[1] = nan; }, "witness.weight[1] = nan");
  expect_caught(
      c, [](Case& x) { x.answer.witness.weight[2] += 1e-14; }, "do not sum to 1");
  expect_caught(
      c,
      [](Case& x) {
        x.answer.witness.weight = {0.5, 0.25, 0.25, 0};
      },
      "");
  c = boxes();
  c.answer.witness.weight[1] = nan;  // beyond the size: of no account
  expect_ok(c);
}

TEST(VerifyCatches, IndicesThatAreWrong) {
  expect_caught(
      boxes(), [](Case& c) { c.answer.witness.vertex_a[0] = 8; },
      "witness.vertex_a[0] = 8 is not the index of a vertex");
  expect_caught(
      boxes(), [](Case& c) { c.answer.witness.vertex_b[0] = -1; },
      "witness.vertex_b[0] = -1 is not the index of a vertex");
  expect_caught(
      boxes(), [](Case& c) { c.answer.witness.vertex_b[0] = 1; }, "4 apart");
  expect_caught(
      boxes(), [](Case& c) { c.answer.witness.size = 0; }, "the witness is empty");
  expect_caught(
      boxes(), [](Case& c) { c.answer.witness.size = 5; }, "witness.size = 5");
  expect_caught(
      boxes(), [](Case& c) { c.answer.witness.size = -1; }, "witness.size = -1");
  expect_caught(
      bounded_cases()[4], [](Case& c) { c.answer.witness.vertex_a[1] = 0; },
      "witness.vertex_a[1] = 0, though the shape has no vertices");
  expect_caught(
      bounded_cases()[8], [](Case& c) { c.answer.witness.vertex_a[0] = 0; },
      "witness.vertex_a[0] = 0 is not the index of a vertex");  // a dropped point
}

TEST(VerifyCatches, StatusThatDoesNotAgree) {
  const auto becomes = [](Status s) { return [s](Case& c) { c.answer.status = s; }; };
  expect_caught(boxes(), becomes(Status::touching), "the status is touching, but lower = ");
  expect_caught(boxes(), becomes(Status::overlapping), "the status is overlapping, but upper = 2");
  expect_caught(boxes(), becomes(Status::cut_off), "`enough` was not given");
  expect_caught(boxes(), becomes(Status(7)), "the unknown value 7");
  const Case touching = contact_cases()[0], overlapping = contact_cases()[1];
  expect_caught(touching, becomes(Status::separated), "the status is separated, but lower = 0");
  expect_caught(overlapping, becomes(Status::touching), "the shapes reach 1 into each other");
  Case c = boxes();
  c.answer.status = Status::not_converged;
  c.answer.lower = 1;
  expect_ok(c);
}

TEST(VerifyCatches, TouchingThatIsApart) {
  expect_caught(
      boxes(), [](Case& c) { c.answer.status = Status::touching, c.answer.lower = 0; },
      "the interval [0, 2] is 2 wide");
}

TEST(VerifyCatches, OverlapThatIsNone) {
  Case c = contact_cases()[1];
  c.pose_b.translation.x() = 4;
  EXPECT_NE(c.check().problem.find("the witness's points are"), std::string::npos)
      << c.check().problem;
}

TEST(VerifyCatches, CutOffThatDecidesNothing) {
  Case c = boxes();
  c.answer.status = Status::cut_off;
  c.answer.lower = 1;
  for (const double decided : {0.5, 2.0, 3.0}) {
    c.options.enough = decided;
    expect_ok(c);
  }
  expect_caught(
      c, [](Case& x) { x.options.enough = 1.5; }, "enough = 1.5 is not decided by [1, 2]");
}

TEST(VerifyCatches, NumbersThatAreNot) {
  for (const double bad : {nan, infinity, -infinity}) {
    expect_caught(
        boxes(), [&](Case& c) { c.answer.lower = bad; }, "lower is");
    expect_caught(
        boxes(), [&](Case& c) { c.answer.upper = bad; }, "upper is");
    expect_caught(
        boxes(), [&](Case& c) { c.answer.optimality = bad; }, "optimality is");
    expect_caught(
        boxes(), [&](Case& c) { c.answer.point_a.z() = bad; }, "point_a has");
    expect_caught(
        boxes(), [&](Case& c) { c.answer.point_b.y() = bad; }, "point_b has");
    expect_caught(
        boxes(), [&](Case& c) { c.answer.normal.x() = bad; }, "normal has");
  }
  expect_caught(
      boxes(), [](Case& c) { c.answer.lower = -1; }, "lower = -1 is negative");
}

TEST(VerifyCatches, MarginThatIsForgotten) {
  expect_caught(
      boxes(), [](Case& c) { c.options.margin = 0.25; }, "the slab along the normal is 1.5 thick");
  for (Case c : bounded_cases()) {
    c.options.margin += 1e-9;
    EXPECT_FALSE(c.check().ok) << c.name;
  }
}

TEST(VerifyCatches, GivenPointThatTheHullDropped) {
  // Beside the face, but for 1e-9 of the shape: any answer has to respect it.
  Case c = bounded_cases()[8];
  std::vector<Vector3d> points{{1 + 1e-9, 0, 0}};
  for (int i = 0; i < 8; ++i) {
    points.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  }
  c.a = apart::Polytope::hull(points);
  EXPECT_NE(c.check().problem.find("the slab along the normal"), std::string::npos);
}

TEST(VerifyThrows, ForInputThatNoQueryTakes) {
  Case c = boxes();
  c.pose_a.rotation *= 1.01;
  EXPECT_THROW(c.check(), apart::InvalidInput);
  c = boxes();
  c.pose_b.translation.x() = nan;
  EXPECT_THROW(c.check(), apart::InvalidInput);
  c = boxes();
  c.options.margin = -1;
  EXPECT_THROW(c.check(), apart::InvalidInput);
  c = boxes();
  c.options.relative_error = nan;
  EXPECT_THROW(c.check(), apart::InvalidInput);
  c = boxes();
  c.a = square_prism();
  c.b = apart::Halfspace({0, 0, 1}, 0);
  EXPECT_THROW(c.check(), apart::InvalidInput);
}

}  // namespace
