// SPDX-License-Identifier: BSD-3-Clause

// Pairs whose distance is a formula. Formulas are evaluated in long double for the poses as they
// are; where one needs a rotation to be rigid, which 9 doubles are not, it is right to a few u S.
#include <gtest/gtest.h>

#include <algorithm>
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
using apart::Shape;
using Eigen::Vector3d;
using support::holds;
using support::Random;
using support::u;
using Real = long double;
using RealVector = Eigen::Matrix<Real, 3, 1>;

constexpr Real tiny =
    0x1p-60L;  // what the formulas themselves may err by, coordinates being about 4
constexpr int cases = 400;

RealVector real(const Vector3d& x) { return x.cast<Real>(); }
RealVector at(const Pose& pose, const RealVector& x) {
  return pose.rotation.cast<Real>() * x + real(pose.translation);
}
Real positive(Real x) { return std::max(x, Real(0)); }

Pose any_pose(Random& random, double spread) {
  const Eigen::Matrix3d r = support::rotation(random);
  return {r, spread * support::vector(random)};
}

Distance checked(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Distance d = apart::distance(a, pose_a, b, pose_b);
  EXPECT_TRUE(support::confirmed(apart::verify(a, pose_a, b, pose_b, d), d));
  return d;
}

/// Runs f on many random draws; f returns the distance it has checked. Some pairs must have been
/// apart and some not.
template <class Function>
void for_many(const Function& f) {
  int apart = 0, together = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Distance d = f(random);
    d.lower > 0 ? ++apart : ++together;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(apart, cases / 20);
  EXPECT_GT(together, cases / 20);
}

TEST(ClosedForm, SphereSphere) {
  for_many([](Random& random) {
    const double ra = random.between(0.1, 1), rb = random.between(0.1, 1);
    const Pose a = any_pose(random, 1), b = any_pose(random, 1);
    const Distance d = checked(apart::Sphere(ra), a, apart::Sphere(rb), b);
    const Real gap = (real(b.translation) - real(a.translation)).norm() - Real(ra) - Real(rb);
    EXPECT_TRUE(holds(d, positive(gap), tiny));
    return d;
  });
}

Real to_box(const RealVector& x, const Vector3d& size) {
  return (x.cwiseAbs() - real(size) / 2).cwiseMax(Real(0)).norm();
}

TEST(ClosedForm, SphereBox) {
  for_many([](Random& random) {
    const double r = random.between(0.1, 1);
    const Vector3d size = support::vector(random).cwiseAbs() * 2;
    const Pose a = any_pose(random, 1), b = any_pose(random, 1);
    const Distance d = checked(apart::Sphere(r), a, apart::Box(size), b);
    const RealVector x =
        b.rotation.cast<Real>().transpose() * (real(a.translation) - real(b.translation));
    EXPECT_TRUE(holds(d, positive(to_box(x, size) - Real(r)), 16 * u * 4));
    return d;
  });
}

/// Between segments p q and r s: the inner solution, if there is one, or an end.
Real to_segment(const RealVector& x, const RealVector& p, const RealVector& q) {
  const RealVector e = q - p;
  const Real length = e.squaredNorm();
  const Real t = length > 0 ? std::clamp((x - p).dot(e) / length, Real(0), Real(1)) : Real(0);
  return (x - p - t * e).norm();
}

Real between(const RealVector& p, const RealVector& q, const RealVector& r, const RealVector& s) {
  Real least = std::min(
      {to_segment(p, r, s), to_segment(q, r, s), to_segment(r, p, q), to_segment(s, p, q)});
  const RealVector d = q - p, e = s - r, w = r - p;
  const Real dd = d.squaredNorm(), ee = e.squaredNorm(), de = d.dot(e), n = dd * ee - de * de;
  if (n > 0) {
    const Real t = (w.dot(d) * ee - w.dot(e) * de) / n, v = (w.dot(d) * de - w.dot(e) * dd) / n;
    if (t > 0 && t < 1 && v > 0 && v < 1) least = std::min(least, (p + t * d - r - v * e).norm());
  }
  return least;
}

std::array<RealVector, 2> ends(const Pose& pose, double length) {
  return {at(pose, {0, 0, -Real(length) / 2}), at(pose, {0, 0, Real(length) / 2})};
}

TEST(ClosedForm, CapsuleCapsule) {
  for_many([](Random& random) {
    const double ra = random.between(0.1, 0.5), rb = random.between(0.1, 0.5);
    const double la = random.between(0, 2), lb = random.between(0, 2);
    const Pose a = any_pose(random, 1), b = any_pose(random, 1);
    const Distance d = checked(apart::Capsule(ra, la), a, apart::Capsule(rb, lb), b);
    const auto [p, q] = ends(a, la);
    const auto [r, s] = ends(b, lb);
    EXPECT_TRUE(holds(d, positive(between(p, q, r, s) - Real(ra) - Real(rb)), tiny));
    return d;
  });
}

TEST(ClosedForm, SphereCapsule) {
  for_many([](Random& random) {
    const double ra = random.between(0.1, 1), rb = random.between(0.1, 0.5);
    const double length = random.between(0, 2);
    const Pose a = any_pose(random, 1), b = any_pose(random, 1);
    const Distance d = checked(apart::Sphere(ra), a, apart::Capsule(rb, length), b);
    const auto [p, q] = ends(b, length);
    const Real gap = to_segment(real(a.translation), p, q) - Real(ra) - Real(rb);
    EXPECT_TRUE(holds(d, positive(gap), tiny));
    return d;
  });
}

Real to_triangle(const RealVector& x, const std::array<RealVector, 3>& t) {
  const RealVector n = (t[1] - t[0]).cross(t[2] - t[0]);
  bool over = true;
  Real least = INFINITY;
  for (int i = 0; i < 3; ++i) {
    const RealVector &p = t[i], &q = t[(i + 1) % 3];
    over = over && n.cross(q - p).dot(x - p) >= 0;
    least = std::min(least, to_segment(x, p, q));
  }
  return over ? std::abs(n.dot(x - t[0])) / n.norm() : least;
}

TEST(ClosedForm, PointTriangle) {
  int over = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const auto corner = support::in_cube(random, 3);
    const Vector3d p = support::vector(random);
    const Pose a = any_pose(random, 1), b(a.rotation, a.translation + support::vector(random) / 2);
    const apart::Triangle triangle(corner[0], corner[1], corner[2]);
    const Distance d = checked(apart::Point(p), a, triangle, b);
    const Real expected = to_triangle(
        at(a, real(p)), {at(b, real(corner[0])), at(b, real(corner[1])), at(b, real(corner[2]))});
    EXPECT_TRUE(holds(d, expected, tiny * 16));
    over += d.witness.size == 3;
    if (HasFailure()) return;
  }
  EXPECT_GT(over, cases / 20);
}

TEST(ClosedForm, SegmentSegment) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const auto e = support::in_cube(random, 4);
    const Pose a = any_pose(random, 1), b = any_pose(random, 1);
    const Distance d = checked(apart::Segment(e[0], e[1]), a, apart::Segment(e[2], e[3]), b);
    const Real expected =
        between(at(a, real(e[0])), at(a, real(e[1])), at(b, real(e[2])), at(b, real(e[3])));
    EXPECT_TRUE(holds(d, expected, tiny * 16));
    EXPECT_LE(d.support_calls, 2);
    if (HasFailure()) return;
  }
}

TEST(ClosedForm, AlignedBoxes) {
  for_many([](Random& random) {
    const Vector3d size_a = support::vector(random).cwiseAbs() * 2;
    const Vector3d size_b = support::vector(random).cwiseAbs() * 2;
    const Vector3d ta = support::vector(random), tb = 1.5 * support::vector(random);
    const Distance d = checked(apart::Box(size_a), Pose(ta), apart::Box(size_b), Pose(tb));
    const RealVector gap = (real(tb) - real(ta)).cwiseAbs() - (real(size_a) + real(size_b)) / 2;
    EXPECT_TRUE(holds(d, gap.cwiseMax(Real(0)).norm(), tiny));
    return d;
  });
}

TEST(ClosedForm, PointPoint) {
  const Distance d =
      checked(apart::Point(1, 2, 3), Pose(), apart::Point(3, 5, 9), Pose(Vector3d(0, 0, 0)));
  EXPECT_TRUE(holds(d, 7));
  EXPECT_DOUBLE_EQ(d.upper, 7);
}

// Round solids in places where a formula is at hand.

TEST(ClosedForm, ParallelCylinders) {
  for_many([](Random& random) {
    const double ra = random.between(0.1, 1), rb = random.between(0.1, 1);
    const double la = random.between(0.1, 2), lb = random.between(0.1, 2);
    const Vector3d t = 2 * support::vector(random);
    const Distance d = checked(apart::Cylinder(ra, la), Pose(), apart::Cylinder(rb, lb), Pose(t));
    const Real across = std::hypot(Real(t.x()), Real(t.y())) - Real(ra) - Real(rb);
    const Real along = std::abs(Real(t.z())) - (Real(la) + Real(lb)) / 2;
    EXPECT_TRUE(holds(d, std::hypot(positive(across), positive(along)), tiny));
    return d;
  });
}

TEST(ClosedForm, SphereCone) {
  for_many([](Random& random) {
    const double r = random.between(0.1, 0.5), base = random.between(0.2, 1);
    const double length = random.between(0.2, 2);
    const Vector3d t = 1.5 * support::vector(random);
    const Distance d = checked(apart::Sphere(r), Pose(t), apart::Cone(base, length), Pose());
    // In the half plane through the axis: the triangle axis, base, slope.
    const Real rho = std::hypot(Real(t.x()), Real(t.y())), z = t.z(), h = Real(length) / 2;
    const RealVector x(rho, z, 0), apex(0, h, 0), rim(base, -h, 0), foot(0, -h, 0);
    const bool inside = z >= -h && rho * length <= Real(base) * (h - z);
    const Real gap =
        inside ? 0 : std::min(to_segment(x, apex, rim), to_segment(x, foot, rim)) - Real(r);
    EXPECT_TRUE(holds(d, positive(gap), tiny * 16));
    return d;
  });
}

TEST(ClosedForm, EllipsoidsAlongAnAxis) {
  const Distance d = checked(apart::Ellipsoid(1, 2, 3), Pose(), apart::Ellipsoid(0.5, 1, 1.5),
                             Pose(Vector3d(0, 7, 0)));
  EXPECT_TRUE(holds(d, 4));
  EXPECT_NEAR(d.normal.y(), 1, 1e-7);
}

/// From an ellipsoid outward along its own normal: the nearest point is where one started.
TEST(ClosedForm, PointAboveAnEllipsoid) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Vector3d radii = support::vector(random).cwiseAbs() + Vector3d::Constant(0.1);
    const RealVector s = real(support::direction(random)).normalized();
    const RealVector foot = s.cwiseProduct(real(radii));
    const RealVector n = s.cwiseQuotient(real(radii)).normalized();
    const Real height = random.decade(0, 6);
    const Vector3d p = (foot + n * height).cast<double>();  // off by up to 2 u |p|
    const Distance d = checked(apart::Ellipsoid(radii), Pose(), apart::Point(p), Pose());
    EXPECT_TRUE(holds(d, height, 2 * u * real(p).norm()));
    EXPECT_NE(d.status, apart::Status::not_converged);
    if (HasFailure()) return;
  }
}

// A half-space, and every bounded shape at a known height above it.

struct LowestPoint {
  RealVector n;  // in the shape's frame, not of unit length where the pose is not quite rigid

  Real vertex(const Vector3d& p) const { return n.dot(real(p)); }
  Real operator()(const apart::Point& s) const { return vertex(s.p()); }
  Real operator()(const apart::Segment& s) const { return std::min(vertex(s.a()), vertex(s.b())); }
  Real operator()(const apart::Triangle& s) const {
    return std::min({vertex(s.a()), vertex(s.b()), vertex(s.c())});
  }
  Real operator()(const apart::Sphere& s) const { return -Real(s.radius()); }
  Real operator()(const apart::Box& s) const { return -n.cwiseAbs().dot(real(s.size())) / 2; }
  Real operator()(const apart::Capsule& s) const {
    return -Real(s.radius()) - std::abs(n.z()) * Real(s.length()) / 2;
  }
  Real rho() const { return std::hypot(n.x(), n.y()); }
  Real operator()(const apart::Cylinder& s) const {
    return -rho() * Real(s.radius()) - std::abs(n.z()) * Real(s.length()) / 2;
  }
  Real operator()(const apart::Cone& s) const {
    const Real half = Real(s.length()) / 2;
    return std::min(n.z() * half, -n.z() * half - rho() * Real(s.radius()));
  }
  Real operator()(const apart::Ellipsoid& s) const {
    return -n.cwiseProduct(real(s.radii())).norm();
  }
  Real operator()(const apart::Polytope& s) const {
    Real least = INFINITY;
    for (int i = 0; i < s.size(); ++i) least = std::min(least, vertex(s.vertex(i)));
    for (const auto& p : s.dropped()) least = std::min(least, vertex(p));
    return least;
  }
  Real operator()(const apart::Custom& s) const {
    const auto& egg = *static_cast<const support::Egg*>(s.body());
    return vertex(egg.centre) - n.cwiseProduct(real(egg.radii)).norm();
  }
  Real operator()(const apart::Rounded& s) const {
    return std::visit(*this, s.shape().variant()) - Real(s.radius());
  }
  Real operator()(const apart::Halfspace&) const { return -INFINITY; }
  Real operator()(const apart::Prism&) const { return -INFINITY; }
  template <class NotConvex>  // not of these tests
  Real operator()(const NotConvex&) const {
    return NAN;
  }
};

class AboveGround : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(EveryKind, AboveGround, testing::Range(0, support::bounded_kinds));

Distance expect_height(Random& random, const Shape& shape, const Eigen::Matrix3d& tilt,
                       Real rigid_error) {
  const Vector3d normal = support::direction(random) * random.between(0.1, 10);
  const apart::Halfspace ground(normal, random.between(-1, 1));
  const Pose pose = any_pose(random, 2), pose_ground(tilt, support::vector(random));
  const RealVector m = pose_ground.rotation.cast<Real>() * real(normal);
  const RealVector n = pose.rotation.cast<Real>().transpose() * m / m.norm();
  const Real height = std::visit(LowestPoint{n}, shape.variant()) +
                      m.dot(real(pose.translation) - real(pose_ground.translation)) / m.norm() -
                      Real(ground.offset()) / m.norm();
  const Distance d = checked(shape, pose, ground, pose_ground);
  EXPECT_TRUE(holds(d, positive(height), tiny * 16 + rigid_error));
  const Distance back = checked(ground, pose_ground, shape, pose);
  EXPECT_TRUE(holds(back, positive(height), tiny * 16 + rigid_error));
  EXPECT_EQ(back.lower, d.lower);
  EXPECT_EQ(back.upper, d.upper);
  EXPECT_TRUE(support::same_bits(back.point_a, d.point_b));
  return d;
}

TEST_P(AboveGround, Level) {
  for_many([](Random& random) {
    const Shape shape = support::ShapeMaker(random, 1).make(support::Kind(GetParam()));
    return expect_height(random, shape, Eigen::Matrix3d::Identity(), 0);
  });
}

TEST_P(AboveGround, Tilted) {
  for_many([](Random& random) {
    const Shape shape = support::ShapeMaker(random, 1).make(support::Kind(GetParam()));
    const Eigen::Matrix3d tilt = support::rotation(random);
    return expect_height(random, shape, tilt, 128 * u);  // |offset / normal| up to 10
  });
}

// An infinite prism: what is left is a problem in the plane.

apart::Prism square_prism(double side) {
  const double h = side / 2;
  return apart::Prism(std::vector<Eigen::Vector2d>{{-h, -h}, {h, -h}, {h, h}, {-h, h}, {0, 0}});
}

/// Both turned as one: the scene is the same.
TEST(ClosedForm, PrismSphere) {
  for (const double along : {0.0, 5.0, 1e6}) {
    for (int i = 0; i < cases; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", along the axis " + std::to_string(along));
      Random random = support::random_case(i);
      const Vector3d t = 2 * support::vector(random) + Vector3d(0, 0, along);
      const double r = random.between(0.1, 0.5);
      const Real gap = to_box({Real(t.x()), Real(t.y()), 0}, {1, 1, 1}) - Real(r);
      const Distance level = checked(square_prism(1), Pose(), apart::Sphere(r), Pose(t));
      EXPECT_TRUE(holds(level, positive(gap), tiny));
      const Eigen::Matrix3d m = support::rotation(random);
      const Pose pose(m, support::vector(random)), other(m, pose * t);
      const Distance turned = checked(square_prism(1), pose, apart::Sphere(r), other);
      EXPECT_TRUE(holds(turned, positive(gap), 16 * u * (4 + along)));
      const bool apart = turned.status == apart::Status::separated;
      EXPECT_LT(apart ? std::abs(turned.normal.dot(m.col(2))) : 0, 16 * u);
      if (HasFailure()) return;
    }
  }
}

TEST(ClosedForm, PrismBox) {
  for (const double along : {0.0, -7.0, 1e6}) {
    for (int i = 0; i < cases; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", along the axis " + std::to_string(along));
      Random random = support::random_case(i);
      const Vector3d t = 2 * support::vector(random) + Vector3d(0, 0, along);
      const apart::Box box(0.5, 1, 2);
      const Real gap = to_box({Real(t.x()), Real(t.y()), 0}, {1.5, 2, 1});
      EXPECT_TRUE(holds(checked(box, Pose(t), square_prism(1), Pose()), gap, tiny));
      const Eigen::Matrix3d m = support::rotation(random);
      const Pose pose(m, support::vector(random)), other(m, pose * t);
      EXPECT_TRUE(
          holds(checked(square_prism(1), pose, box, other), gap, 16 * u * (4 + std::abs(along))));
      if (HasFailure()) return;
    }
  }
}

/// The points face each other across the axis, where the bounded shape is.
TEST(ClosedForm, PrismPointsAreWhereTheOtherShapeIs) {
  const Distance d =
      checked(square_prism(1), Pose(), apart::Sphere(0.5), Pose(Vector3d(3, 0.25, 100)));
  EXPECT_TRUE(d.point_a.isApprox(Vector3d(0.5, 0.25, 100), 1e-14)) << support::text(d);
  EXPECT_TRUE(d.point_b.isApprox(Vector3d(2.5, 0.25, 100), 1e-14)) << support::text(d);
}

// Rounding takes its radii off, however it is nested.

/// [lower, upper] of d with both taken off, as an answer; right to `off_error`.
constexpr double off_error = 4 * u;
Distance less(Distance d, double ra, double rb) {
  d.lower = double(positive(Real(d.lower) - Real(ra) - Real(rb)));
  d.upper = double(positive(Real(d.upper) - Real(ra) - Real(rb)));
  return d;
}

TEST(ClosedForm, RoundedOfEveryPair) {
  int apart = 0, together = 0;
  support::for_each_pair([&](support::Kind a, support::Kind b) {
    Random random = support::random_case(100 * int(a) + int(b));
    SCOPED_TRACE(support::case_name(100 * int(a) + int(b)));
    for (int i = 0; i < 4; ++i) {
      const support::Scene s = support::random_scene(a, b, random, 2 + i);
      const double ra = random.between(0, 0.5), rb = random.between(0, 0.5);
      const Distance plain = s.distance(), all_off = less(plain, ra, rb);
      const Distance d =
          checked(apart::Rounded(s.a, ra), s.pose_a, apart::Rounded(s.b, rb), s.pose_b);
      EXPECT_TRUE(support::meet(d, all_off, off_error));
      const Shape nested = apart::Rounded(apart::Rounded(s.a, ra), rb);
      EXPECT_TRUE(support::meet(checked(nested, s.pose_a, s.b, s.pose_b), all_off, off_error));
      d.lower > 0 ? ++apart : ++together;
    }
  });
  EXPECT_GT(apart, 100);
  EXPECT_GT(together, 100);
}

TEST(ClosedForm, RoundedShapesBySynonyms) {
  Random random = support::random_case(0);
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Pose a = any_pose(random, 2), b = any_pose(random, 2);
    const apart::Segment axis({0, 0, -0.5}, {0, 0, 0.5});
    EXPECT_TRUE(support::meet(checked(apart::Capsule(0.25, 1), a, apart::Box(1, 2, 3), b),
                              checked(apart::Rounded(axis, 0.25), a, apart::Box(1, 2, 3), b)));
    const Shape ball = apart::Rounded(apart::Rounded(apart::Point(0, 0, 0), 0.5), 0.25);
    EXPECT_TRUE(support::meet(checked(apart::Sphere(0.75), a, apart::Cone(1, 1), b),
                              checked(ball, a, apart::Cone(1, 1), b)));
  }
}

}  // namespace
