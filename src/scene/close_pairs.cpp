// SPDX-License-Identifier: BSD-3-Clause
#include "scene/close_pairs.hpp"

#include <algorithm>

#include "in_parallel.hpp"
#include "scene/scene_data.hpp"

namespace apart {

using detail::SceneData;

bool ask_within(const SceneBody& low, const SceneBody& high, double r, const Options& options,
                Tracker* tracker, Distance* wanted) {
  Options near = options;
  near.enough.reset();
  if (!within(low.shape(), low.pose(), high.shape(), high.pose(), r, near, tracker)) return false;
  if (wanted) {
    *wanted = distance(low.shape(), low.pose(), high.shape(), high.pose(), options, tracker);
  }
  return true;
}

void ClosePairs::ask(const SceneData& scene, double r, const Options& options) {
  drop_old(scene);
  add_new(scene);
  synced_at_ = scene.clock();

  const Asked asked{r,
                    options.relative_error,
                    options.margin,
                    options.enough,
                    options.method,
                    scene.rules.version()};
  const bool all = !(asked == asked_);
  asked_ = asked;
  const double reach = r + 2 * (options.margin + scene.rules.largest_margin());
  std::vector<int> open;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    const std::uint64_t moved =
        std::max(scene.times(entry.a).moved_at, scene.times(entry.b).moved_at);
    if (!all && entry.asked_at >= moved) continue;
    entry.asked_at = scene.clock();
    entry.hit =
        !entry.bounded || close(scene.surroundings(entry.a), scene.surroundings(entry.b), reach);
    if (entry.hit) open.push_back(static_cast<int>(i));
  }
  for_each_index(open.size(), scene.threads_for(options),
                 [&](std::size_t k) { ask_entry(scene, r, options, open[k]); });
}

void ClosePairs::ask_entry(const SceneData& scene, double r, const Options& options, int i) {
  Entry& entry = entries_[i];
  entry.asked_at = 0;  // in case that a user's type throws
  entry.hit = false;
  const SceneBody &low = scene.body(entry.a), &high = scene.body(entry.b);
  const auto verdict = scene.rules.verdict(low.id, low.group(), high.id, high.group());
  if (!verdict.ignored) {
    Options own = options;
    own.margin += verdict.margin;
    Distance* wanted = wanted_ == Wanted::distance ? &distances_[i] : nullptr;
    entry.hit = ask_within(low, high, r, own, &trackers_[i], wanted);
  }
  entry.asked_at = scene.clock();
}

/// The last takes the place of one that goes: their order does not matter.
void ClosePairs::drop_old(const SceneData& scene) {
  for (std::size_t i = 0; i < entries_.size();) {
    const Entry& entry = entries_[i];
    if (scene.times(entry.a).room_at == entry.room_a &&
        scene.times(entry.b).room_at == entry.room_b) {
      ++i;
      continue;
    }
    entries_[i] = entries_.back();
    entries_.pop_back();
    trackers_[i] = trackers_.back();
    trackers_.pop_back();
    if (wanted_ == Wanted::distance) {
      distances_[i] = distances_.back();
      distances_.pop_back();
    }
  }
}

void ClosePairs::add_new(const SceneData& scene) {
  for (int slot = 0; slot < scene.slots(); ++slot) {
    if (!scene.holds(slot) || scene.times(slot).room_at <= synced_at_) continue;
    const auto meet = [&](int other) {
      // Of two new ones, the one in the lower slot adds the pair.
      const bool other_new = scene.times(other).room_at > synced_at_;
      if (other != slot && (!other_new || slot < other)) add(scene, slot, other);
    };
    const SceneBody& body = scene.body(slot);
    scene.for_each_partner(body, body.room, reach_, Selection().kinds(), meet);
  }
}

void ClosePairs::add(const SceneData& scene, int slot_1, int slot_2) {
  if (scene.body(slot_1).id > scene.body(slot_2).id) std::swap(slot_1, slot_2);
  const bool bounded = scene.body(slot_1).bounded() && scene.body(slot_2).bounded();
  entries_.push_back({slot_1, slot_2, scene.times(slot_1).room_at, scene.times(slot_2).room_at, 0,
                      bounded, false});
  trackers_.emplace_back();
  if (wanted_ == Wanted::distance) distances_.emplace_back();
}

std::vector<ClosePairs::Hit> ClosePairs::hits() const {
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (!entry.hit) continue;
    hits.push_back({entry.a, entry.b, wanted_ == Wanted::distance ? &distances_[i] : nullptr});
  }
  return hits;
}

}  // namespace apart
