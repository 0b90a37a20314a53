// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_distance.hpp"

#include <array>
#include <atomic>

#include "convex/plain_ways.hpp"
#include "convex/targets.hpp"
#include "hwy/highway.h"

namespace apart {

namespace {

using Kind = PlainBody::Kind;

/// Null if there is none.
constexpr const PlainWay* way(Kind a, Kind b) {
  const auto round = [](Kind k) { return k == Kind::ball || k == Kind::stick; };
  const auto cornered = [](Kind k) { return k >= Kind::box; };
  const auto many = [](Kind k) { return k >= Kind::octants; };
  if (a == Kind::ball && b == Kind::ball) return &ball_and_ball;
  if (round(a) && round(b)) return &stick_and_stick;
  if (a == Kind::box && b == Kind::ball) return &box_and_ball;
  if (a == Kind::ball && b == Kind::box) return &ball_and_box;
  if (a == Kind::box && b == Kind::box) return &box_and_box;
  if (!cornered(a) || !cornered(b)) return nullptr;
  if (a <= Kind::eight && b <= Kind::eight) return &eight_and_eight;
  if (!many(a)) return many(b) ? &few_and_many : &few_and_few;
  if (!many(b)) return &many_and_few;
  if (a != b) return &many_and_many;
  return a == Kind::octants ? &two_in_octants : &two_in_cells;
}

constexpr auto ways = [] {
  std::array<std::array<const PlainWay*, PlainBody::kinds>, PlainBody::kinds> all{};
  for (int a = 0; a < PlainBody::kinds; ++a) {
    for (int b = 0; b < PlainBody::kinds; ++b) all[a][b] = way(Kind(a), Kind(b));
  }
  return all;
}();

/// Where Highway keeps which instruction set it chose. To ask for that is a call that all arguments
/// would have to be saved for.
std::atomic<const hwy::ChosenTarget*> chosen = nullptr;

[[gnu::noinline, gnu::cold]] bool choose(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                                         const Pose& pose_b, Tracker* tracker, Distance& d) {
  chosen = &hwy::GetChosenTarget();
  return plain_way(a, pose_a, b, pose_b, tracker, d);
}

}  // namespace

bool plain_way(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
               Tracker* tracker, Distance& d) {
  const PlainWay* const w = ways[a.kind][b.kind];
  if (!w) return false;
  const hwy::ChosenTarget* const target = chosen.load(std::memory_order_acquire);
  if (!target) return choose(a, pose_a, b, pose_b, tracker, d);
  constexpr bool only_one = (HWY_TARGETS & (HWY_TARGETS - 1)) == 0;  // then there is one kernel
  return w->kernels[only_one ? 0 : target->GetIndex()](a, pose_a, b, pose_b, tracker, d);
}

}  // namespace apart
