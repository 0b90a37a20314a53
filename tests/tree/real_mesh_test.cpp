// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <apart/mesh_file.hpp>
#include <apart/verify.hpp>

#include <cstdlib>
#include <filesystem>

#include "tree/meshes.hpp"

// Meshes as they come, and large ones.

namespace apart {
namespace {

using namespace testing;
using Eigen::Vector3d;
namespace fs = std::filesystem;

fs::path data() {
  const char* set = std::getenv("APART_DATA");
  return set ? fs::path(set) : fs::path(APART_SOURCE) / ".." / "shared" / "data";
}

/// Moves b towards a until the gap is that part of their size.
Pose approached(const Mesh& a, const Mesh& b, Pose pose, double gap) {
  const Vector3d towards = -pose.translation.normalized();
  for (int k = 0; k < 100; ++k) {
    const Distance d = distance(a, Pose(), b, pose);
    if (d.upper <= gap) break;
    pose.translation += towards * (d.lower - 0.9 * gap);
  }
  return pose;
}

TEST(RealMesh, EveryAnswerIsVerified) {
  if (!fs::is_directory(data() / "meshes")) {
    GTEST_SKIP() << "no meshes in " << data() << "; set APART_DATA to where they are";
  }
  Random random(3);
  for (const char* name : {"suzanne.obj", "wingnut.obj", "spot.obj", "plane_holes.obj"}) {
    const Mesh mesh = load_mesh(data() / "meshes" / name);
    Vector3d low = mesh.vertices()[0], high = low;
    for (const auto& v : mesh.vertices()) {
      low = low.cwiseMin(v);
      high = high.cwiseMax(v);
    }
    const double size = (high - low).norm(), start = size + high.norm() + low.norm();
    const Pose far = random_pose(random, 2 * start);
    for (const double gap : {1e-2, 1e-5}) {
      const Pose near = approached(mesh, mesh, far, gap * size);
      for (const double e : {0.0, 0.2}) {
        Options options;
        options.relative_error = e;
        const Distance d = distance(mesh, Pose(), mesh, near, options);
        EXPECT_EQ(d.status, Status::separated) << name;
        const Verification check = verify(mesh, Pose(), mesh, near, d, options);
        EXPECT_TRUE(check) << name << ", gap " << gap << ": " << check.problem;
      }
    }
  }
}

TEST(RealMesh, AMillionTriangles) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  const int rings = 100;
#else
  const int rings = 500;
#endif
  int calls = 0;
  double last = 0;
  const Mesh ball = sphere(rings).mesh({.progress = [&](double part) {
    EXPECT_GE(part, last);
    last = part;
    ++calls;
  }});
  EXPECT_EQ(ball.triangles().size(), 4 * rings * (rings - 1));
  EXPECT_LE(ball.bytes(), 110 * ball.triangles().size());
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const Pose pose = random_pose(random, 3);
    const Distance d = distance(ball, Pose(), ball, pose);
    EXPECT_GE(d.upper, 1);  // inscribed in balls of radius one
    EXPECT_LE(d.upper, 1 + 30.0 / (rings * rings));
    EXPECT_EQ(d.status, Status::separated);
    EXPECT_FALSE(intersects(ball, Pose(), ball, pose));
    EXPECT_TRUE(intersects(ball, Pose(), ball, random_pose(random, 1.5)));
    EXPECT_TRUE(intersects(ball, Pose(), Sphere(0.1), random_pose(random, 0.5)));
  }
}

}  // namespace
}  // namespace apart
