// SPDX-License-Identifier: BSD-3-Clause

// Families of integer points, and of points that share coordinates exactly. Where two hulls touch
// in a lattice they still touch exactly after any one affine map of both, since poses are taken at
// their exact values; so touching is also tried under arbitrary rotations.

#include <cmath>

#include "oracle/family_parts.hpp"

namespace oracle {

namespace {

Vec3 lattice_point(Random& random, int range) {
  return {double(random.integer(-range, range)), double(random.integer(-range, range)),
          double(random.integer(-range, range))};
}

/// Writes the points in a frame of their own, a lattice rotation and translation away.
Map reframe(Random& random, std::vector<Vec3>& points) {
  Map map = lattice_rotation(random);
  map.t = lattice_point(random, random.chance(0.2) ? 100000 : 10);
  for (Vec3& p : points) {
    const Vec3 d = plus(p, times(map.t, -1));
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = map.r[k] * d[0] + map.r[3 + k] * d[1] + map.r[6 + k] * d[2];
    }
  }
  return map;
}

/// Gives both sets poses that keep their relation: each its own lattice frame, or one arbitrary
/// pose for both. Sometimes everything is scaled by a power of two.
void set_poses(Random& random, Case& c) {
  if (random.chance(0.6)) {
    c.pose_a = reframe(random, c.a);
    c.pose_b = reframe(random, c.b);
  } else if (random.chance(0.8)) {
    c.pose_a = random_rotation(random);
    c.pose_a.t = times(random.direction<3>(), random.between(0, 10));
    c.pose_b = c.pose_a;
  }
  if (random.chance(0.2)) scale(c, std::ldexp(1.0, random.integer(-20, 20)));
}

/// Integer points on one side of the plane z = 0 whose hull meets it at p at least: p itself, or
/// points of the plane around it.
std::vector<Vec3> one_side(Random& random, int side, const Vec3& p) {
  auto in_plane = [&] {
    return Vec3{double(random.integer(-4, 4)), double(random.integer(-4, 4)), 0};
  };
  const Vec3 d = in_plane(), e = in_plane();
  std::vector<Vec3> out;
  switch (random.integer(0, 3)) {
    case 0:
      out = {p};
      break;
    case 1:
      out = {plus(p, d), plus(p, times(d, -1))};
      break;
    case 2:
      out = {plus(p, d), plus(p, e), plus(p, times(plus(d, e), -1))};
      break;
    default:
      out = {plus(p, d), plus(p, e), plus(p, times(d, -2)), plus(p, times(e, -1))};
  }
  for (int n = random.integer(0, 6); n > 0; --n) {
    Vec3 q = lattice_point(random, 4);
    q[2] = side * std::abs(q[2]);
    out.push_back(plus(p, q));
  }
  return out;
}

/// Shears both sets alike, so that the plane between them takes any lattice direction.
void shear(Random& random, Case& c) {
  const int a = random.integer(-2, 2), b = random.integer(-2, 2), d = random.integer(-2, 2);
  for (auto* points : {&c.a, &c.b}) {
    for (Vec3& p : *points) {
      p[2] += a * p[0] + b * p[1];
      p[0] += d * p[2];
    }
  }
}

}  // namespace

Case lattice_boxes_touch(Random& random) {
  const int range = random.chance(0.1) ? 100000 : 5;
  const Vec3 size_a{double(random.integer(1, range)), double(random.integer(1, range)),
                    double(random.integer(1, range))};
  Vec3 low{}, high{};
  const int touching = random.integer(1, 3);  // axes: a face, an edge or a vertex
  for (std::size_t k = 0; k < 3; ++k) {
    const auto size_b = double(random.integer(1, range));
    const auto inner = double(random.integer(1 - int(size_b), int(size_a[k]) - 1));
    low[k] = int(k) < touching ? (random.chance(0.5) ? size_a[k] : -size_b) : inner;
    high[k] = low[k] + size_b;
  }
  Case c{box({0, 0, 0}, size_a), box(low, high), {}, {}};
  set_poses(random, c);
  return c;
}

Case lattice_hulls_touch(Random& random) {
  const Vec3 p{double(random.integer(-5, 5)), double(random.integer(-5, 5)), 0};
  Case c{one_side(random, -1, p), one_side(random, 1, p), {}, {}};
  shear(random, c);
  set_poses(random, c);
  return c;
}

Case point_on_boundary(Random& random) {
  const Vec3 p{double(random.integer(-5, 5)), double(random.integer(-5, 5)), 0};
  Case c{one_side(random, -1, p), {p}, {}, {}};
  shear(random, c);
  set_poses(random, c);
  if (random.chance(0.5)) {
    std::swap(c.a, c.b);
    std::swap(c.pose_a, c.pose_b);
  }
  return c;
}

/// One to three vertices in common, everything else strictly on its own side.
Case share_feature(Random& random) {
  Case c;
  for (int n = random.integer(1, 3); n > 0; --n) {
    Vec3 p = random.direction<3>();
    p[2] = 0;
    c.a.push_back(p);
    c.b.push_back(p);
  }
  for (int n = random.integer(1, 8); n > 0; --n) {
    Vec3 p = random.direction<3>(), q = random.direction<3>();
    p[2] = -std::abs(p[2]);
    q[2] = std::abs(q[2]);
    c.a.push_back(p);
    c.b.push_back(q);
  }
  if (random.chance(0.8)) c.pose_a = random_rotation(random);
  c.pose_a.t = times(random.direction<3>(), random.between(0, 5));
  c.pose_b = c.pose_a;
  return c;
}

Case coincident_points(Random& random) {
  const Vec3 p = lattice_point(random, 1000);
  Case c{{p}, {p}, {}, {}};
  c.a.resize(std::size_t(random.integer(1, 3)), p);
  set_poses(random, c);
  return c;
}

/// Few lattice sites for many points: duplicates, and many of them in one plane or line.
Case lattice_points(Random& random) {
  Case c;
  const int range = random.integer(1, 3);
  for (auto* points : {&c.a, &c.b}) {
    for (int n = random.integer(1, 12); n > 0; --n) points->push_back(lattice_point(random, range));
  }
  const Vec3 shift = lattice_point(random, random.integer(0, 6));
  for (Vec3& p : c.b) p = plus(p, shift);
  set_poses(random, c);
  return c;
}

}  // namespace oracle
