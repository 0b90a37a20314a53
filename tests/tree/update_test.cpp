// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <apart/error.hpp>
#include <limits>

#include "tree/meshes.hpp"

// A mesh with its vertices moved answers as one that was built there.

namespace apart {
namespace {

using namespace testing;
using Eigen::Vector3d;

Surface bent(Surface surface, double much) {
  for (Vector3d& p : surface.vertices) {
    p = Vector3d(p.x() + much * p.y() * p.y(), p.y() * (1 + much * p.z()), p.z() - much * p.x());
  }
  return surface;
}

TEST(Update, AnswersAsIfBuiltAnew) {
  Random random(7);
  for (const double much : {1e-6, 0.1, 0.5, 3.0}) {
    const Surface before = bumpy_sphere(20, random), after = bent(before, much);
    Mesh moved = before.mesh();
    const Mesh copy = moved;
    moved.update(after.vertices);
    const Mesh anew = after.mesh();
    EXPECT_EQ(copy.vertices()[5], before.vertices[5]);
    EXPECT_EQ(moved.solid(), anew.solid());
    for (const double apart : {0.0, 1.5, 3.0, 10.0}) {
      const Pose a = random_pose(random, 0), b = random_pose(random, apart * (1 + much));
      const Distance d = distance(moved, a, moved, b), e = distance(anew, a, anew, b);
      EXPECT_LE(d.lower, e.upper);
      EXPECT_GE(d.upper, e.lower);
      EXPECT_NE(d.status, Status::not_converged);
      EXPECT_EQ(d.status == Status::separated, e.status == Status::separated);
      EXPECT_EQ(intersects(moved, a, moved, b), intersects(anew, a, anew, b));
    }
  }
}

TEST(Update, OfSizesFarFromTheFirst) {
  Random random(8);
  const Surface before = bumpy_sphere(8, random), after = before.scaled(0x1p300);
  Mesh moved = before.mesh();
  moved.update(after.vertices);
  Pose b = random_pose(random, 3), near = b;
  b.translation *= 0x1p300;
  const Distance d = distance(moved, Pose(), moved, b);
  const Distance e = distance(before.mesh(), Pose(), before.mesh(), near);
  EXPECT_EQ(d.upper, e.upper * 0x1p300);
  EXPECT_EQ(d.lower, e.lower * 0x1p300);
}

TEST(Update, KeepsTheSphereTree) {
  Random random(9);
  const Surface before = bumpy_sphere(8, random), after = bent(before, 0.3);
  Mesh moved = before.mesh({.tree = TreeKind::spheres});
  moved.update(after.vertices);
  const Pose b = random_pose(random, 4);
  const Distance d = distance(moved, Pose(), moved, b);
  const Distance e = distance(after.mesh(), Pose(), after.mesh(), b);
  EXPECT_LE(d.lower, e.upper);
  EXPECT_GE(d.upper, e.lower);
}

TEST(Update, ThatTearsASolidOpen) {
  Surface torn = cube(1, 2);
  Mesh mesh = torn.mesh();
  ASSERT_TRUE(mesh.solid());
  torn.vertices[0] += Vector3d(0.1, 0.2, 0.3);
  mesh.update(torn.vertices);
  EXPECT_EQ(mesh.solid(), torn.mesh().solid());
}

TEST(Update, Refuses) {
  Surface s = cube();
  Mesh mesh = s.mesh();
  s.vertices[3].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(mesh.update(s.vertices), InvalidInput);
  s.vertices.pop_back();
  EXPECT_THROW(mesh.update(s.vertices), InvalidInput);
  EXPECT_TRUE(mesh.vertices()[3].allFinite());
}

}  // namespace
}  // namespace apart
