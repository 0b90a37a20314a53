// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/error.hpp>
#include <apart/scene_motion.hpp>
#include <cmath>
#include <string>

#include "batch/in_parallel.hpp"
#include "motion/motion_data.hpp"
#include "number_text.hpp"
#include "scene/scene_data.hpp"

namespace apart {

namespace {

using detail::SceneData;

/// Everywhere a body comes on its way: no point of it goes farther than `way` in all, so every
/// point is at all times within half of that of where it begins or ends.
WorldBox swept(const SceneBody& body, const Motion& motion) {
  const double way = motion.data().way(body.reach());
  const auto box_at = [&](double s) { return body.surroundings(motion(s)).box; };
  return joined(box_at(0), box_at(1)).grown(way * (0.5 + 0x1p-40));
}

/// The pairs of bodies that move with all others that they may come near to.
class MovingPairs {
 public:
  struct Pair {
    const SceneBody *a, *b;  // the first one moves
    Motion motion_a, motion_b;
    double margin;
  };

  MovingPairs(Scene& scene, std::span<const BodyMotion> motions) : scene_(scene.data()) {
    scene_.settle();
    of_slot_.resize(scene_.slots(), -1);
    for (const BodyMotion& moved : motions) {
      const int slot = scene_.slot(moved.body);
      if (of_slot_[slot] >= 0) {
        throw InvalidInput("scene: body " + std::to_string(static_cast<int>(moved.body)) +
                           " is given two motions");
      }
      of_slot_[slot] = static_cast<int>(movers_.size());
      const SceneBody& body = scene_.body(slot);
      movers_.push_back(
          {slot, &moved.motion, body.bounded() ? swept(body, moved.motion) : WorldBox()});
    }
  }

  /// Those that may come as near as r.
  std::vector<Pair> within(double r, double margin) const {
    const double reach = r + 2 * (margin + scene_.rules.largest_margin());
    std::vector<Pair> pairs;
    for (const Mover& mover : movers_) {
      const SceneBody& body = scene_.body(mover.slot);
      const auto meet = [&](int other) {
        if (of_slot_[other] < 0) add(mover.slot, other, pairs);
      };
      scene_.for_each_partner(body, mover.swept, reach, Selection().kinds(), meet);
      for (const Mover& other : movers_) {
        if (&other <= &mover) continue;
        const bool bounded = body.bounded() && scene_.body(other.slot).bounded();
        if (!bounded || close(mover.swept, other.swept, reach)) {
          add(mover.slot, other.slot, pairs);
        }
      }
    }
    std::sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) {
      return x.a->id != y.a->id ? x.a->id < y.a->id : x.b->id < y.b->id;
    });
    return pairs;
  }

  int threads() const { return scene_.threads; }

 private:
  struct Mover {
    int slot;
    const Motion* motion;
    WorldBox swept;
  };

  void add(int slot_a, int slot_b, std::vector<Pair>& pairs) const {
    const SceneBody &a = scene_.body(slot_a), &b = scene_.body(slot_b);
    if (const auto margin = scene_.margin(SceneQuestion{}, a, b)) {
      pairs.push_back({&a, &b, motion(slot_a), motion(slot_b), *margin});
    }
  }
  Motion motion(int slot) const {
    return of_slot_[slot] < 0 ? Motion(scene_.body(slot).pose()) : *movers_[of_slot_[slot]].motion;
  }

  SceneData& scene_;
  std::vector<int> of_slot_;  // which mover it is, or -1
  std::vector<Mover> movers_;
};

MotionOptions with_margin(const MotionOptions& options, double margin) {
  MotionOptions grown = options;
  grown.margin += margin;
  return grown;
}

bool sooner(const FirstContact& x, const FirstContact& y) {
  if (x.contact != y.contact) return x.contact;
  if (!x.contact) return x.distance.upper < y.distance.upper;
  return x.time_lower < y.time_lower;
}

struct SignedPair {
  BodyId a, b;
  Penetration answer;
};

/// Of the pairs of bodies that move with any other.
std::optional<SignedPair> nearest_or_deepest(Scene& scene, std::span<const BodyMotion> motions,
                                             const Options& options) {
  std::optional<ScenePair> nearest;
  for (const BodyMotion& moved : motions) {
    const auto found = scene.nearest(moved.body, {}, options);
    if (found && (!nearest || found->distance.upper < nearest->distance.upper)) nearest = found;
  }
  if (!nearest) return {};
  Workspace workspace;
  std::optional<SignedPair> least;
  const auto measure = [&](BodyId a, BodyId b) {
    Options own = options;
    own.margin += scene.margin(a, b);
    const Penetration p = penetration(scene.shape(a), scene.pose(a), scene.shape(b), scene.pose(b),
                                      own, nullptr, &workspace);
    if (!least || p.signed_distance < least->answer.signed_distance) least = {a, b, p};
  };
  measure(nearest->a, nearest->b);
  if (nearest->distance.lower > 0) return least;
  for (const BodyMotion& moved : motions) {
    for (const auto& [a, b] : scene.intersecting(moved.body, {}, options)) measure(a, b);
  }
  return least;
}

}  // namespace

std::optional<SceneContact> first_contact(Scene& scene, std::span<const BodyMotion> motions,
                                          const MotionOptions& options) {
  const MovingPairs moving(scene, motions);
  // Those whose boxes never meet are apart at all times. One of them stands for all, if need be.
  std::vector<MovingPairs::Pair> pairs = moving.within(0, options.margin);
  if (pairs.empty()) pairs = moving.within(INFINITY, options.margin);
  if (pairs.empty()) return {};
  std::vector<FirstContact> contacts(pairs.size());
  for_each_index(pairs.size(), options.counts ? 1 : moving.threads(), [&](std::size_t i) {
    const MovingPairs::Pair& pair = pairs[i];
    contacts[i] = first_contact(pair.a->shape(), pair.motion_a, pair.b->shape(), pair.motion_b,
                                with_margin(options, pair.margin));
  });
  const auto first = std::min_element(contacts.begin(), contacts.end(), sooner);
  const MovingPairs::Pair& pair = pairs[static_cast<std::size_t>(first - contacts.begin())];
  return SceneContact{BodyId{pair.a->id}, BodyId{pair.b->id}, *first};
}

SceneClearance clear_along(Scene& scene, std::span<const BodyMotion> motions, double margin,
                           const MotionOptions& options) {
  if (!(margin >= 0 && margin < INFINITY)) {
    throw InvalidInput("clear_along: margin must be finite and not negative, got " + text(margin));
  }
  const MovingPairs moving(scene, motions);
  SceneClearance answer;
  for (const MovingPairs::Pair& pair : moving.within(margin, options.margin)) {
    const ClearAlong along = clear_along(pair.a->shape(), pair.motion_a, pair.b->shape(),
                                         pair.motion_b, margin, with_margin(options, pair.margin));
    if (!along.clear) return {false, BodyId{pair.a->id}, BodyId{pair.b->id}, along};
  }
  return answer;
}

std::vector<SceneDistanceAt> distance_along(Scene& scene, std::span<const BodyMotion> motions,
                                            int steps, const Options& options) {
  if (steps < 1) {
    throw InvalidInput("distance_along: there must be at least one step, not " +
                       std::to_string(steps));
  }
  Scene moving = scene;
  std::vector<SceneDistanceAt> result;
  for (int t = 0; t <= steps; ++t) {
    const double s = static_cast<double>(t) / steps;
    for (const BodyMotion& moved : motions) moving.move(moved.body, moved.motion(s));
    if (const auto least = nearest_or_deepest(moving, motions, options)) {
      result.push_back({s, least->a, least->b, least->answer});
    }
  }
  return result;
}

}  // namespace apart
