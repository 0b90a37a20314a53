// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/scene.hpp>
#include <unordered_map>

#include "scene/box_tree.hpp"
#include "scene/close_pairs.hpp"
#include "scene/pair_rules.hpp"
#include "scene/scene_question.hpp"

namespace apart {

namespace detail {

/// A scene's bodies, where they are (a slot, which another body may get later), the boxes around
/// them, what is said of pairs and what was learnt of them.
class SceneData {
 public:
  int add(Shape shape, const Pose& pose, std::string name, std::string group);
  void move(int slot, const Pose& pose);
  void remove(int slot);

  /// Throws InvalidInput if there is none.
  int slot(BodyId body) const;
  const SceneBody& body(int slot) const { return *bodies_[slot]; }
  int slots() const { return static_cast<int>(bodies_.size()); }
  bool holds(int slot) const { return bodies_[slot].has_value(); }
  int size() const { return size_; }
  bool contains(BodyId body) const;
  std::optional<BodyId> find(std::string_view name) const;
  const std::string& group_name(int group) const { return groups_[group]; }
  /// Slots in the order of their bodies' ids.
  std::vector<int> slots(const Selection& selection) const;
  const std::vector<int>& unbounded() const { return unbounded_; }

  Selection select(const Members& members) const;
  SceneQuestion question(const Members& a, const Members& b, const Options& options) const;

  PairRules rules;
  int threads = 0;
  /// What counts is for one thread to write.
  int threads_for(const Options& options) const { return options.counts ? 1 : threads; }

  /// Brings the tree up to date; before queries.
  void settle();
  const BoxTree& tree() const { return tree_; }
  const Surroundings& surroundings(int slot) const { return surroundings_[slot]; }
  const WorldBox& box(int slot) const { return surroundings_[slot].box; }
  const BodyTimes& times(int slot) const { return times_[slot]; }
  std::uint64_t clock() const { return clock_; }

  /// Calls visit(slot) for all that may be within reach of a body, of the scene or not, in that
  /// box. Two without bounds are no pair.
  template <typename Visit>
  void for_each_partner(const SceneBody& body, const WorldBox& box, double reach,
                        std::uint64_t kinds, Visit&& visit) const {
    if (body.bounded()) {
      tree_.for_each_close(box, reach, kinds, visit);
      for (const int slot : unbounded_) visit(slot);
    } else {
      for (int slot = 0; slot < slots(); ++slot) {
        if (holds(slot) && bodies_[slot]->bounded()) visit(slot);
      }
    }
  }

  /// Is the pair one that the question is about, and not ignored? If so, with which margin? A body
  /// that is not of the scene goes with all that `b` has.
  std::optional<double> margin(const SceneQuestion& question, const SceneBody& one,
                               const SceneBody& other) const;

  /// What is known of two bodies from last time, by their ids.
  Tracker& tracker(int id_a, int id_b);
  void forget_old_trackers();
  /// All pairs of the scene within that reach, kept from query to query.
  ClosePairs& close_pairs(double reach, Wanted wanted);

  /// For nearest_of_each(): the last nearest body, and what is known of the pair.
  struct Neighbour {
    int id = -1;
    Tracker tracker;
  };
  Neighbour& neighbour(int slot) { return neighbours_[slot]; }
  int slot_of_id(int id) const { return id < 0 ? -1 : slot_of_[id]; }
  std::pair<int, int> last_nearest{-1, -1};  ///< ids

 private:
  struct Kept {
    Tracker tracker;
    std::uint64_t used_at = 0;
  };
  void give_room(int slot);
  int group_number(const std::string& name) const;

  std::vector<std::optional<SceneBody>> bodies_;
  std::vector<Surroundings> surroundings_;
  std::vector<BodyTimes> times_;
  std::vector<Neighbour> neighbours_;
  std::vector<int> free_, slot_of_, unbounded_;
  std::vector<int> outgrown_;  // bodies that have left their room in the tree, or have none
  int size_ = 0;
  std::vector<std::string> groups_;
  std::unordered_map<std::string, int> group_of_, slot_named_;
  BoxTree tree_;
  std::uint64_t clock_ = 0;
  std::unordered_map<std::uint64_t, Kept> trackers_;
  std::vector<ClosePairs> close_pairs_;
};

}  // namespace detail
}  // namespace apart
