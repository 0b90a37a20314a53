// SPDX-License-Identifier: BSD-3-Clause
// Random pairs of all shapes on random motions, against distances at many points of the way. More
// of them: APART_SWEEP_ROUNDS=30, as many times.
#include <gtest/gtest.h>

#include <algorithm>
#include <apart/apart.hpp>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "motion/pair_motion.hpp"
#include "support/shapes.hpp"

namespace apart {
namespace {

using Eigen::Vector3d;
using support::Kind;
using support::Random;
using support::ShapeMaker;

int times_as_many() {
  const char* given = std::getenv("APART_SWEEP_ROUNDS");
  return given ? std::max(1, std::atoi(given)) : 1;
}

Mesh star(Random& random) {
  // An octahedron with corners of random length: closed, and not convex as a rule.
  std::vector<Vector3d> corner;
  for (int k = 0; k < 6; ++k) {
    corner.push_back((k % 2 ? -1 : 1) * random.between(0.2, 1) * Vector3d::Unit(k / 2));
  }
  const std::vector<Mesh::Corners> triangles{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                             {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  return Mesh::from_triangles(corner, triangles);
}

Mesh sheet(Random& random) {
  std::vector<Vector3d> corner;
  for (int i = 0; i < 36; ++i) {
    corner.emplace_back(i % 6 * 0.4 - 1, i / 6 * 0.4 - 1, random.between(-0.2, 0.2));
  }
  std::vector<Mesh::Corners> triangles;
  for (int i = 0; i < 5; ++i) {
    for (int k = 0; k < 5; ++k) {
      const int c = 6 * i + k;
      triangles.push_back({c, c + 1, c + 7});
      triangles.push_back({c, c + 7, c + 6});
    }
  }
  return Mesh::from_triangles(corner, triangles);
}

Shape many_pieces(Random& random, int which) {
  ShapeMaker maker(random, 0.5);
  const auto balls = [&] {
    std::vector<Vector3d> centres = support::in_cube(random, 12);
    std::vector<double> radii;
    for (std::size_t i = 0; i < centres.size(); ++i) radii.push_back(random.between(0, 0.2));
    return Spheres(centres, radii);
  };
  switch (which) {
    case 0:
      return star(random);
    case 1:
      return sheet(random);
    case 2:
      return balls();
    case 3:
      return Rounded(star(random), 0.1);
    default: {
      const auto pose = [&] { return Pose(support::rotation(random), support::vector(random)); };
      const Pose p = pose(), q = pose(), r = pose();
      const std::vector<Part> parts{
          {maker.make(Kind::cone), p}, {star(random), q}, {maker.make(Kind::polytope), r}};
      return Compound(parts);
    }
  }
}
constexpr int many_kinds = 5;

/// From about the one place to about the other, at a distance of the origin of about `pass`.
Motion random_motion(Random& random, bool turns, double pass) {
  const Vector3d way = support::direction(random) * random.between(0.5, 4);
  const Vector3d aside = support::vector(random) * pass;
  const auto pose = [&](const Vector3d& t) {
    return turns ? Pose(support::rotation(random), t) : Pose(t);
  };
  const Pose from = pose(aside - way), middle = pose(aside + support::vector(random)),
             to = pose(aside + way);
  switch (static_cast<int>(random.between(0, turns ? 6 : 3))) {
    case 0:
      return Motion::between(from, to);
    case 1: {
      const Pose path[] = {from, middle, to};
      return Motion::path(path);
    }
    case 2:
      return turns ? Motion::linear_quaternion(from, to) : Motion(from);
    case 3:
      return Motion::screw(from, to);
    case 4:
      return Motion::between(from, {to.rotation, from.translation});  // on the spot
    default: {
      const double speed = 2 * way.norm(), turning = random.between(1, 12);
      const Vector3d axis = support::direction(random);
      return Motion::function(
          [=](double s) {
            const Eigen::AngleAxisd turn(turning * s, axis);
            return Pose(turn.toRotationMatrix() * from.rotation, from.translation + 2 * s * way);
          },
          speed * (1 + 1e-12), turning * (1 + 1e-12));
    }
  }
}

struct Tally {
  int cases = 0, contacts = 0, clear = 0, not_known = 0;
  long steps = 0;
  int most = 0;
};

constexpr int samples = 101;

void check_pair(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                double margin, Tally& tally) {
  const FirstContact found = first_contact(a, motion_a, b, motion_b);
  const ClearAlong clear = clear_along(a, motion_a, b, motion_b, margin);
  ++tally.cases;
  tally.contacts += found.contact;
  tally.clear += clear.clear;
  tally.steps += found.steps;
  tally.most = std::max(tally.most, found.steps);
  tally.not_known += found.status == Status::not_converged;
  EXPECT_LE(found.time_lower, found.time_upper);
  // No shape here is larger than 4; of two points, or a point and a half-space, the way counts.
  const bool point = type_name(a) == std::string("point") || type_name(b) == std::string("point");
  const double tolerance = point ? 4e-5 : 4e-6;
  const auto distance_at = [&](double s) { return distance(a, motion_a(s), b, motion_b(s)); };
  const auto look_at = [&](double s) {
    const Distance d = distance_at(s);
    if (!found.contact || s < found.time_lower) {
      EXPECT_GT(d.upper, 0) << s;
    }
    if (clear) {
      EXPECT_GE(d.upper, margin) << s;
    }
    return d.upper;
  };
  double least = 1e9, where = 0;
  for (int i = 0; i < samples; ++i) {
    const double s = i / (samples - 1.0), d = look_at(s);
    if (d < least) where = s;
    least = std::min(least, d);
  }
  // Closer at where it is nearest, and at the end of what is proved.
  for (double width = 0.01; width > 1e-9; width *= 0.7) {
    for (const double s : {where - width, where + width}) {
      if (!(s >= 0 && s <= 1)) continue;
      const double d = look_at(s);
      if (d < least) where = s;
      least = std::min(least, d);
    }
    look_at(found.time_lower * (1 - width));
  }
  if (found.contact && found.status != Status::not_converged) {
    EXPECT_LE(distance_at(found.time_upper).lower, tolerance);
    EXPECT_LE(found.distance.upper, tolerance);
  }
  if (!clear && clear.status != Status::not_converged) {
    EXPECT_LE(clear.distance.upper, margin + tolerance);
    EXPECT_LE(distance_at(clear.time).lower, margin + tolerance);
  }
  // What the two say agrees.
  if (clear && margin > 1e-5) {
    EXPECT_FALSE(found.contact);
  }
}

void report(const char* name, const Tally& t) {
  std::printf("%s: %d cases, %d contacts, %d clear, %.1f steps on average, %d at most\n", name,
              t.cases, t.contacts, t.clear, static_cast<double>(t.steps) / t.cases, t.most);
}

TEST(Sweep, OfConvexPairs) {
  Tally tally;
  int index = 0;
  for (int round = 0; round < times_as_many(); ++round) {
    support::for_each_pair([&](Kind kind_a, Kind kind_b) {
      SCOPED_TRACE(support::case_name(++index));
      Random random = support::random_case(index);
      ShapeMaker maker(random, 1);
      const Shape a = maker.make(kind_a), b = maker.make(kind_b);
      const bool apart = static_cast<int>(kind_a) >= support::bounded_kinds ||
                         static_cast<int>(kind_b) >= support::bounded_kinds;
      const double pass = apart ? 4 : 2;
      const Motion motion_a = random_motion(random, bounded(a), pass);
      const Motion motion_b = random_motion(random, bounded(b), pass);
      check_pair(a, motion_a, b, motion_b, random.between(0, 0.3), tally);
    });
  }
  report("convex", tally);
  EXPECT_GT(tally.contacts, tally.cases / 10);
  EXPECT_LT(tally.contacts, tally.cases * 9 / 10);
  EXPECT_GT(tally.clear, tally.cases / 10);
  EXPECT_EQ(tally.not_known, 0);
}

TEST(Sweep, OfManyPieces) {
  Tally tally;
  for (int index = 0; index < 100 * times_as_many(); ++index) {
    SCOPED_TRACE(support::case_name(index));
    Random random = support::random_case(index + 100000);
    ShapeMaker maker(random, 1);
    const int which = index % many_kinds, other = index / many_kinds % (many_kinds + 5);
    constexpr Kind convex_kinds[] = {Kind::box, Kind::sphere, Kind::polytope, Kind::halfspace,
                                     Kind::prism};
    const Shape a = many_pieces(random, which);
    const Shape b = other < many_kinds ? many_pieces(random, other)
                                       : maker.make(convex_kinds[other - many_kinds]);
    const Motion motion_a = random_motion(random, true, 3);
    const Motion motion_b = random_motion(random, bounded(b), 3);
    if (index % 2) {
      check_pair(a, motion_a, b, motion_b, random.between(0, 0.3), tally);
    } else {
      check_pair(b, motion_b, a, motion_a, random.between(0, 0.3), tally);
    }
  }
  report("many pieces", tally);
  EXPECT_GT(tally.contacts, tally.cases / 10);
  EXPECT_LT(tally.contacts, tally.cases * 9 / 10);
  EXPECT_GT(tally.clear, tally.cases / 10);
  EXPECT_EQ(tally.not_known, 0);
}

/// The search among pieces, which queries turn to late: whatever it claims is so, and it claims
/// more than can be known without it.
TEST(Sweep, SearchesAmongPieces) {
  int farther = 0, cases = 0;
  for (int index = 0; index < 100 * times_as_many(); ++index) {
    SCOPED_TRACE(support::case_name(index));
    Random random = support::random_case(index + 200000);
    ShapeMaker maker(random, 1);
    const Shape a = many_pieces(random, index % many_kinds);
    const Shape b =
        index % 3 ? many_pieces(random, index / 3 % many_kinds) : maker.make(Kind::cone);
    const Motion motion_a = random_motion(random, true, 3),
                 motion_b = random_motion(random, true, 3);
    const PairMotion pair(a, motion_a, b, motion_b, 0);
    const double s = random.between(0, 1), limit = index % 2;
    const Distance d = pair.distance(s, {}, nullptr);
    const double m = random.between(0, 1) * d.lower;
    if (!(d.lower > m)) continue;
    ++cases;
    const double freely = pair.advance(s, limit, d, m, false);
    const double t = pair.advance(s, limit, d, m, true);
    EXPECT_GE(std::abs(t - s), std::abs(freely - s));
    farther += t != freely;
    for (int i = 0; i <= 50; ++i) {
      const double x = std::clamp(s + (t - s) * i / 50, 0.0, 1.0);
      EXPECT_GE(pair.distance(x, {}, nullptr).upper, m) << i;
    }
  }
  EXPECT_GT(cases, 50);
  EXPECT_GT(farther, cases / 4);
}

}  // namespace
}  // namespace apart
