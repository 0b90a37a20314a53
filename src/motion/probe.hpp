// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "motion/pair_motion.hpp"

namespace apart {

/// The distances that a query along a motion computes, one after the other.
class Probe {
 public:
  Probe(const PairMotion& pair, const MotionOptions& options, Tracker* tracker)
      : pair_(pair), options_(options), tracker_(tracker ? tracker : &own_) {}

  /// Their distance at s, as well as it takes to tell whether it is at most `near`: else `lower` is
  /// above the middle between `safe` and `near`, if that can be proved.
  Distance at(double s, double safe, double near);
  /// The same, exactly.
  Distance exactly_at(double s);

  /// From s towards the limit, as far as the distance there proves a clearance of m.
  double advance(double s, double limit, const Distance& found, double m) const {
    constexpr int patience = 64;  // shapes that approach each other meet after fewer distances
    return pair_.advance(s, limit, found, m, steps_ > patience);
  }

  bool used_up() const { return steps_ >= options_.steps; }
  int steps() const { return steps_; }
  /// The nearest so far, and where.
  const Distance& nearest() const { return nearest_; }
  double where() const { return where_; }

 private:
  Distance ask(double s, double relative_error);

  const PairMotion& pair_;
  const MotionOptions& options_;
  Tracker own_;
  Tracker* tracker_;
  int steps_ = 0;
  Distance nearest_;
  double where_ = 0;
};

}  // namespace apart
