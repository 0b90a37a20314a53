// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/curved_families.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/curved_support.hpp"
#include "oracle/family_parts.hpp"

namespace oracle {

namespace {

const BodyType bounded[] = {
    {"point", Kind::point, false},
    {"segment", Kind::segment, false},
    {"triangle", Kind::triangle, false},
    {"sphere", Kind::sphere, false},
    {"box", Kind::box, false},
    {"capsule", Kind::capsule, false},
    {"cylinder", Kind::cylinder, false},
    {"cone", Kind::cone, false},
    {"ellipsoid", Kind::ellipsoid, false},
    {"rounded box", Kind::box, true},
    {"polytope", Kind::polytope, false},
    {"custom", Kind::frustum, false},
};
const BodyType unbounded[] = {
    {"halfspace", Kind::halfspace, false},
    {"prism", Kind::prism, false},
    {"rounded prism", Kind::prism, true},
};

int point_count(Random& random, Kind kind) {
  switch (kind) {
    case Kind::point:
    case Kind::halfspace:
      return 1;
    case Kind::segment:
      return 2;
    case Kind::triangle:
      return 3;
    case Kind::polytope:
      return random.integer(4, 12);
    case Kind::prism:
      return random.integer(1, 6);
    default:
      return 0;
  }
}

/// Sizes between 0.2 and 1; now and then one that is zero, or a millionth.
double length(Random& random, bool lattice) {
  if (lattice) return random.integer(1, 8) * 0.25;
  if (random.chance(0.03)) return 0;
  return random.between(0.2, 1) * (random.chance(0.05) ? 1e-6 : 1);
}

Vec3 coordinates(Random& random, bool lattice) {
  if (!lattice) return random.direction<3>();
  Vec3 p;
  for (double& x : p) x = random.integer(-8, 8) * 0.25;
  return p;
}

Body make_body(Random& random, const BodyType& type, bool lattice) {
  Body body{type.kind, {}, {}, type.rounded ? random.integer(1, 4) * 0.125 : 0};
  for (double& s : body.size) s = length(random, lattice);
  for (int n = point_count(random, type.kind); n > 0; --n) {
    body.points.push_back(coordinates(random, lattice));
    if (type.kind == Kind::prism) body.points.back()[2] = 0;
  }
  if (type.kind == Kind::halfspace) {
    body.points[0] = times(random.direction<3>(), lattice ? 1 : random.between(0.1, 10));
    if (lattice) body.points[0] = {0, 0, 2};
    body.size[0] *= random.sign();
  }
  return body;
}

/// Turns a prism on its side, so that it has an upper side at all: x becomes y, and y becomes z.
Map upright(const Body& body) {
  Map map;
  if (body.kind == Kind::prism) map.r = {0, 0, 1, 1, 0, 0, 0, 1, 0};
  return map;
}

/// The point that is farthest up (sign 1) or down, its rounding included; exact for lattice bodies.
Vec3 extreme(const Body& body, int sign) {
  if (body.kind == Kind::halfspace) return {0, 0, body.size[0] / 2};
  if (body.kind == Kind::prism) {
    const Vec3 q = local_support<double>(body, {0, double(sign), 0});
    return {0, q[0], q[1] + sign * body.rounding};
  }
  Vec3 p = local_support<double>(body, {0, 0, double(sign)});
  p[2] += sign * (core_radius(body) + body.rounding);
  return p;
}

BodyPair touching_pair(Random& random, const BodyType& type_a, const BodyType& type_b) {
  BodyPair pair{make_body(random, type_a, true), make_body(random, type_b, true), {}, {}};
  const int up = pair.b.kind == Kind::halfspace ? -1 : 1;  // a half-space is below what it touches
  const Vec3 pa = extreme(pair.a, up), pb = extreme(pair.b, -up);
  pair.pose_a = upright(pair.a);
  pair.pose_b = upright(pair.b);
  pair.pose_b.t = plus(pa, times(pb, -1));
  Map whole = lattice_rotation(random);
  for (double& t : whole.t) t = random.integer(-40, 40) * 0.25;
  pair.pose_a = compose(whole, pair.pose_a);
  pair.pose_b = compose(whole, pair.pose_b);
  return pair;
}

Map random_pose(Random& random) {
  if (random.chance(0.1)) return {};
  return random.chance(0.15) ? lattice_rotation(random) : random_rotation(random);
}

/// Half-spaces have no centre: what is placed against them is lifted along their normal.
Vec3 outward(const Body& a, const Map& pose_a) {
  Vec3 n = times(a.points[0], 1 / radius(a.points)), out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) out[i] += pose_a.r[3 * i + k] * n[k];
  }
  return out;
}

void place(Random& random, BodyPair& pair, double lowest, double highest) {
  const double reach = (radius(pair.a) + radius(pair.b)) * random.between(lowest, highest);
  Vec3 d = times(random.direction<3>(), reach);
  if (pair.a.kind == Kind::halfspace) d = times(outward(pair.a, pair.pose_a), reach);
  if (pair.b.kind == Kind::halfspace) d = times(outward(pair.b, pair.pose_b), -reach);
  pair.pose_b.t = plus(pair.pose_a.t, d);
}

/// Moves b along the line of the near points until the distance is about `gap`.
void bring_to_gap(BodyPair& pair, double gap) {
  const auto rough = rough_distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  pair.pose_b.t = plus(pair.pose_b.t, times(rough.direction, gap - rough.distance));
}

}  // namespace

std::span<const BodyType> bounded_types() { return bounded; }
std::span<const BodyType> unbounded_types() { return unbounded; }

TypePairs bounded_pairs() {
  TypePairs pairs;
  for (const BodyType& a : bounded) {
    for (const BodyType& b : bounded) pairs.emplace_back(a, b);
  }
  return pairs;
}

TypePairs unbounded_pairs() {
  TypePairs pairs;
  for (const BodyType& a : unbounded) {
    for (const BodyType& b : bounded) {
      pairs.emplace_back(a, b);
      pairs.emplace_back(b, a);
    }
  }
  return pairs;
}

BodyPair make_bodies(Random& random, const BodyType& a, const BodyType& b, Relation relation) {
  if (relation == Relation::touching) return touching_pair(random, a, b);
  BodyPair pair{make_body(random, a, false), make_body(random, b, false), {}, {}};
  pair.pose_a = random_pose(random);
  pair.pose_b = random.chance(0.15) ? pair.pose_a : random_pose(random);
  if (random.chance(0.5)) pair.pose_a.t = times(random.direction<3>(), random.between(0, 10));
  if (relation == Relation::deep) {
    place(random, pair, 0, random.chance(0.2) ? 0 : 0.7);
    return pair;
  }
  place(random, pair, 1.1, 3);
  if (relation == Relation::far) return pair;
  bring_to_gap(pair, random.decade(3, 13) * (relation == Relation::near ? 1 : -1));
  return pair;
}

namespace {

void shrink(Body& body, double factor) {
  for (double& s : body.size) s *= factor;
  for (Vec3& p : body.points) p = times(p, factor);
  body.rounding *= factor;
}

bool halfspace(const BodyPair& pair) {
  return pair.a.kind == Kind::halfspace || pair.b.kind == Kind::halfspace;
}

}  // namespace

BodyPair make_overlap(Random& random, const BodyType& a, const BodyType& b, Overlap overlap) {
  if (overlap == Overlap::shallow) return make_bodies(random, a, b, Relation::shallow);
  if (overlap == Overlap::deep) return make_bodies(random, a, b, Relation::deep);
  BodyPair pair = make_bodies(random, a, b, Relation::far);
  if (halfspace(pair)) {
    place(random, pair, -3, 1);
  } else if (overlap == Overlap::medium) {
    const double smaller = std::min(radius(pair.a), radius(pair.b));
    bring_to_gap(pair, -smaller * random.between(0, 0.5));
  } else if (overlap == Overlap::concentric) {
    if (a.kind == b.kind && a.rounded == b.rounded && random.chance(0.5)) pair.b = pair.a;
    pair.pose_b = pair.pose_a;
  } else {
    shrink(random.chance(0.5) ? pair.a : pair.b, random.decade(2, 6));
    const double reach = 0.3 * std::max(radius(pair.a), radius(pair.b));
    pair.pose_b.t = plus(pair.pose_a.t, times(random.direction<3>(), random.between(0, reach)));
  }
  return pair;
}

}  // namespace oracle
