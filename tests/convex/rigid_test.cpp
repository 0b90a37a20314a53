// SPDX-License-Identifier: BSD-3-Clause

// Poses are judged by two numbers first; what these let pass, validate() would not refuse.
#include "convex/rigid.hpp"

#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support/random.hpp"

namespace {

using apart::Pose;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::Random;

bool refused(const Pose& pose) {
  try {
    apart::validate(pose);
  } catch (const apart::InvalidInput&) {
    return true;
  }
  return false;
}

/// Alone, and beside a good one on either side.
bool plainly(const Pose& pose) {
  const bool both = apart::plainly_rigid(pose, pose);
  EXPECT_EQ(apart::plainly_rigid(pose, {}), both);
  EXPECT_EQ(apart::plainly_rigid({}, pose), both);
  return both;
}

/// A rotation that is off by about `size`: stretched, scaled, sheared, or anyhow.
Matrix3d defective(Random& random, double size) {
  const Matrix3d r = support::rotation(random), other = support::rotation(random);
  Matrix3d by = Matrix3d::Zero();
  switch (random.integer(0, 4)) {
    case 0:
      by.diagonal().setConstant(random.between(-1, 1));
      break;
    case 1:
      by.diagonal() = support::vector(random);
      break;
    case 2:
      by.diagonal() = Vector3d(1, -0.5, -0.5) * random.between(-1, 1);  // of one volume
      break;
    case 3:
      by(random.integer(0, 2), random.integer(0, 2)) = random.between(-1, 1);
      break;
    default:
      for (int i = 0; i < 9; ++i) by(i) = random.between(-1, 1);
  }
  return r * other * (Matrix3d::Identity() + size * by) * other.transpose();
}

TEST(Rigid, WhatIsPlainlyRigidIsNotRefused) {
  SCOPED_TRACE(support::case_name(0));
  Random random = support::random_case(0);
  int plain = 0, almost = 0, none = 0;
  for (int i = 0; i < 200000; ++i) {
    const Pose pose(defective(random, std::pow(10, random.between(-8, -5))), Vector3d(1, 2, 3));
    const bool is_plain = plainly(pose), is_refused = refused(pose);
    ASSERT_FALSE(is_plain && is_refused) << pose.rotation;
    (is_plain ? plain : is_refused ? none : almost)++;
  }
  EXPECT_GT(plain, 40000);
  EXPECT_GT(none, 40000);
  EXPECT_LT(almost, 40000) << "what is not plain takes longer";
}

TEST(Rigid, RotationsOfFloatsArePlainlyRigid) {
  SCOPED_TRACE(support::case_name(1));
  Random random = support::random_case(1);
  for (int i = 0; i < 100000; ++i) {
    const Matrix3d r = support::rotation(random).cast<float>().cast<double>();
    ASSERT_TRUE(plainly(Pose(r, Vector3d::Zero()))) << r;
  }
}

TEST(Rigid, WhatIsNoRotationAtAllIsNotPlain) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = INFINITY;
  const Matrix3d one = Matrix3d::Identity();
  for (const Matrix3d& r :
       {Matrix3d(-one), Matrix3d(0 * one), Matrix3d(2 * one), Matrix3d(1e200 * one),
        Matrix3d(nan * one), Matrix3d(inf * one), Matrix3d(Vector3d(1, 1, -1).asDiagonal()),
        Matrix3d(Vector3d(2, 0.5, 1).asDiagonal()),
        Matrix3d(Vector3d(1e160, 1e-160, 1).asDiagonal())}) {
    EXPECT_FALSE(plainly(Pose(r, Vector3d::Zero()))) << r;
  }
  for (int i = 0; i < 9; ++i) {
    Matrix3d r = one;
    r(i) = nan;
    EXPECT_FALSE(plainly(Pose(r, Vector3d::Zero()))) << r;
  }
}

/// Far from the origin, the difference of two places may be as usual as can be.
TEST(Rigid, PlacesOutOfRangeAreRefusedByEveryPair) {
  const apart::Sphere ball(1);
  const apart::Box box(1, 2, 3);
  const apart::Capsule capsule(1, 2);
  const std::vector<Vector3d> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const apart::Polytope hull = apart::Polytope::hull(corners);
  const apart::ShapeRef shapes[] = {ball, box, capsule, hull};
  for (const double far : {0x1p501, 0x1p600, 0x1p1000, double(INFINITY), std::nan("")}) {
    for (const int axis : {0, 1, 2}) {
      const Pose pose(Vector3d(far * Vector3d::Unit(axis)));
      for (const auto& a : shapes) {
        for (const auto& b : shapes) {
          EXPECT_THROW(apart::distance(a, pose, b, pose), apart::InvalidInput);
          EXPECT_THROW(apart::distance(a, pose, b, {}), apart::InvalidInput);
          EXPECT_THROW(apart::distance(a, {}, b, pose), apart::InvalidInput);
        }
      }
    }
  }
}

}  // namespace
