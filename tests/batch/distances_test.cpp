// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <apart/apart.hpp>
#include <array>
#include <stdexcept>
#include <vector>

#include "support/answer.hpp"
#include "support/refusal.hpp"
#include "support/sanitized.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Pose;
using apart::PosedPair;
using support::Kind;
using support::Random;
using support::Scene;

constexpr int counts_of_threads[] = {0, 1, 2, 7};
const tbb::global_control seven(tbb::global_control::max_allowed_parallelism, 7);

std::vector<Pose> random_poses(Random& random, int count, double spread) {
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    const Eigen::Matrix3d r = support::rotation(random);
    poses.emplace_back(r, spread * support::vector(random));
  }
  return poses;
}

std::vector<Eigen::Isometry3d> isometries(const std::vector<Pose>& poses) {
  std::vector<Eigen::Isometry3d> result;
  for (const Pose& p : poses) {
    Eigen::Isometry3d m = Eigen::Isometry3d::Identity();
    m.linear() = p.rotation;
    m.translation() = p.translation;
    result.push_back(m);
  }
  return result;
}

std::vector<Distance> answers(const apart::Shape& a, apart::Poses poses_a, const apart::Shape& b,
                              apart::Poses poses_b, std::size_t count,
                              const apart::Options& options = {}, int threads = 0) {
  std::vector<Distance> out(count);
  apart::distances(a, poses_a, b, poses_b, out, options, threads);
  return out;
}

void expect_same(const std::vector<Distance>& some, const std::vector<Distance>& others) {
  ASSERT_EQ(some.size(), others.size());
  for (std::size_t i = 0; i < some.size(); ++i) {
    EXPECT_TRUE(support::same_bits(some[i], others[i])) << "at " << i;
  }
}

TEST(Distances, SameBitsAsSingleQueriesWhateverTheThreads) {
  support::for_each_pair([](Kind a, Kind b) {
    const int number = int(a) * support::kinds + int(b);
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Scene s = support::random_scene(a, b, random, 2);
    const int count = support::sanitized ? 50 : 200;
    const auto poses_a = random_poses(random, count, 1.5),
               poses_b = random_poses(random, count, 1.5);
    for (const apart::Options& options :
         {apart::Options{}, apart::Options{.relative_error = 0.1, .enough = 1, .margin = 0.1}}) {
      std::vector<Distance> single;
      std::vector<PosedPair> pairs;
      for (int i = 0; i < count; ++i) {
        single.push_back(apart::distance(s.a, poses_a[i], s.b, poses_b[i], options));
        pairs.push_back({s.a, poses_a[i], s.b, poses_b[i]});
      }
      for (const int threads : counts_of_threads) {
        SCOPED_TRACE(std::to_string(threads) + " threads");
        expect_same(answers(s.a, poses_a, s.b, poses_b, count, options, threads), single);
        std::vector<Distance> out(count);
        apart::distances(pairs, out, options, threads);
        expect_same(out, single);
      }
    }
  });
}

TEST(Distances, PosesConvertFromWhateverHoldsThem) {
  const apart::Box box(1, 2, 3);
  const apart::Capsule capsule(0.5, 2);
  Random random = support::random_case(1);
  const auto poses = random_poses(random, 50, 5);
  const auto moved = isometries(poses);
  const Pose still(Eigen::Vector3d(1, 2, 3));
  Eigen::Isometry3d fixed = Eigen::Isometry3d::Identity();
  fixed.translation() << 1, 2, 3;

  std::vector<Distance> expected, out(poses.size());
  for (const Pose& p : poses) expected.push_back(apart::distance(box, p, capsule, still));
  const std::span<const Eigen::Isometry3d> span(moved);
  apart::distances(box, span, capsule, fixed, out);
  expect_same(out, expected);
  apart::distances(box, poses, capsule, still, out);
  expect_same(out, expected);
  apart::distances(box, std::span(poses), capsule, std::vector(poses.size(), still), out);
  expect_same(out, expected);
  apart::distances(box, std::span<const Pose>(poses), capsule,
                   Pose(still.rotation, still.translation), out);
  expect_same(out, expected);

  std::array<Eigen::Isometry3d, 2> two{moved[0], moved[1]};
  const Eigen::Isometry3d* const three = moved.data();
  apart::distances(box, two, capsule, {}, std::span(out).first(2));
  EXPECT_TRUE(support::same_bits(out[1], apart::distance(box, poses[1], capsule, Pose())));
  apart::distances(box, std::span(three, 3), capsule, {}, std::span(out).first(3));
  EXPECT_TRUE(support::same_bits(out[2], apart::distance(box, poses[2], capsule, Pose())));
  apart::distances(box, std::vector<Pose>(), capsule, {}, {});
  apart::distances(std::span<const PosedPair>(), {});
}

/// What the call says; `out` has to be as it was.
template <class Call>
std::string refusal(std::vector<Distance>& out, const Call& call) {
  for (Distance& d : out) d.upper = 42;
  const std::string sentence = support::refusal(call);
  for (const Distance& d : out) EXPECT_EQ(d.upper, 42);
  return sentence;
}

TEST(Distances, BadInputIsNamedAndNothingWritten) {
  const apart::Box box(1, 2, 3);
  const apart::Shape ground = apart::Halfspace({0, 0, 1}, 0);
  const std::vector<Pose> good(100);
  std::vector<Pose> bad = good;
  bad[17].rotation *= 2;
  bad[50].translation.y() = NAN;
  std::vector<PosedPair> pairs(100, {box, Pose(), box, Pose()});
  std::vector<Distance> out(100);
  apart::Trace trace;
  for (const int threads : counts_of_threads) {
    const auto refused = [&](apart::Poses a, apart::Poses b, const apart::Options& options = {}) {
      return refusal(out, [&] { apart::distances(box, a, box, b, out, options, threads); });
    };
    EXPECT_TRUE(refused(good, bad).starts_with("poses_b[17]: rotation is not orthonormal"));
    EXPECT_TRUE(refused(bad, bad).starts_with("poses_a[17]: rotation"));
    EXPECT_TRUE(refused(bad[50], good).starts_with("poses_a: translation[1] must be finite"));
    EXPECT_EQ(refused(std::span(good).first(99), good),
              "poses_a has 99 elements, out has room for 100");
    EXPECT_EQ(refused(Pose(), std::vector<Pose>(101)),
              "poses_b has 101 elements, out has room for 100");
    EXPECT_EQ(refused(good, good, {.margin = -1}), "margin must lie in [0, 2^500], got -1");
    EXPECT_EQ(refused(good, good, {.trace = &trace}),
              "a batch has no order of steps: trace must be null");

    const auto refused_pairs = [&](std::size_t count) {
      return refusal(out,
                     [&] { apart::distances(std::span(pairs).first(count), out, {}, threads); });
    };
    EXPECT_EQ(refused_pairs(7), "pairs has 7 elements, out has room for 100");
    pairs[33].a = pairs[33].b = ground;
    EXPECT_EQ(refused_pairs(100),
              "pairs[33]: at most one operand may be unbounded, got halfspace and halfspace");
    pairs[12].pose_b.rotation.col(0) *= -1;
    EXPECT_TRUE(refused_pairs(100).starts_with("pairs[12].pose_b: rotation is a reflection"));
    pairs[12] = pairs[33] = {box, Pose(), box, Pose()};
  }
  EXPECT_EQ(refusal(out, [&] { apart::distances(ground, {}, ground, {}, out); }),
            "at most one operand may be unbounded, got halfspace and halfspace");
  EXPECT_EQ(refusal(out, [&] { apart::distances(box, {}, box, {}, out, {}, -1); }),
            "threads must not be negative, got -1");
}

/// Throws what it is told to, or returns nonsense.
struct Faulty {
  bool throws;
  Eigen::Vector3d support(const Eigen::Vector3d&) const {
    if (throws) throw std::runtime_error("from the user");
    return {NAN, 0, 0};
  }
  double radius() const { return 1; }
};

TEST(Distances, WhatAUsersTypeThrowsReachesTheCaller) {
  std::vector<Distance> out(500);
  const apart::Sphere ball(1);
  for (const int threads : counts_of_threads) {
    EXPECT_THROW(
        apart::distances(ball, {}, Faulty{true}, Pose(Eigen::Vector3d(9, 0, 0)), out, {}, threads),
        std::runtime_error);
    EXPECT_THROW(
        apart::distances(ball, {}, Faulty{false}, Pose(Eigen::Vector3d(9, 0, 0)), out, {}, threads),
        apart::InvalidInput);
  }
  apart::distances(ball, {}, ball, Pose(Eigen::Vector3d(9, 0, 0)), out);  // none the worse
  EXPECT_TRUE(support::holds(out.back(), 7));
}

}  // namespace
