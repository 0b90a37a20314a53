// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>
#include <utility>
#include <vector>

namespace apart::experiments {

/// The vertices of the twelve polytopes of Gilbert, Johnson and Keerthi's Fig. 4, as far as the
/// paper describes them: centred on the origin, in spheres of radius 1 to 4. A segment, an
/// equilateral triangle, a box, truncated cones and cylinders, and irregular ones with their
/// vertices at random on circles in two parallel planes.
std::vector<std::vector<Eigen::Vector3d>> paper_polytopes();

/// The twenty pairs of them, indices from 0.
std::vector<std::pair<int, int>> paper_pairs();

}  // namespace apart::experiments
