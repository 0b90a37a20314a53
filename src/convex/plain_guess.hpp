// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>
#include <cmath>

#include "convex/plain_measure.hpp"
#include "convex/polytope_data.hpp"
#include "convex/turn.hpp"

namespace apart {

/// Where two bodies are, as far as a search wants to know beforehand. What stands beside the origin
/// of its own frame, as links of robots and parts of decompositions do, is looked for from the
/// middle of its points. Nothing but guesses and rough refusals depend on it.
struct PlainGuess {
  Triple between;  ///< from A's middle to B's, scaled
  double gap;      ///< its length
  double extent;   ///< how far both reach from there, scaled

  /// Of bodies about their own centres.
  explicit PlainGuess(const PlainMeasure& m) : between(m.offset), gap(m.gap), extent(m.extent) {}

  /// Null: a box.
  PlainGuess(const PlainMeasure& m, const detail::PolytopeData* a, const Pose& pose_a,
             const detail::PolytopeData* b, const Pose& pose_b)
      : PlainGuess(m) {
    const bool aside_a = a && a->aside, aside_b = b && b->aside;
    if (aside_a | aside_b) [[unlikely]] {
      if (aside_b) move(*b, pose_b, m.scale);
      if (aside_a) move(*a, pose_a, -m.scale);
      gap = std::sqrt(dot(between, between));
    }
  }

 private:
  /// From the centre to the middle, of A with the other sign.
  void move(const detail::PolytopeData& hull, const Pose& pose, double scale) {
    between = between + moved(hull, pose, scale);
    extent = extent - hull.less_reach() * std::abs(scale);
  }
  /// By value: what others have the address of is in memory, and waited for.
  static Triple moved(const detail::PolytopeData& hull, const Pose& pose, double scale) {
    return Turn(pose.rotation, scale) * hull.middle();
  }
};

}  // namespace apart
