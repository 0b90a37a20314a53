// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "tree/body.hpp"

namespace apart {

/// Does the surface of a mesh enclose a point of the world, which is not on it? One that is not
/// closed does, if it is seen from there under half of all directions or more.
bool inside_mesh(const Body& mesh, const Eigen::Vector3d& p);

/// A point of the second body, in the world, that is inside of the first, if that is a solid mesh
/// or has such parts. Asked of bodies whose surfaces have no point in common: one point of every
/// connected component tells.
std::optional<Eigen::Vector3d> point_inside(Body& solid, const Body& other);

}  // namespace apart
