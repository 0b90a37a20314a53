// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/mesh.hpp>
#include <string>
#include <vector>

namespace apart::samples {

/// A piece that stands on the plane z = 0, its axis along z: one closed surface, seen
/// counter-clockwise from outside.
struct ChessPiece {
  std::string name;
  std::vector<Eigen::Vector3d> vertices;
  std::vector<Mesh::Corners> triangles;
};

/// Pawn, rook, knight, bishop, queen and king, about 2000 triangles each and about 100 high, after
/// the objects in Quinlan's paper of 1994, which were not published. The same bits everywhere: made
/// of sums, products, quotients and roots only.
std::vector<ChessPiece> chess_set();

}  // namespace apart::samples
