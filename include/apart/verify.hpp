// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
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

}  // namespace apart
