// SPDX-License-Identifier: BSD-3-Clause

// What penetration() promises beside the truth of its interval, on all pairs of kinds: symmetry,
// scaling, motions, trackers, workspaces, early stops, and the way through zero.
#include <gtest/gtest.h>

#include <algorithm>
#include <apart/apart.hpp>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Options;
using apart::Penetration;
using apart::Pose;
using apart::Shape;
using apart::Status;
using apart::Tracker;
using Eigen::Vector3d;
using support::Kind;
using support::Random;
using support::Scene;
using support::u;

constexpr double size = 16;              // of every scene here, generously
constexpr double rounding = 64 * u * 4;  // of an interval, and of a pose that is moved

constexpr double spreads[] = {0, 0.5, 1, 4};

int number_of(Kind a, Kind b, int i) { return (int(a) * support::kinds + int(b)) * 16 + i; }

/// Scenes of every pair of kinds: concentric, overlapping, near and apart.
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

double width(const Penetration& p) { return p.upper - p.lower; }

Scene moved(Scene s, const Vector3d& way) {
  s.pose_b.translation += way;
  return s;
}

/// B moved out by the returned vector.
Scene parted(const Scene& s, const Penetration& p) {
  return moved(s, -p.signed_distance * p.direction);
}

void expect_decided(const apart::Shape& a, const apart::Pose& pose_a, const apart::Shape& b,
                    const apart::Pose& pose_b, double enough) {
  const auto p = apart::penetration(a, pose_a, b, pose_b, {.enough = enough});
  if (p.status != apart::Status::cut_off) return;
  EXPECT_TRUE(p.lower > enough || p.upper <= enough) << enough << ": " << support::text(p);
}

TEST(PenetrationProperties, CutOffMeansThatEnoughIsDecided) {
  const apart::Box needle(12.011132310650078, 12.011132310650078, 7303420379.5580673);
  Eigen::Matrix3d a, b;
  a << 0, 0, -1, 0, 1, 0, 1, 0, 0;
  b << -0.97915226529374466, 0.022041720773999175, 0.20192821475823891, 0.098381792340832414,
      0.92117700457332086, 0.37650225654188219, -0.17771287040035597, 0.38851909707329052,
      -0.90414105476049555;
  const apart::Pose pose_a(a, Eigen::Vector3d::Zero());
  const apart::Pose pose_b(
      b, Eigen::Vector3d(-2914326876.3339305, 1374877115.7518389, -3301661112.0564594));
  for (const double enough : {-1.0, -0.01, -1e-6, 0.1}) {
    expect_decided(needle, pose_a, needle, pose_b, enough);
  }

  const apart::Box plate(1.5137448770470467, 0.38678783488941948, 0);
  const apart::Box rod(9.7097807346583534e-06, 4.4411899175793337e-15, 11434.974622729544);
  a << -0.10174893367734737, -0.80731861225685053, 0.58127794795929622, -0.80142974825199365,
      0.41269302174002931, 0.4328912551528219, -0.58937048839291528, -0.42180692445397489,
      -0.68900023463169102;
  b << -0.63714238876478413, -0.59641957405552337, -0.4881938837414212, -0.68496992903797493,
      0.72856099517474548, 0.0038823477041228598, 0.35336351361284557, 0.33687173819335503,
      -0.87272656614415689;
  expect_decided(plate, {a, Eigen::Vector3d::Zero()}, rod,
                 {b, {-2791.1632139167077, 21.510885218404944, -4990.1675721205784}}, -1e-6);
}

TEST(PenetrationProperties, EveryAnswerIsConsistent) {
  int status[5] = {};
  for_each_scene([&](const Scene& s) {
    const Penetration p = s.penetration();
    EXPECT_TRUE(support::consistent(p, size));
    ++status[int(p.status)];
  });
  EXPECT_GT(status[int(Status::separated)], 300);
  EXPECT_GT(status[int(Status::overlapping)], 300);
  EXPECT_EQ(status[int(Status::cut_off)], 0);
}

TEST(PenetrationProperties, ApartItIsTheDistance) {
  int apart = 0;
  for_each_scene([&](const Scene& s) {
    const Penetration p = s.penetration();
    const apart::Distance d = s.distance();
    if (!(p.lower > 0) && !(d.lower > 0)) {
      EXPECT_LE(p.lower, d.upper);
      return;
    }
    ++apart;
    EXPECT_TRUE(support::meet(p, d));
    if (d.lower < rounding) return;
    EXPECT_EQ(p.status, Status::separated);
    EXPECT_LE(width(p), 64 * u * size);
    const double tilt = std::sqrt(2 * (width(p) + d.upper - d.lower) / d.upper) + 8 * u;
    EXPECT_LE((p.direction - d.normal).norm(), 2 * tilt);
  });
  EXPECT_GT(apart, 300);
}

// Symmetry, scaling, motions.

TEST(PenetrationProperties, SwappedOperandsAgree) {
  int overlaps = 0, agree = 0;
  for_each_scene([&](const Scene& s) {
    const Penetration p = s.penetration(), q = s.swapped().penetration();
    EXPECT_TRUE(support::meet(p, q));
    if (p.status != Status::overlapping || q.status != Status::overlapping) return;
    ++overlaps;
    agree += (p.direction + q.direction).norm() < 1e-4;  // else there are two ways out
    const double error = width(p) + width(q) + rounding;
    if (std::abs(p.signed_distance - q.signed_distance) > error) {
      ADD_FAILURE() << support::text(p) << " against " << support::text(q);
    }
  });
  EXPECT_GT(overlaps, 300);
  EXPECT_GT(agree, 0.8 * overlaps);
}

TEST(PenetrationProperties, PowersOfTwoScaleEveryBit) {
  support::for_each_pair([&](Kind a, Kind b) {
    if (HasFailure()) return;
    for (int i = 0; i < 4; ++i) {
      SCOPED_TRACE(support::case_name(number_of(a, b, i)));
      const auto ask = [&](double f) {
        Random random = support::random_case(number_of(a, b, i));
        const Scene s = support::random_scene(a, b, random, spreads[i], f);
        Options options;
        if (i == 1) options = {.relative_error = 0.1, .margin = 0.125 * f};
        if (i == 2) options.enough = -0.25 * f;
        return s.penetration(options);
      };
      const Penetration p = ask(1);
      for (const int k : {-330, -60, -1, 77, 330}) {
        SCOPED_TRACE(k);
        const double f = std::ldexp(1.0, k);
        EXPECT_TRUE(support::same_bits(p, ask(f), f));
      }
    }
  });
}

TEST(PenetrationProperties, AMotionOfTheSceneChangesNothing) {
  Random random = support::random_case(0);
  for_each_scene([&](const Scene& s) {
    const Eigen::Matrix3d r = support::rotation(random);
    const Vector3d t = 10 * support::vector(random);
    const auto move = [&](const Pose& p) { return Pose(r * p.rotation, r * p.translation + t); };
    const Scene other{s.a, s.b, move(s.pose_a), move(s.pose_b)};
    EXPECT_TRUE(support::meet(s.penetration(), other.penetration(), 16 * u * 40));
  });
}

/// No move changes the signed distance by more than its length; one along the direction by just
/// that.
TEST(PenetrationProperties, MovesCountAsMuchAsTheyShould) {
  Random random = support::random_case(1);
  for_each_scene([&](const Scene& s) {
    const Penetration p = s.penetration();
    const double step = random.decade(0, 12) / 10;
    const Penetration any = moved(s, step * support::direction(random)).penetration();
    EXPECT_LE(any.lower, p.upper + step + rounding);
    EXPECT_GE(any.upper, p.lower - step - rounding);
    const Penetration out = moved(s, step * p.direction).penetration();
    EXPECT_LE(out.lower, p.upper + step + rounding);
    EXPECT_GE(out.upper, p.lower + step - rounding)
        << "moved by " << step << " from " << support::text(p) << " to " << support::text(out);
  });
}

TEST(PenetrationProperties, GrowingByAMarginLowersByTwiceThat) {
  for_each_scene([&](const Scene& s) {
    const Penetration p = s.penetration();
    for (const double m : {0x1p-40, 0x1p-10, 0.25}) {
      const Penetration q = s.penetration({.margin = m});
      EXPECT_LE(q.lower, p.upper - 2 * m + 4 * u);
      EXPECT_GE(q.upper, p.lower - 2 * m - 4 * u);
    }
  });
}

// Contact.

/// After the move that is returned they touch: neither is there an overlap, nor a gap.
TEST(PenetrationProperties, TheReturnedMoveEndsInContact) {
  int overlaps = 0;
  for_each_scene([&](const Scene& s) {
    const Penetration p = s.penetration();
    const Scene after = parted(s, p);
    const double bound = width(p) + rounding;
    const Penetration q = after.penetration();
    EXPECT_LE(q.lower, bound) << support::text(p) << " then " << support::text(q);
    EXPECT_GE(q.upper, -bound) << support::text(p) << " then " << support::text(q);
    EXPECT_LE(after.distance().lower, bound);
    overlaps += p.status == Status::overlapping;
    // A little farther and they are apart.
    const Scene beyond = moved(after, (bound + 1e-9) * p.direction);
    EXPECT_GT(beyond.distance().lower, 0) << support::text(p);
  });
  EXPECT_GT(overlaps, 300);
}

/// Pairs that meet with all kinds of features.
std::vector<Scene> pairs_to_sweep() {
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  const Eigen::Matrix3d lie = Eigen::AngleAxisd(1.5707963, Vector3d::UnitX()).toRotationMatrix();
  Random random = support::random_case(2);
  const auto hull = apart::Polytope::hull(support::on_sphere(random, 40));
  const apart::Box box(1, 1, 1);
  const apart::Ellipsoid egg(0.5, 0.75, 1);
  const std::vector<Eigen::Vector2d> section{{1, 0}, {-1, 1}, {-1, -1}};
  std::vector<Scene> out;
  for (const Eigen::Matrix3d& r : {Eigen::Matrix3d(Eigen::Matrix3d::Identity()), turn, lie}) {
    const Pose at(r, {3, 0.1, 0.2});
    out.push_back({box, box, {}, at});
    out.push_back({box, apart::Cylinder(0.5, 1), {}, at});
    out.push_back({box, apart::Sphere(0.5), {}, at});
    out.push_back({hull, hull, {}, at});
    out.push_back({hull, apart::Cone(0.5, 1), {}, at});
    out.push_back({egg, egg, {}, at});
    out.push_back({egg, apart::Capsule(0.25, 1), {}, at});
    out.push_back({apart::Cylinder(0.5, 1), apart::Cone(0.5, 1), {}, at});
    out.push_back({apart::Rounded(box, 0.125), hull, {}, at});
    out.push_back({apart::Triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 1}), box, {}, at});
    out.push_back({apart::Halfspace({1, 0, 0}, 0.25), egg, {}, at});
    out.push_back({apart::Prism(section), box, {}, at});
    out.push_back({apart::Custom(support::Egg{{0.5, 0.5, 1}, {0, 0, 0.25}}), box, {}, at});
  }
  return out;
}

/// Across contact in steps of 1e-12, along the normal: the signed distance is the way that is left;
/// beyond contact it is no deeper than that, since another way out may be shorter. It is never of
/// the wrong sign.
TEST(PenetrationProperties, SweepsAcrossContactWithoutAJump) {
  const std::vector<Scene> scenes = pairs_to_sweep();
  for (std::size_t k = 0; k < scenes.size(); ++k) {
    SCOPED_TRACE(k);
    const Penetration start = scenes[k].penetration();
    ASSERT_EQ(start.status, Status::separated);
    const Scene contact = parted(scenes[k], start);
    Tracker tracker;
    Penetration last;
    for (int i = 100; i >= -100; --i) {
      const Scene s = moved(contact, i * 1e-12 * start.direction);
      const Vector3d way = s.pose_b.translation - contact.pose_b.translation;  // as rounded
      const double left = way.dot(start.direction);
      const Penetration p = s.penetration({}, i % 2 ? &tracker : nullptr);
      ASSERT_TRUE(support::consistent(p, size));
      const double bound = width(p) + rounding;
      EXPECT_GE(p.signed_distance, left - bound) << i << ": " << support::text(p);
      EXPECT_LE(p.signed_distance, std::max(left, 0.0) + bound) << i << ": " << support::text(p);
      EXPECT_TRUE(p.status != Status::separated || left > -rounding) << support::text(p);
      EXPECT_TRUE(p.status != Status::overlapping || left < rounding) << support::text(p);
      EXPECT_LE(width(p), 1e-10 * size);
      if (i < 100) {
        EXPECT_NEAR(p.signed_distance, last.signed_distance, 1e-12 + bound + width(last));
      }
      last = p;
      if (HasFailure()) return;
    }
  }
}

/// The same over wider steps, from apart to deep, where the way out may change: no jump.
TEST(PenetrationProperties, IsContinuousFromApartToDeep) {
  const std::vector<Scene> scenes = pairs_to_sweep();
  for (std::size_t k = 0; k < scenes.size(); ++k) {
    SCOPED_TRACE(k);
    Penetration last;
    const double step = 0.02;
    Tracker tracker;
    for (int i = 0; i < 200; ++i) {
      const Scene s = moved(scenes[k], -step * i * Vector3d(1, 0.05, 0.02));
      const Penetration p = s.penetration({}, &tracker);
      ASSERT_TRUE(support::consistent(p, size));
      EXPECT_TRUE(support::meet(p, s.penetration()));
      if (i > 0) {
        const double most = step * 1.01 + width(p) + width(last) + rounding;
        EXPECT_NEAR(p.signed_distance, last.signed_distance, most) << support::text(p);
      }
      last = p;
      if (HasFailure()) return;
    }
  }
}

// Asking for less.

std::vector<double> thresholds(const Penetration& p) {
  const double s = p.signed_distance;
  return {0, 0.5 * s, 0.99 * s, 1.01 * s, 2 * s, s - 0.5, s + 0.5, -0.1};
}

TEST(PenetrationProperties, EnoughIsDecidedRightlyAndCostsNoMore) {
  long calls = 0, exact_calls = 0;
  int above = 0, below = 0;
  for_each_scene([&](const Scene& s) {
    const Penetration exact = s.penetration();
    for (const double enough : thresholds(exact)) {
      const Penetration p = s.penetration({.enough = enough});
      EXPECT_TRUE(support::consistent(p, size));
      EXPECT_TRUE(support::meet(p, exact));
      const bool is_above = p.lower > enough, is_below = p.upper <= enough;
      EXPECT_TRUE(is_above || is_below || width(p) <= width(exact) + rounding)
          << enough << ": " << support::text(p) << " against " << support::text(exact);
      EXPECT_FALSE(is_above && exact.upper <= enough);
      EXPECT_FALSE(is_below && exact.lower > enough);
      EXPECT_LE(p.support_calls, exact.support_calls + 2) << enough;
      above += is_above, below += is_below;
      calls += p.support_calls, exact_calls += exact.support_calls;
    }
  });
  EXPECT_GT(above, 500);
  EXPECT_GT(below, 500);
  EXPECT_LT(calls, exact_calls);
}

TEST(PenetrationProperties, RelativeErrorIsKeptAndCostsNoMore) {
  std::vector<long> calls;
  for (const double error : {0.0, 1e-6, 0.01, 0.2, 1.0}) {
    long sum = 0;
    for_each_scene([&](const Scene& s) {
      const Penetration exact = s.penetration();
      const Penetration p = s.penetration({.relative_error = error});
      EXPECT_TRUE(support::consistent(p, size));
      EXPECT_TRUE(support::meet(p, exact));
      const double allowed = error * std::max(std::abs(p.lower), std::abs(p.upper));
      EXPECT_LE(width(p), std::max(allowed, width(exact) + rounding)) << support::text(p);
      EXPECT_LE(p.support_calls, exact.support_calls + 2);
      if (error == 1 && std::abs(exact.signed_distance) > width(exact) + rounding) {
        EXPECT_TRUE(p.lower >= 0 || p.upper <= 0) << "the sign is known: " << support::text(p);
      }
      sum += p.support_calls;
    });
    calls.push_back(sum);
  }
  for (std::size_t i = 1; i < calls.size(); ++i) EXPECT_LE(calls[i], calls[i - 1]) << i;
  EXPECT_LT(calls.back(), calls.front());
}

// Trackers, workspaces, repetition, threads.

std::vector<Tracker> strange_trackers() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
  return {{4, {most, least, -1, 1000}, {least, most, 1000, -1}, {nan, nan, nan}},
          {most, {0, 0, 0, 0}, {0, 0, 0, 0}, {INFINITY, 0, 0}},
          {least, {3, 2, 1, 0}, {0, 1, 2, 3}, {1e-320, 0, 0}},
          {3, {7, 0, 3, 1}, {5, 5, 5, 5}, {0, 0, 1e308}},
          {4, {0, 1, 2, 3}, {3, 2, 1, 0}, {0, 1, 0}},
          {0, {}, {}, {0, -1, 0}}};
}

TEST(PenetrationProperties, AnyTrackerIsAGuessAndNoMore) {
  const auto trackers = strange_trackers();
  Tracker shared;  // each pair finds what another has left
  for_each_scene([&](const Scene& s) {
    const Penetration cold = s.penetration();
    for (const Tracker& strange : trackers) {
      Tracker tracker = strange;
      const Penetration warm = s.penetration({}, &tracker);
      EXPECT_TRUE(support::consistent(warm, size));
      EXPECT_TRUE(support::meet(warm, cold));
    }
    const Penetration warm = s.penetration({}, &shared);
    EXPECT_TRUE(support::meet(warm, cold));
    Tracker fresh;
    EXPECT_TRUE(support::same_bits(s.penetration({}, &fresh), cold));
  });
}

/// distance() and penetration() may share one.
TEST(PenetrationProperties, ATrackerServesBothQueries) {
  Tracker tracker;
  for_each_scene([&](const Scene& s) {
    const Penetration p = s.penetration({}, &tracker);
    const apart::Distance d = s.distance({}, &tracker);
    const Penetration q = s.penetration({}, &tracker);
    EXPECT_TRUE(support::meet(p, q));
    EXPECT_LE(std::max(0.0, p.lower), d.upper);
    EXPECT_TRUE(d.lower == 0 || d.lower <= p.upper);
  });
}

TEST(PenetrationProperties, TrackingSavesSupportCalls) {
  long warm_calls = 0, cold_calls = 0;
  for (const Scene& scene : pairs_to_sweep()) {
    const Penetration start = scene.penetration();
    const Scene contact = parted(scene, start);
    Tracker tracker;
    for (int i = 0; i < 100; ++i) {
      const Scene s = moved(contact, -1e-4 * i * start.direction);
      const Penetration warm = s.penetration({}, &tracker), cold = s.penetration();
      EXPECT_TRUE(support::meet(warm, cold)) << i;
      warm_calls += warm.support_calls, cold_calls += cold.support_calls;
    }
  }
  EXPECT_LT(warm_calls, cold_calls);
}

/// B goes round A while both turn, and in and out: what a tracker keeps of a surface grows,
/// shrinks, loses the origin and finds it again.
TEST(PenetrationProperties, AKeptSurfaceServesShapesThatTurn) {
  long warm_calls = 0, cold_calls = 0;
  int overlapping = 0;
  for (const int n : {4, 8, 40, 200, 500}) {
    SCOPED_TRACE(n);
    Random random = support::random_case(n);
    Scene s{apart::Polytope::hull(support::on_sphere(random, n)),
            apart::Polytope::hull(support::on_sphere(random, n)),
            {},
            {}};
    const Eigen::AngleAxisd turn(0.03, support::direction(random));
    const Eigen::AngleAxisd round(0.02, support::direction(random));
    Vector3d side = support::direction(random);
    Tracker tracker;
    for (int i = 0; i < 300; ++i) {
      side = round * side;
      s.pose_a.rotation = turn * s.pose_a.rotation;
      s.pose_b.rotation = s.pose_b.rotation * turn;
      s.pose_b.translation = (1.7 + 0.5 * std::sin(0.1 * i)) * side;
      const Penetration warm = s.penetration({}, &tracker), cold = s.penetration();
      ASSERT_TRUE(support::consistent(warm, size)) << i;
      ASSERT_TRUE(support::meet(warm, cold)) << i;
      ASSERT_EQ(warm.status, cold.status) << i;
      warm_calls += warm.support_calls, cold_calls += cold.support_calls;
      overlapping += warm.status == Status::overlapping;
    }
  }
  EXPECT_GT(overlapping, 500);
  EXPECT_LT(2 * warm_calls, cold_calls);
}

TEST(PenetrationProperties, AWorkspaceChangesNothingThatIsConverged) {
  apart::Workspace workspace;  // one for all
  int narrower = 0;
  for_each_scene([&](const Scene& s) {
    const Penetration without = s.penetration();
    const Penetration with = s.penetration({}, nullptr, &workspace);
    EXPECT_TRUE(support::consistent(with, size));
    EXPECT_TRUE(support::meet(without, with));
    if (without.status == Status::not_converged) {
      EXPECT_LE(width(with), width(without));
      narrower += width(with) < width(without);
    } else {
      EXPECT_TRUE(support::same_bits(without, with));
    }
    apart::Workspace fresh;
    EXPECT_TRUE(support::same_bits(with, s.penetration({}, nullptr, &fresh)));
  });
  EXPECT_GT(workspace.bytes(), 0u);
  RecordProperty("narrower_with_workspace", narrower);
}

TEST(PenetrationProperties, WorkspacesCanBeMoved) {
  const apart::Ellipsoid egg(1, 2, 3);
  apart::Workspace first;
  const Penetration p = apart::penetration(egg, Pose(), egg, Pose(), {}, nullptr, &first);
  apart::Workspace second = std::move(first);
  const Penetration q = apart::penetration(egg, Pose(), egg, Pose(), {}, nullptr, &second);
  EXPECT_TRUE(support::same_bits(p, q));
  first = std::move(second);
  EXPECT_TRUE(
      support::same_bits(p, apart::penetration(egg, Pose(), egg, Pose(), {}, nullptr, &first)));
}

TEST(PenetrationProperties, RepetitionAndThreadsGiveTheSameBits) {
  std::vector<Scene> scenes;
  for_each_scene([&](const Scene& s) { scenes.push_back(s); });
  std::vector<std::vector<Penetration>> found(3);
  std::vector<std::thread> threads;
  for (auto& mine : found) {
    threads.emplace_back([&] {
      for (const Scene& s : scenes) mine.push_back(s.penetration());
    });
  }
  for (auto& t : threads) t.join();
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    ASSERT_TRUE(support::same_bits(found[0][i], found[1][i]));
    ASSERT_TRUE(support::same_bits(found[0][i], found[2][i]));
  }
}

// Valid input is answered, invalid input refused.

TEST(PenetrationProperties, ExtremeSizesAreAnswered) {
  support::for_each_pair([&](Kind a, Kind b) {
    if (HasFailure()) return;
    const auto scene = [&](int k) {
      Random random = support::random_case(number_of(a, b, 0));
      return support::random_scene(a, b, random, 0.5, std::ldexp(1.0, k));
    };
    const Penetration known = scene(0).penetration();
    for (const int k : {-1060, -1000, -520, 480, 490}) {
      SCOPED_TRACE(support::case_name(number_of(a, b, 0)) + ", 2^" + std::to_string(k));
      const Penetration p = scene(k).penetration();
      EXPECT_TRUE(std::isfinite(p.lower) && std::isfinite(p.upper) && p.point_a.allFinite() &&
                  p.point_b.allFinite() && p.direction.allFinite())
          << support::text(p);
      const double grain = k < -900 ? 0x1p-1066 : 0;  // lengths themselves are rounded down there
      EXPECT_LE(p.lower, std::ldexp(known.upper, k) + grain);
      EXPECT_GE(p.upper, std::ldexp(known.lower, k) - grain);
    }
  });
}

TEST(PenetrationProperties, InvalidInputIsRefusedAsElsewhere) {
  const apart::Box box(1, 1, 1);
  const apart::Halfspace ground({0, 0, 1}, 0);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto ask = [&](const Options& options) {
    return apart::penetration(box, Pose(), box, Pose(), options);
  };
  EXPECT_NO_THROW(ask({.enough = -0.5}));
  EXPECT_NO_THROW(ask({.enough = -INFINITY}));
  EXPECT_THROW(ask({.enough = nan}), apart::InvalidInput);
  EXPECT_THROW(ask({.relative_error = -0.1}), apart::InvalidInput);
  EXPECT_THROW(ask({.relative_error = 1.5}), apart::InvalidInput);
  EXPECT_THROW(ask({.margin = -1}), apart::InvalidInput);
  EXPECT_THROW(ask({.margin = nan}), apart::InvalidInput);
  EXPECT_THROW(apart::penetration(ground, Pose(), ground, Pose()), apart::InvalidInput);
  EXPECT_THROW(apart::penetration(box, Pose(Vector3d(nan, 0, 0)), box, Pose()),
               apart::InvalidInput);
  Pose mirrored;
  mirrored.rotation(0, 0) = -1;
  EXPECT_THROW(apart::penetration(box, Pose(), box, mirrored), apart::InvalidInput);
}

}  // namespace
