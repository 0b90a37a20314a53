// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What families are put together from, and the list of them.

#include "oracle/families.hpp"

namespace oracle {

// Parts.
Vec3 times(const Vec3& v, double s);
Vec3 plus(const Vec3& a, const Vec3& b);
Map random_rotation(Random& random);
/// One of the 24 rotations that take the lattice to itself.
Map lattice_rotation(Random& random);
/// x -> outer(inner(x)), rounded.
Map compose(const Map& outer, const Map& inner);
/// n points in the unit ball, or on its surface.
std::vector<Vec3> random_points(Random& random, int n, bool surface);
std::vector<Vec3> random_polytope(Random& random);
/// The corners of the box between two corners.
std::vector<Vec3> box(const Vec3& low, const Vec3& high);
void scale(Case& c, double factor);
/// Moves b along the line of the near points until the distance is about `gap`.
void bring_to_gap(Case& c, double gap);

// Families.
Case generic_far(Random&);
Case generic_middle(Random&);
Case generic_near(Random&);
Case generic_overlap(Random&);
Case gap_face(Random&);
Case overlap_face(Random&);
Case gap_edges(Random&);
Case lattice_boxes_touch(Random&);
Case lattice_hulls_touch(Random&);
Case share_feature(Random&);
Case point_on_boundary(Random&);
Case coincident_points(Random&);
Case lattice_points(Random&);
Case parallel_boxes(Random&);
Case coplanar_polygons(Random&);
Case crossing_polygons(Random&);
Case segments(Random&);
Case points(Random&);
Case needles(Random&);
Case plates(Random&);
Case big_small(Random&);
Case vast_minute(Random&);
Case identical(Random&);
Case coincident_centres(Random&);
Case contained(Random&);
Case far_from_origin(Random&);
Case tiny(Random&);
Case huge(Random&);
Case scaled_by_power_of_two(Random&);
Case not_quite_rigid(Random&);

}  // namespace oracle
