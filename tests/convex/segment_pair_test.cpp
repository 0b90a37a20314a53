// SPDX-License-Identifier: BSD-3-Clause

// The closed forms in double against Gjk's own, in double-double, and against verify(): segments in
// all the relations to each other that make such forms fail, and boxes with a point anywhere.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>

#include "convex/convex_distance.hpp"
#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Pose;
using apart::Segment;
using support::Random;
using Vector = Eigen::Vector3d;

/// What there was before the closed forms says the same, and the interval is as narrow as
/// docs/certificate.md promises.
void check(const apart::Shape& a, const Pose& pose_a, const apart::Shape& b, const Pose& pose_b,
           const apart::Options& options = {}) {
  const apart::Distance d = apart::distance(a, pose_a, b, pose_b, options);
  EXPECT_TRUE(support::confirmed(apart::verify(a, pose_a, b, pose_b, d, options), d));
  EXPECT_NE(d.status, apart::Status::not_converged);
  const apart::Core core_a = apart::make_core(a), core_b = apart::make_core(b);
  const apart::Pair pair(core_a, pose_a, core_b, pose_b, options.margin);
  const apart::Distance e = apart::Gjk(pair, options).solve(nullptr);
  EXPECT_TRUE(support::meet(d, e));
  if (d.status == apart::Status::separated) {
    EXPECT_LE((d.upper - d.lower) * pair.scale(),
              std::max(34 * pair.unit(), options.relative_error * d.upper * pair.scale()))
        << support::text(d);
  }
}

void check_all_ways(const apart::Shape& a, const apart::Shape& b, Random& random, double scale) {
  const Pose pose(support::rotation(random), support::vector(random) * scale);
  for (const Pose& pose_b : {Pose(), pose}) {
    for (const double enough : {-1.0, 0.0, 0.7}) {
      for (const double margin : {0.0, 0.1}) {
        apart::Options options{.relative_error = enough < 0 ? 0 : 0.1, .margin = margin * scale};
        if (enough >= 0) options.enough = enough * scale;
        check(a, Pose(), b, pose_b, options);
        check(b, pose, a, pose_b, options);
      }
    }
  }
  check(apart::Rounded(a, 0.2 * scale), pose, b, pose);
  check(apart::Rounded(a, 0.2 * scale), Pose(), apart::Rounded(b, 3 * scale), pose);
}

/// ... in which one segment may stand to another, cd to ab.
constexpr const char* relations[] = {"any",     "crossing",  "touching",   "parallel",
                                     "almost",  "collinear", "shared",     "no length",
                                     "far off", "short",     "end to end", "same"};

Segment related(const std::string& relation, const Segment& ab, Random& random) {
  const Vector a = ab.a(), b = ab.b(), d = b - a, other = support::vector(random);
  const Vector across = d.cross(other), inner = a + random.between(0, 1) * d;
  const Vector off = random.between(0.01, 1) * across.normalized();
  if (relation == "crossing") return Segment(inner - other, inner + 0.7 * other);
  if (relation == "touching") return Segment(inner, inner + other);
  if (relation == "parallel") return Segment(inner + off, inner + off + 0.8 * d);
  if (relation == "almost") {
    const double angle = std::pow(10, random.between(-17, -3));
    return Segment(inner + off, inner + off + 0.8 * d + angle * other);
  }
  if (relation == "collinear") return Segment(b + 0.3 * d, b + 0.9 * d);
  if (relation == "shared") return Segment(b, other);
  if (relation == "no length") return Segment(other, other);
  if (relation == "far off") return Segment(1e9 * other, 1e9 * other + d);
  if (relation == "short") return Segment(other, other + 1e-12 * d);
  if (relation == "end to end") return Segment(b + off, b + off + 0.5 * d + off);
  if (relation == "same") return ab;
  return Segment(other, support::vector(random));
}

Segment scaled(const Segment& s, double scale) { return {s.a() * scale, s.b() * scale}; }

TEST(SegmentPair, EveryRelationAtEveryScale) {
  for (const std::string relation : relations) {
    for (const double scale : {1.0, 1e-300, 1e-150, relation == "far off" ? 1e140 : 3e149}) {
      for (int i = 0; i < 30; ++i) {
        SCOPED_TRACE(relation + " " + support::text(scale) + " " + support::case_name(i));
        Random random = support::random_case(i);
        const Vector a = support::vector(random), b = support::vector(random);
        const Segment ab(a, b), cd = related(relation, ab, random);
        check_all_ways(scaled(ab, scale), scaled(cd, scale), random, scale);
      }
    }
  }
}

TEST(SegmentPair, CapsulesAndSpheres) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const auto length = [&] { return random.between(0, 1); };
    const apart::Capsule a(length(), length()), b(length(), i % 5 ? length() : 0);
    const apart::Sphere c(length()), none(0);
    for (const double spread : {0.0, 0.5, 1.0, 3.0, 1e6}) {
      const Pose one(support::rotation(random), support::vector(random));
      const Pose other(i % 7 ? support::rotation(random) : one.rotation,
                       one.translation + spread * support::vector(random));
      check(a, one, b, other);
      check(a, one, c, other);
      check(c, one, c, other);
      check(none, one, none, other);
      check(a, one, apart::Point(other.translation), {});
    }
  }
}

/// A pose that is only just rigid enough.
Eigen::Matrix3d skewed(Random& random) {
  Eigen::Matrix3d r = support::rotation(random);
  for (int k = 0; k < 9; ++k) r(k) += random.between(-1, 1) * 1e-7;
  return r;
}

TEST(SegmentPair, PosesThatAreNotQuiteRigid) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Segment ab(support::vector(random), support::vector(random));
    const Segment cd = related(relations[i % 12], ab, random);
    const Pose one(skewed(random), support::vector(random));
    check(ab, one, cd, one);
    check(ab, one, cd, Pose(skewed(random), support::vector(random)));
  }
}

TEST(PointBox, AnywhereAroundAnyBox) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    for (const double scale : {1.0, 1e-280, 1e140}) {
      Vector size;  // now and then flat
      for (int k = 0; k < 3; ++k) size[k] = i >> k & 8 ? 0 : random.between(0, 2);
      Vector p = 1.5 * support::vector(random);
      for (int k = 0; k < 3; ++k) {  // above corners, edges and faces, and on the limits between
        if (i >> k & 1) p[k] = random.between(-1, 1) * size[k] / 2;
        if (i % 11 == k) p[k] = size[k] / 2;
      }
      const apart::Box box(size * scale);
      const apart::Point point(p * scale);
      check_all_ways(box, point, random, scale);
      check(box, Pose(skewed(random), Vector::Zero()), point, {});
      check(apart::Sphere(0.1 * scale), Pose(Vector(p * scale)), box, {});
      check(apart::Sphere(10 * scale), Pose(Vector(p * scale)), box, {});
      check(point, Pose(skewed(random), 1e6 * scale * support::vector(random)), box, {});
    }
  }
}

}  // namespace
