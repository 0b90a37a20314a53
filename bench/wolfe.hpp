// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>

namespace bench {

using Extended = Eigen::Matrix<long double, 3, 1>;

/// The point of a convex set where it reaches farthest in a direction, a unit vector.
using Support = std::function<Extended(const Extended& direction)>;

struct Nearest {
  Extended point;
  long double gap;  ///< no point is nearer by more than this
};

/// The point of a convex set that is nearest to the origin, by Wolfe's algorithm (Finding the
/// nearest point in a polytope, 1976) in extended precision. `extent` bounds the set's coordinates.
Nearest nearest_to_origin(const Support& support, long double extent);

}  // namespace bench
