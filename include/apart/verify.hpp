// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <apart/penetration.hpp>
#include <string>

namespace apart {

/// The outcome of verify(): ok, or a sentence saying which claim of the answer does not hold.
struct Verification {
  bool ok = false;
  std::string problem;
  explicit operator bool() const { return ok; }
};

/// Checks an answer by code that shares nothing with the algorithms that find it. For convex pairs:
/// the planes normal to `normal` keep every given point of the two shapes at least `lower` apart,
/// the near points are in their shapes (by their weights, where there are any) and at most `upper`
/// apart, and the status agrees. Takes time linear in the number of points. `options` are those the
/// answer was asked with.
Verification verify(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                    const Distance& answer, const Options& options = {});

/// The same for a signed distance. That an overlap is as deep as `upper` says is checked by a
/// search through all directions: a few thousand evaluations of the supports, each linear in the
/// number of points; if the depth is nearly the same in a whole patch of directions (curved shapes
/// about one centre) a quarter of a million, and then a depth that is overstated by less than 1e-4
/// of itself may pass.
Verification verify(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                    const Penetration& answer, const Options& options = {});

}  // namespace apart
