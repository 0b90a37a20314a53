// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "clock.hpp"
#include "counted.hpp"
#include "sundaraj/sundaraj.hpp"

namespace apart::experiments {

namespace {

using Eigen::Vector3d;

/// Past the other object, in as many small steps; they stay apart.
std::vector<Pose> translation(int steps, Random& random) {
  const Eigen::Quaterniond orientation = random.orientation();
  std::vector<Pose> poses;
  for (int i = 0; i < steps; ++i) {
    const double part = 2.0 * i / steps - 1;
    poses.emplace_back(orientation, Vector3d(3, 3 * part, 0.5));
  }
  return poses;
}

/// On the spot, about an axis that stays, a gap of about a radius from the other object.
std::vector<Pose> rotation(int steps, double degrees, Random& random) {
  const Vector3d axis = random.direction();
  std::vector<Pose> poses;
  for (int i = 0; i < steps; ++i) {
    const double angle = i * degrees * std::numbers::pi / 180;
    poses.emplace_back(Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis)), Vector3d(3, 0, 0));
  }
  return poses;
}

MethodSteps ask(const Sequence& s, Method method, bool track) {
  MethodSteps result;
  result.microseconds = microseconds(3, [&] {
    result.queries = result.supports = 0;
    result.counts = {};
    Tracker tracker;
    for (const Pose& pose : s.poses) {
      result.supports +=
          distance(s.a->polytope, Pose(), s.b->polytope, pose,
                   {.counts = &result.counts, .method = method}, track ? &tracker : nullptr)
              .support_calls;
      ++result.queries;
    }
  });
  result.microseconds /= static_cast<double>(result.queries);
  return result;
}

MotionTimes::Enhanced walk(const Sequence& s, bool track) {
  MotionTimes::Enhanced result;
  const auto queries = static_cast<double>(s.poses.size());
  double used = 0;
  const auto use = [&](std::size_t, const auto& answer, const auto&, const auto&) {
    used += answer.g;
  };
  const Walk<double> timed(s, {true, track, true});
  result.microseconds = microseconds(3, [&] { timed.run(use); }) / queries;
  const Walk<Counted> counted(s, {true, track, true});
  const Count operations;
  counted.run(use);
  result.products =
      std::isfinite(used) ? static_cast<double>(operations().products()) / queries : NAN;
  return result;
}

MotionTimes measure(double x, const Sequence& s) {
  MotionTimes times;
  times.x = x;
  times.enhanced_cold = walk(s, false);
  times.enhanced_tracked = walk(s, true);
  for (std::size_t i = 0; i < all_methods.size(); ++i) {
    times.cold[i] = ask(s, all_methods[i], false);
    times.tracked[i] = ask(s, all_methods[i], true);
  }
  return times;
}

}  // namespace

SundarajTimes measure_sundaraj_times(const Settings& settings) {
  const std::vector<int> sizes =
      settings.full ? std::vector<int>{10, 20, 50, 100, 200, 500} : std::vector<int>{10, 50, 200};
  const std::vector<double> speeds = settings.full
                                         ? std::vector<double>{0.1, 0.5, 1, 2, 4, 6, 8, 10, 12}
                                         : std::vector<double>{1, 6, 12};
  SundarajTimes result;
  result.steps = settings.full ? 10000 : 500;
  const double parts = static_cast<double>(sizes.size() + speeds.size());
  double done = 0;
  for (const int n : sizes) {
    settings.progress(done++ / parts);
    Random random(n);
    const Hull a(random.on_sphere(n)), b(random.on_sphere(n));
    result.translation.push_back(measure(n, {a, b, translation(result.steps, random)}));
  }
  for (const double degrees : speeds) {
    settings.progress(done++ / parts);
    Random random(50);
    const Hull a(random.on_sphere(50)), b(random.on_sphere(50));
    result.rotation.push_back(measure(degrees, {a, b, rotation(result.steps, degrees, random)}));
  }
  return result;
}

}  // namespace apart::experiments
