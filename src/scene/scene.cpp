// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/error.hpp>
#include <apart/scene.hpp>
#include <cmath>

#include "in_parallel.hpp"
#include "number_text.hpp"
#include "scene/pair_search.hpp"
#include "scene/scene_data.hpp"

namespace apart {

namespace {

using detail::SceneData;

/// Pairs that are looked at together when the nearest of a whole scene are searched for.
constexpr int together = 16;

BodyId id_of(const SceneBody& body) { return BodyId{body.id}; }

ScenePair oriented(const SceneQuestion& question, const PairSearch::Found& found) {
  return oriented(question, *found.a, *found.b, found.distance);
}

/// A search of the scene's own pairs, which trackers are kept of.
void run(PairSearch& search, SceneData& scene, const SceneQuestion& question) {
  const auto body = [&](const Selection& one) -> const SceneBody& {
    return scene.body(scene.slot(BodyId{one.number()}));
  };
  if (question.a.kind() == Selection::Kind::body) {
    search.start(body(question.a), question.b);
  } else if (question.b.kind() == Selection::Kind::body) {
    search.start(body(question.b), question.a);
  } else {
    search.start();
  }
  search.run(&scene, together, scene.threads_for(question.options));
  scene.forget_old_trackers();
}

}  // namespace

Scene::Scene() : data_(std::make_unique<SceneData>()) {}
Scene::~Scene() = default;
Scene::Scene(const Scene& other) : data_(std::make_unique<SceneData>(*other.data_)) {}
Scene::Scene(Scene&& other) noexcept : Scene() { data_.swap(other.data_); }
Scene& Scene::operator=(const Scene& other) {
  if (this != &other) data_ = std::make_unique<SceneData>(*other.data_);
  return *this;
}
Scene& Scene::operator=(Scene&& other) noexcept {
  data_.swap(other.data_);
  return *this;
}

BodyId Scene::add(Shape shape, const Pose& pose, std::string name, std::string group) {
  return id_of(data_->body(data_->add(std::move(shape), pose, std::move(name), std::move(group))));
}
void Scene::move(BodyId body, const Pose& pose) { data_->move(data_->slot(body), pose); }
void Scene::remove(BodyId body) { data_->remove(data_->slot(body)); }

int Scene::size() const { return data_->size(); }
bool Scene::contains(BodyId body) const { return data_->contains(body); }
const Shape& Scene::shape(BodyId body) const { return data_->body(data_->slot(body)).shape(); }
const Pose& Scene::pose(BodyId body) const { return data_->body(data_->slot(body)).pose(); }
const std::string& Scene::name(BodyId body) const { return data_->body(data_->slot(body)).name(); }
const std::string& Scene::group(BodyId body) const {
  return data_->group_name(data_->body(data_->slot(body)).group());
}
std::optional<BodyId> Scene::find(std::string_view name) const { return data_->find(name); }
std::vector<BodyId> Scene::bodies(const Members& members) const {
  std::vector<BodyId> ids;
  for (const int slot : data_->slots(data_->select(members))) {
    ids.push_back(id_of(data_->body(slot)));
  }
  return ids;
}

void Scene::ignore(const Members& a, const Members& b, bool ignored) {
  data_->rules.ignore(data_->select(a), data_->select(b), ignored);
}
bool Scene::ignored(BodyId a, BodyId b) const {
  const SceneBody &one = data_->body(data_->slot(a)), &other = data_->body(data_->slot(b));
  return data_->rules.verdict(one.id, one.group(), other.id, other.group()).ignored;
}
void Scene::set_margin(const Members& a, const Members& b, double margin) {
  if (!(margin >= 0 && margin <= 0x1p500)) {
    throw InvalidInput("scene: margin must lie in [0, 2^500], got " + text(margin));
  }
  data_->rules.set_margin(data_->select(a), data_->select(b), margin);
}
double Scene::margin(BodyId a, BodyId b) const {
  const SceneBody &one = data_->body(data_->slot(a)), &other = data_->body(data_->slot(b));
  return data_->rules.verdict(one.id, one.group(), other.id, other.group()).margin;
}

void Scene::set_threads(int threads) {
  if (threads < 0) {
    throw InvalidInput("scene: threads must not be negative, got " + std::to_string(threads));
  }
  data_->threads = threads;
}

std::optional<ScenePair> Scene::nearest(const Members& a, const Members& b,
                                        const Options& options) {
  const SceneQuestion question = data_->question(a, b, options);
  data_->settle();
  PairSearch search(*data_, question, PairSearch::one_or_enough);
  const int low = data_->slot_of_id(data_->last_nearest.first);
  const int high = data_->slot_of_id(data_->last_nearest.second);
  if (low >= 0 && high >= 0) {
    search.guess(low, high, &data_->tracker(data_->body(low).id, data_->body(high).id));
  }
  run(search, *data_, question);
  if (search.found().empty()) return {};
  const PairSearch::Found& found = search.found().front();
  data_->last_nearest = {found.a->id, found.b->id};
  ScenePair pair = oriented(question, found);
  pair.distance.lower = std::min(pair.distance.lower, search.lower());
  return pair;
}

std::vector<ScenePair> Scene::k_nearest(int k, const Members& a, const Members& b,
                                        const Options& options) {
  if (k < 0) {
    throw InvalidInput("scene: the number of nearest pairs must not be negative, not " +
                       std::to_string(k));
  }
  const SceneQuestion question = data_->question(a, b, options);
  if (k == 0) return {};
  data_->settle();
  PairSearch search(*data_, question, k);
  run(search, *data_, question);
  std::vector<ScenePair> pairs;
  for (const auto& found : search.found()) pairs.push_back(oriented(question, found));
  return pairs;
}

std::vector<ScenePair> Scene::nearest_of_each(const Members& a, const Members& b,
                                              const Options& options) {
  const SceneQuestion question = data_->question(a, b, options);
  data_->settle();
  const std::vector<int> askers = data_->slots(question.a);
  std::vector<std::optional<ScenePair>> answers(askers.size());
  SceneData& scene = *data_;
  for_each_index(askers.size(), scene.threads_for(options), [&](std::size_t i) {
    const SceneBody& body = scene.body(askers[i]);
    const SceneQuestion own{{Selection::Kind::body, body.id}, question.b, question.options};
    SceneData::Neighbour& last = scene.neighbour(askers[i]);
    PairSearch search(scene, own, PairSearch::one_or_enough);
    if (const int slot = scene.slot_of_id(last.id); slot >= 0) {
      search.guess(askers[i], slot, &last.tracker);
    }
    search.start(body, own.b);
    search.run(nullptr, 1, 1);
    if (search.found().empty()) return;
    ScenePair pair = oriented(own, search.found().front());
    pair.distance.lower = std::min(pair.distance.lower, search.lower());
    if (last.id != static_cast<int>(pair.b)) last = {static_cast<int>(pair.b), {}};
    answers[i] = pair;
  });
  std::vector<ScenePair> pairs;
  for (const auto& answer : answers) {
    if (answer) pairs.push_back(*answer);
  }
  return pairs;
}

bool Scene::intersects(const Members& a, const Members& b, const Options& options) {
  SceneQuestion question = data_->question(a, b, options);
  question.options.enough = 0;
  data_->settle();
  PairSearch search(*data_, question, PairSearch::one_or_enough);
  run(search, *data_, question);
  return !(search.lower() > 0);
}

std::optional<Scene::Neighbour> Scene::nearest_to(const Shape& probe, const Pose& pose,
                                                  const Members& b, const Options& options) {
  const SceneQuestion question = data_->question({}, b, options);
  const SceneBody stranger(probe, pose);
  data_->settle();
  PairSearch search(*data_, question, PairSearch::one_or_enough);
  search.start(stranger, question.b);
  search.run(nullptr, together, data_->threads_for(options));
  if (search.found().empty()) return {};
  const PairSearch::Found& found = search.found().front();
  Neighbour nearest{id_of(*found.b), found.distance};
  nearest.distance.lower = std::min(nearest.distance.lower, search.lower());
  return nearest;
}

}  // namespace apart
