// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <apart/distance.hpp>
#include <apart/error.hpp>
#include <apart/mesh_file.hpp>

#include <limits>
#include <random>

#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace apart {
namespace {

/// A file of its own for every test.
class Archive : public ::testing::Test {
 protected:
  static Mesh mesh() {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    std::vector<Eigen::Vector3d> vertices;
    std::vector<Mesh::Corners> triangles;
    for (int i = 0; i < 300; ++i) {
      vertices.push_back({normal(random), normal(random), normal(random)});
      if (i >= 2) triangles.push_back({i - 2, i - 1, i});
    }
    return Mesh::from_triangles(vertices, triangles, {.solid = true});
  }
  std::string bytes() const { return folder_.read(file_); }
  void write(const std::string& bytes) const { folder_.write(file_, bytes); }
  std::string complaint() const {
    return support::refusal([&] { load_mesh(file_); });
  }

  const support::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path("mesh.apart");
};

TEST_F(Archive, TakesAnythingForAVertexThatIsNotUsed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Eigen::Vector3d> vertices{{0, 0, 0}, {nan, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  save_mesh(file_, Mesh::from_triangles(vertices, std::vector<Mesh::Corners>{{0, 2, 3}}));
  EXPECT_EQ(load_mesh(file_).triangles().size(), 1u);
}

TEST_F(Archive, ComesBackBitForBit) {
  const Mesh saved = mesh();
  save_mesh(file_, saved);
  const Mesh loaded = load_mesh(file_);
  EXPECT_TRUE(std::ranges::equal(saved.vertices(), loaded.vertices()));
  EXPECT_TRUE(std::ranges::equal(saved.triangles(), loaded.triangles()));
  EXPECT_EQ(saved.solid(), loaded.solid());
  EXPECT_EQ(saved.components(), loaded.components());
  const Pose pose(Eigen::Vector3d(7, 1, 2));
  const Distance a = distance(saved, Pose(), saved, pose),
                 b = distance(loaded, Pose(), loaded, pose);
  EXPECT_EQ(a.lower, b.lower);
  EXPECT_EQ(a.upper, b.upper);
  EXPECT_EQ(a.point_a, b.point_a);
  save_mesh(file_, loaded);
  EXPECT_FALSE(load_mesh(file_, {.mesh = {.solid = false}}).solid());
}

TEST_F(Archive, EveryDamageIsNoticed) {
  save_mesh(file_, mesh());
  const std::string good = bytes();
  std::mt19937 random(11);
  for (int i = 0; i < 300; ++i) {
    std::string bad = good;
    bad[16 + random() % (bad.size() - 16)] ^= static_cast<char>(1 << random() % 8);
    write(bad);
    EXPECT_NE(complaint(), support::not_refused) << i;
  }
  for (std::size_t size = 16; size < good.size(); size += 1 + good.size() / 100) {
    write(good.substr(0, size));
    EXPECT_NE(complaint(), support::not_refused) << size;
  }
  write(good + "x");
  EXPECT_NE(complaint().find("damaged"), std::string::npos);
}

TEST_F(Archive, AnotherVersionIsRefusedInWords) {
  save_mesh(file_, mesh());
  std::string other = bytes();
  other[16] = 99;
  write(other);
  EXPECT_NE(complaint().find("the tree is of version 99, this library reads version"),
            std::string::npos)
      << complaint();
  save_mesh(file_, mesh());
  EXPECT_THROW(load_mesh(file_, {.scale = 2}), InvalidInput);
}

}  // namespace
}  // namespace apart
