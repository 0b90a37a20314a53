// SPDX-License-Identifier: BSD-3-Clause

// What gradient() promises: its formula, when the near points determine it, and what is tied where
// they do not. Its values are judged by tests/oracle/gradient_oracle_test.cpp.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <vector>

#include "support/answer.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Gradient;
using apart::Mesh;
using apart::Options;
using apart::Pose;
using apart::Shape;
using apart::Status;
using apart::TiedWitness;
using apart::Vector6d;
using Eigen::Vector3d;
using support::Kind;
using support::Random;
using support::Scene;
using support::u;

constexpr double pi = 3.14159265358979323846;
constexpr double size = 16;                // of every scene here, generously
constexpr double rounding = 256 * u * 16;  // what counts as tied, likewise

Gradient gradient(const Scene& s, const Options& options = {}, apart::Tracker* tracker = nullptr) {
  apart::Workspace workspace;
  return apart::gradient(s.a, s.pose_a, s.b, s.pose_b, options, tracker, &workspace);
}

std::string text(const Gradient& g) {
  std::string s = std::string(to_string(g.status)) + " " + support::text(g.value) + " in [" +
                  support::text(g.lower) + ", " + support::text(g.upper) + "], points " +
                  support::text(g.point_a) + " " + support::text(g.point_b) + ", normal " +
                  support::text(g.normal) + (g.unique ? ", unique" : ", tied:");
  for (int i = 0; i < g.tied_size; ++i) {
    s += "\n  " + support::text(g.tied[i].point_a) + " " + support::text(g.tied[i].point_b) + " " +
         support::text(g.tied[i].normal);
  }
  return s;
}

Pose at(double x, double y, double z) { return Pose(Vector3d(x, y, z)); }

Pose turned(double angle, const Vector3d& axis, const Vector3d& t) {
  return {Eigen::AngleAxisd(angle, axis).toRotationMatrix(), t};
}

Pose after(const Pose& outer, const Pose& inner) {
  return {outer.rotation * inner.rotation, outer.rotation * inner.translation + outer.translation};
}

int number_of(Kind a, Kind b, int i) { return (int(a) * support::kinds + int(b)) * 16 + i; }

template <class Function>
void for_each_scene(const Function& f) {
  constexpr double spreads[] = {0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8};
  support::for_each_pair([&](Kind a, Kind b) {
    if (testing::Test::HasFailure()) return;
    for (int i = 0; i < 8; ++i) {
      SCOPED_TRACE(support::case_name(number_of(a, b, i)));
      Random random = support::random_case(number_of(a, b, i));
      f(support::random_scene(a, b, random, spreads[i]));
    }
  });
}

double point_error(const Gradient& g) {
  return (g.point_b - g.point_a - g.value * g.normal).norm();
}

/// The six numbers of the definition, from the points and the normal.
void expect_formula(const Gradient& g, const Pose& pose_a, const Pose& pose_b) {
  Vector6d a, b;
  a << -(g.point_a - pose_a.translation).cross(g.normal), -g.normal;
  b << (g.point_b - pose_b.translation).cross(g.normal), g.normal;
  EXPECT_EQ(g.grad_a, a);
  EXPECT_EQ(g.grad_b, b);
}

/// Each of the tied witnesses is as good as the answer: on its shapes, and as far apart.
void expect_tied(const Scene& s, const Gradient& g, int least) {
  const double error = rounding;
  EXPECT_FALSE(g.unique) << text(g);
  EXPECT_GE(g.tied_size, least) << text(g);
  for (int i = 0; i < g.tied_size; ++i) {
    const TiedWitness& w = g.tied[i];
    EXPECT_LE(std::abs((w.point_b - w.point_a).dot(w.normal) - g.value), error) << i << text(g);
    const double aside = std::sqrt(2 * (g.upper - g.lower) * size);  // on a curved surface
    EXPECT_LE((w.point_b - w.point_a - g.value * w.normal).norm(), error + aside) << i << text(g);
    EXPECT_LE(apart::distance(s.a, s.pose_a, apart::Point(w.point_a), {}).lower, error)
        << i << text(g);
    EXPECT_LE(apart::distance(s.b, s.pose_b, apart::Point(w.point_b), {}).lower, error)
        << i << text(g);
    for (int k = 0; k < i; ++k) {
      EXPECT_GT((w.point_a - g.tied[k].point_a).norm() + (w.point_b - g.tied[k].point_b).norm() +
                    (w.normal - g.tied[k].normal).norm(),
                1e-6)
          << i << ", " << k << text(g);
    }
  }
}

TEST(Gradient, IsThatOfTheAnswerOnEveryPair) {
  int status[5] = {};
  for_each_scene([&](const Scene& s) {
    const Gradient g = gradient(s);
    ++status[int(g.status)];
    expect_formula(g, s.pose_a, s.pose_b);
    EXPECT_TRUE(support::meet(s.penetration(), [&] {
      apart::Penetration p;
      p.lower = g.lower;
      p.upper = g.upper;
      return p;
    }()));
    EXPECT_LE(g.lower, g.value);
    EXPECT_LE(g.value, g.upper);
    EXPECT_NEAR(g.normal.norm(), 1, 4 * u);
    const double width = g.upper - g.lower;
    EXPECT_LE(point_error(g), rounding + std::sqrt(2 * width * size)) << text(g);
  });
  EXPECT_GT(status[int(Status::separated)], 300);
  EXPECT_GT(status[int(Status::overlapping)], 300);
}

TEST(Gradient, GenericPosesAreUnique) {
  int overlapping = 0;
  for_each_scene([&](const Scene& s) {
    const Gradient g = gradient(s);
    overlapping += g.status == Status::overlapping;
    EXPECT_TRUE(g.unique) << text(g);
    EXPECT_EQ(g.tied_size, 0);
  });
  EXPECT_GT(overlapping, 300);
}

/// Pairs whose near points are not determined, apart and overlapping, axis by axis.
struct Family {
  const char* name;
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  int least = 2;  ///< witnesses
};

/// What a user's type tells of itself is its support alone.
struct OwnCube {
  Vector3d support(const Vector3d& d) const {
    return {d.x() > 0 ? 1.0 : -1.0, d.y() > 0 ? 1.0 : -1.0, d.z() > 0 ? 1.0 : -1.0};
  }
  double radius() const { return 1.75; }
};

Shape square_prism() {
  const Eigen::Vector2d section[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  return apart::Prism(section);
}

Mesh cube_mesh() {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  const Mesh::Corners triangles[] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                     {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                     {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return Mesh::from_triangles(corners, triangles);
}

apart::Compound dumbbell() {
  const apart::Part parts[] = {{apart::Sphere(0.5), at(-1, 0, 0)},
                               {apart::Sphere(0.5), at(1, 0, 0)}};
  return apart::Compound(parts);
}

std::vector<Family> apart_families() {
  using namespace apart;
  const Box cube(2, 2, 2);
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY();
  const Pose on_edge = turned(pi / 4, x, {0, 0, 0});
  const Pose edge_above = turned(pi / 4, x, {0.5, 0, 4}), lying = turned(pi / 2, y, {0, 0, 2});
  const Polytope drum = Polytope::hull(support::drum(100, 1));
  const double slope = std::atan2(1, 2);
  return {
      {"faces", cube, at(0, 0, 0), cube, at(3, 0.5, 0.3), 4},
      {"faces that share an edge", cube, at(0, 0, 0), cube, at(3, 2, 0)},
      {"edges", cube, on_edge, cube, edge_above},
      {"edge and face", cube, at(0, 0, 0), cube, edge_above},
      {"capsules", Capsule(0.5, 2), at(0, 0, 0), Capsule(0.3, 2), at(3, 0, 0.5)},
      {"capsule and face", Capsule(0.5, 1), lying, cube, at(0, 0, 0)},
      {"segments", Segment({0, 0, 0}, {0, 0, 1}), at(0, 0, 0), Segment({0, 0, 0}, {0, 0, 2}),
       at(1, 2, -0.5)},
      {"triangle and box", Triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), at(0.1, 0.2, 2), cube,
       at(0, 0, 0), 3},
      {"cylinder's side and face", Cylinder(0.5, 1), lying, cube, at(0, 0, 0)},
      {"cylinder's side and edge", Cylinder(0.5, 2), lying, cube, on_edge},
      {"cylinders side by side", Cylinder(0.5, 2), at(0, 0, 0), Cylinder(0.3, 2), at(3, 0, 0.5)},
      {"cylinders end to end", Cylinder(0.5, 2), at(0, 0, 0), Cylinder(0.3, 2), at(0, 0, 3), 3},
      {"ends that overlap in part", Cylinder(0.5, 2), at(0, 0, 0), Cylinder(0.5, 2),
       at(0.5, 0.2, 3), 3},
      {"cone's base and face", Cone(0.5, 2), at(0.3, 0.2, 3), cube, at(0, 0, 0), 3},
      {"cone's side and face", Cone(1, 2), turned(pi / 2 + slope, y, {0, 0, 3}), cube, at(0, 0, 0)},
      {"drums", drum, at(0, 0, 0), drum, at(0.3, 0.2, 3), 3},
      {"rounded boxes", Rounded(cube, 0.25), at(0, 0, 0), cube, at(3, 0.5, 0.3), 4},
      {"rounded cylinder and capsule", Rounded(Cylinder(0.5, 2), 0.1), at(0, 0, 0), Capsule(0.5, 1),
       at(3, 0, 0.2)},
      {"box over ground", cube, at(0, 0, 2), Halfspace({0, 0, 1}, 0), at(0, 0, 0), 4},
      {"cylinder lying over ground", Halfspace({0, 0, 1}, 0), at(0, 0, 0), Cylinder(0.5, 1), lying},
      {"prism and box", cube, at(3, 0.3, 7), square_prism(), at(0, 0, 0), 4},
      {"prism and capsule", square_prism(), at(0, 0, 0), Capsule(0.5, 1), at(3, 0.3, 7)},
      {"flat ellipsoid and face", Ellipsoid(0.5, 0.75, 0), at(0, 0, 3), cube, at(0, 0, 0), 3},
      {"a user's own cube", Custom(OwnCube{}), at(0, 0, 3), cube, at(0.5, 0, 0), 4},
      {"meshes", cube_mesh(), at(0, 0, 0), cube_mesh(), at(3, 0.5, 0.3), 4},
      {"mesh and edge", cube_mesh(), on_edge, cube, edge_above},
      {"mesh over ground", cube_mesh(), at(0, 0, 2), Halfspace({0, 0, 1}, 0), at(0, 0, 0), 4},
      {"mesh and prism", square_prism(), at(0, 0, 0), cube_mesh(), at(3, 0.3, 7), 4},
      {"parts", dumbbell(), at(0, 0, 0), Sphere(0.25), at(0, 3, 0)},
      {"balls", Spheres(std::vector<Vector3d>{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}}, 0.25),
       at(0, 0, 0), Point(), at(0, 3, 0)},
  };
}

std::vector<Family> overlap_families() {
  using namespace apart;
  const Box cube(2, 2, 2);
  const Pose here = at(0, 0, 0);
  return {
      {"faces", cube, here, cube, at(1.5, 0.5, 0.25), 4},
      {"concentric cubes", cube, here, cube, here, 6},
      {"concentric spheres", Sphere(1), here, Sphere(0.5), here, 6},
      {"sphere amid a cube", cube, here, Sphere(0.5), here, 6},
      {"sphere amid a slab", Box(8, 8, 2), here, Sphere(0.5), at(0.5, 0.25, 0)},
      {"box amid a prism", square_prism(), here, Box(1, 0.5, 1), at(0, 0, 3)},
      {"concentric ellipsoids", Ellipsoid(1, 2, 3), here, Ellipsoid(0.5, 0.625, 0.75), here},
      {"crossed capsules", Capsule(0.5, 2), here, Capsule(0.25, 2),
       turned(pi / 2, Vector3d::UnitX(), {0, 0, 0})},
      {"coaxial cylinders", Cylinder(0.5, 9), here, Cylinder(0.25, 9), here},
      {"cylinders side by side", Cylinder(0.5, 9), here, Cylinder(0.25, 2), at(0.625, 0, 0)},
      {"box in the ground", cube, at(0, 0, 0.5), Halfspace({0, 0, 1}, 0), here, 4},
      {"mesh in the ground", Halfspace({0, 0, 1}, 0), here, cube_mesh(), at(0, 0, 0.5), 4},
      {"point amid a mesh", Point(), here, cube_mesh(), here, 6},
      {"touching corners", cube, here, cube, at(2, 2, 2)},
      {"touching faces", cube, here, cube, at(2, 0.5, 0), 4},
      {"a point on a point", Point(), here, Point(), here},
  };
}

/// As they are, and somewhere in the world.
void expect_families(const std::vector<Family>& families) {
  Random random = support::random_case(6);
  const Pose somewhere(support::rotation(random), 10 * support::vector(random));
  for (const Family& f : families) {
    SCOPED_TRACE(f.name);
    const Scene s{f.a, f.b, f.pose_a, f.pose_b};
    expect_tied(s, gradient(s), f.least);
    const Scene t{f.a, f.b, after(somewhere, f.pose_a), after(somewhere, f.pose_b)};
    expect_tied(t, gradient(t), f.least);
    expect_tied(t.swapped(), gradient(t.swapped()), f.least);
  }
}

TEST(Gradient, ParallelFacesAndTiedPairsAreNotUnique) { expect_families(apart_families()); }

TEST(Gradient, TiedWaysOutAreNotUnique) { expect_families(overlap_families()); }

/// A little off all of that, the near points are determined.
TEST(Gradient, NearlyParallelIsUnique) {
  int not_converged = 0;
  const Pose off(Eigen::Quaterniond(1, 1e-9, 2e-9, 3e-9), Vector3d(1e-9, -2e-9, 3e-9));
  for (const auto& families : {apart_families(), overlap_families()}) {
    for (const Family& f : families) {
      SCOPED_TRACE(f.name);
      const Gradient g = gradient({f.a, f.b, f.pose_a, after(off, f.pose_b)});
      // Of coaxial cylinders, the interval of the depth is wider than that.
      EXPECT_TRUE(g.unique || g.status == Status::not_converged) << text(g);
      not_converged += !g.unique;
    }
  }
  EXPECT_LE(not_converged, 1);
}

/// Places that several triangles or parts have in common are one.
TEST(Gradient, SharedVerticesAndEdgesAreOnePlace) {
  const Mesh mesh = cube_mesh();
  const Pose rolled = turned(0.3, Vector3d(1, 2, 3).normalized(), {0, 0, 0});
  const apart::Part twice[] = {{apart::Box(2, 2, 2), {}}, {apart::Box(2, 2, 2), {}}};
  for (const Pose& pose : {at(3, 3, 3), at(3, 3.5, 0.25), at(3, 0.25, 0.5)}) {
    for (const Shape& shape : {Shape(mesh), Shape(apart::Compound(twice))}) {
      EXPECT_TRUE(gradient({shape, apart::Sphere(0.5), {}, pose}).unique);
      EXPECT_TRUE(gradient({shape, apart::Box(1, 1, 1), {}, after(pose, rolled)}).unique);
      EXPECT_TRUE(gradient({shape, mesh, {}, after(pose, rolled)}).unique);
    }
  }
  EXPECT_TRUE(gradient({mesh, mesh, {}, at(3, 3, 3)}).unique);  // corner to corner
  EXPECT_TRUE(gradient({apart::Point(), mesh, at(0.5, 0.25, 0.125), {}}).unique);
}

/// Central differences of certified distances, which err by 1e-14 at most.
TEST(Gradient, OfShapesThatAreNotConvexIsTheSlope) {
  Random random = support::random_case(7);
  std::vector<Vector3d> points = support::in_cube(random, 45);
  std::vector<Mesh::Corners> triangles;
  for (int i = 0; i < 45; i += 3) triangles.push_back({i, i + 1, i + 2});
  const Mesh soup = Mesh::from_triangles(points, triangles);
  points.resize(20);
  const apart::Part parts[] = {{apart::Cone(0.5, 1), at(1, 0, 0)},
                               {soup, at(0, 0, 1)},
                               {apart::Ellipsoid(0.25, 0.5, 0.75), at(-1, 0, 0)}};
  const Shape shapes[] = {soup,
                          apart::Compound(parts),
                          apart::Spheres(points, 0.125),
                          apart::Rounded(soup, 0.25),
                          apart::Box(1, 0.5, 0.75),
                          apart::Halfspace(Vector3d(1, 2, 3), -9),
                          square_prism()};
  int compared = 0;
  for (int a = 0; a < 7; ++a) {
    for (int b = 0; b < 7; ++b) {
      if ((a > 3 && b > 3) || (a > 4 && b > 4)) continue;
      for (int i = 0; i < 4; ++i) {
        SCOPED_TRACE(support::case_name(std::uint64_t(a * 100 + b * 10 + i)));
        Random draw = support::random_case(std::uint64_t(a * 100 + b * 10 + i));
        const Scene s{shapes[a],
                      shapes[b],
                      {support::rotation(draw), support::vector(draw)},
                      {support::rotation(draw), 6 * support::direction(draw)}};
        const Gradient g = gradient(s);
        if (g.status != Status::separated) continue;
        EXPECT_TRUE(g.unique) << text(g);
        constexpr double step = 1e-5;
        const auto value = [&](double h, int k) {
          Scene moved = s;
          const Vector3d axis = Vector3d::Unit(k % 3);
          if (k < 3)
            moved.pose_b.rotation = turned(h, axis, {0, 0, 0}).rotation * s.pose_b.rotation;
          if (k >= 3) moved.pose_b.translation += h * axis;
          return moved.distance().value();
        };
        for (int k = 0; k < 6; ++k) {
          const double up = (value(step, k) - g.value) / step;
          const double down = (g.value - value(-step, k)) / step;
          if (std::abs(up - down) > 1e-4) continue;  // a kink is within the step
          ++compared;
          EXPECT_NEAR((up + down) / 2, g.grad_b[k], 1e-6 * g.grad_b.norm()) << k << text(g);
        }
      }
    }
  }
  EXPECT_GT(compared, 500);
}

TEST(Gradient, SwappedItIsTheOthers) {
  for_each_scene([&](const Scene& s) {
    const Gradient g = gradient(s), h = gradient(s.swapped());
    if (!g.unique || !h.unique) return;
    EXPECT_TRUE(g.lower <= h.upper && h.lower <= g.upper);
    EXPECT_LE((g.grad_a - h.grad_b).norm() + (g.grad_b - h.grad_a).norm(), 1e-5)
        << text(g) << text(h);
  });
}

TEST(Gradient, ARigidMotionOfBothTurnsIt) {
  for_each_scene([&](const Scene& s) {
    Random random = support::random_case(11);
    const Pose move(support::rotation(random), support::vector(random));
    const Gradient g = gradient(s);
    const Gradient h = gradient({s.a, s.b, after(move, s.pose_a), after(move, s.pose_b)});
    if (!g.unique || !h.unique) return;
    Vector6d expected;
    expected << move.rotation * g.grad_b.head<3>(), move.rotation * g.grad_b.tail<3>();
    EXPECT_LE((expected - h.grad_b).norm(), 1e-5) << text(g) << text(h);
  });
}

void expect_scaled(const Gradient& g, const Gradient& h, double f) {
  EXPECT_TRUE(support::same_bits(f * g.value, h.value)) << f << text(g) << text(h);
  EXPECT_TRUE(support::same_bits(f * g.lower, h.lower) && support::same_bits(f * g.upper, h.upper));
  EXPECT_TRUE(support::same_bits(f * g.point_a, h.point_a)) << text(g) << text(h);
  EXPECT_TRUE(support::same_bits(f * g.point_b, h.point_b)) << text(g) << text(h);
  EXPECT_TRUE(support::same_bits(g.normal, h.normal)) << text(g) << text(h);
  EXPECT_EQ(g.unique, h.unique);
  EXPECT_EQ(f * g.grad_a.head<3>(), h.grad_a.head<3>());
  EXPECT_EQ(f * g.grad_b.head<3>(), h.grad_b.head<3>());
  EXPECT_EQ(g.grad_b.tail<3>(), h.grad_b.tail<3>());
  ASSERT_EQ(g.tied_size, h.tied_size);
  for (int i = 0; i < g.tied_size; ++i) {
    EXPECT_TRUE(support::same_bits(f * g.tied[i].point_a, h.tied[i].point_a)) << text(g) << text(h);
    EXPECT_TRUE(support::same_bits(f * g.tied[i].point_b, h.tied[i].point_b)) << text(g) << text(h);
  }
}

TEST(Gradient, ScalesBitForBit) {
  support::for_each_pair([&](Kind a, Kind b) {
    if (testing::Test::HasFailure()) return;
    for (int i = 0; i < 2; ++i) {
      const int number = number_of(a, b, i);
      SCOPED_TRACE(support::case_name(number));
      const auto scene = [&](double scale) {
        Random random = support::random_case(number);
        return support::random_scene(a, b, random, i == 0 ? 0.75 : 3, scale);
      };
      const Gradient g = gradient(scene(1));
      for (const double f : {0x1p-330, 0x1p13, 0x1p330}) expect_scaled(g, gradient(scene(f)), f);
    }
  });
}

TEST(Gradient, TiesScaleBitForBit) {
  for (const double f : {0x1p-330, 0x1p13, 0x1p330}) {
    const auto boxes = [&](double s, double x) {
      return gradient({apart::Box(2 * s, 2 * s, 2 * s),
                       apart::Box(s, s, s),
                       {},
                       Pose(Vector3d(x * s, 0.5 * s, 0.25 * s))});
    };
    for (const double x : {0.0, 1.0, 3.0}) expect_scaled(boxes(1, x), boxes(f, x), f);
    const auto rods = [&](double s) {
      return gradient(
          {apart::Cylinder(s, 2 * s), apart::Capsule(s, s), {}, Pose(Vector3d(3 * s, s, 0))});
    };
    expect_scaled(rods(1), rods(f), f);
  }
}

TEST(Gradient, ATrackerIsOnlyAGuess) {
  for_each_scene([&](const Scene& s) {
    apart::Tracker tracker;
    const Gradient cold = gradient(s), first = gradient(s, {}, &tracker);
    const Gradient again = gradient(s, {}, &tracker);
    EXPECT_EQ(cold.grad_b, first.grad_b);
    EXPECT_TRUE(cold.lower <= again.upper && again.lower <= cold.upper);
    if (!cold.unique || !again.unique) return;
    EXPECT_LE((cold.grad_b - again.grad_b).norm(), 1e-5) << text(cold) << text(again);
  });
}

/// Early stops leave the near points open.
TEST(Gradient, WhatIsNotExactIsNotUnique) {
  const apart::Box box(1, 2, 3);
  const Pose away(Vector3d(5, 0.3, 0.2));
  const Gradient cut = apart::gradient(box, {}, apart::Ellipsoid(1, 2, 3), away, {.enough = 1.0});
  EXPECT_EQ(cut.status, Status::cut_off);
  EXPECT_FALSE(cut.unique);
  const Mesh mesh = cube_mesh();
  const Gradient deep = apart::gradient(mesh, {}, mesh, at(0.5, 0.25, 0.125));
  EXPECT_EQ(deep.status, Status::overlapping);
  EXPECT_FALSE(deep.unique);
}

TEST(Gradient, ByCoordinates) {
  const apart::Sphere ball(0.5);
  const Gradient g = apart::gradient(apart::Box(1, 1, 1), {}, ball, at(2, 0.1, 0.2));
  apart::Jacobian still(6, 0), slide = apart::Jacobian::Zero(6, 2), both(6, 2);
  slide(3, 0) = 1;  // along x
  slide(5, 1) = 2;  // along z, twice as fast
  both.setConstant(0.5);
  EXPECT_EQ(apart::by_coordinates(g, still, slide), Eigen::Vector2d(1, 0));
  EXPECT_EQ(apart::by_coordinates(g, slide, still), Eigen::Vector2d(-1, 0));
  EXPECT_EQ(apart::by_coordinates(g, still, still).size(), 0);
  const double sum = (g.grad_a + g.grad_b).sum() / 2;
  EXPECT_NEAR(apart::by_coordinates(g, both, both)[1], sum, 1e-15);
  EXPECT_THROW(apart::by_coordinates(g, both, apart::Jacobian::Zero(6, 3)), apart::InvalidInput);
}

TEST(Gradient, RefusesWhatTheQueriesRefuse) {
  const apart::Sphere ball(1);
  const apart::Halfspace ground({0, 0, 1}, 0);
  Pose bent;
  bent.rotation *= 1.1;
  EXPECT_THROW(apart::gradient(ball, bent, ball, {}), apart::InvalidInput);
  EXPECT_THROW(apart::gradient(ball, {}, ball, at(NAN, 0, 0)), apart::InvalidInput);
  EXPECT_THROW(apart::gradient(ground, {}, ground, {}), apart::InvalidInput);
  EXPECT_THROW(apart::gradient(ball, {}, ball, {}, {.relative_error = 2}), apart::InvalidInput);
  EXPECT_THROW(apart::gradient(ball, {}, ball, {}, {.margin = -1}), apart::InvalidInput);
  EXPECT_NO_THROW(apart::gradient(ball, {}, ball, {}, {.enough = -0.5}));
}

}  // namespace
