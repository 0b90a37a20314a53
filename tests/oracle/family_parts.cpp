// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/family_parts.hpp"

#include <algorithm>
#include <cmath>

namespace oracle {

Vec3 times(const Vec3& v, double s) { return {v[0] * s, v[1] * s, v[2] * s}; }

Vec3 plus(const Vec3& a, const Vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

Map random_rotation(Random& random) {
  const auto [w, x, y, z] = random.direction<4>();
  Map map;
  map.r = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
           2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
           2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  return map;
}

Map lattice_rotation(Random& random) {
  std::array<std::size_t, 3> to{0, 1, 2};
  const int turns = random.integer(0, 2);
  std::rotate(to.begin(), to.begin() + turns, to.end());
  const bool odd = random.chance(0.5);
  if (odd) std::swap(to[0], to[1]);
  const double sx = random.sign(), sy = random.sign(), sz = sx * sy * (odd ? -1 : 1);
  Map map;
  map.r.fill(0);
  map.r[to[0]] = sx;
  map.r[3 + to[1]] = sy;
  map.r[6 + to[2]] = sz;
  return map;
}

Map compose(const Map& outer, const Map& inner) {
  Map map;
  for (std::size_t i = 0; i < 3; ++i) {
    map.t[i] = outer.t[i];
    for (std::size_t j = 0; j < 3; ++j) {
      map.t[i] += outer.r[3 * i + j] * inner.t[j];
      map.r[3 * i + j] = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        map.r[3 * i + j] += outer.r[3 * i + k] * inner.r[3 * k + j];
      }
    }
  }
  return map;
}

std::vector<Vec3> random_points(Random& random, int n, bool surface) {
  std::vector<Vec3> out;
  for (int i = 0; i < n; ++i) {
    const double r = surface ? 1 : std::sqrt(random.unit());
    out.push_back(times(random.direction<3>(), r));
  }
  return out;
}

std::vector<Vec3> random_polytope(Random& random) {
  auto points = random_points(random, random.integer(4, 12), random.chance(0.5));
  const double size = random.between(0.3, 2);
  for (Vec3& p : points) p = times(p, size);
  return points;
}

std::vector<Vec3> box(const Vec3& low, const Vec3& high) {
  std::vector<Vec3> out;
  for (unsigned i = 0; i < 8; ++i) {
    out.push_back(
        {i & 1u ? high[0] : low[0], i & 2u ? high[1] : low[1], i & 4u ? high[2] : low[2]});
  }
  return out;
}

void scale(Case& c, double factor) {
  for (auto* points : {&c.a, &c.b}) {
    for (Vec3& p : *points) p = times(p, factor);
  }
  c.pose_a.t = times(c.pose_a.t, factor);
  c.pose_b.t = times(c.pose_b.t, factor);
}

Case two_polytopes(Random& random, double nearest, double farthest) {
  Case c;
  c.a = random_polytope(random);
  c.b = random_polytope(random);
  c.pose_a = random_rotation(random);
  c.pose_b = random_rotation(random);
  if (random.chance(0.5)) c.pose_a.t = times(random.direction<3>(), random.between(0, 3));
  const double reach = (radius(c.a) + radius(c.b)) * random.between(nearest, farthest);
  c.pose_b.t = plus(c.pose_a.t, times(random.direction<3>(), reach));
  return c;
}

void stretch(std::vector<Vec3>& points, double xy, double z) {
  for (Vec3& p : points) p = {p[0] * xy, p[1] * xy, p[2] * z};
}

void move(Case& c, const Map& whole) {
  c.pose_a = compose(whole, c.pose_a);
  c.pose_b = compose(whole, c.pose_b);
}

void bring_to_gap(Case& c, double gap) {
  const auto rough = rough_distance(posed(c.a, c.pose_a), posed(c.b, c.pose_b));
  if (rough.distance < 1e-6 * size_of(c)) return;  // the direction would mean nothing
  c.pose_b.t = plus(c.pose_b.t, times(rough.direction, gap - rough.distance));
}

}  // namespace oracle
