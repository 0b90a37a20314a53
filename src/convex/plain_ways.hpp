// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/plain_distance.hpp"

namespace apart {

/// What plain_way() does for two kinds of bodies: Highway's table of what was compiled for
/// each instruction set.
struct PlainWay {
  using Kernel = bool(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                      const Pose& pose_b, Tracker* tracker, Distance& d);
  Kernel* const* kernels;
};

extern const PlainWay ball_and_ball, stick_and_stick, box_and_ball, ball_and_box, box_and_box;

// By the algorithm of Gilbert, Johnson and Keerthi; boxes count as polytopes of eight vertices.
extern const PlainWay eight_and_eight, few_and_few, few_and_many, many_and_few;
extern const PlainWay two_in_octants, two_in_cells, many_and_many;

/// Defines one of them.
#define APART_PLAIN_WAY(name, Kernel) \
  HWY_EXPORT(Kernel);                 \
  constinit const PlainWay name{HWY_DISPATCH_TABLE(Kernel)};

}  // namespace apart
