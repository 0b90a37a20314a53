// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "scene/scene_data.hpp"

namespace apart {

/// The nearest pairs of a scene, or the nearest partners of one body: couples of boxes are taken in
/// the order of their gaps, until no pair that is left can be nearer than what is found.
class PairSearch {
 public:
  /// How many pairs are wanted; or one, and no more of it than tells on which side of
  /// Options::enough it is.
  static constexpr int one_or_enough = 0;

  PairSearch(const detail::SceneData& scene, const SceneQuestion& question, int wanted)
      : scene_(scene), question_(question), wanted_(wanted) {}

  /// About all that the question is about. Once.
  void start();
  /// About this body, of the scene or not, and those in `partners`. Once.
  void start(const SceneBody& body, const Selection& partners);
  /// First of all: a pair of the scene that may well be the answer.
  void guess(int slot_a, int slot_b, Tracker* tracker);

  /// `trackers` is the scene itself, if its trackers are to be used. How many pairs are looked at
  /// together grows from one to `together`, whatever the number of threads.
  void run(detail::SceneData* trackers, int together, int threads);

  struct Found {
    const SceneBody *a, *b;
    Distance distance;
  };
  /// Nearest first; `a` has the smaller id, a stranger the smallest.
  const std::vector<Found>& found() const { return found_; }
  /// No pair is nearer.
  double lower() const { return lower_; }

 private:
  /// Nodes of the tree; below zero, bodies outside of it.
  struct Couple {
    double gap;
    int a, b;
    /// In the heap the one with the smallest gap comes first.
    bool operator<(const Couple& other) const {
      if (gap != other.gap) return gap > other.gap;
      return a != other.a ? a > other.a : b > other.b;
    }
  };
  struct Candidate {
    const SceneBody *a, *b;
    Options options;
    Tracker* tracker;
    bool rejected;  // it is farther than the bound
    Distance distance;
  };

  struct Outside {
    const SceneBody* body;
    Surroundings surroundings;
  };
  int put_outside(const SceneBody& body);
  const Outside& outside(int i) const { return outside_[~i]; }
  double gap_of(int a, int b) const;
  void push(int a, int b);
  void open(const Couple& couple, detail::SceneData* trackers);
  bool matters(double gap) const;
  double gap_of_bodies(int a, int b) const;
  double grown(double gap) const;
  bool left_out(double gap);
  void collect(const SceneBody& a, const SceneBody& b, detail::SceneData* trackers);
  void ask(Candidate& candidate, double bound) const;
  void take(const Candidate& candidate);

  const detail::SceneData& scene_;
  const SceneQuestion& question_;
  int wanted_;
  std::uint64_t kinds_ = ~std::uint64_t{0};  // of which partners are
  std::vector<Outside> outside_;
  std::vector<Couple> couples_;  // a heap
  std::vector<Candidate> batch_;
  std::vector<Found> found_;
  const SceneBody *guess_a_ = nullptr, *guess_b_ = nullptr;
  double bound_ = std::numeric_limits<double>::infinity();  // the last wanted one's upper
  double lower_ = std::numeric_limits<double>::infinity();
};

}  // namespace apart
