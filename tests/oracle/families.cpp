// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/families.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/family_parts.hpp"

namespace oracle {

namespace {

// Shares are in percent. `degenerate` and `touching` are counted by the tests.
constexpr bool yes = true, no = false;
const Family all[] = {
    {"generic_far", 8, no, no, generic_far},
    {"generic_middle", 12, no, no, generic_middle},
    {"generic_near", 14, no, no, generic_near},
    {"generic_overlap", 6, no, no, generic_overlap},
    {"gap_face", 5, yes, no, gap_face},
    {"overlap_face", 4, yes, no, overlap_face},
    {"gap_edges", 3, yes, no, gap_edges},
    {"lattice_boxes_touch", 5, yes, yes, lattice_boxes_touch},
    {"lattice_hulls_touch", 4, yes, yes, lattice_hulls_touch},
    {"share_feature", 2, yes, yes, share_feature},
    {"point_on_boundary", 2, yes, yes, point_on_boundary},
    {"coincident_points", 1, yes, yes, coincident_points},
    {"lattice_points", 5, yes, no, lattice_points},
    {"parallel_boxes", 4, yes, no, parallel_boxes},
    {"coplanar_polygons", 3, yes, no, coplanar_polygons},
    {"crossing_polygons", 2, yes, no, crossing_polygons},
    {"segments", 3, yes, no, segments},
    {"points", 1, yes, no, points},
    {"needles", 2, yes, no, needles},
    {"plates", 2, yes, no, plates},
    {"big_small", 2, yes, no, big_small},
    {"vast_minute", 1, yes, no, vast_minute},
    {"identical", 1, yes, no, identical},
    {"coincident_centres", 1, yes, no, coincident_centres},
    {"contained", 1, yes, no, contained},
    {"far_from_origin", 2, yes, no, far_from_origin},
    {"tiny", 1, yes, no, tiny},
    {"huge", 1, yes, no, huge},
    {"scaled_by_power_of_two", 1, yes, no, scaled_by_power_of_two},
    {"not_quite_rigid", 1, yes, no, not_quite_rigid},
};

const Family overlaps[] = {
    {"generic_shallow", 12, no, no, generic_shallow},
    {"generic_deep", 10, no, no, generic_deep},
    {"point_symmetric", 5, yes, no, point_symmetric},
    {"nearly_identical", 5, yes, no, nearly_identical},
    {"inside_off_centre", 6, yes, no, inside_off_centre},
    {"vertex_in_face", 6, yes, no, vertex_in_face},
    {"edges_cross", 6, yes, no, edges_cross},
    {"parallel_faces", 5, yes, no, parallel_faces},
    {"lattice_boxes_overlap", 6, yes, no, lattice_boxes_overlap},
    {"lattice_hulls_overlap", 6, yes, no, lattice_hulls_overlap},
    {"thin_overlap", 6, yes, no, thin_overlap},
    {"flat_through_solid", 4, yes, no, flat_through_solid},
    {"flat_through_flat", 4, yes, no, flat_through_flat},
    {"coplanar_overlap", 2, yes, no, coplanar_overlap},
    {"segment_or_point_in_solid", 3, yes, no, segment_or_point_in_solid},
    {"drums", 2, yes, no, drums},
    {"large_hulls", 1, no, no, large_hulls},
    {"overlap_far_from_origin", 3, yes, no, overlap_far_from_origin},
    {"overlap_of_unequal_size", 3, yes, no, overlap_of_unequal_size},
    {"overlap_at_any_scale", 3, yes, no, overlap_at_any_scale},
    {"overlap_not_quite_rigid", 2, yes, no, overlap_not_quite_rigid},
};

}  // namespace

std::span<const Family> families() { return all; }
std::span<const Family> overlap_families() { return overlaps; }

const Family& family_of(std::uint64_t seed, std::uint64_t index, std::span<const Family> of) {
  double at = double(mix(seed, index) >> 11) * 0x1p-53 * 100;
  for (const Family& family : of) {
    if (at < family.share) return family;
    at -= family.share;
  }
  return of[0];
}

Case make_case(std::uint64_t seed, std::uint64_t index, std::span<const Family> of) {
  Random random(mix(seed ^ 0x5851f42d4c957f2du, index));
  return family_of(seed, index, of).make(random);
}

double radius(std::span<const Vec3> points) {
  double r = 0;
  for (const Vec3& p : points) r = std::max(r, std::hypot(p[0], p[1], p[2]));
  return r;
}

double size_of(const Case& c) {
  const Vec3 &s = c.pose_a.t, &t = c.pose_b.t;
  return radius(c.a) + radius(c.b) + std::hypot(t[0] - s[0], t[1] - s[1], t[2] - s[2]);
}

}  // namespace oracle
