// SPDX-License-Identifier: BSD-3-Clause
#include "query/common_ball.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "query/core_penetration.hpp"
#include "query/piece_support.hpp"
#include "query/search.hpp"
#include "tree/inside.hpp"

namespace apart {

namespace {

using Eigen::Vector3d;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// How deep a point is inside of a body, and the way out.
struct Inside {
  double depth = -infinity;
  Vector3d out{0, 0, 0};
};

Inside inside_convex(const Body& body, const Vector3d& p) {
  const Penetration found = core_penetration(make_core(Point(p)), Pose(), body.core(), body.pose());
  if (!(found.upper < 0)) return {};
  return {-found.upper, found.point_b - found.point_a};
}

Inside inside_solid(Body& body, const Vector3d& p) {
  Body point(Point(p), Pose(), 0);
  const Distance d = Quest(point, body, {}, Aim{.solids = false}).run(nullptr);
  // The point's place in the mesh's frame is rounded.
  const double error = 32 * unit_roundoff * (body.reach() + safe_norm(p));
  if (!(d.lower > error) || !inside_mesh(body, p)) return {};
  // The rounding twice: the distance is that of the rounded surface, on its inner side.
  return {d.lower - error + 2 * body.rounding().hi, d.point_b - d.point_a};
}

Inside inside(Body& body, const Vector3d& p) {
  return body.kind() == Body::Kind::convex ? inside_convex(body, p) : inside_solid(body, p);
}

struct Candidate {
  Vector3d p;
  Inside a, b;
  double depth() const { return a.depth + b.depth; }
};

Candidate candidate(Body& a, Body& b, const Vector3d& p) {
  const Inside in_a = inside(a, p);
  if (!(in_a.depth > 0)) return {p, {}, {}};
  return {p, in_a, inside(b, p)};
}

Eigen::AlignedBox3d bounds_of(Body& body) {
  Eigen::AlignedBox3d box;
  for (int i = 0; i < 3; ++i) {
    const Vector3d axis = Vector3d::Unit(i);
    box.extend(farthest_point(body, axis)).extend(farthest_point(body, -axis));
  }
  return box;
}

/// Uphill, straight away from the borders or along an axis, by steps that get shorter.
Candidate climbed(Body& a, Body& b, Candidate best, double step) {
  constexpr int most_halvings = 12, most_steps = 64;
  for (int halvings = 0, steps = 0; halvings < most_halvings && steps < most_steps; ++halvings) {
    bool better = true;
    while (better && steps < most_steps) {
      better = false;
      const Vector3d from_a = -best.a.out.normalized(), from_b = -best.b.out.normalized();
      const Vector3d ways[] = {from_a + from_b,
                               from_a,
                               from_b,
                               Vector3d::UnitX(),
                               -Vector3d::UnitX(),
                               Vector3d::UnitY(),
                               -Vector3d::UnitY(),
                               Vector3d::UnitZ(),
                               -Vector3d::UnitZ()};
      for (const Vector3d& way : ways) {
        const Candidate next = candidate(a, b, best.p + step * way);
        ++steps;
        if (!(next.depth() > best.depth())) continue;
        best = next;
        better = true;
        break;
      }
    }
    step /= 2;
  }
  return best;
}

}  // namespace

CommonBall common_ball(Body& a, Body& b) {
  const Eigen::AlignedBox3d common = bounds_of(a).intersection(bounds_of(b));
  if (common.isEmpty()) return {};
  const Vector3d middle = common.center(), sides = common.sizes();
  Candidate best = candidate(a, b, middle);
  // Where the middle is not in both: the corners of a grid around it, and of a wider one.
  for (int i = 0; i < 54 && !(best.depth() > 0); ++i) {
    const Vector3d at(i % 3 - 1, i / 3 % 3 - 1, i / 9 % 3 - 1);
    best = candidate(a, b, middle + at.cwiseProduct(sides) * (i < 27 ? 0.25 : 0.375));
  }
  if (!(best.depth() > 0)) return {};
  best = climbed(a, b, best, sides.minCoeff() / 4);
  return {best.depth() * (1 - 2 * unit_roundoff), best.a.out, best.b.out};
}

}  // namespace apart
