// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>

namespace apart {

namespace detail {

/// Of shapes that overlap, for the library's own use: the surface that proved the depth, a closed
/// one of triangles. Which points of the shapes its corners are may be anything in other poses, or
/// of another pair; that it is closed is not checked again.
struct KeptSurface {
  static constexpr int most_corners = 24, most_faces = 2 * most_corners - 4;

  int faces = 0;                                       ///< the corners are half as many, and two
  std::array<std::uint64_t, most_corners> vertices{};  ///< of A above, of B in the lower half
  std::array<std::uint8_t, 4 * most_faces> corner{}, beyond{};  ///< as VertexSurface has them
};

}  // namespace detail

/// What the last query learnt about a pair; hand it to the next query of the same pair in a nearby
/// pose. A fresh one is valid, and so is one that comes from another pair: it is only ever a first
/// guess, so it can cost time but never change what is proved. One Tracker, one thread.
struct Tracker {
  int size = 0;                               ///< how many vertex pairs follow
  std::array<int, 4> vertex_a{}, vertex_b{};  ///< last simplex, as indices of kept vertices
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();  ///< last normal, world axes
  int triangle_a = -1, triangle_b = -1;  ///< last near triangles (balls), if there are any
  int part_a = -1, part_b = -1;          ///< last near parts of compounds
  detail::KeptSurface surface = {};
};

}  // namespace apart
