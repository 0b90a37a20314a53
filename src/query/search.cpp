// SPDX-License-Identifier: BSD-3-Clause
#include "query/search.hpp"

#include "tree/quest.hpp"

namespace apart {

namespace {

Distance search_bounded(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options, Tracker* tracker, Aim aim) {
  Body body_a(a, pose_a, options.margin), body_b(b, pose_b, options.margin);
  return Quest(body_a, body_b, options, aim).run(tracker);
}

}  // namespace

Distance search_distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                         const Options& options, Tracker* tracker, Aim aim) {
  if (bounded(a) && bounded(b)) {
    return search_bounded(a, pose_a, b, pose_b, options, tracker, aim);
  }
  if (bounded(a)) {
    return swapped(search_distance(b, pose_b, a, pose_a, options, tracker, aim));
  }
  if (const RoundedHalfspace half = find_halfspace(a); half.halfspace) {
    return unsigned_part(search_halfspace(half, pose_a, b, pose_b, options.margin));
  }
  return search_prism(a, pose_a, b, pose_b, options.margin);
}

}  // namespace apart
