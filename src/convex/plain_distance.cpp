// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_distance.hpp"

#include "convex/plain_ways.hpp"
#include "convex/targets.hpp"

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
  if (a == Kind::drum && b == Kind::ball) return &drum_and_ball;
  if (a == Kind::ball && b == Kind::drum) return &ball_and_drum;
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

/// Null if there is none.
constexpr const DirectWay* direct_way(std::size_t a, std::size_t b) {
  const auto are = [&]<class A, class B>(const A*, const B*) {
    return a == detail::index_in<A, ShapeVariant> && b == detail::index_in<B, ShapeVariant>;
  };
  constexpr const Sphere* sphere = nullptr;
  constexpr const Capsule* capsule = nullptr;
  constexpr const Box* box = nullptr;
  constexpr const Cylinder* cylinder = nullptr;
  return are(sphere, sphere)     ? &two_spheres
         : are(capsule, capsule) ? &two_capsules
         : are(sphere, capsule)  ? &sphere_and_capsule
         : are(capsule, sphere)  ? &capsule_and_sphere
         : are(box, sphere)      ? &box_and_sphere
         : are(sphere, box)      ? &sphere_and_box
         : are(cylinder, sphere) ? &cylinder_and_sphere
         : are(sphere, cylinder) ? &sphere_and_cylinder
         : are(box, box)         ? &two_boxes
                                 : nullptr;
}

}  // namespace

constinit std::atomic<const hwy::ChosenTarget*> chosen_target = nullptr;

constinit const DirectWays direct_ways = [] {
  constexpr std::size_t types = std::variant_size_v<ShapeVariant>;
  DirectWays all{};
  for (std::size_t a = 0; a < types; ++a) {
    for (std::size_t b = 0; b < types; ++b) all[a][b] = direct_way(a, b);
  }
  return all;
}();

[[gnu::noinline, gnu::cold]] const hwy::ChosenTarget& choose_target() {
  const hwy::ChosenTarget& target = hwy::GetChosenTarget();
  chosen_target = &target;
  return target;
}

bool plain_way(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
               Tracker* tracker, Distance& d) {
  const PlainWay* const w = ways[a.kind][b.kind];
  if (!w) return false;
  return w->kernels[chosen_kernel()](a, pose_a, b, pose_b, tracker, d);
}

}  // namespace apart
