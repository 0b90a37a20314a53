// SPDX-License-Identifier: BSD-3-Clause
#include "samples/chess.hpp"

#include <gtest/gtest.h>
#include <apart/mesh_report.hpp>

#include <bit>
#include <cstdint>

namespace apart::samples {
namespace {

TEST(Chess, IsASetOfSixSolids) {
  const std::vector<ChessPiece> set = chess_set();
  ASSERT_EQ(set.size(), 6u);
  const std::vector<std::string> names{"pawn", "rook", "knight", "bishop", "queen", "king"};
  for (std::size_t i = 0; i < set.size(); ++i) {
    SCOPED_TRACE(set[i].name);
    EXPECT_EQ(set[i].name, names[i]);
    const MeshReport r = inspect(Mesh::from_triangles(set[i].vertices, set[i].triangles));
    EXPECT_NEAR(r.triangles, 2000, 100);
    EXPECT_TRUE(r.closed);
    EXPECT_TRUE(r.solid);
    EXPECT_EQ(r.components, 1);
    EXPECT_EQ(r.non_manifold_edges + r.inconsistent_edges, 0);
    EXPECT_EQ(r.flat_triangles + r.duplicate_triangles + r.duplicate_vertices, 0);
    EXPECT_EQ(r.box_min.z(), 0);
    EXPECT_NEAR(r.box_max.z(), 100, 20);
    EXPECT_LT((r.box_max - r.box_min).head<2>().maxCoeff(), 60);
    EXPECT_GT(r.volume.value(), 20000);
  }
}

/// The bits of all coordinates in one number.
std::uint64_t hash(const std::vector<ChessPiece>& set) {
  std::uint64_t h = 0;
  for (const ChessPiece& piece : set) {
    for (const auto& p : piece.vertices) {
      for (const double x : p) h = (h ^ std::bit_cast<std::uint64_t>(x + 0.0)) * 0x100000001b3;
    }
  }
  return h;
}

TEST(Chess, IsTheSameEverywhere) { EXPECT_EQ(hash(chess_set()), 5239983354057659867u); }

}  // namespace
}  // namespace apart::samples
