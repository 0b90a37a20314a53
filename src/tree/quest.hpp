// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <limits>

#include "tree/body.hpp"

namespace apart {

/// What a query wants to know of two bodies.
struct Aim {
  bool points = true;  ///< false: only whether they are closer than options.enough
  bool solids = true;  ///< false: what is inside of a solid mesh does not count
};

/// Two convex pieces of two bodies, which of them, and their distance: exact if the quest is after
/// points, else what decided it.
struct NearPair {
  const Core &a, &b;
  const Pose &pose_a, &pose_b;
  int element_a, element_b;
  const Distance& distance;
};

/// Who is told of near pairs. Returns whether there is room for more.
class NearPairs {
 public:
  virtual bool take(const NearPair& pair) = 0;

 protected:
  ~NearPairs() = default;
};

/// One query about two bodies that are made of many: which of their pairs have been looked at, what
/// the others are proved to be apart, and the best answer so far. Distances here are those of the
/// rounded shapes, in the world.
class Quest {
 public:
  Quest(Body& a, Body& b, const Options& options, Aim aim);

  Distance run(Tracker* tracker);
  /// Instead of the nearest pair, all pairs of pieces that are not proved farther apart than
  /// options.enough. What is inside of a solid mesh does not count.
  void collect(NearPairs& pairs);
  bool collecting() const { return pairs_; }
  /// Is it of no interest how far apart pieces are, beyond the limit?
  bool only_decides() const { return options_.enough && !aim_.points && !pairs_; }

  /// A pair of pieces that is proved as far apart as this needs no look.
  double limit() const { return limit_; }
  double upper() const { return upper_; }  ///< of the best answer so far
  bool done() const { return done_; }
  /// A pair, or many, that will not be looked at is at least this far apart.
  void leave_out(double lower) { left_out_ = lower < left_out_ ? lower : left_out_; }
  /// A pair seems to be this close: a hint, which run() goes back on if it proves false.
  void hint(double upper);

  /// Looks at two pieces, each convex or an element of its body.
  void meet(Body& a, Body& b);
  void meet_elements(const Body& a, int element_a, const Body& b, int element_b);
  /// The same, even if it is proved already that they are not the nearest.
  void measure(const Body& a, int element_a, const Body& b, int element_b);

  SearchCounts counts;

 private:
  void start(Tracker* tracker);
  bool plane_tells(const Body& a, int element_a, const Body& b, int element_b);
  void take(const Distance& found, const Body& a, int element_a, const Body& b, int element_b);
  void collect_pair(const Body& a, int element_a, const Body& b, int element_b);
  void set_limit();
  double gap_of_balls() const;
  void find_points();
  void look_inside();
  Distance conclude() const;

  static constexpr double infinity = std::numeric_limits<double>::infinity();

  Body &a_, &b_;
  Options options_;
  Aim aim_;
  double size_;  ///< S of docs/certificate.md
  Distance best_;
  double upper_ = infinity, hint_ = infinity, left_out_ = infinity, limit_ = infinity;
  double lower_ = infinity;  ///< of all pairs that were looked at
  bool done_ = false;
  bool deaf_ = false;           ///< hints proved false
  int touching_ = 0;            ///< pairs that were found to touch
  NearPairs* pairs_ = nullptr;  ///< to collect, if that is wanted
};

/// Looks at the pairs of pieces of two bodies, of which one at least is not convex, as far as the
/// quest needs it.
void traverse(Quest& quest, Body& a, Body& b);
/// The same, of bodies that have sphere trees.
void traverse_spheres(Quest& quest, Body& a, Body& b);

}  // namespace apart
