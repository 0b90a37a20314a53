// SPDX-License-Identifier: BSD-3-Clause
#include "scene/pair_search.hpp"

#include <algorithm>

#include "in_parallel.hpp"

namespace apart {

int PairSearch::put_outside(const SceneBody& body) {
  outside_.push_back({&body, body.bounded() ? body.surroundings() : Surroundings()});
  return ~(static_cast<int>(outside_.size()) - 1);
}

void PairSearch::start() {
  const BoxTree& tree = scene_.tree();
  kinds_ = question_.a.kinds() | question_.b.kinds();
  if (!tree.empty()) push(tree.root(), tree.root());
  for (const int slot : scene_.unbounded()) {
    const int a = put_outside(scene_.body(slot));
    if (!tree.empty()) push(a, tree.root());
  }
}

void PairSearch::start(const SceneBody& body, const Selection& partners) {
  kinds_ = partners.kinds();
  const int a = put_outside(body);
  if (!scene_.tree().empty()) push(a, scene_.tree().root());
  if (!body.bounded()) return;
  for (const int slot : scene_.unbounded()) push(a, put_outside(scene_.body(slot)));
}

/// Growing the bodies makes a gap smaller.
double PairSearch::grown(double g) const {
  const double by = 2 * (question_.options.margin + scene_.rules.largest_margin());
  return by > 0 ? std::max(0.0, g - by * (1 + 0x1p-50)) * (1 - 0x1p-50) : g;
}

/// Of boxes of the tree.
double PairSearch::gap_of(int a, int b) const {
  const BoxTree& tree = scene_.tree();
  if (a >= 0) return grown(gap(tree.node(a).box, tree.node(b).box));
  if (b < 0) return 0;
  const auto& [body, surroundings] = outside(a);
  const WorldBox& box = tree.node(b).box;
  return grown(body->bounded() ? gap(surroundings.box, box) : gap(*body, box));
}

/// Of the bodies' own boxes and balls.
double PairSearch::gap_of_bodies(int a, int b) const {
  const auto surroundings = [&](int i) -> const Surroundings& {
    return i < 0 ? outside(i).surroundings : scene_.surroundings(scene_.tree().node(i).body);
  };
  const bool bounded = (a >= 0 || outside(a).body->bounded()) && b >= 0;
  return bounded ? grown(gap(surroundings(a), surroundings(b))) : 0;
}

bool PairSearch::left_out(double g) {
  if (matters(g)) return false;
  lower_ = std::min(lower_, g);
  return true;
}

void PairSearch::push(int a, int b) {
  if (b >= 0) {
    const std::uint64_t in_b = scene_.tree().node(b).kinds;
    if (!(in_b & kinds_)) return;
    if (a >= 0) {
      const std::uint64_t in_a = scene_.tree().node(a).kinds;
      const std::uint64_t of_a = question_.a.kinds(), of_b = question_.b.kinds();
      const bool one_way = (in_a & of_a) && (in_b & of_b);
      const bool other_way = (in_a & of_b) && (in_b & of_a);
      if (!one_way && !other_way) return;
    }
  }
  const double g = a == b ? 0 : gap_of(a, b);
  if (left_out(g)) return;
  couples_.push_back({g, a, b});
  std::push_heap(couples_.begin(), couples_.end());
}

bool PairSearch::matters(double g) const {
  const Options& options = question_.options;
  if (options.enough && g > *options.enough) {  // one pair is wanted whatever its distance
    return wanted_ == one_or_enough && found_.empty();
  }
  if (options.enough && wanted_ == one_or_enough && bound_ <= *options.enough) return false;
  if (bound_ == INFINITY) return true;
  // Whether bodies touch is to be decided whatever the error allowed.
  return g > 0 ? g < bound_ - options.relative_error * bound_ : bound_ > 0;
}

/// A couple is replaced by those of what is below; at the end there is a pair to be asked about.
void PairSearch::open(const Couple& couple, detail::SceneData* trackers) {
  const BoxTree& tree = scene_.tree();
  const int a = couple.a, b = couple.b;
  const auto body = [&](int i) -> const SceneBody& {
    return i < 0 ? *outside(i).body : scene_.body(tree.node(i).body);
  };
  const bool end_a = a < 0 || tree.node(a).leaf(), end_b = b < 0 || tree.node(b).leaf();
  if (a == b) {
    if (end_a) return;
    const int first = tree.node(a).child[0], second = tree.node(a).child[1];
    push(first, first);
    push(second, second);
    push(first, second);
  } else if (end_a && end_b) {
    if (!left_out(gap_of_bodies(a, b))) collect(body(a), body(b), trackers);
  } else if (end_a || (!end_b && tree.node(b).box.surface() > tree.node(a).box.surface())) {
    for (const int below : tree.node(b).child) push(a, below);
  } else {
    for (const int below : tree.node(a).child) push(below, b);
  }
}

void PairSearch::guess(int slot_a, int slot_b, Tracker* tracker) {
  const SceneBody *a = &scene_.body(slot_a), *b = &scene_.body(slot_b);
  if (a->id > b->id) std::swap(a, b);
  const auto margin = scene_.margin(question_, *a, *b);
  if (!margin) return;
  Candidate candidate{a, b, question_.options, tracker, false, {}};
  candidate.options.margin += *margin;
  ask(candidate, bound_);
  guess_a_ = a;
  guess_b_ = b;
  take(candidate);
}

void PairSearch::collect(const SceneBody& a, const SceneBody& b, detail::SceneData* trackers) {
  if (a.id > b.id) return collect(b, a, trackers);
  if (&a == guess_a_ && &b == guess_b_) return;
  const auto margin = scene_.margin(question_, a, b);
  if (!margin) return;
  Candidate candidate{&a, &b, question_.options, nullptr, false, {}};
  candidate.options.margin += *margin;
  if (trackers && a.id >= 0) candidate.tracker = &trackers->tracker(a.id, b.id);
  batch_.push_back(candidate);
}

/// Is it nearer than the bound? Only then, how near is it?
void PairSearch::ask(Candidate& candidate, double bound) const {
  const SceneBody &a = *candidate.a, &b = *candidate.b;
  std::optional<Tracker> own;
  Tracker* tracker = candidate.tracker ? candidate.tracker : &own.emplace();
  if (wanted_ != one_or_enough) candidate.options.enough.reset();
  candidate.rejected = bound < INFINITY && !within(a.shape(), a.pose(), b.shape(), b.pose(), bound,
                                                   candidate.options, tracker);
  if (candidate.rejected) return;
  candidate.distance =
      distance(a.shape(), a.pose(), b.shape(), b.pose(), candidate.options, tracker);
}

/// What is rejected is farther than a bound, which is no smaller than the last.
void PairSearch::take(const Candidate& candidate) {
  if (candidate.rejected) {
    lower_ = std::min(lower_, bound_);
    return;
  }
  lower_ = std::min(lower_, candidate.distance.lower);
  const auto before = [](const Found& x, const Found& y) {
    if (x.distance.upper != y.distance.upper) return x.distance.upper < y.distance.upper;
    return x.a->id != y.a->id ? x.a->id < y.a->id : x.b->id < y.b->id;
  };
  const Found found{candidate.a, candidate.b, candidate.distance};
  const auto& enough = question_.options.enough;
  if (wanted_ != one_or_enough && enough && found.distance.lower > *enough) return;
  found_.insert(std::upper_bound(found_.begin(), found_.end(), found, before), found);
  const auto most = static_cast<std::size_t>(std::max(1, wanted_));
  if (found_.size() > most) found_.pop_back();
  if (found_.size() == most) {
    const Distance& last = found_.back().distance;
    bound_ = last.status == Status::touching ? 0 : last.upper;  // which nothing is nearer than
  }
}

void PairSearch::run(detail::SceneData* trackers, int together, int threads) {
  for (int size = 1;; size = std::min(2 * size, together)) {
    batch_.clear();
    while (!couples_.empty() && static_cast<int>(batch_.size()) < size) {
      const Couple couple = couples_.front();
      if (!matters(couple.gap)) break;
      std::pop_heap(couples_.begin(), couples_.end());
      couples_.pop_back();
      open(couple, trackers);
    }
    if (batch_.empty()) break;
    const double bound = bound_;
    for_each_index(batch_.size(), threads, [&](std::size_t i) { ask(batch_[i], bound); });
    for (const Candidate& candidate : batch_) take(candidate);
  }
  if (!couples_.empty()) lower_ = std::min(lower_, couples_.front().gap);
}

}  // namespace apart
