// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/convex_distance.hpp"
#include "convex/plain_ground.hpp"
#include "convex/vertex_within.hpp"
#include "query/halfspace.hpp"

namespace apart {

/// Two shapes as queries of their distance see them, at any poses. Nothing is checked here but
/// what make_core() checks. A view: it must not outlive the shapes.
class ShapePair {
 public:
  ShapePair(ShapeRef a, ShapeRef b)
      : shape_a_(a),
        shape_b_(b),
        half_a_(find_halfspace(a)),
        half_b_(find_halfspace(b)),
        a_(half_a_.halfspace ? Core() : make_core(a)),
        b_(half_b_.halfspace ? Core() : make_core(b)) {}

  Distance distance(const Pose& pose_a, const Pose& pose_b, const Options& options,
                    Tracker* tracker) const {
    if (half_a_.halfspace || half_b_.halfspace) return over_halfspace(pose_a, pose_b, options);
    return convex_distance(a_, pose_a, b_, pose_b, options, tracker);
  }

  /// Not farther than `options.enough`, which has to be there? Bounded cores can be asked for less
  /// than their distance.
  bool within(const Pose& pose_a, const Pose& pose_b, const Options& options,
              Tracker* tracker) const {
    const bool halfspace = half_a_.halfspace || half_b_.halfspace;
    const bool prism = a_.infinite_along_z || b_.infinite_along_z;
    if (!halfspace && !prism && options.method == Method::gjk) {
      if (inside_within(a_, pose_a, b_, pose_b, options)) return true;
      if (a_.has_vertices() && b_.has_vertices()) {
        const auto decided = plain_cores_within(a_, pose_a, b_, pose_b, options, tracker);
        if (decided) return *decided;
        return vertex_within(a_, pose_a, b_, pose_b, options, tracker);
      }
      if (has_curves(a_, b_)) return curved_within(a_, pose_a, b_, pose_b, options, tracker);
    }
    return !(distance(pose_a, pose_b, options, tracker).lower > *options.enough);
  }

  /// Do the balls around the two centres show already that they are farther apart than r? Radii are
  /// taken larger by more than a pose may stretch them (1e-6).
  bool far_apart(const Pose& pose_a, const Pose& pose_b, double margin, double r) const {
    if (half_a_.halfspace || half_b_.halfspace) return false;
    if (a_.infinite_along_z || b_.infinite_along_z) return false;
    const double reach = reach_of(a_) + reach_of(b_) + 2 * margin;
    const double apart = safe_norm(pose_b.translation - pose_a.translation);
    return apart * (1 - 0x1p-40) > reach * (1 + 0x1p-19) + r * (1 + 0x1p-40);
  }

 private:
  Distance over_halfspace(const Pose& pose_a, const Pose& pose_b, const Options& options) const {
    Distance d;
    if (options.margin == 0 && ground_distance(shape_a_, pose_a, shape_b_, pose_b, d)) return d;
    if (half_a_.halfspace) {
      return distance_halfspace(half_a_, pose_a, b_, pose_b, options.margin);
    }
    return swapped(distance_halfspace(half_b_, pose_b, a_, pose_a, options.margin));
  }

  static double reach_of(const Core& core) {
    return core.radius + core.slack + core.rounding.hi + safe_norm(core.centre);
  }

  ShapeRef shape_a_, shape_b_;
  RoundedHalfspace half_a_, half_b_;
  Core a_, b_;
};

}  // namespace apart
