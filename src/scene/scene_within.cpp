// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/error.hpp>
#include <apart/scene.hpp>

#include "in_parallel.hpp"
#include "number_text.hpp"
#include "scene/scene_data.hpp"

namespace apart {

namespace {

using detail::SceneData;
using IdPair = std::pair<BodyId, BodyId>;

void check_reach(double r) {
  if (!(r >= 0)) throw InvalidInput("scene: within: r must not be negative, got " + text(r));
}

/// How far boxes may be from each other for what is in them to be within r.
double reach_of(const SceneData& scene, const SceneQuestion& question, double r) {
  return r + 2 * (question.options.margin + scene.rules.largest_margin());
}

/// Pairs of some bodies, by way of the tree; those of all are kept in lists (ClosePairs).
class SomePairs {
 public:
  SomePairs(SceneData& scene, const SceneQuestion& question) : scene_(scene), question_(question) {}

  /// Adds what is found: to `found` or, with distances, to `measured`.
  void within(double r, std::vector<IdPair>* found, std::vector<ScenePair>* measured) {
    collect(reach_of(scene_, question_, r));
    std::vector<char> hit(pairs_.size());
    std::vector<Distance> distances(measured ? pairs_.size() : 0);
    for_each_index(pairs_.size(), scene_.threads_for(question_.options), [&](std::size_t i) {
      const Pair& pair = pairs_[i];
      hit[i] = ask_within(*pair.low, *pair.high, r, pair.options, pair.tracker,
                          measured ? &distances[i] : nullptr);
    });
    scene_.forget_old_trackers();
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (!hit[i]) continue;
      const Distance distance = measured ? distances[i] : Distance();
      const ScenePair pair = oriented(question_, *pairs_[i].low, *pairs_[i].high, distance);
      if (found) found->emplace_back(pair.a, pair.b);
      if (measured) measured->push_back(pair);
    }
  }

 private:
  struct Pair {
    const SceneBody *low, *high;
    Options options;
    Tracker* tracker;
  };

  void collect(double reach) {
    const bool by_b = question_.b.kind() > question_.a.kind();  // a body rather than a group
    const Selection& few = by_b ? question_.b : question_.a;
    const Selection& others = by_b ? question_.a : question_.b;
    for (const int slot : scene_.slots(few)) {
      const SceneBody& body = scene_.body(slot);
      const auto meet = [&](int other) {
        const SceneBody& partner = scene_.body(other);
        const bool twice = few.has(partner) && others.has(body);  // it meets this one, too
        if (others.has(partner) && (!twice || body.id < partner.id)) add(body, partner);
      };
      scene_.for_each_partner(body, scene_.box(slot), reach, others.kinds(), meet);
    }
  }

  void add(const SceneBody& one, const SceneBody& other) {
    const auto margin = scene_.margin(question_, one, other);
    if (!margin) return;
    const bool swap = one.id > other.id;
    Pair pair{swap ? &other : &one, swap ? &one : &other, question_.options,
              &scene_.tracker(one.id, other.id)};
    pair.options.margin += *margin;
    pairs_.push_back(pair);
  }

  SceneData& scene_;
  const SceneQuestion& question_;
  std::vector<Pair> pairs_;
};

/// All pairs, which are listed.
void all_within(SceneData& scene, const SceneQuestion& question, double r,
                std::vector<IdPair>* found, std::vector<ScenePair>* measured) {
  ClosePairs& list = scene.close_pairs(reach_of(scene, question, r),
                                       measured ? Wanted::distance : Wanted::verdict);
  list.ask(scene, r, question.options);
  for (const ClosePairs::Hit& hit : list.hits()) {
    const BodyId a{scene.body(hit.a).id}, b{scene.body(hit.b).id};
    if (found) found->emplace_back(a, b);
    if (measured) measured->push_back({a, b, *hit.distance});
  }
}

void find_within(SceneData& scene, double r, const Members& a, const Members& b,
                 const Options& options, std::vector<IdPair>* found,
                 std::vector<ScenePair>* measured) {
  check_reach(r);
  const SceneQuestion question = scene.question(a, b, options);
  scene.settle();
  if (a.all() && b.all()) {
    all_within(scene, question, r, found, measured);
  } else {
    SomePairs(scene, question).within(r, found, measured);
  }
}

}  // namespace

std::vector<ScenePair> Scene::within(double r, const Members& a, const Members& b,
                                     const Options& options) {
  std::vector<ScenePair> found;
  find_within(*data_, r, a, b, options, nullptr, &found);
  std::sort(found.begin(), found.end(), [](const ScenePair& x, const ScenePair& y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  });
  return found;
}

std::vector<IdPair> Scene::intersecting(const Members& a, const Members& b,
                                        const Options& options) {
  std::vector<IdPair> found;
  find_within(*data_, 0, a, b, options, &found, nullptr);
  std::sort(found.begin(), found.end());
  return found;
}

void Scene::for_each_within(double r, const std::function<bool(const ScenePair&)>& visit,
                            const Members& a, const Members& b, const Options& options) {
  for (const ScenePair& pair : within(r, a, b, options)) {
    if (!visit(pair)) return;
  }
}

void Scene::for_each_intersecting(const std::function<bool(BodyId, BodyId)>& visit,
                                  const Members& a, const Members& b, const Options& options) {
  for (const auto& [one, other] : intersecting(a, b, options)) {
    if (!visit(one, other)) return;
  }
}

std::vector<Scene::Neighbour> Scene::within_of(const Shape& probe, const Pose& pose, double r,
                                               const Members& b, const Options& options) {
  check_reach(r);
  const SceneQuestion question = data_->question({}, b, options);
  const SceneBody stranger(probe, pose);
  data_->settle();
  std::vector<int> close;
  const auto meet = [&](int slot) {
    if (data_->margin(question, stranger, data_->body(slot))) close.push_back(slot);
  };
  const WorldBox box = stranger.bounded() ? stranger.surroundings().box : WorldBox();
  data_->for_each_partner(stranger, box, r + 2 * options.margin, question.b.kinds(), meet);
  std::vector<char> hit(close.size());
  std::vector<Distance> distances(close.size());
  for_each_index(close.size(), data_->threads_for(options), [&](std::size_t i) {
    Tracker tracker;
    hit[i] = ask_within(stranger, data_->body(close[i]), r, options, &tracker, &distances[i]);
  });
  std::vector<Neighbour> found;
  for (std::size_t i = 0; i < close.size(); ++i) {
    if (hit[i]) found.push_back({BodyId{data_->body(close[i]).id}, distances[i]});
  }
  std::sort(found.begin(), found.end(),
            [](const Neighbour& x, const Neighbour& y) { return x.body < y.body; });
  return found;
}

}  // namespace apart
