// SPDX-License-Identifier: BSD-3-Clause

// Families whose faces, edges or planes are parallel or cross, with gaps and overlaps down to
// 1e-13.

#include <cmath>

#include "oracle/family_parts.hpp"

namespace oracle {

namespace {

/// Turns and shifts a case as a whole: half the time by the pose of both, otherwise not at all.
void turn(Random& random, Case& c) {
  if (random.chance(0.3)) return;
  Map map = random.chance(0.2) ? lattice_rotation(random) : random_rotation(random);
  map.t = times(random.direction<3>(), random.between(0, 3));
  move(c, map);
}

/// A random polytope on one side of z = 0, with a vertex, an edge or a face in that plane above or
/// around the origin.
std::vector<Vec3> standing(Random& random, int side) {
  std::vector<Vec3> out;
  const auto d = random.direction<2>();
  switch (random.integer(0, 2)) {
    case 0:
      out = {{0, 0, 0}};
      break;
    case 1:
      out = {{d[0], d[1], 0}, {-d[0], -d[1], 0}};
      break;
    default:
      out = {{d[0], d[1], 0}, {-d[1], d[0], 0}, {-d[0], -d[1], 0}, {0.5 * d[1], -d[0], 0}};
  }
  for (int n = random.integer(1, 7); n > 0; --n) {
    Vec3 p = random.direction<3>();
    p[2] = side * std::abs(p[2]);
    out.push_back(p);
  }
  return out;
}

/// Two that stand on the two sides of a plane, `gap` apart: negative, they overlap by that much.
Case at_gap(Random& random, double gap) {
  Case c{standing(random, -1), standing(random, 1), {}, {}};
  if (random.chance(0.5)) {
    c.pose_b.t[2] = gap;
  } else {
    for (Vec3& p : c.b) p[2] += gap;
  }
  turn(random, c);
  return c;
}

/// n points in the plane z = 0: on the lattice, or anywhere.
std::vector<Vec3> polygon(Random& random, bool lattice) {
  std::vector<Vec3> out;
  for (int n = random.integer(3, 8); n > 0; --n) {
    const auto d = random.direction<2>();
    out.push_back({d[0], d[1], 0});
    if (lattice) out.back() = {double(random.integer(-2, 2)), double(random.integer(-2, 2)), 0};
  }
  return out;
}

Vec3 size(Random& random) {
  return {random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)};
}

}  // namespace

Case gap_face(Random& random) { return at_gap(random, random.decade(3, 13)); }
Case overlap_face(Random& random) { return at_gap(random, -random.decade(3, 13)); }

/// Two roofs, ridge against ridge: crossing, parallel or nearly parallel.
Case gap_edges(Random& random) {
  const double tilt = random.chance(0.3) ? 0 : random.decade(0, 9) / 10;
  const Vec3 along{1, tilt, 0};
  Case c;
  c.a = {{-1, 0, 0}, {1, 0, 0}, {0, 1, -1}, {0, -1, -1}, {0.3, 0.2, -2}};
  c.b = {times(along, -1), along, {tilt, -1, 1}, {-tilt, 1, 1}, {0.1, 0.2, 2}};
  const double gap = random.sign() * random.decade(2, 13);
  c.pose_b.t = {random.between(-0.5, 0.5), 0, gap};
  turn(random, c);
  return c;
}

Case parallel_boxes(Random& random) {
  const Vec3 a = size(random), b = size(random);
  Case c{box(times(a, -1), a), box(times(b, -1), b), {}, {}};
  if (random.chance(0.3)) c.pose_b = lattice_rotation(random);
  for (double& t : c.pose_b.t) t = random.between(-2.5, 2.5);
  if (random.chance(0.3)) c.pose_b.t[std::size_t(random.integer(0, 2))] = 0;
  turn(random, c);
  if (random.chance(0.4)) bring_to_gap(c, random.decade(3, 13));
  return c;
}

Case coplanar_polygons(Random& random) {
  const bool lattice = random.chance(0.5);
  Case c{polygon(random, lattice), polygon(random, lattice), {}, {}};
  c.pose_b.t = {lattice ? random.integer(0, 5) : random.between(0, 3),
                lattice ? random.integer(0, 2) : random.between(0, 1), 0};
  if (random.chance(0.6)) {
    turn(random, c);
  } else {  // the same pose for both: coplanar exactly, under any rotation
    for (Vec3& p : c.b) p = plus(p, c.pose_b.t);
    c.pose_a = random_rotation(random);
    c.pose_b = c.pose_a;
  }
  return c;
}

Case crossing_polygons(Random& random) {
  const bool lattice = random.chance(0.5);
  Case c{polygon(random, lattice), polygon(random, lattice), {}, {}};
  c.pose_b = lattice ? lattice_rotation(random) : random_rotation(random);
  for (double& t : c.pose_b.t) t = lattice ? random.integer(-2, 2) : random.between(-1, 1);
  if (!lattice || random.chance(0.3)) turn(random, c);
  return c;
}

/// Parallel, collinear, crossing, skew or nearly parallel; degenerate to a point now and then.
Case segments(Random& random) {
  const auto d = random.direction<3>();
  const auto e = random.direction<3>();
  Case c{{times(d, -1), d}, {times(d, -1), d}, {}, {}};
  const double gap = random.chance(0.5) ? random.decade(0, 13) : random.between(0, 3);
  switch (random.integer(0, 5)) {
    case 0:
      c.pose_b.t = times(e, gap);
      break;  // parallel
    case 1:
      c.pose_b.t = times(d, random.chance(0.3) ? 2 : 4 * random.unit());
      break;  // one line
    case 2:
      c.b = {times(e, -1), e};
      break;  // crossing
    case 3:   // skew
      c.b = {times(e, -1), e};
      c.pose_b.t = times(random.direction<3>(), gap);
      break;
    case 4:  // nearly parallel
      c.b = {plus(times(d, -1), times(e, -random.decade(6, 9))), d};
      c.pose_b.t = times(random.direction<3>(), gap);
      break;
    default:  // on the lattice
      for (auto* points : {&c.a, &c.b}) {
        for (Vec3& p : *points) {
          for (double& x : p) x = random.integer(-2, 2);
        }
      }
  }
  if (random.chance(0.1)) c.b[1] = c.b[0];
  turn(random, c);
  return c;
}

Case points(Random& random) {
  Case c;
  c.a = random.chance(0.5) ? random_polytope(random) : random_points(random, 1, true);
  c.b = random_points(random, 1, true);
  c.pose_b.t = times(random.direction<3>(), random.chance(0.5) ? random.decade(0, 12) : 0);
  turn(random, c);
  return c;
}

}  // namespace oracle
