// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "gjk/classic.hpp"

namespace apart::experiments {

/// A face of a tetrahedron that holds the origin.
struct Face {
  Eigen::Vector3d normal;  ///< outwards
  double offset = INFINITY;
};

/// The face nearest the origin. Its offset is the paper's d-, equation (32), a lower bound on the
/// depth of the overlap.
inline Face nearest_face(const std::array<Eigen::Vector3d, 4>& x) {
  Face best;
  for (int out = 0; out < 4; ++out) {
    const Eigen::Vector3d &p = x[(out + 1) % 4], &q = x[(out + 2) % 4], &r = x[(out + 3) % 4];
    Eigen::Vector3d n = (q - p).cross(r - p).normalized();
    if (n.dot(x[out] - p) > 0) n = -n;
    if (n.dot(p) < best.offset) best = {n, n.dot(p)};
  }
  return best;
}

/// The simplex of an answer that is inside().
inline std::array<Eigen::Vector3d, 4> corners(const VertexPairs& simplex, const Body<double>& a,
                                              const Body<double>& b) {
  std::array<Eigen::Vector3d, 4> x;
  for (int i = 0; i < 4; ++i) x[i] = a.vertex(simplex.a[i]) - b.vertex(simplex.b[i]);
  return x;
}

}  // namespace apart::experiments
