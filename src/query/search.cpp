// SPDX-License-Identifier: BSD-3-Clause
#include "query/search.hpp"

#include <apart/error.hpp>

#include "tree/quest.hpp"

namespace apart {

Distance search_distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                         const Options& options, Tracker* tracker, bool points) {
  Body body_a(a, pose_a, options.margin), body_b(b, pose_b, options.margin);
  return Quest(body_a, body_b, options, points).run(tracker);
}

}  // namespace apart
