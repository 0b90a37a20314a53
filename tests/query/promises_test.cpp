// SPDX-License-Identifier: BSD-3-Clause

// The promises of the first page, on all pairs of kinds, by all methods: scaling, repetition,
// swapped operands, a motion of the whole scene, tracking, threads.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Options;
using apart::Pose;
using apart::Status;
using apart::Tracker;
using Eigen::Vector3d;
using support::Kind;
using support::Random;
using support::Scene;
using support::u;

class Promises : public testing::TestWithParam<apart::Method> {
 protected:
  Promises() { Scene::method = GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(, Promises,
                         testing::Values(apart::Method::gjk, apart::Method::features,
                                         apart::Method::voronoi),
                         [](const auto& given) { return apart::to_string(given.param); });

/// Scenes of every pair of kinds: apart, near and overlapping; f(scene, name of the case).
constexpr double spreads[] = {0, 1, 2, 6};

int number_of(Kind a, Kind b, int i) { return (int(a) * support::kinds + int(b)) * 16 + i; }

template <class Function>
void for_each_scene(const Function& f) {
  support::for_each_pair([&](Kind a, Kind b) {
    if (testing::Test::HasFailure()) return;
    for (int i = 0; i < 4; ++i) {
      SCOPED_TRACE(support::case_name(number_of(a, b, i)));
      Random random = support::random_case(number_of(a, b, i));
      f(support::random_scene(a, b, random, spreads[i]));
    }
  });
}

/// Where contact is exact: lattice boxes and the like, besides random scenes.
Scene in_contact(double scale) {
  const apart::Box cube(2 * scale, 2 * scale, 2 * scale);
  return {cube, cube, Pose(), Pose(Vector3d(2 * scale, scale, 0))};
}

/// No contact of a scene is missed here: B moved along the normal until they touch.
Scene touching(Scene s) {
  const Distance d = s.distance();
  s.pose_b.translation -= d.upper * d.normal;
  return s;
}

// Scaling.

Options scaled(Options options, double f) {
  options.margin *= f;
  if (options.enough) *options.enough *= f;
  return options;
}

TEST_P(Promises, PowersOfTwoScaleEveryBit) {
  int status[5] = {};
  support::for_each_pair([&](Kind a, Kind b) {
    if (HasFailure()) return;
    for (int i = 0; i < 4; ++i) {
      SCOPED_TRACE(support::case_name(number_of(a, b, i)));
      const auto scene = [&](double f) {
        Random random = support::random_case(number_of(a, b, i));
        return support::random_scene(a, b, random, spreads[i], f);
      };
      Options options;
      if (i == 2) options = {.relative_error = 0.1, .margin = 0.125};
      if (i == 3) options.enough = 0.75;
      const Distance d = scene(1).distance(options);
      ++status[int(d.status)];
      for (const int k : {-330, -200, -60, -1, 1, 77, 200, 330}) {
        SCOPED_TRACE(k);
        const double f = std::ldexp(1.0, k);
        EXPECT_TRUE(support::same_bits(d, scene(f).distance(scaled(options, f)), f));
      }
    }
  });
  for (const Status s : {Status::separated, Status::overlapping, Status::cut_off}) {
    EXPECT_GT(status[int(s)], 20) << apart::to_string(s);
  }
}

TEST_P(Promises, PowersOfTwoScaleContacts) {
  for (const int k : {-330, -200, -60, -1, 1, 77, 200, 330}) {
    SCOPED_TRACE(k);
    const double f = std::ldexp(1.0, k);
    EXPECT_TRUE(support::same_bits(in_contact(1).distance(), in_contact(f).distance(), f));
  }
}

TEST(PromisesOfHulls, PowersOfTwoScaleEveryBit) {
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    Eigen::MatrixXd a(1 + i % 6, 8), b(1 + i % 6, 8);
    for (int j = 0; j < a.size(); ++j) a(j) = random.between(-1, 1), b(j) = random.between(-1, 2);
    const apart::HullDistance d = apart::hull_distance(a, b);
    for (const int k : {-330, -60, 1, 330}) {
      const double f = std::ldexp(1.0, k);
      const apart::HullDistance e = apart::hull_distance(f * a, f * b);
      EXPECT_EQ(d.status, e.status);
      EXPECT_EQ(d.lower * f, e.lower);
      EXPECT_EQ(d.upper * f, e.upper);
      EXPECT_EQ(d.point_a * f, e.point_a);
      EXPECT_EQ(d.point_b * f, e.point_b);
      EXPECT_EQ(d.normal, e.normal);
      EXPECT_EQ(d.weight, e.weight);
      EXPECT_EQ(d.support_calls, e.support_calls);
    }
    if (HasFailure()) return;
  }
}

bool finite(const Distance& d) {
  return std::isfinite(d.lower) && std::isfinite(d.upper) && std::isfinite(d.optimality) &&
         d.point_a.allFinite() && d.point_b.allFinite() && d.normal.allFinite();
}

/// Beyond the range where bits are promised, answers are still true, and never NaN.
TEST_P(Promises, ExtremeSizesAreAnswered) {
  support::for_each_pair([&](Kind a, Kind b) {
    if (HasFailure()) return;
    const auto scene = [&](int k) {
      Random random = support::random_case(number_of(a, b, 0));
      return support::random_scene(a, b, random, 2, std::ldexp(1.0, k));
    };
    const Distance known = scene(0).distance();
    for (const int k : {-1060, -1000, -800, -520, 480, 490}) {
      SCOPED_TRACE(support::case_name(number_of(a, b, 0)) + ", 2^" + std::to_string(k));
      const Scene s = scene(k);
      const Distance d = s.distance();
      EXPECT_TRUE(finite(d)) << support::text(d);
      const double grain = k < -900 ? 0x1p-1068 : 0;  // lengths themselves are rounded down there
      EXPECT_LE(d.lower, std::ldexp(known.upper, k) + grain);
      EXPECT_GE(d.upper, std::ldexp(known.lower, k) - grain);
      EXPECT_TRUE(k < -800 || support::confirmed(s.verify(d), d));
    }
  });
}

// Repetition and threads.

TEST_P(Promises, RepetitionGivesTheSameBits) {
  for_each_scene([](const Scene& s) {
    EXPECT_TRUE(support::same_bits(s.distance(), s.distance()));
    const Scene copy = s;
    EXPECT_TRUE(support::same_bits(s.distance(), copy.distance()));
  });
}

TEST(PromisesWithoutOptions, TheBitsAreTheSame) {
  for_each_scene([](const Scene& s) {
    EXPECT_TRUE(support::same_bits(distance(s.a, s.pose_a, s.b, s.pose_b),
                                   distance(s.a, s.pose_a, s.b, s.pose_b, {}, nullptr)));
  });
}

TEST_P(Promises, ThreadsGiveTheSameBits) {
  std::vector<Scene> scenes;
  for_each_scene([&](const Scene& s) { scenes.push_back(s); });
  std::vector<Distance> alone;
  for (const Scene& s : scenes) alone.push_back(s.distance());
  constexpr int count = 4;
  std::vector<std::vector<Distance>> found(count);
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      for (const Scene& s : scenes) found[t].push_back(s.distance());
    });
  }
  for (auto& t : threads) t.join();
  ASSERT_GT(alone.size(), 1000u);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    for (int t = 0; t < count; ++t) ASSERT_TRUE(support::same_bits(alone[i], found[t][i]));
  }
}

// Swapped operands, and a motion of the whole scene.

/// A near vector v that is too long by e lies within sqrt(2 e |v|) of the true one.
double normal_error(const Distance& d, double error = 0) {
  return std::sqrt(2 * (d.upper - d.lower + error) / d.upper) + 8 * u;
}

TEST_P(Promises, SwappedOperandsAgree) {
  int well_apart = 0;
  for_each_scene([&](const Scene& s) {
    const Distance d = s.distance(), e = s.swapped().distance();
    EXPECT_TRUE(support::meet(d, e));
    if (d.lower < 0.1) return;
    ++well_apart;
    EXPECT_LE((d.normal + e.normal).norm(), normal_error(d) + normal_error(e)) << support::text(d);
  });
  EXPECT_GT(well_apart, 500);
}

/// The pose as rounded after the motion is another pose: 16 u of the coordinates that entered.
TEST_P(Promises, AMotionOfTheSceneChangesNothing) {
  int well_apart = 0;
  Random random = support::random_case(0);
  for_each_scene([&](const Scene& s) {
    const Eigen::Matrix3d r = support::rotation(random);
    const Vector3d t = 10 * support::vector(random);
    const auto move = [&](const Pose& p) { return Pose(r * p.rotation, r * p.translation + t); };
    const Scene moved{s.a, s.b, move(s.pose_a), move(s.pose_b)};
    const Distance d = s.distance(), e = moved.distance();
    const double rounding = 16 * u * 40;
    EXPECT_TRUE(support::meet(d, e, rounding));
    if (d.lower < 0.1) return;
    ++well_apart;
    EXPECT_LE((r * d.normal - e.normal).norm(),
              normal_error(d, rounding) + normal_error(e, rounding));
  });
  EXPECT_GT(well_apart, 500);
}

// Tracking.

/// A smooth path of B about A that leads from far away through contact.
Pose along_path(const Scene& s, int step) {
  const double t = step / 200.0;
  const Eigen::AngleAxisd turn(3 * t, Vector3d(1, 2, 3).normalized());
  const Vector3d way(4 - 8 * t, 0.5 * std::sin(6 * t), 0.25);
  return {turn.toRotationMatrix() * s.pose_b.rotation, s.pose_a.translation + way};
}

TEST_P(Promises, TrackedAgreesWithColdOverAMotion) {
  long tracked_calls = 0, cold_calls = 0;
  support::for_each_pair([&](Kind a, Kind b) {
    if (HasFailure()) return;
    SCOPED_TRACE(support::case_name(number_of(a, b, 0)));
    Random random = support::random_case(number_of(a, b, 0));
    Scene s = support::random_scene(a, b, random, 1);
    Tracker tracker;
    for (int step = 0; step < 200; ++step) {
      s.pose_b = along_path(s, step);
      const Distance warm = s.distance({}, &tracker), cold = s.distance();
      EXPECT_TRUE(support::meet(warm, cold)) << "step " << step;
      EXPECT_TRUE(step % 8 || support::confirmed(s.verify(warm), warm)) << "step " << step;
      tracked_calls += warm.support_calls;
      cold_calls += cold.support_calls;
    }
  });
  EXPECT_LT(tracked_calls, cold_calls) << "tracking is there to save support calls";
}

std::vector<Tracker> strange_trackers() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
  Tracker t;
  std::vector<Tracker> all{t};
  t = {4, {most, least, -1, 1000}, {least, most, 1000, -1}, {nan, nan, nan}};
  all.push_back(t);
  t = {most, {0, 0, 0, 0}, {0, 0, 0, 0}, {INFINITY, 0, 0}};
  all.push_back(t);
  t = {least, {3, 2, 1, 0}, {0, 1, 2, 3}, {1e-320, 0, 0}};
  all.push_back(t);
  t = {3, {7, 0, 3, 1}, {5, 5, 5, 5}, {0, 0, 1e308}};
  all.push_back(t);
  t = {0, {}, {}, {0, -1, 0}};
  all.push_back(t);
  return all;
}

TEST_P(Promises, AnyTrackerIsAGuessAndNoMore) {
  const auto trackers = strange_trackers();
  for_each_scene([&](const Scene& s) {
    const Distance cold = s.distance();
    for (const Tracker& strange : trackers) {
      Tracker tracker = strange;
      const Distance warm = s.distance({}, &tracker);
      EXPECT_TRUE(support::meet(warm, cold));
      EXPECT_EQ(warm.status == Status::not_converged, cold.status == Status::not_converged);
      EXPECT_TRUE(support::confirmed(s.verify(warm), warm));
    }
    Tracker fresh;
    EXPECT_TRUE(support::same_bits(s.distance({}, &fresh), cold));
  });
}

/// One tracker for all pairs in turn: each finds what another pair has left in it.
TEST_P(Promises, ATrackerOfAnotherPairIsNeverWrong) {
  Tracker tracker;
  for_each_scene([&](const Scene& s) {
    const Distance warm = s.distance({}, &tracker);
    EXPECT_TRUE(support::meet(warm, s.distance()));
    EXPECT_TRUE(support::confirmed(s.verify(warm), warm));
  });
}

// Everything is proved, also in contact.

TEST_P(Promises, EveryAnswerIsConfirmedAndConverges) {
  int status[5] = {};
  for_each_scene([&](const Scene& s) {
    for (const Scene& scene : {s, touching(s)}) {
      const Distance d = scene.distance();
      ++status[int(d.status)];
      EXPECT_TRUE(support::confirmed(scene.verify(d), d));
      EXPECT_NE(d.status, Status::not_converged);
    }
  });
  for (const Status s : {Status::separated, Status::touching, Status::overlapping}) {
    EXPECT_GT(status[int(s)], 100) << apart::to_string(s);
  }
}

/// It was tilted along the axis by more than verify() allows: directions that are nearly the axis
/// lose digits when that is taken out of them.
TEST(PrismPromises, ADirectionIsAcrossAPrismsAxis) {
  const std::vector<Eigen::Vector2d> section{{-1, 0.5},    {-0.5, -0.25}, {1, -1},   {1, 0.5},
                                             {0.5, 1},     {0.5, 0},      {0.75, 0}, {0.25, -0.5},
                                             {0.75, 0.75}, {-0.75, 0.25}, {0, 0.5}};
  const apart::Prism prism(section);
  const apart::Ellipsoid egg(0.5, 1, 1);
  const Pose pose_a(Vector3d(-0.5, 0.25, -1));
  Pose pose_b(Vector3d(-1, 1.25, -0.75));
  pose_b.rotation << -0.18556699401107601, 0.5160070526161785, 0.8362425559513568,
      0.32871408274259606, -0.7693954026517456, 0.547702260525783, 0.9260194072158464,
      0.3765201668287149, -0.02684439291341212;
  const Options options{.relative_error = 0.5080628858084711, .enough = 0.2280737940319666};
  const auto p = apart::penetration(egg, pose_a, prism, pose_b, options);
  EXPECT_LE(std::abs(p.direction.dot(pose_b.rotation.col(2))), 8 * u);
  const auto check = apart::verify(egg, pose_a, prism, pose_b, p, options);
  EXPECT_TRUE(check.ok) << check.problem;
}

}  // namespace
