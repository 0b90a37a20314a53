// SPDX-License-Identifier: BSD-3-Clause
// Motions themselves: ends to the bit, rates, axes, what is refused.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "support/random.hpp"
#include "support/refusal.hpp"

namespace apart {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::random_case;
using support::refusal;

constexpr double pi = std::numbers::pi;

Pose random_pose(support::Random& random, double scale = 1) {
  const Matrix3d r = support::rotation(random);
  return {r, scale * support::vector(random)};
}

void expect_same(const Pose& a, const Pose& b) {
  EXPECT_EQ(a.rotation, b.rotation);
  EXPECT_EQ(a.translation, b.translation);
}

/// The angle of the turn from one pose to another.
double angle_between(const Pose& a, const Pose& b) {
  return AngleAxisd(Matrix3d(b.rotation * a.rotation.transpose())).angle();
}

using Factory = Motion (*)(const Pose&, const Pose&);
constexpr Factory factories[] = {Motion::between, Motion::linear_quaternion, Motion::screw};

TEST(Motion, EndsAreTheGivenPosesToTheBit) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(support::case_name(i));
    auto random = random_case(i);
    const Pose from = random_pose(random), to = random_pose(random);
    for (const Factory make : factories) {
      const Motion motion = make(from, to);
      expect_same(motion(0), from);
      expect_same(motion(1), to);
    }
    const Pose way[] = {from, random_pose(random), to};
    const double times[] = {0, 0.3, 1};
    const Motion path = Motion::path(way, times);
    for (int k = 0; k < 3; ++k) expect_same(path(times[k]), way[k]);
    expect_same(Motion::path(way)(0.5), way[1]);
    expect_same(Motion(from)(0.7), from);
  }
}

TEST(Motion, EveryPoseIsRigid) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(support::case_name(i));
    auto random = random_case(i);
    const Pose from = random_pose(random), to = random_pose(random);
    for (const Factory make : factories) {
      const Motion motion = make(from, to);
      for (const double s : {1e-9, 0.1, 0.5, 0.77, 1 - 1e-9}) {
        const Matrix3d r = motion(s).rotation;
        EXPECT_LT((r.transpose() * r - Matrix3d::Identity()).norm(), 1e-14);
      }
    }
  }
}

TEST(Motion, BetweenGoesStraightAndTurnsEvenlyByTheShortestArc) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(support::case_name(i));
    auto random = random_case(i);
    const Pose from = random_pose(random), to = random_pose(random);
    const Motion motion = Motion::between(from, to);
    const double angle = angle_between(from, to);
    EXPECT_LE(angle, pi + 1e-12);
    for (const double s : {0.2, 0.5, 0.9}) {
      const Pose pose = motion(s);
      EXPECT_NEAR(angle_between(from, pose), s * angle, 1e-7);
      EXPECT_NEAR(angle_between(pose, to), (1 - s) * angle, 1e-7);
      const Vector3d line = (1 - s) * from.translation + s * to.translation;
      EXPECT_LT((pose.translation - line).norm(), 1e-15);
    }
  }
}

TEST(Motion, LinearQuaternionIsTheNormalisedMixture) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(support::case_name(i));
    auto random = random_case(i);
    const Pose from = random_pose(random), to = random_pose(random);
    const Motion motion = Motion::linear_quaternion(from, to);
    const Eigen::Quaterniond q0(from.rotation);
    Eigen::Quaterniond q1(to.rotation);
    if (q0.dot(q1) < 0) q1.coeffs() = -q1.coeffs();
    for (const double s : {0.2, 0.5, 0.9}) {
      Eigen::Quaterniond q;
      q.coeffs() = (1 - s) * q0.coeffs() + s * q1.coeffs();
      EXPECT_LT((motion(s).rotation - q.normalized().toRotationMatrix()).norm(), 1e-14);
    }
  }
}

TEST(Motion, ScrewHasOneTwist) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(support::case_name(i));
    auto random = random_case(i);
    const Pose from = random_pose(random), to = random_pose(random);
    const Motion motion = Motion::screw(from, to);
    // What leads from 0 to 1/4 leads from any s to s + 1/4.
    const auto step = [&](double s) {
      Eigen::Isometry3d a = Eigen::Isometry3d::Identity(), b = a;
      a.linear() = motion(s).rotation;
      a.translation() = motion(s).translation;
      b.linear() = motion(s + 0.25).rotation;
      b.translation() = motion(s + 0.25).translation;
      return Eigen::Isometry3d(b * a.inverse());
    };
    const Eigen::Isometry3d first = step(0);
    for (const double s : {0.2, 0.5, 0.75}) {
      EXPECT_LT((step(s).matrix() - first.matrix()).norm(), 1e-12);
    }
  }
}

TEST(Motion, ScrewOfATinyTurnIsStraight) {
  const Pose from(Vector3d(1, 2, 3));
  for (const double angle : {1e-3, 1e-8, 1e-13, 1e-15, 1e-17}) {
    const Pose to(AngleAxisd(angle, Vector3d(1, 1, 0).normalized()).toRotationMatrix(),
                  Vector3d(2, 2, 5));
    const Vector3d middle = Motion::screw(from, to)(0.5).translation;
    EXPECT_LT((middle - Vector3d(1.5, 2, 4)).norm(), angle + 1e-15);
  }
}

TEST(Motion, AHalfTurnHasOneWay) {
  const Pose from;
  for (const Vector3d& axis : {Vector3d(0, 0, 1), Vector3d(0, -1, 0), Vector3d(-1, 0, 0)}) {
    Matrix3d r = -Matrix3d::Identity();
    r += 2 * axis * axis.transpose();
    const Matrix3d middle = Motion::between(from, Pose(r, Vector3d::Zero()))(0.5).rotation;
    const Matrix3d expected = AngleAxisd(pi / 2, axis.cwiseAbs()).toRotationMatrix();
    EXPECT_LT((middle - expected).norm(), 1e-15);
  }
}

TEST(Motion, PosesThatAreNotQuiteRigidStaySo) {
  Pose from, to;
  from.rotation(0, 0) = 1 + 3e-7;
  to.rotation = AngleAxisd(1, Vector3d::UnitX()).toRotationMatrix();
  const Motion motion = Motion::between(from, to);
  for (const double s : {0.0, 0.25, 0.5, 1.0}) {
    EXPECT_NO_THROW(validate(motion(s)));
    EXPECT_NEAR(motion(s).rotation.col(0).norm(), 1 + 3e-7 * (1 - s), 1e-14);
  }
}

TEST(Motion, ScalesWithItsLengthsToTheBit) {
  for (const double scale : {0x1p300, 0x1p-300}) {
    for (int i = 0; i < 10; ++i) {
      auto random = random_case(i), again = random_case(i);
      const Pose from = random_pose(random), to = random_pose(random);
      const Pose far_from = random_pose(again, scale), far_to = random_pose(again, scale);
      for (const Factory make : factories) {
        const Pose near = make(from, to)(0.3), far = make(far_from, far_to)(0.3);
        EXPECT_EQ(near.rotation, far.rotation);
        EXPECT_EQ(Vector3d(near.translation * scale), far.translation);
      }
    }
  }
}

TEST(Motion, RefusesWithASentence) {
  const Pose good;
  Pose bad;
  bad.rotation *= 2;
  EXPECT_EQ(refusal([&] { Motion::between(good, bad); }).rfind("to: rotation is not orth", 0), 0u);
  EXPECT_EQ(refusal([&] { Motion::screw(bad, good); }).rfind("from: rotation is not orth", 0), 0u);
  EXPECT_EQ(refusal([&] { Motion::path({}); }), "waypoints: there must be at least one, got none");
  const Pose way[] = {good, good, bad};
  EXPECT_EQ(refusal([&] { Motion::path(way); }).rfind("waypoints[2]: rotation", 0), 0u);
  const Pose fine[] = {good, good, good};
  const double late[] = {0.1, 0.2, 1}, twice[] = {0, 0, 1}, few[] = {0, 1}, early[] = {0, 0.5, 0.9};
  EXPECT_EQ(refusal([&] { Motion::path(fine, late); }),
            "times[0] must be 0, got 0.10000000000000001");
  EXPECT_EQ(refusal([&] { Motion::path(fine, twice); }),
            "times[1] must be larger than the one before it, got 0");
  EXPECT_EQ(refusal([&] { Motion::path(fine, few); }),
            "times: there must be one for each of the 3 waypoints, got 2");
  EXPECT_EQ(refusal([&] { Motion::path(fine, early); }),
            "times[2] must be 1, got 0.90000000000000002");
  EXPECT_EQ(refusal([&] { Motion::function(nullptr, 1, 1); }), "function: there is none");
  const Motion still_motion(good);
  const auto still = [](double) { return Pose(); };
  EXPECT_EQ(refusal([&] { Motion::function(still, -1, 1); }),
            "speed must lie in [0, 2^500], got -1");
  EXPECT_EQ(refusal([&] { Motion::function(still, 1, NAN); }),
            "turning must lie in [0, 2^500], got nan");
  EXPECT_EQ(refusal([&] { still_motion(1.5); }), "motion: s must lie in [0, 1], got 1.5");
  EXPECT_EQ(refusal([&] { still_motion(NAN); }), "motion: s must lie in [0, 1], got nan");
  const Motion broken = Motion::function([&](double) { return bad; }, 1, 1);
  EXPECT_EQ(refusal([&] { broken(0.5); }).rfind("motion: pose at s = 0.5: rotation is not", 0), 0u);
}

}  // namespace
}  // namespace apart
