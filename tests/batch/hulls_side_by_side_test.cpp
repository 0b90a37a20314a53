// SPDX-License-Identifier: BSD-3-Clause

// One pair of hulls at many poses goes side by side through wide registers. Whatever the machine
// has of these, every answer has the bits of a single query.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <apart/apart.hpp>
#include <cmath>
#include <cstring>
#include <numbers>
#include <span>
#include <vector>

#include "support/answer.hpp"
#include "support/only_target.hpp"
#include "support/refusal.hpp"
#include "support/shapes.hpp"

namespace {

using apart::Distance;
using apart::Polytope;
using apart::Pose;
using support::OnlyTarget;
using support::Random;

/// What is done for every instruction set that this machine has.
template <class Body>
void for_each_target(const Body& body) {
  for (const std::int64_t target : support::targets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const OnlyTarget only(target);
    body();
  }
}

struct Poses {
  std::vector<Pose> a, b;
};

/// Far, near, overlapping, nearly touching, concentric, in line and parallel, in any order.
Poses mixed_poses(Random& random, int count) {
  Poses poses;
  for (int i = 0; i < count; ++i) {
    const Pose a(support::rotation(random), random.between(0, 3) * support::vector(random));
    const Eigen::Vector3d way = support::direction(random);
    Pose b(support::rotation(random), a.translation);
    switch (random.integer(0, 7)) {
      case 0:
        b.translation += 20 * way;
        break;
      case 1:
        b.translation += 0.3 * way;
        break;
      case 2:
        b.translation += 1e-3 * way;
        break;
      case 3:
        break;
      case 4:
        b = Pose(a.rotation, a.translation + 2 * way);
        break;
      case 5:
        b = Pose(a.rotation, a.translation + a.rotation.col(0) * 2);
        break;
      default:
        b.translation += random.between(1.5, 2.5) * way;
    }
    poses.a.push_back(a);
    poses.b.push_back(b);
  }
  return poses;
}

std::vector<Distance> single_answers(const Polytope& a, apart::Poses poses_a, const Polytope& b,
                                     apart::Poses poses_b, std::size_t count) {
  std::vector<Distance> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(apart::distance(a, poses_a[i], b, poses_b[i]));
  }
  return result;
}

void expect_single_answers(const Polytope& a, apart::Poses poses_a, const Polytope& b,
                           apart::Poses poses_b, std::size_t count) {
  const auto expected = single_answers(a, poses_a, b, poses_b, count);
  for_each_target([&] {
    for (const int threads : {1, 0}) {
      std::vector<Distance> out(count);
      apart::distances(a, poses_a, b, poses_b, out, {}, threads);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(support::same_bits(out[i], expected[i])) << i << " of " << count;
      }
    }
  });
}

TEST(HullsSideBySide, SameBitsForAnyMixture) {
  for (int number = 0; number < 60; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const auto hull = [&] {
      const int most = number % 2 ? 40 : 135;
      const int vertices = random.integer(1, most);
      return Polytope::hull(support::on_sphere(random, vertices));
    };
    const Polytope a = hull(), b = hull();
    const int count = random.integer(0, number % 3 ? 50 : 500);
    const Poses poses = mixed_poses(random, count);
    expect_single_answers(a, poses.a, b, poses.b, count);
  }
}

TEST(HullsSideBySide, SameBitsForFewPosesOfAnyNumber) {
  Random random = support::random_case(0);
  const auto a = Polytope::hull(support::on_sphere(random, 8));
  const auto b = Polytope::hull(support::on_sphere(random, 20));
  for (int count = 0; count <= 34; ++count) {
    const Poses poses = mixed_poses(random, count);
    expect_single_answers(a, poses.a, b, poses.b, count);
  }
}

TEST(HullsSideBySide, SameBitsForFlatThinAndRegularHulls) {
  std::vector<Eigen::Vector3d> cube, plate, needle;
  for (int i = 0; i < 8; ++i) {
    cube.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    needle.push_back(cube.back().cwiseProduct(Eigen::Vector3d(1e-7, 1e-7, 1)));
    if (i < 4) plate.push_back(cube.back().cwiseProduct(Eigen::Vector3d(1, 1, 0)));
  }
  const std::vector<Eigen::Vector3d> point{{0, 0, 1}}, segment{{0, 0, 1}, {0, 0, -1}};
  const std::vector<Eigen::Vector3d> off_centre{{5, 5, 5}, {6, 5, 5}, {5, 6, 5}};
  std::vector<Polytope> hulls;
  for (const auto& points : {cube, plate, needle, point, segment, off_centre}) {
    hulls.push_back(Polytope::hull(points));
  }
  int number = 0;
  for (const Polytope& a : hulls) {
    for (const Polytope& b : hulls) {
      SCOPED_TRACE(support::case_name(number));
      Random random = support::random_case(number++);
      Poses poses = mixed_poses(random, 100);
      for (int i = 0; i < 100; i += 3) poses.a[i].rotation.setIdentity();
      for (int i = 0; i < 100; i += 6) poses.b[i] = Pose(poses.a[i].translation);
      for (int i = 0; i < 100; i += 12) poses.b[i].translation.x() += 2;  // cubes touch
      for (int i = 1; i < 100; i += 12) poses.b[i].translation *= 0x1p-300;
      expect_single_answers(a, poses.a, b, poses.b, 100);
    }
  }
}

/// A prism with so many corners at the top and as many below: of these, many are equally far.
Polytope prism(int sides) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < 2 * sides; ++i) {
    const double angle = 2 * std::numbers::pi * (i / 2) / sides;
    points.emplace_back(std::cos(angle), std::sin(angle), i % 2 ? 0.5 : -0.5);
  }
  return Polytope::hull(points);
}

TEST(HullsSideBySide, SameBitsWhereManyVerticesAreEquallyFar) {
  for (int number = 0; number < 40; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const Polytope a = prism(random.integer(3, 64)), b = prism(random.integer(3, 64));
    Poses poses = mixed_poses(random, 100);
    for (int i = 0; i < 100; i += 2) {
      poses.b[i].rotation = poses.a[i].rotation;
      if (i % 4 == 0) poses.b[i].translation = poses.a[i].translation + poses.a[i].rotation.col(2);
    }
    for (int i = 0; i < 100; i += 10) poses.a[i].rotation.setIdentity();
    expect_single_answers(a, poses.a, b, poses.b, 100);
  }
}

/// Vertices of a base through the origin have values of zero along the axis, some with a sign.
TEST(HullsSideBySide, SameBitsWhereManyValuesAreZero) {
  const auto pyramid = [](int sides) {
    std::vector<Eigen::Vector3d> points{{0, 0, 1}};
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * i / sides;
      points.emplace_back(std::cos(angle), std::sin(angle), 0);
    }
    return Polytope::hull(points);
  };
  const Polytope others[] = {prism(4), prism(9), prism(40), pyramid(8), pyramid(50)};
  for (const int sides : {4, 8, 9, 30, 33, 64, 127}) {
    SCOPED_TRACE(sides);
    const Polytope a = pyramid(sides);
    Poses poses;
    for (int i = 0; i < 12; ++i) {
      const Eigen::Vector3d axis = Eigen::Vector3d::Unit(i % 3);
      Pose pose(Eigen::Matrix3d::Identity(), Eigen::Vector3d::Zero());
      poses.a.push_back(pose);
      pose.translation = (i % 2 ? 0.25 : -0.5) * (1 + i / 6) * axis;
      poses.b.push_back(pose);
    }
    for (const Polytope& b : others) {
      expect_single_answers(a, poses.a, b, poses.b, poses.a.size());
      expect_single_answers(b, poses.a, a, poses.b, poses.a.size());
    }
  }
}

TEST(HullsSideBySide, SameBitsForAnyNumberOfVertices) {
  for (const int of_a : {4, 8, 9, 24, 25, 31, 32, 33, 63, 64, 65, 96, 97, 127, 128, 129}) {
    for (const int of_b : {4, 8, 32, 33, 65, 128}) {
      Random random = support::random_case(of_a * 1000 + of_b);
      const auto a = Polytope::hull(support::on_sphere(random, of_a));
      const auto b = Polytope::hull(support::on_sphere(random, of_b));
      const Poses poses = mixed_poses(random, 20);
      expect_single_answers(a, poses.a, b, poses.b, 20);
    }
  }
}

TEST(HullsSideBySide, OnePoseMayStandForAll) {
  Random random = support::random_case(0);
  const auto a = Polytope::hull(support::on_sphere(random, 12));
  const auto b = Polytope::hull(support::on_sphere(random, 40));
  const Poses poses = mixed_poses(random, 30);
  expect_single_answers(a, poses.a[0], b, poses.b, 30);
  expect_single_answers(a, poses.a, b, {}, 30);
  expect_single_answers(a, poses.a[0], b, poses.b[0], 30);
}

/// As good as a pose has to be, and some of them worse than plain double takes.
TEST(HullsSideBySide, SameBitsForPosesThatAreAlmostRigid) {
  for (int number = 0; number < 20; ++number) {
    SCOPED_TRACE(support::case_name(number));
    Random random = support::random_case(number);
    const auto a = Polytope::hull(support::on_sphere(random, random.integer(4, 60)));
    const auto b = Polytope::hull(support::on_sphere(random, random.integer(4, 60)));
    Poses poses = mixed_poses(random, 200);
    for (int i = 0; i < 200; ++i) {
      if (number % 2 && i % 8) continue;
      poses.a[i].rotation *= 1 + 2.8e-7 * random.between(-1, 1);
      poses.b[i].rotation.col(0) *= 1 + 4.5e-7 * random.between(-1, 1);
    }
    expect_single_answers(a, poses.a, b, poses.b, 200);
  }
}

TEST(HullsSideBySide, ABadPoseIsFoundAmongGoodOnes) {
  Random random = support::random_case(0);
  const auto a = Polytope::hull(support::on_sphere(random, 12));
  for (const int bad : {0, 1, 7, 8, 30, 98}) {
    Poses poses = mixed_poses(random, 99);
    poses.b[bad].rotation *= 2;
    poses.b[98].translation.z() = NAN;
    poses.a[98].rotation.col(2) *= -1;
    const std::string expected =
        bad == 98 ? "poses_a[98]: rotation is a reflection"
                  : "poses_b[" + std::to_string(bad) + "]: rotation is not orthonormal";
    for_each_target([&] {
      for (const int threads : {1, 0}) {
        std::vector<Distance> out(99);
        const std::string said =
            support::refusal([&] { apart::distances(a, poses.a, a, poses.b, out, {}, threads); });
        EXPECT_TRUE(said.starts_with(expected)) << said;
        for (const Distance& d : out) EXPECT_EQ(d.support_calls, 0);
      }
    });
  }
}

/// Memory that ends where nothing may be read.
class Edge {
 public:
  Edge() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    memory_ = static_cast<char*>(
        mmap(nullptr, 3 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_, page_, PROT_NONE);
    mprotect(memory_ + 2 * page_, page_, PROT_NONE);
  }
  ~Edge() { munmap(memory_, 3 * page_); }

  /// A copy that ends there, or starts there.
  template <class T>
  std::span<const T> copy(const std::vector<T>& items, bool at_end) {
    const std::size_t bytes = items.size() * sizeof(T);
    char* to = memory_ + (at_end ? 2 * page_ - bytes : page_);
    std::memcpy(to, items.data(), bytes);
    return {reinterpret_cast<const T*>(to), items.size()};
  }

 private:
  std::size_t page_;
  char* memory_;
};

TEST(HullsSideBySide, NothingIsReadBesideThePoses) {
  Random random = support::random_case(0);
  const auto a = Polytope::hull(support::on_sphere(random, 12));
  const Poses poses = mixed_poses(random, 13);
  std::vector<Eigen::Isometry3d> isometries(13, Eigen::Isometry3d::Identity());
  for (int i = 0; i < 13; ++i) {
    isometries[i].linear() = poses.b[i].rotation;
    isometries[i].translation() = poses.b[i].translation;
  }
  Edge edge;
  for (const bool at_end : {true, false}) {
    expect_single_answers(a, poses.a, a, edge.copy(poses.b, at_end), 13);
    expect_single_answers(a, poses.a, a, edge.copy(isometries, at_end), 13);
  }
}

}  // namespace
