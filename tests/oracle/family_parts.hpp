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
/// Two random polytopes under random rotations, their origins `nearest` to `farthest` times the sum
/// of their radii apart.
Case two_polytopes(Random& random, double nearest, double farthest);
/// Stretches the points along x and y, and along z.
void stretch(std::vector<Vec3>& points, double xy, double z);
/// Moves both as one, by composing their poses with that of the whole.
void move(Case& c, const Map& whole);
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

// Families of overlaps.
Case generic_shallow(Random&);
Case generic_deep(Random&);
Case point_symmetric(Random&);
Case nearly_identical(Random&);
Case inside_off_centre(Random&);
Case vertex_in_face(Random&);
Case edges_cross(Random&);
Case parallel_faces(Random&);
Case lattice_boxes_overlap(Random&);
Case lattice_hulls_overlap(Random&);
Case thin_overlap(Random&);
Case flat_through_solid(Random&);
Case flat_through_flat(Random&);
Case coplanar_overlap(Random&);
Case segment_or_point_in_solid(Random&);
Case drums(Random&);
Case large_hulls(Random&);
Case overlap_far_from_origin(Random&);
Case overlap_of_unequal_size(Random&);
Case overlap_at_any_scale(Random&);
Case overlap_not_quite_rigid(Random&);

}  // namespace oracle
