// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "tree/body.hpp"

namespace apart {

/// How often the surface winds around a point of the mesh's frame that is not on it: an integer if
/// it is closed and oriented.
double winding_number(const detail::MeshData& mesh, const Eigen::Vector3d& p);
/// Is that at least a half, one way or the other?
bool inside_mesh(const detail::MeshData& mesh, const Eigen::Vector3d& p);

/// A point of the second body, in the world, that is inside of the first, if that is a solid mesh
/// or has such parts. Asked of bodies whose surfaces have no point in common: one point of every
/// connected component tells.
std::optional<Eigen::Vector3d> point_inside(Body& solid, const Body& other);

}  // namespace apart
