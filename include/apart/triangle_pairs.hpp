// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/mesh.hpp>
#include <apart/pose.hpp>
#include <cstddef>
#include <limits>
#include <vector>

namespace apart {

/// A triangle of each of two meshes.
struct TrianglePair {
  int a, b;
  friend auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

/// All pairs of triangles of mesh a at pose_a and mesh b at pose_b that are not proved apart
/// (touching counts), in order; if there are more than `most`, that many of them. Throws
/// InvalidInput for a pose that is not rigid.
std::vector<TrianglePair> intersecting_triangles(
    const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
    std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace apart
