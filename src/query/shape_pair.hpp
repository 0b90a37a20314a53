// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/convex_distance.hpp"
#include "query/halfspace.hpp"

namespace apart {

/// Two shapes as queries of their distance see them, at any poses. Nothing is checked here but
/// what make_core() checks. A view: it must not outlive the shapes.
class ShapePair {
 public:
  ShapePair(ShapeRef a, ShapeRef b)
      : half_a_(find_halfspace(a)),
        half_b_(find_halfspace(b)),
        a_(half_a_.halfspace ? Core() : make_core(a)),
        b_(half_b_.halfspace ? Core() : make_core(b)) {}

  Distance distance(const Pose& pose_a, const Pose& pose_b, const Options& options,
                    Tracker* tracker) const {
    if (half_a_.halfspace) {
      return distance_halfspace(half_a_, pose_a, b_, pose_b, options.margin);
    }
    if (half_b_.halfspace) {
      return swapped(distance_halfspace(half_b_, pose_b, a_, pose_a, options.margin));
    }
    return convex_distance(a_, pose_a, b_, pose_b, options, tracker);
  }

 private:
  RoundedHalfspace half_a_, half_b_;
  Core a_, b_;
};

}  // namespace apart
