// SPDX-License-Identifier: BSD-3-Clause

// Families of overlaps, from 1e-13 deep to one inside of the other. In `decade(3, 13)` and the like
// the depth is 1e-3 to 1e-13 of a size near 1.

#include <algorithm>
#include <cmath>

#include "oracle/family_parts.hpp"

namespace oracle {

namespace {

/// Any pose of both as one; now and then none, or one of the lattice.
void turn(Random& random, Case& c) {
  if (random.chance(0.3)) return;
  Map whole = random.chance(0.2) ? lattice_rotation(random) : random_rotation(random);
  whole.t = times(random.direction<3>(), random.between(0, 3));
  move(c, whole);
}

void swap_sides(Random& random, Case& c) {
  if (random.chance(0.5)) return;
  std::swap(c.a, c.b);
  std::swap(c.pose_a, c.pose_b);
}

/// How deep: shallow on a logarithmic scale, or anything up to 0.5.
double any_depth(Random& random) {
  return random.chance(0.6) ? random.decade(2, 13) : random.between(0, 0.5);
}

Vec3 lengths(Random& random) {
  return {random.between(0.2, 1), random.between(0.2, 1), random.between(0.2, 1)};
}

/// In the plane z = 0 around the origin: a triangle or more.
std::vector<Vec3> polygon(Random& random, bool lattice) {
  std::vector<Vec3> out;
  for (int n = random.integer(3, 7); n > 0; --n) {
    const auto d = random.direction<2>();
    out.push_back({d[0], d[1], 0});
    if (lattice) out.back() = {double(random.integer(-3, 3)), double(random.integer(-3, 3)), 0};
  }
  return out;
}

/// The corners of two regular polygons, turned against each other.
std::vector<Vec3> drum(int sides, double height, double twist) {
  std::vector<Vec3> out;
  for (int i = 0; i < 2 * sides; ++i) {
    const double angle = 6.283185307179586 * (i / 2 + (i % 2) * twist) / sides;
    out.push_back({std::cos(angle), std::sin(angle), i % 2 ? height : -height});
  }
  return out;
}

/// An overlap by `depth` of two that are first brought apart.
Case pushed_in(Random& random, double depth) {
  Case c = two_polytopes(random, 0.9, 1.1);
  bring_to_gap(c, -depth);
  return c;
}

}  // namespace

Case generic_shallow(Random& random) { return pushed_in(random, random.decade(3, 14)); }
Case generic_deep(Random& random) { return two_polytopes(random, 0, 0.8); }

/// Each is its own mirror image, and both have one centre: every way out is as good as its
/// opposite.
Case point_symmetric(Random& random) {
  Case c = two_polytopes(random, 0, 0);
  if (random.chance(0.3)) c.a = c.b;
  for (auto* points : {&c.a, &c.b}) {
    points->resize(std::min<std::size_t>(points->size(), 7));
    const std::vector<Vec3> half = *points;
    for (const Vec3& p : half) points->push_back(times(p, -1));
  }
  if (random.chance(0.3)) c.pose_b = c.pose_a;
  return c;
}

/// The same body, turned and moved by 1e-3 to 1e-16: every face is nearly parallel to one of the
/// other's, and the difference has slivers all over.
Case nearly_identical(Random& random) {
  Case c = two_polytopes(random, 0, 0);
  if (random.chance(0.3)) c.a = box({-1, -0.5, -0.25}, {1, 0.5, 0.25});
  c.b = c.a;
  const double angle = random.decade(3, 16);
  const Vec3 axis = times(random.direction<3>(), angle);
  Map small;
  small.r = {1, -axis[2], axis[1], axis[2], 1, -axis[0], -axis[1], axis[0], 1};
  if (angle > 1e-4) small = {};  // not rigid: only its second order is missing
  c.pose_b = compose(c.pose_a, small);
  if (random.chance(0.5)) {
    c.pose_b.t = plus(c.pose_b.t, times(random.direction<3>(), random.decade(1, 15)));
  }
  return c;
}

Case inside_off_centre(Random& random) {
  Case c = two_polytopes(random, 0, 0);
  const double size = random.decade(1, 9);
  for (Vec3& p : c.b) p = times(p, size);
  c.pose_b.t = plus(c.pose_a.t, times(random.direction<3>(), random.between(0, 0.3)));
  swap_sides(random, c);
  return c;
}

/// A spike, or several of the same height, through the upper face of a box.
Case vertex_in_face(Random& random) {
  const double depth = any_depth(random);
  const Vec3 size = lengths(random);
  Case c{box({-size[0], -size[1], -size[2]}, {size[0], size[1], 0}), {{0, 0, 0}}, {}, {}};
  for (int n = random.integer(3, 7); n > 0; --n) {
    Vec3 p = random.direction<3>();
    p[2] = random.chance(0.1) ? 0 : std::abs(p[2]);
    c.b.push_back(p);
  }
  c.pose_b.t = {random.between(-0.1, 0.1), random.between(-0.1, 0.1), -depth};
  turn(random, c);
  swap_sides(random, c);
  return c;
}

/// Two roofs, ridge through ridge, at any angle.
Case edges_cross(Random& random) {
  const double tilt = random.chance(0.3) ? random.decade(0, 9) / 10 : random.between(0.3, 3);
  const Vec3 along{1, tilt, 0};
  Case c;
  c.a = {{-1, 0, 0}, {1, 0, 0}, {0, 1, -1}, {0, -1, -1}, {0.3, 0.2, -2}};
  c.b = {times(along, -1), along, {tilt, -1, 1}, {-tilt, 1, 1}, {0.1, 0.2, 2}};
  c.pose_b.t = {random.between(-0.3, 0.3), random.between(-0.3, 0.3) * tilt, -any_depth(random)};
  turn(random, c);
  return c;
}

/// Boxes, or other prisms on parallel faces, side by side or one in the other.
Case parallel_faces(Random& random) {
  const Vec3 a = lengths(random), b = lengths(random);
  Case c{box(times(a, -1), a), box(times(b, -1), b), {}, {}};
  if (random.chance(0.4)) c.b = drum(random.integer(3, 5), b[2], 0);
  if (random.chance(0.3)) c.pose_b = lattice_rotation(random);
  const double reach = random.chance(0.5) ? 0.4 : 1;
  for (double& t : c.pose_b.t) t = random.between(-reach, reach);
  if (random.chance(0.3)) c.pose_b.t[std::size_t(random.integer(0, 2))] = 0;
  turn(random, c);
  return c;
}

/// Ties of faces, edges and ways out, all of them exact, also under one rotation of both.
Case lattice_boxes_overlap(Random& random) {
  const int range = random.chance(0.1) ? 100000 : 4;
  Vec3 size_a{}, low{}, high{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto size_b = double(random.integer(1, range));
    size_a[k] = double(random.integer(1, range));
    if (random.chance(0.2)) size_a[k] = size_b;
    low[k] = double(random.integer(1 - int(size_b), int(size_a[k]) - 1));
    if (random.chance(0.1)) low[k] = (size_a[k] - size_b) / 2;
    high[k] = low[k] + size_b;
  }
  Case c{box({0, 0, 0}, size_a), box(low, high), {}, {}};
  if (random.chance(0.2)) {
    const auto k = std::size_t(random.integer(0, 2));
    for (Vec3& p : c.b) p[k] = low[k];  // flat
  }
  turn(random, c);
  return c;
}

Case lattice_hulls_overlap(Random& random) {
  Case c;
  const int range = random.integer(1, 3);
  for (auto* points : {&c.a, &c.b}) {
    for (int n = random.integer(4, 10); n > 0; --n) {
      Vec3 p;
      for (double& x : p) x = random.integer(-range, range);
      points->push_back(p);
    }
  }
  if (random.chance(0.3)) c.b = c.a;
  for (double& t : c.pose_b.t) t = random.integer(-range / 2, range / 2);
  if (random.chance(0.3)) {
    Map map = lattice_rotation(random);
    map.t = c.pose_b.t;
    c.pose_b = map;
  }
  turn(random, c);
  return c;
}

/// Needles and plates, 1e-6 to 1e-12 thick, through each other, themselves or something solid.
Case thin_overlap(Random& random) {
  Case c = two_polytopes(random, 0, 0.2);
  for (auto* points : {&c.a, &c.b}) {
    const double thin = random.decade(7, 13);
    switch (random.integer(points == &c.a ? 1 : 0, 2)) {
      case 1:
        stretch(*points, thin, 1);
        break;
      case 2:
        stretch(*points, 1, thin);
        break;
      default:;
    }
  }
  if (random.chance(0.3)) c.pose_b.r = c.pose_a.r;
  if (random.chance(0.4)) c.pose_b.t = c.pose_a.t;
  if (random.chance(0.2)) c.b = c.a, c.pose_b = c.pose_a;
  swap_sides(random, c);
  return c;
}

Case flat_through_solid(Random& random) {
  Case c{random_polytope(random), polygon(random, false), {}, {}};
  c.pose_b = random.chance(0.2) ? lattice_rotation(random) : random_rotation(random);
  c.pose_b.t = times(random.direction<3>(), random.between(0, 1));
  if (random.chance(0.3)) {
    const Vec3 size = lengths(random);  // in a plane of symmetry, or parallel to it
    c.a = box(times(size, -1), size);
    c.pose_b = {};
    c.pose_b.t[2] = random.chance(0.5) ? 0 : random.sign() * (size[2] - random.decade(2, 13));
  }
  turn(random, c);
  swap_sides(random, c);
  return c;
}

/// Two polygons in two planes: their difference has volume, and they meet in a segment.
Case flat_through_flat(Random& random) {
  const bool lattice = random.chance(0.5);
  Case c{polygon(random, lattice), polygon(random, lattice), {}, {}};
  c.pose_b = lattice ? lattice_rotation(random) : random_rotation(random);
  for (double& t : c.pose_b.t) t = lattice ? random.integer(-1, 1) : random.between(-0.3, 0.3);
  if (!lattice || random.chance(0.3)) turn(random, c);
  return c;
}

/// In one plane, exactly: the least of all ways out is none.
Case coplanar_overlap(Random& random) {
  const bool lattice = random.chance(0.5);
  Case c{polygon(random, lattice), polygon(random, lattice), {}, {}};
  if (random.chance(0.2)) c.b.resize(2);
  const Vec3 shift{lattice ? random.integer(-1, 1) : random.between(-0.3, 0.3), 0, 0};
  for (Vec3& p : c.b) p = plus(p, shift);
  if (random.chance(0.7)) c.pose_a = random_rotation(random);
  c.pose_b = c.pose_a;
  return c;
}

Case segment_or_point_in_solid(Random& random) {
  Case c{random_polytope(random), random_points(random, random.integer(1, 2), true), {}, {}};
  for (Vec3& p : c.b) p = times(p, random.chance(0.3) ? 1 : random.decade(0, 6) / 10);
  c.pose_b.t = times(random.direction<3>(), random.between(0, 0.5));
  if (random.chance(0.1)) c.pose_b.t = {};
  turn(random, c);
  swap_sides(random, c);
  return c;
}

/// Many faces that are nearly parallel, many ways out that are nearly the same.
Case drums(Random& random) {
  const double height = random.between(0.5, 2);
  Case c{drum(random.integer(6, 24), height, random.chance(0.5) ? 0 : 0.5),
         drum(random.integer(6, 24), height, 0),
         {},
         {}};
  if (random.chance(0.5)) c.pose_b = random_rotation(random);
  if (random.chance(0.7)) c.pose_b.t = times(random.direction<3>(), random.between(0, 1));
  turn(random, c);
  return c;
}

Case large_hulls(Random& random) {
  Case c = two_polytopes(random, 0, 0.9);
  c.a = random_points(random, random.integer(20, 50), true);
  c.b = random_points(random, random.integer(20, 50), true);
  if (random.chance(0.5)) bring_to_gap(c, -random.decade(2, 13));
  return c;
}

/// Coordinates near 1e6, in the poses or in the points.
Case overlap_far_from_origin(Random& random) {
  Case c = random.chance(0.5) ? pushed_in(random, random.decade(2, 10)) : generic_deep(random);
  const Vec3 offset = times(random.direction<3>(), 1e6);
  if (random.chance(0.5)) {
    c.pose_a.t = plus(c.pose_a.t, offset);
    c.pose_b.t = plus(c.pose_b.t, offset);
  } else {
    c.pose_b.r = c.pose_a.r;
    for (auto* points : {&c.a, &c.b}) {
      for (Vec3& p : *points) p = plus(p, offset);
    }
  }
  return c;
}

/// A millionth to a hundred millionth of the other's size, at its surface or anywhere inside.
Case overlap_of_unequal_size(Random& random) {
  Case c = two_polytopes(random, 0, 0);
  const double size = random.decade(7, 9);
  for (Vec3& p : c.b) p = times(p, size);
  c.pose_b.t = plus(c.pose_b.t, times(random.direction<3>(), 3));
  bring_to_gap(c, -size * (random.chance(0.5) ? random.between(0, 1) : random.decade(0, 6)));
  swap_sides(random, c);
  return c;
}

Case overlap_at_any_scale(Random& random) {
  Case c;
  switch (random.integer(0, 3)) {
    case 0:
      c = generic_shallow(random);
      break;
    case 1:
      c = generic_deep(random);
      break;
    case 2:
      c = lattice_boxes_overlap(random);
      break;
    default:
      c = thin_overlap(random);
  }
  scale(c, std::ldexp(1.0, random.sign() * random.integer(100, 300)));
  return c;
}

/// |R^T R - I| up to 5e-7, half of what a pose may have.
Case overlap_not_quite_rigid(Random& random) {
  Case c = random.chance(0.5) ? generic_shallow(random) : generic_deep(random);
  const double defect = random.decade(7, 12) * 0.08;
  for (auto* pose : {&c.pose_a, &c.pose_b}) {
    for (double& r : pose->r) r += defect * random.between(-1, 1);
  }
  return c;
}

}  // namespace oracle
