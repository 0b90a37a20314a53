// SPDX-License-Identifier: BSD-3-Clause

// Pairs whose signed distance is a formula, at any depth. Formulas are evaluated in long double for
// the poses as they are; where one needs a rotation to be rigid, which 9 doubles are not, it is
// right to a few u S.
#include <gtest/gtest.h>

#include <algorithm>
#include <apart/apart.hpp>
#include <cmath>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Penetration;
using apart::Pose;
using apart::Shape;
using apart::Status;
using Eigen::Vector3d;
using support::holds;
using support::Random;
using support::u;
using Real = long double;
using RealVector = Eigen::Matrix<Real, 3, 1>;

constexpr Real tiny = 0x1p-59L;      // what formulas err by, coordinates being about 4
constexpr Real turned = 24 * u * 4;  // where a rotation is taken to be rigid
constexpr int cases = 300;

RealVector real(const Vector3d& x) { return x.cast<Real>(); }
RealVector at(const Pose& pose, const RealVector& x) {
  return pose.rotation.cast<Real>() * x + real(pose.translation);
}
/// The origin of `other` as `pose` sees it.
RealVector seen_from(const Pose& pose, const Pose& other) {
  return pose.rotation.cast<Real>().transpose() *
         (real(other.translation) - real(pose.translation));
}

Pose any_pose(Random& random, double spread) {
  const Eigen::Matrix3d r = support::rotation(random);
  return {r, spread * support::vector(random)};
}

/// Both ways round, and consistent in itself.
Penetration checked(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Penetration p = apart::penetration(a, pose_a, b, pose_b);
  EXPECT_TRUE(support::consistent(p, 16));
  EXPECT_TRUE(support::meet(p, apart::penetration(b, pose_b, a, pose_a)));
  return p;
}

/// Runs f on many random draws; f returns the answer it has checked. Some pairs must have been
/// apart and some overlapping, unless the pair can only overlap.
template <class Function>
void for_many(const Function& f, bool both = true) {
  int apart = 0, together = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Penetration p = f(random);
    p.signed_distance > 0 ? ++apart : ++together;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_TRUE(!both || apart > cases / 20);
  EXPECT_GT(together, cases / 20);
}

/// Of a body that is a product, from its signed distances along the factors: below zero in both,
/// the nearer side counts; else the distance is that of the corner.
Real product(Real x, Real y) {
  if (x < 0 && y < 0) return std::max(x, y);
  return std::hypot(std::max(x, Real(0)), std::max(y, Real(0)));
}

/// From a point to a box around the origin.
Real to_box(const RealVector& x, const RealVector& half) {
  const RealVector off = x.cwiseAbs() - half;
  return product(product(off.x(), off.y()), off.z());
}

Real to_segment(const RealVector& x, const RealVector& p, const RealVector& q) {
  const RealVector e = q - p;
  const Real length = e.squaredNorm();
  const Real t = length > 0 ? std::clamp((x - p).dot(e) / length, Real(0), Real(1)) : Real(0);
  return (x - p - t * e).norm();
}

// Spheres and capsules.

TEST(PenetrationClosedForm, SphereSphere) {
  for_many([](Random& random) {
    const double ra = random.between(0.1, 1), rb = random.between(0.1, 1);
    const Pose a = any_pose(random, 1), b = any_pose(random, 1);
    const Penetration p = checked(apart::Sphere(ra), a, apart::Sphere(rb), b);
    const RealVector way = real(b.translation) - real(a.translation);
    EXPECT_TRUE(holds(p, way.norm() - Real(ra) - Real(rb), tiny));
    EXPECT_LE((p.direction - (way / way.norm()).cast<double>()).norm(), 1e-12);
    EXPECT_LE(p.upper - p.lower, 64 * u * 8);
    return p;
  });
}

TEST(PenetrationClosedForm, ConcentricSpheres) {
  for (const double ra : {1.0, 0.3, 1e-6, 0.0}) {
    for (const double rb : {1.0, 0.7, 1e-9}) {
      Random random = support::random_case(0);
      const Pose at = any_pose(random, 3);
      const Penetration p = checked(apart::Sphere(ra), at, apart::Sphere(rb), at);
      EXPECT_TRUE(holds(p, -(Real(ra) + Real(rb)), tiny));
      EXPECT_EQ(p.status, Status::overlapping);
      EXPECT_LE(p.upper - p.lower, 64 * u * (ra + rb));
    }
  }
}

TEST(PenetrationClosedForm, SphereBox) {
  for_many([](Random& random) {
    const double r = random.between(0.1, 1);
    const Vector3d size = support::vector(random).cwiseAbs() * 2 + Vector3d::Constant(0.1);
    const Pose a = any_pose(random, 0.5), b = any_pose(random, 1);
    const Penetration p = checked(apart::Sphere(r), a, apart::Box(size), b);
    EXPECT_TRUE(holds(p, to_box(seen_from(b, a), real(size) / 2) - Real(r), turned));
    EXPECT_LE(p.upper - p.lower, 64 * u * 8);
    return p;
  });
}

/// From the centre all faces of a cube are as near, and nearly so from beside it.
TEST(PenetrationClosedForm, SphereAtTheCentreOfABox) {
  for (const double off : {0.0, 1e-16, 1e-9, -1e-3}) {
    const Pose at(Vector3d(off, 0, 0));
    const Penetration cube = checked(apart::Box(2, 2, 2), Pose(), apart::Sphere(0.5), at);
    EXPECT_TRUE(holds(cube, std::abs(Real(off)) - Real(1.5)));
    const Penetration box = checked(apart::Box(2, 4, 6), Pose(), apart::Sphere(0.5), at);
    EXPECT_TRUE(holds(box, std::abs(Real(off)) - Real(1.5)));
    EXPECT_NEAR(std::abs(box.direction.x()), 1, 1e-12);
  }
}

TEST(PenetrationClosedForm, SphereCapsule) {
  for_many([](Random& random) {
    const double r = random.between(0.1, 0.6), rc = random.between(0.1, 0.6);
    const double length = random.between(0, 2);
    const Pose a = any_pose(random, 1), b = any_pose(random, 1);
    const Penetration p = checked(apart::Sphere(r), a, apart::Capsule(rc, length), b);
    const RealVector z(0, 0, Real(length) / 2);
    const Real gap = to_segment(real(a.translation), at(b, -z), at(b, z));
    EXPECT_TRUE(holds(p, gap - Real(r) - Real(rc), tiny));
    return p;
  });
}

/// Two segments span no volume: capsules are as deep as their radii reach beyond the axes'
/// distance.
TEST(PenetrationClosedForm, CapsuleCapsule) {
  for_many([](Random& random) {
    const apart::Capsule a(random.between(0.1, 0.6), random.between(0, 2));
    const apart::Capsule b(random.between(0.1, 0.6), random.between(0, 2));
    Pose pose_a = any_pose(random, 1), pose_b = any_pose(random, 1);
    if (random.chance(0.3)) pose_b.rotation = pose_a.rotation;        // parallel
    if (random.chance(0.3)) pose_b.translation = pose_a.translation;  // crossing
    const Penetration p = checked(a, pose_a, b, pose_b);
    const Vector3d za(0, 0, a.length() / 2), zb(0, 0, b.length() / 2);
    const apart::Distance axes =
        apart::distance(apart::Segment(-za, za), pose_a, apart::Segment(-zb, zb), pose_b);
    const Real radii = Real(a.radius()) + Real(b.radius());
    EXPECT_LE(p.lower, axes.upper - radii);
    EXPECT_GE(p.upper, axes.lower - radii);
    EXPECT_LE(p.upper - p.lower, 64 * u * 8);
    return p;
  });
}

TEST(PenetrationClosedForm, IdenticalCapsules) {
  const apart::Capsule capsule(0.5, 2);
  EXPECT_TRUE(holds(checked(capsule, Pose(), capsule, Pose()), -1));
  const Pose beside(Vector3d(0.25, 0, 0.5));
  EXPECT_TRUE(holds(checked(capsule, Pose(), capsule, beside), -0.75));
  const Pose behind(Vector3d(0, 0, 2.5));
  EXPECT_TRUE(holds(checked(capsule, Pose(), capsule, behind), -0.5));
}

// Boxes.

TEST(PenetrationClosedForm, AlignedBoxes) {
  for_many([](Random& random) {
    const Vector3d size_a = support::vector(random).cwiseAbs() * 2;
    const Vector3d size_b = support::vector(random).cwiseAbs() * 2;
    const Pose b(support::vector(random) * 2);
    const Penetration p = checked(apart::Box(size_a), Pose(), apart::Box(size_b), b);
    const RealVector half = (real(size_a) + real(size_b)) / 2;
    EXPECT_TRUE(holds(p, to_box(real(b.translation), half), tiny));
    EXPECT_LE(p.upper - p.lower, 64 * u * 8);
    return p;
  });
}

TEST(PenetrationClosedForm, BoxAndRoundedBox) {
  for_many([](Random& random) {
    const Vector3d size_a = support::vector(random).cwiseAbs() * 2;
    const Vector3d size_b = support::vector(random).cwiseAbs() * 2;
    const double r = random.between(0, 0.5);
    const Pose b(support::vector(random) * 2);
    const Penetration p =
        checked(apart::Box(size_a), Pose(), apart::Rounded(apart::Box(size_b), r), b);
    const RealVector half = (real(size_a) + real(size_b)) / 2;
    EXPECT_TRUE(holds(p, to_box(real(b.translation), half) - Real(r), tiny));
    return p;
  });
}

TEST(PenetrationClosedForm, PointInBox) {
  for_many([](Random& random) {
    const Vector3d size = support::vector(random).cwiseAbs() * 2;
    const Pose b(support::vector(random) * 0.8);
    const Penetration p = checked(apart::Box(size), Pose(), apart::Point(), b);
    EXPECT_TRUE(holds(p, to_box(real(b.translation), real(size) / 2), tiny));
    return p;
  });
}

// Round ones.

/// h(n) is concave in the squares of n's components, so least along an axis.
TEST(PenetrationClosedForm, ConcentricEllipsoids) {
  for_many(
      [](Random& random) {
        const Vector3d a = support::vector(random).cwiseAbs() + Vector3d::Constant(0.1);
        const Vector3d b = support::vector(random).cwiseAbs() + Vector3d::Constant(0.1);
        const Pose at = any_pose(random, 3);
        const Penetration p = checked(apart::Ellipsoid(a), at, apart::Ellipsoid(b), at);
        EXPECT_TRUE(holds(p, -(real(a) + real(b)).minCoeff(), turned));
        EXPECT_NEAR(p.signed_distance, -(a + b).minCoeff(), 1e-6);
        return p;
      },
      false);
}

/// From a point of the shortest axis that axis is the nearest way out.
TEST(PenetrationClosedForm, EllipsoidSphere) {
  for_many([](Random& random) {
    const Vector3d radii(random.between(0.1, 0.5), random.between(0.6, 1), random.between(0.6, 2));
    const double r = random.between(0, 0.5), x = random.between(-1.5, 1.5);
    const Pose a = any_pose(random, 1);
    const Pose b(a * Vector3d(x, 0, 0));
    const Penetration p = checked(apart::Ellipsoid(radii), a, apart::Sphere(r), b);
    EXPECT_TRUE(holds(p, std::abs(Real(x)) - Real(radii.x()) - Real(r), turned));
    if (p.signed_distance > -0.02) {
      EXPECT_LE(p.upper - p.lower, 1e-10 * 4);
    }
    return p;
  });
}

/// Upright, beside each other: a disc against a rectangle, times two intervals.
TEST(PenetrationClosedForm, CylinderBox) {
  for_many([](Random& random) {
    const double r = random.between(0.1, 1), length = random.between(0.1, 2);
    const Vector3d size = support::vector(random).cwiseAbs() * 2;
    const Pose b(support::vector(random) * 2);
    const Penetration p = checked(apart::Cylinder(r, length), Pose(), apart::Box(size), b);
    const RealVector off = real(b.translation).cwiseAbs() - real(size) / 2;
    const Real round = product(off.x(), off.y()) - Real(r);
    EXPECT_TRUE(holds(p, product(round, off.z() - Real(length) / 2), tiny));
    return p;
  });
}

TEST(PenetrationClosedForm, ParallelCylinders) {
  for_many([](Random& random) {
    const apart::Cylinder a(random.between(0.1, 1), random.between(0.1, 2));
    const apart::Cylinder b(random.between(0.1, 1), random.between(0.1, 2));
    Pose pose(support::vector(random) * 2);
    if (random.chance(0.2)) pose.translation.head<2>().setZero();
    const Penetration p = checked(a, Pose(), b, pose);
    const RealVector t = real(pose.translation);
    const Real beside = std::hypot(t.x(), t.y()) - Real(a.radius()) - Real(b.radius());
    const Real above = std::abs(t.z()) - (Real(a.length()) + Real(b.length())) / 2;
    EXPECT_TRUE(holds(p, product(beside, above), tiny));
    return p;
  });
}

/// On the axis of a cone the nearest way out is the base or any side.
TEST(PenetrationClosedForm, PointInCone) {
  for_many(
      [](Random& random) {
        const double r = random.between(0.2, 1), length = random.between(0.2, 2);
        const double z = random.between(-0.5, 0.5) * length;
        const Penetration p =
            checked(apart::Cone(r, length), Pose(), apart::Point(0, 0, z), Pose());
        const Real height = Real(length) / 2 - Real(z);
        const Real side = height * Real(r) / std::hypot(Real(r), Real(length));
        EXPECT_TRUE(holds(p, -std::min(side, Real(z) + Real(length) / 2), tiny));
        return p;
      },
      false);
}

// Half-spaces and prisms.

TEST(PenetrationClosedForm, ConeInHalfspace) {
  for_many([](Random& random) {
    const apart::Cone cone(random.between(0.1, 1), random.between(0.1, 2));
    const Vector3d n = support::direction(random);
    const double offset = random.between(-3, 3);
    const Pose pose = any_pose(random, 1);
    const Penetration p = checked(apart::Halfspace(n, offset), Pose(), cone, pose);
    const RealVector normal = real(n) / real(n).norm();
    const RealVector axis = pose.rotation.cast<Real>().col(2);
    const RealVector z(0, 0, Real(cone.length()) / 2);
    const Real along = normal.dot(axis);
    const Real rim = std::sqrt(std::max(Real(0), 1 - along * along)) * Real(cone.radius());
    const Real lowest = std::min(normal.dot(at(pose, z)), normal.dot(at(pose, -z)) - rim);
    EXPECT_TRUE(holds(p, lowest - Real(offset) / real(n).norm(), turned));
    EXPECT_LE(p.upper - p.lower, 64 * u * 8);
    return p;
  });
}

/// However deep: the depth is that of the lowest point, which the distance finds from above.
TEST(PenetrationClosedForm, AnythingInAHalfspace) {
  for (int kind = 0; kind < support::bounded_kinds; ++kind) {
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE(support::case_name(kind * 20 + i));
      Random random = support::random_case(kind * 20 + i);
      support::ShapeMaker maker(random, 1);
      const Shape body = maker.make(support::Kind(kind));
      const apart::Halfspace ground(Vector3d(0, 0, 1), 0);
      Pose pose = any_pose(random, 1);
      pose.translation.z() = -random.integer(0, 100);
      const double up = 128;
      const Pose above(pose.rotation, pose.translation + Vector3d(0, 0, up));
      const apart::Distance high = apart::distance(ground, Pose(), body, above);
      const Penetration p = checked(ground, Pose(), body, pose);
      EXPECT_LE(p.lower, high.upper - up + 64 * u * up);
      EXPECT_GE(p.upper, high.lower - up - 64 * u * up);
      EXPECT_LE(p.upper - p.lower, 64 * u * 256);
      EXPECT_NE(p.status, Status::not_converged);
    }
  }
}

TEST(PenetrationClosedForm, RectangularPrism) {
  for_many([](Random& random) {
    const Vector3d half = support::vector(random).cwiseAbs() + Vector3d::Constant(0.1);
    const std::vector<Eigen::Vector2d> section{
        {half.x(), half.y()}, {-half.x(), half.y()}, {-half.x(), -half.y()}, {half.x(), -half.y()}};
    const Vector3d size = support::vector(random).cwiseAbs() * 2;
    const double r = random.between(0, 0.5);
    Pose at(support::vector(random) * 1.5);
    at.translation.z() *= 100;
    const RealVector t = real(at.translation).cwiseAbs() - real(half);
    const apart::Prism prism(section);
    const Penetration ball = checked(prism, Pose(), apart::Sphere(r), at);
    EXPECT_TRUE(holds(ball, product(t.x(), t.y()) - Real(r), tiny));
    const RealVector s = t - real(size) / 2;
    const Penetration p = checked(prism, Pose(), apart::Box(size), at);
    EXPECT_TRUE(holds(p, product(s.x(), s.y()), tiny));
    EXPECT_LE(p.upper - p.lower, 64 * u * 256);
    return p;
  });
}

// A user's types, and margins.

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

TEST(PenetrationClosedForm, UserTypesLikeBuiltInOnes) {
  int overlaps = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Vector3d half = support::vector(random).cwiseAbs() + Vector3d::Constant(0.1);
    const double r = random.between(0.1, 1);
    const Pose a = any_pose(random, 0.5), b = any_pose(random, 0.5);
    support::ShapeMaker maker(random, 1);
    const Shape other = maker.make(support::Kind(i % support::kinds));
    const Penetration box = apart::penetration(apart::Box(2 * half), a, other, b);
    const Penetration user_box = apart::penetration(UserBox{half}, a, other, b);
    EXPECT_TRUE(support::meet(box, user_box));
    EXPECT_TRUE(support::consistent(user_box, 16));
    const Penetration ball = apart::penetration(apart::Sphere(r), a, other, b);
    EXPECT_TRUE(support::meet(ball, apart::penetration(UserBall{r}, a, other, b)));
    overlaps += box.signed_distance < 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(overlaps, cases / 3);
}

TEST(PenetrationClosedForm, MarginsAreTakenOff) {
  support::for_each_pair([&](support::Kind a, support::Kind b) {
    const int number = int(a) * support::kinds + int(b);
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    for (int i = 0; i < 3; ++i) {
      const support::Scene s = support::random_scene(a, b, random, i);
      const double m = random.integer(1, 8) * 0.0625;
      const Penetration bare = s.penetration(), p = s.penetration({.margin = m});
      EXPECT_TRUE(support::consistent(p, 16));
      EXPECT_LE(p.lower, bare.upper - 2 * m + 4 * u);
      EXPECT_GE(p.upper, bare.lower - 2 * m - 4 * u);
      const support::Scene grown{apart::Rounded(s.a, m), apart::Rounded(s.b, m), s.pose_a,
                                 s.pose_b};
      EXPECT_TRUE(support::meet(p, grown.penetration()));
    }
  });
}

/// Next to where cores meet, radii were forgotten, and what was deep in each other was apart.
TEST(PenetrationClosedForm, RadiiCountWhereCoresNearlyTouch) {
  const apart::Pose world;
  for (const double off : {0.0, 1e-17, 1e-14, 3e-12, 1e-9, 1e-8, 1e-7, 1e-6}) {
    const auto at = [&](double x, double y, double z) {
      return apart::Pose(Eigen::Vector3d(x, y, z));
    };
    const apart::Box box(1, 1, 1);
    EXPECT_NEAR(
        apart::penetration(apart::Capsule(1.5, 0), world, apart::Box(2, 1, 1), at(off, 0, 1.5))
            .signed_distance,
        -0.5, 1e-6);
    EXPECT_NEAR(
        apart::penetration(apart::Capsule(0.5, 0), world, box, at(0, off, 0.6)).signed_distance,
        -0.4, 1e-6);
    EXPECT_NEAR(apart::penetration(apart::Capsule(1, 0), world, apart::Sphere(1), at(off, 0, 0))
                    .signed_distance,
                -2, 2e-6);
    const apart::Rounded rounded(apart::Capsule(0.25, 1), 0.5);
    const auto p = apart::penetration(apart::Sphere(1), world, rounded, at(0, -off, 0));
    EXPECT_NEAR(p.signed_distance, -1.75, 1e-5);
    EXPECT_LE(p.lower, p.upper);
  }
}

/// The same anywhere.
TEST(PenetrationClosedForm, CapsulesWithoutALengthAndRoundedOnes) {
  for (int number = 0; number < 3000; ++number) {
    SCOPED_TRACE(support::case_name(number));
    support::Random random = support::random_case(number);
    const apart::Shape round[] = {apart::Capsule(0.5, 0), apart::Capsule(0.5, 1),
                                  apart::Rounded(apart::Capsule(0.25, 1), 0.5)};
    const apart::Shape other[] = {apart::Box(1, 1, 1), apart::Sphere(0.5),
                                  apart::Rounded(apart::Capsule(0.25, 1), 0.5)};
    const auto &a = round[random.integer(0, 2)], &b = other[random.integer(0, 2)];
    const apart::Pose pose_b(support::rotation(random), 0.6 * support::vector(random));
    const auto p = apart::penetration(a, {}, b, pose_b);
    EXPECT_LE(p.lower, p.upper);
    const auto d = apart::distance(a, {}, b, pose_b);
    EXPECT_TRUE(d.lower <= std::max(0.0, p.upper) && std::max(0.0, p.lower) <= d.upper)
        << support::text(p) << support::text(d);
    const auto check = apart::verify(a, {}, b, pose_b, p);
    EXPECT_TRUE(check.ok) << check.problem << support::text(p);
  }
}

}  // namespace
