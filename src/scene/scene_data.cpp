// SPDX-License-Identifier: BSD-3-Clause
#include "scene/scene_data.hpp"

#include <algorithm>
#include <apart/error.hpp>

#include "query/door.hpp"

namespace apart::detail {

namespace {

/// A body's box in the tree is larger than the body by this part of its size: it may move a little
/// before the tree has to change.
constexpr double room_to_move = 0.1;
/// If more than this part of all bodies has to go elsewhere, the tree is built anew.
constexpr double many = 0.25;
/// Lists of close pairs that are kept, each of another reach or for another purpose.
constexpr std::size_t most_lists = 4;

std::uint64_t pair_key(int id_a, int id_b) {
  const auto [low, high] = std::minmax(id_a, id_b);
  return static_cast<std::uint64_t>(high) << 32 | static_cast<std::uint32_t>(low);
}

[[noreturn]] void refuse(const std::string& sentence) { throw InvalidInput(sentence); }

}  // namespace

int SceneData::add(Shape shape, const Pose& pose, std::string name, std::string group) {
  if (!name.empty() && slot_named_.contains(name)) {
    refuse("scene: there is a body named \"" + name + "\" already");
  }
  const auto known = group_of_.find(group);
  const int number = known != group_of_.end() ? known->second : static_cast<int>(groups_.size());
  SceneBody body(std::move(shape), pose, name, number);
  if (known == group_of_.end()) {
    group_of_.emplace(group, number);
    groups_.push_back(std::move(group));
  }
  int slot = slots();
  if (free_.empty()) {
    bodies_.emplace_back();
    surroundings_.emplace_back();
    times_.emplace_back();
    neighbours_.emplace_back();
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  body.id = static_cast<int>(slot_of_.size());
  slot_of_.push_back(slot);
  if (!name.empty()) slot_named_.emplace(std::move(name), slot);
  neighbours_[slot] = {};
  times_[slot] = {++clock_, clock_};
  if (body.bounded()) {
    surroundings_[slot] = body.surroundings();
    outgrown_.push_back(slot);
  } else {
    unbounded_.push_back(slot);
  }
  bodies_[slot] = std::move(body);
  ++size_;
  return slot;
}

void SceneData::move(int slot, const Pose& pose) {
  validate(pose);
  SceneBody& body = *bodies_[slot];
  body.move(pose);
  times_[slot].moved_at = ++clock_;
  if (!body.bounded()) return;
  surroundings_[slot] = body.surroundings();
  if (body.leaf < 0 || body.room.holds(box(slot))) return;
  tree_.remove(body.leaf);
  body.leaf = -1;
  outgrown_.push_back(slot);
}

void SceneData::remove(int slot) {
  SceneBody& body = *bodies_[slot];
  if (body.leaf >= 0) tree_.remove(body.leaf);
  std::erase(outgrown_, slot);
  std::erase(unbounded_, slot);
  if (!body.name().empty()) slot_named_.erase(body.name());
  rules.remove(body.id);
  slot_of_[body.id] = -1;
  times_[slot] = {};
  bodies_[slot].reset();
  free_.push_back(slot);
  ++clock_;
  --size_;
}

void SceneData::settle() {
  for (const int slot : outgrown_) give_room(slot);
  const bool rebuild = static_cast<double>(outgrown_.size()) > many * size_;
  if (rebuild) {
    std::vector<BoxTree::Item> items;
    for (int slot = 0; slot < slots(); ++slot) {
      if (!holds(slot) || !body(slot).bounded()) continue;
      items.push_back({slot, body(slot).room, BoxTree::kind_of_group(body(slot).group())});
    }
    std::vector<int> leaf(items.size());
    tree_.build(items, leaf);
    for (std::size_t i = 0; i < items.size(); ++i) bodies_[items[i].body]->leaf = leaf[i];
  } else {
    for (const int slot : outgrown_) {
      SceneBody& body = *bodies_[slot];
      body.leaf = tree_.insert({slot, body.room, BoxTree::kind_of_group(body.group())});
    }
  }
  outgrown_.clear();
}

void SceneData::give_room(int slot) {
  const WorldBox& box = this->box(slot);
  bodies_[slot]->room = box.grown(room_to_move * box.sides().maxCoeff());
  times_[slot].room_at = ++clock_;
}

bool SceneData::contains(BodyId body) const {
  const int id = static_cast<int>(body);
  return id >= 0 && id < static_cast<int>(slot_of_.size()) && slot_of_[id] >= 0;
}

int SceneData::slot(BodyId body) const {
  if (!contains(body)) refuse("scene: there is no body " + std::to_string(static_cast<int>(body)));
  return slot_of_[static_cast<int>(body)];
}

std::optional<BodyId> SceneData::find(std::string_view name) const {
  const auto found = slot_named_.find(std::string(name));
  if (name.empty() || found == slot_named_.end()) return {};
  return BodyId{body(found->second).id};
}

int SceneData::group_number(const std::string& name) const {
  const auto found = group_of_.find(name);
  if (found == group_of_.end()) refuse("scene: there is no group \"" + name + "\"");
  return found->second;
}

std::vector<int> SceneData::slots(const Selection& selection) const {
  std::vector<int> chosen;
  for (const int slot : slot_of_) {
    if (slot >= 0 && selection.has(body(slot))) chosen.push_back(slot);
  }
  return chosen;
}

Selection SceneData::select(const Members& members) const {
  if (members.body()) return {Selection::Kind::body, body(slot(*members.body())).id};
  if (members.group()) return {Selection::Kind::group, group_number(*members.group())};
  return {};
}

SceneQuestion SceneData::question(const Members& a, const Members& b,
                                  const Options& options) const {
  check_options(options);
  if (options.trace) refuse("scene: a query of many pairs takes no trace");
  return {select(a), select(b), options};
}

std::optional<double> SceneData::margin(const SceneQuestion& question, const SceneBody& one,
                                        const SceneBody& other) const {
  if (&one == &other || (!one.bounded() && !other.bounded())) return {};
  if (one.id < 0) return question.b.has(other) ? std::optional(0.0) : std::nullopt;
  if (!question.about(one, other)) return {};
  const auto verdict = rules.verdict(one.id, one.group(), other.id, other.group());
  return verdict.ignored ? std::nullopt : std::optional(verdict.margin);
}

Tracker& SceneData::tracker(int id_a, int id_b) {
  Kept& kept = trackers_[pair_key(id_a, id_b)];
  kept.used_at = clock_;
  return kept.tracker;
}

/// Those that were not used since a body moved, if there are many.
void SceneData::forget_old_trackers() {
  if (trackers_.size() < 64 + 16 * static_cast<std::size_t>(size_)) return;
  std::erase_if(trackers_, [this](const auto& entry) { return entry.second.used_at < clock_; });
}

ClosePairs& SceneData::close_pairs(double reach, Wanted wanted) {
  ++clock_;
  auto found = std::find_if(close_pairs_.begin(), close_pairs_.end(), [&](const ClosePairs& list) {
    return list.reach() == reach && list.wanted() == wanted;
  });
  if (found == close_pairs_.end()) {
    if (close_pairs_.size() == most_lists) {
      close_pairs_.erase(std::min_element(
          close_pairs_.begin(), close_pairs_.end(),
          [](const ClosePairs& a, const ClosePairs& b) { return a.used_at < b.used_at; }));
    }
    found = close_pairs_.emplace(close_pairs_.end(), reach, wanted);
  }
  found->used_at = clock_;
  return *found;
}

}  // namespace apart::detail
