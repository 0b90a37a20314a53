// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/error.hpp>
#include <apart/scene_motion.hpp>
#include <cmath>
#include <memory>
#include <string>

#include "in_parallel.hpp"
#include "motion/advancement.hpp"
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
    const SceneBody *a, *b;             // the first one moves
    const Motion *motion_a, *motion_b;  // none, if it stands still
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

  /// A pair by its bodies, unless it is ignored.
  void add(BodyId a, BodyId b, std::vector<Pair>& pairs) const {
    add(scene_.slot(a), scene_.slot(b), pairs);
  }

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
  const Motion* motion(int slot) const {
    return of_slot_[slot] < 0 ? nullptr : movers_[of_slot_[slot]].motion;
  }

  SceneData& scene_;
  std::vector<int> of_slot_;  // which mover it is, or -1
  std::vector<Mover> movers_;
};

Motion motion_of(const SceneBody& body, const Motion* motion) {
  return motion ? *motion : Motion(body.pose());
}

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

/// Many pairs that advance towards contact, those that are behind first: none goes farther than the
/// first contact of all.
class Race {
 public:
  Race(const std::vector<MovingPairs::Pair>& pairs, const MotionOptions& options, int threads)
      : pairs_(pairs), options_(options), threads_(threads), runner_(pairs.size()) {}

  SceneContact run() {
    for (std::size_t i = 0; i < pairs_.size(); ++i) push({earliest(pairs_[i]), i});
    std::vector<Place> together;
    while (!places_.empty()) {
      together.clear();
      while (!places_.empty() && together.size() < most_together && matters(places_.front())) {
        std::pop_heap(places_.begin(), places_.end());
        together.push_back(places_.back());
        places_.pop_back();
      }
      if (together.empty()) break;
      std::vector<std::optional<FirstContact>> found(together.size());
      for_each_index(together.size(), threads_,
                     [&](std::size_t k) { found[k] = step(together[k].pair); });
      for (std::size_t k = 0; k < together.size(); ++k) take(together[k].pair, found[k]);
    }
    const MovingPairs::Pair& pair = pairs_[*first_];
    return {BodyId{pair.a->id}, BodyId{pair.b->id}, contact_};
  }

 private:
  /// Pairs that go one step at a time, whatever the number of threads.
  static constexpr std::size_t most_together = 16;

  struct Place {
    double time;
    std::size_t pair;
    /// In the heap the one that is farthest behind comes first.
    bool operator<(const Place& other) const {
      return time != other.time ? time > other.time : pair > other.pair;
    }
  };

  /// What surrounds the two at the start has to meet first.
  double earliest(const MovingPairs::Pair& pair) const {
    const SceneBody &a = *pair.a, &b = *pair.b;
    if (!a.bounded() || !b.bounded()) return 0;
    const double slack = 2 * (options_.margin + pair.margin) +
                         options_.tolerance * (a.reach() + b.reach() + 2 * options_.margin);
    const auto start = [](const SceneBody& body, const Motion* motion) {
      return body.surroundings(motion ? (*motion)(0) : body.pose());
    };
    const double apart = gap(start(a, pair.motion_a), start(b, pair.motion_b)) - slack;
    const auto fastest = [](const SceneBody& body, const Motion* motion) {
      return motion ? motion->data().fastest(body.reach()) : 0;
    };
    const double rate = fastest(a, pair.motion_a) + fastest(b, pair.motion_b);
    return apart > 0 ? std::min(1.0, apart / rate * (1 - 0x1p-30)) : 0;
  }

  void push(const Place& place) {
    places_.push_back(place);
    std::push_heap(places_.begin(), places_.end());
  }
  bool matters(const Place& place) const {
    return !first_ || !contact_.contact || place.time <= contact_.time_lower;
  }

  /// A pair that has begun to advance.
  struct Runner {
    Motion motion_a, motion_b;
    Advancement advancement;

    Runner(const MovingPairs::Pair& pair, const MotionOptions& options)
        : motion_a(motion_of(*pair.a, pair.motion_a)),
          motion_b(motion_of(*pair.b, pair.motion_b)),
          advancement(pair.a->shape(), motion_a, pair.b->shape(), motion_b,
                      with_margin(options, pair.margin), nullptr) {}
  };

  std::optional<FirstContact> step(std::size_t i) {
    if (!runner_[i]) runner_[i] = std::make_unique<Runner>(pairs_[i], options_);
    return runner_[i]->advancement.step();
  }

  void take(std::size_t i, const std::optional<FirstContact>& found) {
    if (!found) return push({std::max(runner_[i]->advancement.time(), earliest(pairs_[i])), i});
    runner_[i].reset();
    const bool tied = first_ && !sooner(contact_, *found) && !sooner(*found, contact_);
    if (first_ && !sooner(*found, contact_) && !(tied && i < *first_)) return;
    first_ = i;
    contact_ = *found;
  }

  const std::vector<MovingPairs::Pair>& pairs_;
  const MotionOptions& options_;
  int threads_;
  std::vector<std::unique_ptr<Runner>> runner_;
  std::vector<Place> places_;  // a heap
  std::optional<std::size_t> first_;
  FirstContact contact_;  // of the first
};

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
  // Those whose boxes never meet are apart at all times. The nearest stand for them, if need be.
  std::vector<MovingPairs::Pair> pairs = moving.within(0, options.margin);
  if (pairs.empty()) {
    for (const BodyMotion& moved : motions) {
      const auto nearest = scene.nearest(moved.body);
      if (nearest) moving.add(nearest->a, nearest->b, pairs);
    }
  }
  if (pairs.empty()) return {};
  return Race(pairs, options, options.counts ? 1 : moving.threads()).run();
}

SceneClearance clear_along(Scene& scene, std::span<const BodyMotion> motions, double margin,
                           const MotionOptions& options) {
  if (!(margin >= 0 && margin < INFINITY)) {
    throw InvalidInput("clear_along: margin must be finite and not negative, got " + text(margin));
  }
  const MovingPairs moving(scene, motions);
  SceneClearance answer;
  for (const MovingPairs::Pair& pair : moving.within(margin, options.margin)) {
    const ClearAlong along =
        clear_along(pair.a->shape(), motion_of(*pair.a, pair.motion_a), pair.b->shape(),
                    motion_of(*pair.b, pair.motion_b), margin, with_margin(options, pair.margin));
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
