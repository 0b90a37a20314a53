// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <cstdint>
#include <optional>
#include <vector>

namespace apart {

class SceneBody;
namespace detail {
class SceneData;
}

/// By the scene's clock, which no two changes share: when a body was moved last, and when it was
/// given its box in the tree.
struct BodyTimes {
  std::uint64_t moved_at = 0, room_at = 0;
};

/// Is the pair within r? If so, and if the distance is wanted, that as well. The body with the
/// smaller id is the first: trackers are of that order.
bool ask_within(const SceneBody& low, const SceneBody& high, double r, const Options& options,
                Tracker* tracker, Distance* wanted);

/// What is asked of pairs within r: whether they are, or their distance as well.
enum class Wanted { verdict, distance };

/// All pairs of bodies whose boxes in a scene's tree are within reach of each other. It is kept:
/// what is asked of a pair is asked again only if one of the two has moved.
class ClosePairs {
 public:
  ClosePairs(double reach, Wanted wanted) : reach_(reach), wanted_(wanted) {}

  double reach() const { return reach_; }
  Wanted wanted() const { return wanted_; }

  /// Brings the list up to date with the scene's tree, then asks what is not known: which pairs are
  /// not proved farther apart than r.
  void ask(const detail::SceneData& scene, double r, const Options& options);

  /// A pair within r: slots, the one with the smaller id first.
  struct Hit {
    int a, b;
    const Distance* distance;  ///< if wanted
  };
  std::vector<Hit> hits() const;

  std::uint64_t used_at = 0;

 private:
  struct Entry {
    int a, b;                      // slots
    std::uint64_t room_a, room_b;  // their boxes' times
    std::uint64_t asked_at;
    bool bounded;  // both
    bool hit;
  };
  struct Asked {
    double r = -1, relative_error = 0, margin = 0;
    std::optional<double> enough;
    Method method = Method::gjk;
    std::uint64_t rules = 0;
    bool operator==(const Asked&) const = default;
  };
  void drop_old(const detail::SceneData& scene);
  void add_new(const detail::SceneData& scene);
  void add(const detail::SceneData& scene, int slot_1, int slot_2);
  void ask_entry(const detail::SceneData& scene, double r, const Options& options, int i);

  double reach_;
  Wanted wanted_;
  Asked asked_;
  std::uint64_t synced_at_ = 0;
  std::vector<Entry> entries_;
  std::vector<Tracker> trackers_;    // one for each
  std::vector<Distance> distances_;  // likewise, if wanted
};

}  // namespace apart
