// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tree/body.hpp"

namespace apart {

/// How often the surface winds around a point of the mesh's frame that is not on it: an integer if
/// it is closed and oriented.
double winding_number(const detail::MeshData& mesh, const Eigen::Vector3d& p);
/// Is that at least a half, one way or the other?
bool inside_mesh(const detail::MeshData& mesh, const Eigen::Vector3d& p);

/// Is a part of the second body inside of the first, which counts only if that is solid? Asked of
/// bodies whose surfaces have no point in common.
bool contains(const Body& solid, const Body& other);

}  // namespace apart
