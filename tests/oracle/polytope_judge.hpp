// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Claims of an answer about two polytopes, checked on all of the given points.

#include "oracle/families.hpp"
#include "oracle/judge.hpp"

namespace oracle {

/// With an edge list, for every method.
apart::Polytope hull(const std::vector<Vec3>& points);

/// How far apart the planes normal to n keep the two: the gap between them, negative if the planes
/// overlap. To 64 bits.
long double plane_gap(const Case& c, const Eigen::Vector3d& n);

/// Appends a problem for a point that is farther than this from its hull, judged exactly.
void check_points(const Case& c, const Eigen::Vector3d& point_a, const Eigen::Vector3d& point_b,
                  double tolerance, Problems& out);

/// Whether the witness is a convex combination of given points that makes the two points.
bool witness_holds(const Case& c, const apart::Witness& witness, const Eigen::Vector3d& point_a,
                   const Eigen::Vector3d& point_b, double tolerance);

}  // namespace oracle
