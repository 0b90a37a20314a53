// SPDX-License-Identifier: BSD-3-Clause

// The same bits on every instruction set that this machine has, plain C++ included.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <vector>

#include "support/answer.hpp"
#include "support/only_target.hpp"
#include "support/sanitized.hpp"
#include "support/shapes.hpp"

namespace {

using support::Kind;
using support::OnlyTarget;
using support::Random;
using support::Scene;

struct Answers {
  std::vector<apart::Distance> distances;
  std::vector<apart::Penetration> penetrations;
};

/// Of hulls, boxes and the like, near and far, overlapping and touching, cold and tracked.
Answers answers() {
  Answers result;
  const std::vector<Kind> kinds{
      Kind::point,   Kind::segment,   Kind::triangle,       Kind::sphere,        Kind::box,
      Kind::capsule, Kind::polytope,  Kind::large_polytope, Kind::flat_polytope, Kind::cylinder,
      Kind::cone,    Kind::ellipsoid, Kind::rounded_box};
  int number = 0;
  for (const Kind a : kinds) {
    for (const Kind b : kinds) {
      Random random = support::random_case(number++);
      apart::Tracker track;
      for (int i = 0; i < 6; ++i) {
        const Scene s = support::random_scene(a, b, random, i);
        result.distances.push_back(s.distance());
        result.distances.push_back(s.distance({.relative_error = 0.1}));
        result.distances.push_back(s.distance({.enough = 0.3, .margin = 0.05}));
        result.distances.push_back(s.distance({}, &track));
        result.distances.push_back(s.distance({.method = apart::Method::features}));
        result.distances.push_back(s.distance({.method = apart::Method::voronoi}, &track));
        result.penetrations.push_back(s.penetration());
      }
    }
  }
  for (const Kind kind : kinds) {
    for (int i = 0; i < 20; ++i) {
      Random random = support::random_case(number++);
      const Scene s = support::random_scene(Kind::halfspace, kind, random, i % 4);
      result.distances.push_back(s.distance());
      result.distances.push_back(s.swapped().distance());
      result.penetrations.push_back(s.penetration());
      result.penetrations.push_back(s.swapped().penetration());
    }
  }
  // With centres inside, at the centre and on axes among them.
  for (const Kind body : {Kind::box, Kind::cylinder, Kind::cone, Kind::ellipsoid}) {
    for (const Kind ball : {Kind::sphere, Kind::point}) {
      for (int i = 0; i < 40; ++i) {
        Random random = support::random_case(number++);
        Scene s = support::random_scene(body, ball, random, 0);
        const double part = i == 0 ? 0 : 0.01 * i;
        const Eigen::Vector3d way =
            i % 4 == 1 ? s.pose_a.rotation.col(2).eval() * part : support::direction(random) * part;
        s.pose_b.translation = s.pose_a.translation + way;
        result.distances.push_back(s.distance());
        result.distances.push_back(s.distance({.margin = 0.05}));
        result.penetrations.push_back(s.penetration());
      }
    }
  }
  for (const int vertices : {20, 50, 300}) {
    for (int i = 0; i < 200; ++i) {
      Random random = support::random_case(i);
      const auto a = apart::Polytope::hull(support::on_sphere(random, vertices));
      const auto b = apart::Polytope::hull(support::on_sphere(random, vertices));
      const apart::Pose pose_a(support::rotation(random), support::direction(random));
      const apart::Pose pose_b(support::rotation(random),
                               pose_a.translation + support::direction(random) * (0.02 * i));
      result.distances.push_back(apart::distance(a, pose_a, b, pose_b));
      result.penetrations.push_back(apart::penetration(a, pose_a, b, pose_b));
    }
  }
  return result;
}

TEST(Targets, AllGiveTheSameBits) {
  if (support::sanitized) GTEST_SKIP() << "under sanitizers there is plain C++ only";
  const Answers usual = answers();
  const auto all = support::targets();
  ASSERT_GE(all.size(), 2u) << "nothing to compare: plain C++ only";
  for (const std::int64_t target : all) {
    SCOPED_TRACE(hwy::TargetName(target));
    std::cout << "instruction set: " << hwy::TargetName(target) << std::endl;
    const OnlyTarget only(target);
    const Answers here = answers();
    ASSERT_EQ(here.distances.size(), usual.distances.size());
    for (std::size_t i = 0; i < usual.distances.size(); ++i) {
      ASSERT_TRUE(support::same_bits(usual.distances[i], here.distances[i])) << "distance " << i;
    }
    for (std::size_t i = 0; i < usual.penetrations.size(); ++i) {
      ASSERT_TRUE(support::same_bits(usual.penetrations[i], here.penetrations[i]))
          << "penetration " << i;
    }
  }
}

}  // namespace
