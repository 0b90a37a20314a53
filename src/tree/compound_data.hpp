// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/shape.hpp>
#include <vector>

#include "tree/sphere_tree.hpp"
#include "tree/wide_tree.hpp"

namespace apart::detail {

/// A part of a compound that is none itself.
struct Piece {
  Shape shape;
  Pose pose;
  int part = 0;  ///< of the outermost compound, whose it is
};

/// What a Compound shares among its copies.
struct CompoundData {
  std::vector<Part> parts;    ///< as given
  std::vector<Piece> pieces;  ///< compounds within it taken apart
  std::vector<int> solids;    ///< the pieces that are solid meshes, rounded or not
  WideTree tree;              ///< its elements are the pieces, one to a leaf
  SphereTree sphere_tree;     ///< over those of the pieces, if all have one
};

}  // namespace apart::detail
