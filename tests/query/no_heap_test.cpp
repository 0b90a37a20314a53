// SPDX-License-Identifier: BSD-3-Clause

// Queries allocate nothing: operator new of this program counts, and malloc, too, where it can be
// replaced (Eigen calls it directly).
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <atomic>
#include <cstdlib>
#include <new>

#include "support/shapes.hpp"

namespace {

std::atomic<long> allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size > 0 ? size : 1)) return p;
  throw std::bad_alloc();
}

}  // namespace

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define APART_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define APART_SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(APART_SANITIZED)
#define APART_COUNTS_MALLOC 1
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier)
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
#else
#define APART_COUNTS_MALLOC 0
#endif

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace {

using apart::Pose;
using support::Kind;
using support::Random;
using support::Scene;

template <class Function>
long allocated(const Function& function) {
  const long before = allocations;
  function();
  return allocations - before;
}

TEST(NoHeap, TheCounterCounts) {
  EXPECT_GT(allocated([] { apart::Rounded(apart::Sphere(1), 1); }), 0);
#if APART_COUNTS_MALLOC
  volatile int size = 100;
  EXPECT_GT(allocated([&] { EXPECT_EQ(Eigen::MatrixXd::Zero(size, size).eval().size(), 10000); }),
            0);
#endif
}

void expect_no_allocation(const Scene& s) {
  apart::Tracker tracker;
  const apart::Options some{.relative_error = 0.1, .enough = 0.5, .margin = 0.1};
  double sum = 0;
  bool any = false;
  EXPECT_EQ(allocated([&] {
              sum += s.distance().upper;
              sum += s.distance(some).upper;
              for (int i = 0; i < 3; ++i) sum += s.distance({}, &tracker).upper;
              sum += s.distance({.method = apart::Method::features}, &tracker).upper;
              sum += s.distance({.method = apart::Method::voronoi}, &tracker).upper;
              any |= apart::intersects(s.a, s.pose_a, s.b, s.pose_b);
              any |= apart::within(s.a, s.pose_a, s.b, s.pose_b, 0.5, {}, &tracker);
              sum += s.penetration().upper;
              sum += s.penetration(some).upper;
              for (int i = 0; i < 3; ++i) sum += s.penetration({}, &tracker).upper;
              sum += apart::gradient(s.a, s.pose_a, s.b, s.pose_b).upper;
              sum += apart::gradient(s.a, s.pose_a, s.b, s.pose_b, some, &tracker).upper;
            }),
            0);
  EXPECT_TRUE(std::isfinite(sum) && (any || !any));
}

TEST(NoHeap, NoPairAllocates) {
  support::for_each_pair([](Kind a, Kind b) {
    for (int i = 0; i < 3; ++i) {
      const int number = (int(a) * support::kinds + int(b)) * 4 + i;
      SCOPED_TRACE(support::case_name(number));
      Random random = support::random_case(number);
      Scene s = support::random_scene(a, b, random, 2 * i);
      expect_no_allocation(s);
      const apart::Distance d = s.distance();  // and once more in contact
      s.pose_b.translation -= d.upper * d.normal;
      expect_no_allocation(s);
    }
  });
}

TEST(NoHeap, ExactContactAndIdenticalObjects) {
  const apart::Box cube(2, 2, 2);
  const auto hull = apart::Polytope::hull(support::drum(100, 1), {.edge_list = true});
  for (const apart::Shape& shape : {apart::Shape(cube), apart::Shape(hull)}) {
    expect_no_allocation({shape, shape, Pose(), Pose()});
    expect_no_allocation({shape, shape, Pose(), Pose(Eigen::Vector3d(2, 0, 0))});
    expect_no_allocation({shape, cube, Pose(), Pose(Eigen::Vector3d(0, 0, 2))});
  }
}

TEST(NoHeap, LargeHulls) {
  const auto hull = apart::Polytope::hull(support::drum(10000, 1), {.edge_list = true});
  expect_no_allocation({hull, hull, Pose(), Pose(Eigen::Vector3d(3, 0, 0))});
  expect_no_allocation({hull, hull, Pose(), Pose(Eigen::Vector3d(0.5, 0, 2))});
}

/// Other threads come at a price, the caller's own does not.
TEST(NoHeap, BatchesOfOneThread) {
  const apart::Box box(1, 2, 3);
  const apart::Cone cone(1, 2);
  const std::vector<Pose> poses(100, Pose(Eigen::Vector3d(3, 1, 2)));
  const std::vector<apart::PosedPair> pairs(100, {box, Pose(), cone, poses[0]});
  std::vector<apart::Distance> out(100);
  EXPECT_EQ(allocated([&] {
              apart::distances(box, {}, cone, poses, out, {}, 1);
              apart::distances(pairs, out, {}, 1);
            }),
            0);
}

/// A workspace grows until it is large enough for all that comes.
TEST(NoHeap, AWorkspaceIsKept) {
  const apart::Ellipsoid egg(1, 1.5, 2);
  const Pose other(Eigen::Vector3d(0.1, 0.2, 0.3));
  apart::Workspace workspace;
  double sum = apart::penetration(egg, Pose(), egg, other, {}, nullptr, &workspace).upper;
  const std::size_t held = workspace.bytes();
  EXPECT_EQ(allocated([&] {
              sum += apart::penetration(egg, Pose(), egg, other, {}, nullptr, &workspace).upper;
            }),
            0);
  EXPECT_EQ(workspace.bytes(), held);
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(NoHeap, SphereTrees) {
  using apart::Mesh;
  Random random = support::random_case(1994);
  const auto points = support::in_cube(random, 60);
  std::vector<Mesh::Corners> triangles;
  for (int i = 0; i < 60; i += 3) triangles.push_back({i, i + 1, i + 2});
  const Mesh mesh = Mesh::from_triangles(points, triangles,
                                         {.tree = apart::TreeKind::spheres, .leaf_radius = 0.1});
  std::vector<apart::Part> parts;
  for (int i = 0; i < 40; ++i) parts.push_back({mesh, Pose(3 * support::vector(random))});
  const apart::Compound many(parts);
  double sum = 0;
  EXPECT_EQ(allocated([&] {
              for (const double error : {0.0, 0.2}) {
                const Pose away(Eigen::Vector3d(6, 0, 0));
                sum += apart::distance(mesh, Pose(), mesh, away, {.relative_error = error}).upper;
                sum += apart::distance(mesh, away, many, Pose(), {.relative_error = error}).upper;
              }
            }),
            0);
  EXPECT_TRUE(std::isfinite(sum));
}

/// Apart; what penetration() does of their overlaps may take some.
TEST(NoHeap, GradientsOfShapesThatAreNotConvex) {
  using apart::Mesh;
  Random random = support::random_case(1985);
  const std::vector<Eigen::Vector3d> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const std::vector<Mesh::Corners> halves{{0, 1, 2}, {0, 2, 3}};
  const Mesh sheet = Mesh::from_triangles(square, halves);
  const apart::Spheres balls(support::in_cube(random, 50), 0.1);
  const apart::Part parts[] = {{sheet, Pose()}, {balls, Pose()}};
  const apart::Compound both(parts);
  const apart::Halfspace ground({0, 0, 1}, -9);
  const Pose away(Eigen::Vector3d(0, 0, 6));
  double sum = 0;
  EXPECT_EQ(allocated([&] {
              sum += apart::gradient(sheet, Pose(), sheet, away).upper;  // parallel: tied
              sum += apart::gradient(sheet, Pose(), both, away).upper;
              sum += apart::gradient(balls, Pose(), both, away).upper;
              sum += apart::gradient(both, away, ground, Pose()).upper;
              sum += apart::gradient(both, away, apart::Box(1, 2, 3), Pose()).upper;
            }),
            0);
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(NoHeap, HullDistance) {
  for (const int dimension : {1, 2, 3, 4, 7, 32}) {
    for (const double shift : {0.0, 2.0, 5.0}) {
      Random random = support::random_case(dimension);
      Eigen::MatrixXd a(dimension, 50), b(dimension, 60);
      for (int i = 0; i < a.size(); ++i) a(i) = random.between(-1, 1);
      for (int i = 0; i < b.size(); ++i) b(i) = random.between(-1, 1) + (i % dimension ? 0 : shift);
      double upper = 0;
      EXPECT_EQ(allocated([&] {
                  upper += apart::hull_distance(a, b).upper;
                  upper += apart::hull_distance(a, b, {.relative_error = 0.1, .margin = 0.5}).upper;
                }),
                0)
          << "R^" << dimension;
      EXPECT_TRUE(std::isfinite(upper));
    }
  }
}

}  // namespace
