// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The distance of convex, bounded shapes without plain double, whatever it would do for: what its
// answers are compared with.
#include "convex/convex_distance.hpp"

namespace support {

inline apart::Distance careful(apart::ShapeRef a, const apart::Pose& pose_a, apart::ShapeRef b,
                               const apart::Pose& pose_b, const apart::Options& options = {}) {
  const apart::Core core_a = apart::make_core(a), core_b = apart::make_core(b);
  return apart::searched_distance(core_a, pose_a, core_b, pose_b, options, nullptr);
}

}  // namespace support
