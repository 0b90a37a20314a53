// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "query/halfspace.hpp"
#include "tree/quest.hpp"

namespace apart {

/// The distance of two shapes of which one at least is not convex. Arguments are checked already.
Distance search_distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                         const Options& options, Tracker* tracker, Aim aim = {});

/// Do the balls around two shapes that have trees, grown by the margin, already prove them farther
/// apart than r? To be asked first: it takes a small part of what a search needs to begin.
bool plainly_farther(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double margin,
                     double r);

/// Their signed distance: exact while they are apart, against a half-space, and of a point; else an
/// interval that holds it (see penetration.hpp).
Penetration search_penetration(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                               const Options& options, Tracker* tracker);

/// From a half-space (A) to a shape that is not convex (B), either side of contact.
Penetration search_halfspace(const RoundedHalfspace& half, const Pose& pose_half, ShapeRef shape,
                             const Pose& pose, double margin);
/// From a prism, perhaps rounded, to such a shape.
Distance search_prism(ShapeRef prism, const Pose& pose_prism, ShapeRef shape, const Pose& pose,
                      double margin);

/// Instead of the nearest piece of the shape, all that are not proved farther away than `enough`.
void collect_near_prism(ShapeRef prism, const Pose& pose_prism, ShapeRef shape, const Pose& pose,
                        double margin, double enough, NearPairs& pairs);

}  // namespace apart
