// SPDX-License-Identifier: BSD-3-Clause

// What stands over, on or in a half-space has a path of its own, in plain double. Every promise,
// against an evaluation with 300 bits; and that path is taken where it should be.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <apart/batch.hpp>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "convex/plain_ground.hpp"
#include "query/halfspace.hpp"
#include "support/answer.hpp"
#include "support/shapes.hpp"
#include "support/wide.hpp"

namespace {

using apart::Distance;
using apart::Halfspace;
using apart::Penetration;
using apart::Pose;
using apart::Shape;
using apart::Status;
using Eigen::Vector3d;
using support::Random;
using support::u;
using Real = support::Wide;

/// Fewer under sanitizers.
int number_of_cases() {
  const char* given = std::getenv("APART_ORACLE_CASES");
  return given ? std::atoi(given) : 6000;
}

// The truth.

constexpr double known = 1e-60;  // what 300 bits leave of it, coordinates being 1e9 at most

struct Vec {
  Real x, y, z;
  explicit Vec(const Vector3d& v) : x(v.x()), y(v.y()), z(v.z()) {}
  Vec(const Real& a, const Real& b, const Real& c) : x(a), y(b), z(c) {}
};
Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec operator*(const Vec& a, const Real& b) { return {a.x * b, a.y * b, a.z * b}; }
Real dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Real norm(const Vec& a) { return sqrt(dot(a, a)); }
Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The half-space in the world: {y : normal.y <= offset}, its normal a unit vector.
struct Plane {
  Vec normal;
  Real offset;

  static Plane of(const Halfspace& half, const Pose& pose) {
    const Vec x(pose.rotation.col(0)), y(pose.rotation.col(1)), z(pose.rotation.col(2));
    const Vector3d& n = half.normal();
    const Vec m = cross(y, z) * n.x() + cross(z, x) * n.y() + cross(x, y) * n.z();
    const Real offset = dot(x, cross(y, z)) * half.offset() + dot(m, Vec(pose.translation));
    return {m * (1 / norm(m)), offset / norm(m)};
  }
  Real height(const Vec& p) const { return dot(normal, p) - offset; }
};

/// The least d.x over a shape in its own frame. Balls are not turned: they are added in the world,
/// where the normal has length 1.
struct Lowest {
  Vec d;
  Real disc(const Real& radius) const { return radius * sqrt(d.x * d.x + d.y * d.y); }

  Real operator()(const apart::Sphere& s) const { return -Real(s.radius()); }
  Real operator()(const apart::Capsule& s) const { return -abs(d.z) * s.length() / 2 - s.radius(); }
  Real operator()(const apart::Box& s) const {
    return -(abs(d.x) * s.size().x() + abs(d.y) * s.size().y() + abs(d.z) * s.size().z()) / 2;
  }
  Real operator()(const apart::Cylinder& s) const {
    return -disc(s.radius()) - abs(d.z) * s.length() / 2;
  }
  Real operator()(const apart::Cone& s) const {
    const Real top = d.z * s.length() / 2, base = -top - disc(s.radius());
    return top < base ? top : base;
  }
  Real operator()(const apart::Ellipsoid& s) const {
    const Vector3d& r = s.radii();
    return -norm({d.x * r.x(), d.y * r.y(), d.z * r.z()});
  }
  Real operator()(const apart::Polytope& s) const {
    Real least = dot(d, Vec(s.vertex(0)));
    const auto take = [&](const Vector3d& p) {
      const Real here = dot(d, Vec(p));
      if (here < least) least = here;
    };
    for (int i = 1; i < s.size(); ++i) take(s.vertex(i));
    for (const auto& p : s.dropped()) take(p);
    return least;
  }
  template <class Other>
  Real operator()(const Other&) const {
    return NAN;
  }
};

Real true_height(const Halfspace& half, const Pose& pose_half, const Shape& shape,
                 const Pose& pose) {
  const Plane plane = Plane::of(half, pose_half);
  const auto back = [&](int k) { return dot(plane.normal, Vec(pose.rotation.col(k))); };
  const Vec d(back(0), back(1), back(2));
  return plane.height(Vec(pose.translation)) + std::visit(Lowest{d}, shape.variant());
}

// The cases.

double length(Random& random) {
  switch (random.integer(0, 6)) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return std::pow(10, random.between(-9, 4));
    default:
      return random.between(0.5, 2);
  }
}
Vector3d lengths(Random& random) {
  const double x = length(random), y = length(random);
  return {x, y, length(random)};
}
template <class Round>
Round round(Random& random) {
  const double radius = length(random);
  return Round(radius, length(random));
}

Shape hull(Random& random) {
  constexpr int counts[] = {1, 2, 3, 4, 8, 9, 20, 33, 60, 128, 130, 400};
  std::vector<Vector3d> points = support::on_sphere(random, counts[random.integer(0, 11)]);
  if (random.integer(0, 3) == 0) {
    for (auto& p : points) p.z() = 0;
  }
  return apart::Polytope::hull(points);
}

constexpr int kinds = 7;
Shape shape(Random& random, int kind) {
  switch (kind) {
    case 0:
      return apart::Sphere(length(random));
    case 1:
      return round<apart::Capsule>(random);
    case 2:
      return apart::Box(lengths(random));
    case 3:
      return round<apart::Cylinder>(random);
    case 4:
      return round<apart::Cone>(random);
    case 5:
      return apart::Ellipsoid(lengths(random));
    default:
      return hull(random);
  }
}

/// Some of them as far from a rotation as poses may be.
Eigen::Matrix3d rotation(Random& random) {
  switch (random.integer(0, 5)) {
    case 0:
      return Eigen::Matrix3d::Identity();
    case 1:
      return support::rotation(random) * (1 + random.between(-1e-7, 1e-7));
    case 2: {
      Eigen::Matrix3d r = support::rotation(random);
      for (int k = 0; k < 9; ++k) r.data()[k] += random.between(-7e-8, 7e-8);
      return r;
    }
    default:
      return support::rotation(random);
  }
}

Vector3d place(Random& random) {
  switch (random.integer(0, 4)) {
    case 0:
      return Vector3d::Zero();
    case 1:
      return support::vector(random) * std::pow(10, random.between(-9, 9));
    default:
      return support::vector(random) * 2;
  }
}

struct Case {
  Halfspace half{Vector3d::UnitZ(), 0};
  Shape body = apart::Sphere(0);
  Pose pose_half, pose;
  int kind;

  explicit Case(Random& random) {
    kind = random.integer(0, kinds - 1);
    body = shape(random, kind);
    Vector3d normal = random.integer(0, 2) ? support::direction(random) : Vector3d::UnitZ();
    if (random.integer(0, 2) == 0) normal *= std::pow(10, random.between(-29, 29));
    const double offset = random.integer(0, 2) ? random.between(-3, 3) * normal.norm() : 0;
    half = Halfspace(normal, offset);
    pose_half = Pose(rotation(random), place(random));
    pose = Pose(rotation(random), pose_half.translation + place(random));
    // Near contact, above or below, as a rule by no more than some digits.
    if (random.integer(0, 1)) {
      const Plane plane = Plane::of(half, pose_half);
      const Vector3d up(double(plane.normal.x), double(plane.normal.y), double(plane.normal.z));
      const double high = double(true_height(half, pose_half, body, pose));
      const double sign = random.integer(0, 1) ? 1 : -1;
      pose.translation -= up * (high - sign * std::pow(10, random.between(-17, 0)));
    }
  }

  Real truth() const { return true_height(half, pose_half, body, pose); }

  /// S, as query/halfspace.cpp has it.
  double size() const {
    const apart::Core core = apart::make_core(body);
    const Vector3d centre = pose.rotation * core.centre;
    return core.radius + core.rounding.hi +
           std::abs(half.offset()) / half.normal().cwiseAbs().maxCoeff() +
           (pose.translation + centre - pose_half.translation).norm();
  }
};

template <class Answer>
testing::AssertionResult holds(const Answer& answer, const Real& truth) {
  if (answer.lower <= truth + known && truth - known <= answer.upper) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure()
         << support::text(answer) << " does not hold " << truth.str(30) << ", lower is above it by "
         << Real(answer.lower - truth).str(5) << ", upper by " << Real(answer.upper - truth).str(5);
}

/// `low` is the ground's point, `high` the body's.
void check_points(const Case& c, const Vector3d& low, const Vector3d& high, double gap,
                  const Vector3d& up) {
  const Real bound = Real(4 * u) * (norm(Vec(low)) + norm(Vec(high)) + Real(c.size()));
  const Plane plane = Plane::of(c.half, c.pose_half);
  EXPECT_LE(norm((Vec(high) - Vec(low)) - Vec(up) * gap), bound);
  EXPECT_LE(plane.height(Vec(low)), bound);
  // Not below its lowest point: verify() has the rest.
  EXPECT_GE(plane.height(Vec(high)) - c.truth(), -bound);
  EXPECT_LE(norm(Vec(up) - plane.normal), 16 * u);
}

void check(const Case& c, const Penetration& p) {
  EXPECT_TRUE(holds(p, c.truth()));
  EXPECT_LE(p.upper - p.lower, 64 * u * c.size());
  const Status fitting = p.lower > 0   ? Status::separated
                         : p.upper < 0 ? Status::overlapping
                                       : Status::touching;
  EXPECT_EQ(p.status, fitting);
  EXPECT_TRUE(p.lower <= p.signed_distance && p.signed_distance <= p.upper);
  check_points(c, p.point_a, p.point_b, p.signed_distance, p.direction);
  const apart::Verification v = apart::verify(c.half, c.pose_half, c.body, c.pose, p);
  EXPECT_TRUE(v) << v.problem << "\n  " << support::text(p);
}

void check(const Case& c, const Distance& d) {
  const Real truth = c.truth();
  EXPECT_TRUE(holds(d, truth < 0 ? Real(0) : truth));
  EXPECT_EQ(d.status == Status::separated, d.lower > 0);
  EXPECT_TRUE(d.status != Status::overlapping || (truth < 0 && d.upper == 0));
  check_points(c, d.point_a, d.point_b, d.upper, d.normal);
  const apart::Verification v = apart::verify(c.half, c.pose_half, c.body, c.pose, d);
  EXPECT_TRUE(v) << v.problem << "\n  " << support::text(d);
}

/// What is called touching is not proved apart, and so not farther than 0.
void check_within(const Case& c, const Penetration& p, double r) {
  const bool near = apart::within(c.half, c.pose_half, c.body, c.pose, r);
  EXPECT_EQ(near, apart::within(c.body, c.pose, c.half, c.pose_half, r));
  if (near) {
    EXPECT_LE(c.truth() - Real(p.upper - p.lower), Real(r) + known);
  } else {
    EXPECT_GT(c.truth(), Real(r));
  }
}

TEST(Ground, KeepsEveryPromise) {
  int answered = 0, apart_answers = 0, not_apart = 0, of_kind[kinds] = {};
  const int cases = number_of_cases();
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Case c(random);
    const Penetration p = apart::penetration(c.half, c.pose_half, c.body, c.pose);
    const Distance d = apart::distance(c.half, c.pose_half, c.body, c.pose);
    check(c, p);
    check(c, d);
    for (const double r : {0.0, std::max(0.0, p.upper), 1.5 * std::abs(p.upper), 0.3}) {
      check_within(c, p, r);
    }
    EXPECT_EQ(apart::intersects(c.half, c.pose_half, c.body, c.pose),
              d.status != Status::separated);
    EXPECT_TRUE(support::same_bits(d, apart::unsigned_part(p)));
    // The half-space as B.
    const Penetration q = apart::penetration(c.body, c.pose, c.half, c.pose_half);
    const Distance e = apart::distance(c.body, c.pose, c.half, c.pose_half);
    EXPECT_TRUE(support::same_bits(p, apart::swapped(q)));
    EXPECT_TRUE(support::same_bits(e, apart::swapped(d)));
    Penetration quick;
    if (!apart::ground_penetration(c.half, c.pose_half, c.body, c.pose, quick)) continue;
    EXPECT_TRUE(support::same_bits(p, quick));
    ++answered;
    ++of_kind[c.kind];
    ++(p.lower > 0 ? apart_answers : not_apart);
  }
  // Else nothing of this is about it.
  EXPECT_GT(answered, cases / 2);
  EXPECT_GT(apart_answers, cases / 6);
  EXPECT_GT(not_apart, cases / 6);
  for (const int count : of_kind) EXPECT_GT(count, cases / 20);
}

/// The careful way has the same answer, up to what plain double may lose.
TEST(Ground, AgreesWithTheCarefulWay) {
  for (int i = 0; i < number_of_cases() && !HasFailure(); ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Case c(random);
    const Penetration p = apart::penetration(c.half, c.pose_half, c.body, c.pose);
    const Penetration careful = apart::penetration_halfspace(
        apart::find_halfspace(c.half), c.pose_half, apart::make_core(c.body), c.pose, 0);
    EXPECT_TRUE(support::meet(p, careful));
    EXPECT_LE((p.direction - careful.direction).norm(), 16 * u);
  }
}

/// Scale, repetition, trackers, options that change nothing, batches.
TEST(Ground, TheSameBitsHoweverItIsAsked) {
  for (int i = 0; i < number_of_cases() / 10 && !HasFailure(); ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Case c(random);
    const Distance d = apart::distance(c.half, c.pose_half, c.body, c.pose);
    const Penetration p = apart::penetration(c.half, c.pose_half, c.body, c.pose);
    apart::Tracker tracker;
    EXPECT_TRUE(
        support::same_bits(d, apart::distance(c.half, c.pose_half, c.body, c.pose, {}, &tracker)));
    EXPECT_TRUE(support::same_bits(
        p, apart::penetration(c.half, c.pose_half, c.body, c.pose, {}, &tracker)));
    EXPECT_EQ(tracker.size, 0);
    const apart::Options rough{.relative_error = 0.1};
    EXPECT_TRUE(support::same_bits(d, apart::distance(c.half, c.pose_half, c.body, c.pose, rough)));
    EXPECT_TRUE(
        support::same_bits(p, apart::penetration(c.half, c.pose_half, c.body, c.pose, rough)));
    Distance batch[1];
    apart::distances(c.half, std::vector{c.pose_half}, c.body, std::vector{c.pose}, batch);
    EXPECT_TRUE(support::same_bits(d, batch[0]));
    apart::distances(c.body, std::vector{c.pose}, c.half, std::vector{c.pose_half}, batch);
    EXPECT_TRUE(support::same_bits(d, apart::swapped(batch[0])));
  }
}

TEST(Ground, PowersOfTwoScaleEveryBit) {
  for (int kind = 0; kind < kinds; ++kind) {
    for (int i = 0; i < 40; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", kind " + std::to_string(kind));
      const auto answer = [&](int k) {
        constexpr support::Kind of[kinds] = {support::Kind::sphere,        support::Kind::capsule,
                                             support::Kind::box,           support::Kind::cone,
                                             support::Kind::ellipsoid,     support::Kind::polytope,
                                             support::Kind::large_polytope};
        Random random = support::random_case(i);
        const support::Scene s = support::random_scene(support::Kind::halfspace, of[kind], random,
                                                       i % 4, std::ldexp(1.0, k));
        return s.penetration();
      };
      const Penetration p = answer(0);
      for (const int k : {-330, -200, -60, -1, 1, 77, 200, 330}) {
        EXPECT_TRUE(support::same_bits(p, answer(k), std::ldexp(1.0, k))) << k;
      }
      if (HasFailure()) return;
    }
  }
}

/// As far as that is from what is usual: answered, and true.
TEST(Ground, ExtremesAreLeftToOthers) {
  const apart::Box box(1, 2, 3);
  for (const double f : {0x1p-400, 0x1p-140, 0x1p-99, 0x1p99, 0x1p140, 0x1p400}) {
    for (const double up : {-1.0, 0.0, 2.0}) {
      const Pose pose(Vector3d(0, 0, 1.5 + up));
      const Halfspace ground(Vector3d(0, 0, f), 0);
      const Penetration p = apart::penetration(ground, Pose(), box, pose);
      EXPECT_TRUE(support::holds(p, up));
      EXPECT_LE(p.upper - p.lower, 64 * u * 6);
      const apart::Box scaled(f * box.size());
      const Pose there(Vector3d(0, 0, f * (1.5 + up)));
      const Penetration q =
          apart::penetration(scaled, there, Halfspace(Vector3d::UnitZ(), 0), Pose());
      EXPECT_TRUE(support::holds(q, f * up)) << f;
    }
  }
}

/// On a ground that is not turned, bodies may be anywhere along it: it is the height that counts.
TEST(Ground, LevelIsAsExactFarAway) {
  Random random = support::random_case(0);
  for (const double far : {0.0, 1e3, 1e6, 1e9}) {
    for (const double up : {-0.25, 0.25, 8.0}) {
      const Pose pose(support::rotation(random), Vector3d(far, -far, up));
      const Penetration p =
          apart::penetration(Halfspace(Vector3d(0, 0, 3), 0), Pose(), apart::Sphere(0.125), pose);
      EXPECT_TRUE(support::holds(p, up - 0.125));
      EXPECT_LE(p.upper - p.lower, 64 * u * (std::abs(up) + 0.125)) << far;
    }
  }
}

/// A hull that stands far from its own origin keeps all its digits.
TEST(Ground, HullsOffTheirOrigin) {
  const Vector3d far(1e6, 2e6, 3e6);
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i) points.push_back(far + Vector3d(i & 1, i >> 1 & 1, i >> 2));
  const auto hull = apart::Polytope::hull(points);
  const Penetration p =
      apart::penetration(Halfspace(Vector3d::UnitZ(), 0), Pose(), hull, Pose(-far));
  EXPECT_TRUE(support::holds(p, 0));
  EXPECT_LE(p.upper - p.lower, 64 * u * 4);
}

TEST(Ground, PosesAreCheckedAsEver) {
  const Halfspace ground(Vector3d::UnitZ(), 0);
  const apart::Sphere ball(1);
  const Eigen::Matrix3d skew = Eigen::Vector3d(1, 1, 1.001).asDiagonal();
  const Eigen::Matrix3d mirror = Eigen::Vector3d(1, 1, -1).asDiagonal();
  const double huge = 0x1p501, nan = NAN;
  const Pose bad[] = {Pose(skew, Vector3d::Zero()), Pose(mirror, Vector3d::Zero()),
                      Pose(Vector3d(0, 0, huge)), Pose(Vector3d(nan, 0, 0))};
  for (const Pose& pose : bad) {
    EXPECT_THROW(apart::distance(ground, Pose(), ball, pose), apart::InvalidInput);
    EXPECT_THROW(apart::distance(ball, pose, ground, Pose()), apart::InvalidInput);
    EXPECT_THROW(apart::distance(ground, pose, ball, pose), apart::InvalidInput);
    EXPECT_THROW(apart::penetration(ground, pose, ball, Pose()), apart::InvalidInput);
    EXPECT_THROW(apart::penetration(ball, Pose(), ground, pose), apart::InvalidInput);
    EXPECT_THROW(apart::intersects(ground, Pose(), ball, pose), apart::InvalidInput);
    EXPECT_THROW(apart::within(ground, pose, ball, Pose(), 1), apart::InvalidInput);
  }
  EXPECT_THROW(apart::within(ground, Pose(), ball, Pose(), -1), apart::InvalidInput);
  EXPECT_THROW(apart::distance(ground, Pose(), ground, Pose()), apart::InvalidInput);
}

}  // namespace
