// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/vector.hpp"
#include "tree/lowest.hpp"

namespace apart {

/// The point of a piece, which is no compound, that lies farthest along d, in the world.
inline Eigen::Vector3d farthest_point(Body& piece, const Eigen::Vector3d& d) {
  const Eigen::Vector3d ball = d / safe_norm(d);
  if (piece.kind() == Body::Kind::convex) {
    const Core& core = piece.core();
    const Eigen::Vector3d local = core.farthest(transposed_product(piece.pose().rotation, d)).point;
    return piece.pose() * (local + core.centre) + ball * core.rounding.hi;
  }
  const Lowest lowest = find_lowest(piece, -d);
  return piece.pose() * *lowest.corner +
         ball * (piece.rounding().hi + piece.radius(lowest.element));
}

}  // namespace apart
