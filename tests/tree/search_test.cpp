// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <apart/batch.hpp>
#include <apart/error.hpp>
#include <apart/triangle_pairs.hpp>
#include <apart/verify.hpp>

#include <hwy/targets.h>

#include "support/refusal.hpp"
#include "support/sanitized.hpp"
#include "tree/meshes.hpp"

// The search of trees against brute force over all pairs of pieces.

namespace apart {
namespace {

using namespace testing;
using Eigen::Vector3d;

constexpr unsigned seed = 1994;

/// The interval holds the truth, which brute force knows as an interval, too; it is as narrow as
/// asked; the points are where they ought to be. `scale` is S.
void expect_right(const Distance& d, const Distance& truth, double scale, double relative_error,
                  const std::string& what) {
  const double u = 0x1p-53;
  EXPECT_LE(d.lower, truth.upper) << what;
  EXPECT_GE(d.upper, truth.lower) << what;
  EXPECT_NE(d.status, Status::not_converged) << what;
  EXPECT_LE(d.upper - d.lower, std::max(relative_error * d.upper, 64 * u * scale)) << what;
  EXPECT_EQ(d.status == Status::separated, d.lower > 0) << what;
  EXPECT_NEAR(d.normal.norm(), 1, 1e-14) << what;
  if (truth.status == Status::overlapping) {
    EXPECT_FALSE(d.lower > 0) << what;
  }
  if (d.status == Status::separated) {
    const double error = 4 * u * (d.point_a.norm() + d.point_b.norm() + scale);
    EXPECT_LE((d.point_b - d.point_a - d.upper * d.normal).norm(), error) << what;
  }
}

void compare(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double scale,
             const std::string& what) {
  const Distance truth = brute_force(a, pose_a, b, pose_b);
  for (const double e : {0.0, 0.01, 0.2, 1.0}) {
    Options options;
    options.relative_error = e;
    const Distance d = distance(a, pose_a, b, pose_b, options);
    expect_right(d, truth, scale, e, what + ", relative error " + std::to_string(e));
  }
  const Distance d = distance(a, pose_a, b, pose_b);
  EXPECT_EQ(intersects(a, pose_a, b, pose_b), !(d.lower > 0)) << what;
  for (const double r : {0.5 * d.upper, 0.999999 * d.lower, 1.000001 * d.upper, 3 * d.upper}) {
    EXPECT_EQ(within(a, pose_a, b, pose_b, r), !(d.lower > r)) << what << ", r = " << r;
    Options options;
    options.enough = r;
    const Distance cut = distance(a, pose_a, b, pose_b, options);
    EXPECT_LE(cut.lower, truth.upper) << what << ", enough = " << r;
    EXPECT_GE(cut.upper, truth.lower) << what << ", enough = " << r;
    EXPECT_TRUE(std::isfinite(cut.upper)) << what << ", enough = " << r;
    EXPECT_TRUE(cut.lower > r || cut.upper <= r || cut.status != Status::cut_off) << what;
  }
  const Verification check = verify(a, pose_a, b, pose_b, d);
  EXPECT_TRUE(check) << what << ": " << check.problem;
  const Distance back = distance(b, pose_b, a, pose_a);
  EXPECT_LE(back.lower, d.upper) << what;
  EXPECT_GE(back.upper, d.lower) << what;
}

std::string name(const char* what, int i) {
  return std::string(what) + " " + std::to_string(i) + ", seed " + std::to_string(seed);
}

TEST(Search, SoupsAtAllDistances) {
  Random random(seed);
  for (int i = 0; i < 40; ++i) {
    const Mesh a = soup(1 + i, 0.3, random).mesh(), b = soup(40 - i, 0.1, random).mesh();
    const double distance = 12.0 * i / 40;
    compare(a, random_pose(random, 1), b, random_pose(random, distance), 20 + distance,
            name("soups", i));
  }
}

TEST(Search, BumpySpheresAtAllDistances) {
  Random random(seed);
  for (int i = 0; i < 12; ++i) {
    const Surface a = bumpy_sphere(5, random), b = bumpy_sphere(7, random);
    compare(a.mesh({.solid = false}), random_pose(random, 0), b.mesh({.solid = false}),
            random_pose(random, 0.5 * i), 10, name("bumpy spheres", i));
  }
}

TEST(Search, DegenerateTrianglesTakePart) {
  Random random(seed);
  for (int i = 0; i < 30; ++i) {
    const Mesh a = degenerate_soup(20, random).mesh(), b = degenerate_soup(30, random).mesh();
    compare(a, Pose(), b, random_pose(random, 0.4 * i), 30, name("degenerate soups", i));
  }
}

TEST(Search, SheetsInOnePlaneAndInParallelOnes) {
  const Mesh a = sheet(6).mesh(), b = sheet(5, 0.7).mesh();
  for (const double z : {0.0, 1e-12, 1e-6, 0.5}) {
    for (const double x : {0.0, 0.85, 0.85 + 1e-9, 3.0}) {
      compare(a, Pose(), b, Pose(Vector3d(x, 0.1, z)), 5,
              "sheets " + std::to_string(x) + " " + std::to_string(z));
    }
  }
}

TEST(Search, CubesThatTouchOrShareVertices) {
  const Mesh a = cube(1, 3).mesh({.solid = false});
  for (const Vector3d& t : {Vector3d(1, 0, 0), Vector3d(1, 1, 0), Vector3d(1, 1, 1),
                            Vector3d(0, 0, 0), Vector3d(1, 1.0 / 3, 0), Vector3d(0.5, 0.5, 0)}) {
    const Distance d = distance(a, Pose(), a, Pose(t));
    EXPECT_EQ(d.lower, 0) << t.transpose();
    EXPECT_LE(d.upper, 1e-15) << t.transpose();
    EXPECT_TRUE(intersects(a, Pose(), a, Pose(t))) << t.transpose();
  }
}

TEST(Search, CloseBy) {
  Random random(seed);
  const Mesh a = bumpy_sphere(10, random).mesh(), b = bumpy_sphere(10, random).mesh();
  for (int i = 0; i < (support::sanitized ? 2 : 10); ++i) {
    const Pose pose_a = random_pose(random, 0);
    Pose pose_b = random_pose(random, 5);
    const Vector3d towards = -pose_b.translation / 5;
    for (const double gap : {1e-2, 1e-4, 1e-6, 1e-8, 1e-11}) {
      for (int k = 0; k < 60; ++k) {  // it cannot jump over the gap: it moves no more than there is
        const Distance d = distance(a, pose_a, b, pose_b);
        if (d.upper <= gap) break;
        pose_b.translation += towards * (d.lower - 0.9 * gap);
      }
      compare(a, pose_a, b, pose_b, 10, name("close", i) + ", gap " + std::to_string(gap));
    }
  }
}

TEST(Search, FarAwayAndSmall) {
  Random random(seed);
  const Surface a = bumpy_sphere(6, random), b = bumpy_sphere(6, random);
  for (const double far : {1e3, 1e6, 1e9, 1e13, 1e17, 1e100}) {
    const Pose pose = random_pose(random, far);
    compare(a.mesh(), Pose(), b.mesh(), pose, 4 + far, "far " + std::to_string(far));
  }
  for (const double small : {1e-6, 1e-30, 1e-100}) {
    compare(a.mesh(), Pose(), b.scaled(small).mesh(), random_pose(random, 3), 8,
            "small " + std::to_string(small));
    const Pose near = random_pose(random, 3 * small);
    compare(a.scaled(small).mesh(), Pose(), b.scaled(small).mesh(), near, 8 * small,
            "both small " + std::to_string(small));
  }
  // In one place, but far from the origin: of their frames, and of the world.
  const Vector3d there(1e6, -2e6, 3e6);
  compare(a.moved(there).mesh(), Pose(), b.moved(there).mesh(), Pose(Vector3d(2.5, 1, 0)), 1e7,
          "frames far away");
}

TEST(Search, EnoughOfAFarCloudOfPoints) {
  const std::vector<Vector3d> centres{
      {0.4, 0.4, 0.2}, {0, 1, 0.7}, {0.4, -0.8, 0.3}, {0.7, 0.9, 0.7}, {0.2, 0.9, -0.3}};
  const Spheres cloud(centres, 0.0);
  const Pose pose(Vector3d(1000, 0, 0));
  const Distance d = distance(Point(0.001, 0, 0), Pose(), cloud, pose, {.enough = 10});
  EXPECT_LE(d.lower, d.upper);
  EXPECT_LE(d.lower, distance(Point(0.001, 0, 0), Pose(), cloud, pose).upper);
}

TEST(Search, SurfacesThatCoincideEndSoon) {
  const Mesh box = cube(1, 40).mesh();
  SearchCounts counts;
  const Distance d = distance(box, Pose(), box, Pose(), {.counts = &counts});
  EXPECT_EQ(d.lower, 0);
  EXPECT_LE(counts.exact_pairs, 100);
}

TEST(Search, ConcentricBallsWithAThinGap) {
  const Mesh inner = sphere(40).mesh({.solid = false});
  for (const double gap : {1e-6, 1e-4}) {
    const Mesh outer = sphere(40, 1 + gap).mesh({.solid = false});
    for (const double e : {0.0, 0.1}) {
      const Distance d = distance(inner, Pose(), outer, Pose(), {.relative_error = e});
      EXPECT_EQ(d.status, Status::separated) << gap << " " << e;
    }
  }
}

TEST(Search, ScalingByPowersOfTwoKeepsTheBits) {
  Random random(seed);
  const Surface a = bumpy_sphere(8, random), b = bumpy_sphere(8, random);
  for (int i = 0; i < 6; ++i) {
    const Pose pose_a = random_pose(random, 0), pose_b = random_pose(random, 1.5 + i);
    const Distance d = distance(a.mesh(), pose_a, b.mesh(), pose_b);
    for (const int k : {-330, -40, 1, 77, 330}) {
      const double s = std::ldexp(1, k);
      Pose scaled_b = pose_b;
      scaled_b.translation *= s;
      const Distance e = distance(a.scaled(s).mesh(), pose_a, b.scaled(s).mesh(), scaled_b);
      EXPECT_EQ(e.lower, d.lower * s) << k;
      EXPECT_EQ(e.upper, d.upper * s) << k;
      EXPECT_EQ(e.point_a, d.point_a * s) << k;
      EXPECT_EQ(e.normal, d.normal) << k;
      EXPECT_EQ(e.witness.triangle_a, d.witness.triangle_a) << k;
    }
  }
}

TEST(Search, EveryInstructionSetGivesTheSameBits) {
  Random random(seed);
  const Mesh a = bumpy_sphere(12, random).mesh(), b = bumpy_sphere(9, random).mesh();
  for (int i = 0; i < 20; ++i) {
    const Pose pose = random_pose(random, 0.3 * i);
    const Distance d = distance(a, Pose(), b, pose);
    SearchCounts counts;
    distance(a, Pose(), b, pose, {.counts = &counts});
    SearchCounts decided;
    const bool hit = intersects(a, Pose(), b, pose, {.counts = &decided});
    for (const auto target : hwy::SupportedAndGeneratedTargets()) {
      hwy::SetSupportedTargetsForTest(target);
      SearchCounts again;
      const Distance e = distance(a, Pose(), b, pose, {.counts = &again});
      EXPECT_EQ(e.lower, d.lower) << hwy::TargetName(target);
      EXPECT_EQ(e.upper, d.upper) << hwy::TargetName(target);
      EXPECT_EQ(e.point_b, d.point_b) << hwy::TargetName(target);
      EXPECT_EQ(e.normal, d.normal) << hwy::TargetName(target);
      EXPECT_EQ(again.node_pairs, counts.node_pairs) << hwy::TargetName(target);
      EXPECT_EQ(again.triangle_pairs, counts.triangle_pairs) << hwy::TargetName(target);
      SearchCounts decided_again;
      EXPECT_EQ(intersects(a, Pose(), b, pose, {.counts = &decided_again}), hit);
      EXPECT_EQ(decided_again.node_pairs, decided.node_pairs) << hwy::TargetName(target);
      EXPECT_EQ(decided_again.triangle_pairs, decided.triangle_pairs) << hwy::TargetName(target);
    }
    hwy::SetSupportedTargetsForTest(0);
  }
}

TEST(Search, DecisionsHoldCloseToTheirLimit) {
  Random random(seed);
  const Mesh a = bumpy_sphere(12, random).mesh(), b = bumpy_sphere(9, random).mesh();
  for (int i = 0; i < 40; ++i) {
    const Pose pose_a = random_pose(random, 1), pose_b = random_pose(random, 2.5 + 0.1 * i);
    const Distance d = distance(a, pose_a, b, pose_b);
    if (!(d.lower > 0)) continue;
    for (const double part : {1e-12, 1e-9, 1e-6, 1e-3, 0.9}) {
      EXPECT_TRUE(within(a, pose_a, b, pose_b, (1 + part) * d.upper)) << part << ", " << i;
      EXPECT_FALSE(within(a, pose_a, b, pose_b, (1 - part) * d.lower)) << part << ", " << i;
    }
  }
}

// A limit far from zero was once decided by a search without order: hundreds of millions of pairs.
TEST(Search, WithinTakesNoMoreWorkThanDistance) {
  const Mesh ball = sphere(60).mesh();
  for (const double x : {2.2, 3.0, 6.0, 20.0}) {
    const Pose pose(Vector3d(x, 0.3, 0.2));
    SearchCounts exact;
    const Distance d = distance(ball, {}, ball, pose, {.counts = &exact});
    for (const double part : {0.5, 0.999999, 1.000001, 1.3, 2.0, 20.0}) {
      SearchCounts counts;
      EXPECT_EQ(within(ball, {}, ball, pose, part * d.upper, {.counts = &counts}), part > 1);
      EXPECT_LE(counts.node_pairs, exact.node_pairs + 64) << x << ", " << part;
    }
  }
}

TEST(Search, LessWorkForLessAccuracy) {
  Random random(seed);
  const Mesh a = bumpy_sphere(40, random).mesh(), b = bumpy_sphere(40, random).mesh();
  std::vector<SearchCounts> counts;
  for (const double e : {0.0, 0.01, 0.1, 0.5, 1.0}) {
    Random places(seed);
    SearchCounts sum;
    for (int i = 0; i < 20; ++i) {
      const Pose pose = random_pose(places, 3 + 0.2 * i);
      distance(a, Pose(), b, pose, {.relative_error = e, .counts = &sum});
    }
    if (!counts.empty()) {
      EXPECT_LE(sum.node_pairs, counts.back().node_pairs) << e;
      EXPECT_LE(sum.triangle_pairs, counts.back().triangle_pairs) << e;
    }
    counts.push_back(sum);
  }
  EXPECT_LT(5 * counts[3].node_pairs, counts[0].node_pairs);
}

TEST(Search, ATrackerChangesNothingThatIsProved) {
  Random random(seed);
  const Mesh a = bumpy_sphere(12, random).mesh(), b = bumpy_sphere(12, random).mesh();
  Tracker tracker;
  Pose pose = random_pose(random, 3);
  for (int i = 0; i < 50; ++i) {
    pose.translation += 0.02 * random_vector(random);
    const Distance cold = distance(a, Pose(), b, pose);
    const Distance warm = distance(a, Pose(), b, pose, {}, &tracker);
    EXPECT_LE(warm.lower, cold.upper);
    EXPECT_GE(warm.upper, cold.lower);
    EXPECT_EQ(warm.status, cold.status);
  }
  tracker.triangle_a = 1 << 30;  // from another pair
  EXPECT_GT(distance(a, Pose(), b, Pose(Vector3d(9, 0, 0)), {}, &tracker).lower, 0);
}

/// One of everything that is not convex, none larger than 3.
std::vector<Shape> many_kinds(Random& random) {
  const Mesh mesh = bumpy_sphere(5, random).mesh({.solid = false});
  std::vector<Vector3d> centres;
  std::vector<double> radii;
  for (int i = 0; i < 30; ++i) {
    centres.push_back(0.7 * random_vector(random));
    radii.push_back(0.02 * i);
  }
  const Spheres spheres(centres, radii);
  const std::vector<Part> parts{{Box(1, 0.5, 0.2), random_pose(random, 1)},
                                {Cylinder(0.3, 1), random_pose(random, 1)},
                                {mesh, random_pose(random, 0.5)},
                                {Rounded(Ellipsoid(0.2, 0.4, 0.1), 0.1), random_pose(random, 1.5)}};
  const Compound compound(parts);
  const std::vector<Part> nest{{Rounded(compound, 0.05), random_pose(random, 0.5)},
                               {Rounded(spheres, 0.1), random_pose(random, 1)},
                               {Capsule(0.1, 1), random_pose(random, 0.5)}};
  return {mesh,
          spheres,
          compound,
          Compound(nest),
          Rounded(Rounded(mesh, 0.1), 0.2),
          Rounded(Compound(nest), 0.25)};
}

TEST(Search, EveryKindAgainstEveryKind) {
  Random random(seed);
  const std::vector<Shape> many = many_kinds(random);
  std::vector<Shape> all = many;
  all.insert(all.end(),
             {Point(0.1, 0.2, 0.3), Segment({0, 0, 0}, {1, 0, 0.5}), Sphere(0.5), Box(1, 2, 0.5),
              Capsule(0.2, 1), Cylinder(0.5, 1), Cone(0.5, 1), Ellipsoid(0.3, 0.5, 1),
              Rounded(Box(0.5, 0.5, 0.5), 0.2), Polytope::hull(sphere(6).vertices)});
  for (std::size_t i = 0; i < many.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) {
      for (const double distance : {0.5, 2.5, 6.0}) {
        const std::string what = std::string(type_name(many[i])) + " " + std::to_string(i) +
                                 " and " + type_name(all[j]) + " " + std::to_string(j) + " at " +
                                 std::to_string(distance);
        compare(many[i], random_pose(random, 0), all[j], random_pose(random, distance), 15, what);
      }
    }
  }
}

TEST(Search, UnboundedShapes) {
  Random random(seed);
  const std::vector<Eigen::Vector2d> section{{0, 0}, {1, 0}, {0, 2}};
  const std::vector<Shape> unbounded{Halfspace({1, 2, 3}, 0.5), Rounded(Halfspace({0, 0, 1}, 0), 1),
                                     Prism(section), Rounded(Prism(section), 0.25)};
  int i = 0;
  for (const Shape& many : many_kinds(random)) {
    for (const Shape& other : unbounded) {
      for (const double distance_ : {0.0, 3.0, 8.0}) {
        const Pose pose = random_pose(random, distance_), place = random_pose(random, distance_);
        compare(many, place, other, pose, 30, name("unbounded", i++));
      }
    }
  }
}

TEST(Search, MarginsGrowBoth) {
  Random random(seed);
  for (const Shape& many : many_kinds(random)) {
    const Pose pose = random_pose(random, 5);
    const Distance truth = brute_force(many, Pose(), Box(1, 1, 1), pose, 0.375);
    expect_right(distance(many, Pose(), Box(1, 1, 1), pose, {.margin = 0.375}), truth, 15, 0,
                 type_name(many));
  }
}

TEST(Search, BatchesHaveTheBitsOfSingleCalls) {
  Random random(seed);
  const std::vector<Shape> many = many_kinds(random);
  std::vector<Pose> poses;
  for (int i = 0; i < 30; ++i) poses.push_back(random_pose(random, 0.2 * i));
  std::vector<Distance> out(poses.size());
  for (const Shape& shape : many) {
    distances(shape, {}, many[0], poses, out);
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const Distance d = distance(shape, Pose(), many[0], poses[i]);
      EXPECT_EQ(out[i].lower, d.lower);
      EXPECT_EQ(out[i].upper, d.upper);
      EXPECT_EQ(out[i].point_a, d.point_a);
    }
  }
  SearchCounts counts;
  EXPECT_THROW(distances(many[0], {}, many[0], poses, out, {.counts = &counts}), InvalidInput);
}

TEST(Search, VerifyRefusesWhatIsWrong) {
  Random random(seed);
  const Mesh a = bumpy_sphere(6, random).mesh(), b = bumpy_sphere(6, random).mesh();
  const Pose pose = random_pose(random, 4);
  Distance d = distance(a, Pose(), b, pose);
  EXPECT_TRUE(verify(a, Pose(), b, pose, d));
  Distance wrong = d;
  wrong.lower = wrong.upper = 1.01 * d.upper;
  EXPECT_FALSE(verify(a, Pose(), b, pose, wrong));
  wrong = d;
  wrong.upper = wrong.lower = 0.99 * d.lower;
  EXPECT_FALSE(verify(a, Pose(), b, pose, wrong));
  wrong = d;
  wrong.point_a.x() += 0.1;
  EXPECT_FALSE(verify(a, Pose(), b, pose, wrong));
  Distance inside = distance(a, Pose(), Sphere(0.01), Pose());
  inside.status = Status::separated;
  inside.lower = 0.1;
  EXPECT_FALSE(verify(a, Pose(), Sphere(0.01), Pose(), inside));
}

TEST(Search, IntersectingTrianglesAreAllFound) {
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    const Mesh a = bumpy_sphere(6, random).mesh(), b = soup(60, 0.5, random).mesh();
    const Pose pose = random_pose(random, 0.1 * i);
    std::vector<TrianglePair> truth;
    const auto triangle = [](const Mesh& m, int t) {
      const auto& [p, q, r] = m.triangles()[t];
      return Triangle(m.vertices()[p], m.vertices()[q], m.vertices()[r]);
    };
    for (int s = 0; s < static_cast<int>(a.triangles().size()); ++s) {
      for (int t = 0; t < static_cast<int>(b.triangles().size()); ++t) {
        if (intersects(triangle(a, s), Pose(), triangle(b, t), pose)) truth.push_back({s, t});
      }
    }
    EXPECT_EQ(intersecting_triangles(a, Pose(), b, pose), truth) << i;
    if (truth.size() > 3) {
      EXPECT_EQ(intersecting_triangles(a, Pose(), b, pose, 3).size(), 3);
    }
  }
}

TEST(Search, PosesThatAreNotQuiteRigid) {
  Random random(seed);
  const Mesh a = bumpy_sphere(6, random).mesh(), b = bumpy_sphere(6, random).mesh();
  for (int i = 0; i < 20; ++i) {
    Pose pose_a = random_pose(random, 0), pose_b = random_pose(random, 2.5);
    pose_a.rotation += 1e-7 * Eigen::Matrix3d::Random();
    pose_b.rotation += 1e-7 * Eigen::Matrix3d::Random();
    compare(a, pose_a, b, pose_b, 10, name("not rigid", i));
  }
}

TEST(Search, BadMeshesAreRefusedInWords) {
  const std::vector<Vector3d> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const auto message = [&](const std::vector<Vector3d>& v, std::vector<Mesh::Corners> t) {
    return support::refusal([&] { Mesh::from_triangles(v, t); });
  };
  EXPECT_EQ(message(vertices, {}), "mesh: there must be at least one triangle");
  EXPECT_EQ(message(vertices, {{0, 1, 3}}),
            "mesh: triangles[0][2] must be a vertex, 0 to 2, got 3");
  EXPECT_EQ(message({{0, 0, 0}, {NAN, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}),
            "mesh: vertices[1][0] must be finite, got nan");
  const std::vector<Mesh::Corners> one{{0, 1, 2}};
  EXPECT_EQ(support::refusal([&] { Mesh::from_triangles(vertices, one, {.threads = -1}); }),
            "mesh: threads must not be negative, got -1");
  EXPECT_THROW(Spheres(std::vector<Vector3d>{}, 1.0), InvalidInput);
  EXPECT_THROW(Spheres(vertices, -1.0), InvalidInput);
  EXPECT_THROW(Compound(std::vector<Part>{}), InvalidInput);
  EXPECT_THROW(Compound(std::vector<Part>{{Halfspace({0, 0, 1}, 0), Pose()}}), InvalidInput);
}

// What verify() allows for is what rounding is a part of: how large both are, and how far from the
// origins of their frames, whatever cancels.

TEST(VerifyPieces, SmallShapesInLargeCompounds) {
  Random random(seed);
  std::vector<Vector3d> ends;
  for (int k = 0; k < 3; ++k) {
    for (const double end : {-3000.0, 3000.0}) ends.push_back(end * Vector3d::Unit(k));
  }
  const Compound large(std::vector<Part>{{Polytope::hull(ends), Pose()}});
  const Segment small({-1, 0, 0}, {1, 0, 0});
  for (int i = 0; i < 100; ++i) {
    const Pose pose = random_pose(random, 1);
    const Distance d = distance(small, pose, large, Pose());
    EXPECT_EQ(d.status, Status::overlapping);
    const Verification check = verify(small, pose, large, Pose(), d);
    EXPECT_TRUE(check) << i << ": " << check.problem;
    Distance moved = d;
    moved.point_a = moved.point_b += Vector3d(1e-8, 1e-8, 1e-8);
    EXPECT_FALSE(verify(small, pose, large, Pose(), moved));
  }
}

TEST(VerifyPieces, PartsFarFromTheirOrigin) {
  Random random(seed);
  for (int i = 0; i < 100; ++i) {
    const Vector3d p = 1000 * random_pose(random, 1).translation;
    const Pose part(random_pose(random, 0).rotation, Vector3d(0, 0, 0));
    const Compound body(std::vector<Part>{{Point(p), part}});
    Pose pose = random_pose(random, 0);
    pose.translation = Vector3d(2, 0, 0) - pose.rotation * (part.rotation * p);
    const Point origin(0, 0, 0);
    const Distance d = distance(origin, Pose(), body, pose);
    const Verification check = verify(origin, Pose(), body, pose, d);
    EXPECT_TRUE(check) << i << ": " << check.problem;
    Distance higher = d;
    higher.lower = higher.upper = d.upper + 1e-9;
    EXPECT_FALSE(verify(origin, Pose(), body, pose, higher));
  }
}

}  // namespace
}  // namespace apart
