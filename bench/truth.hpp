// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "hull.hpp"

namespace bench {

/// All facets of the difference A - RB of two hulls, by exhaustion: the faces of A, those of B, and
/// every pair of edges whose arcs of the Gauss map cross. Shares no code with the library.
/// The facets keep their normals when B moves, so one list serves all translations t of B.
class Difference {
 public:
  Difference(const Hull& a, const Hull& b, const Eigen::Matrix3d& rotation);

  struct Depth {
    double value;            ///< negative if the hulls are apart; then it is not their distance
    Eigen::Vector3d normal;  ///< of the facet nearest to the origin, from A to B
  };
  /// The least translation that ends the overlap when B is at t.
  Depth depth(const Eigen::Vector3d& t) const;

  /// The number s for which B at t + s * direction is as deep as told. Along `direction` the depth
  /// decreases from where the hulls overlap deeper than that.
  double slide(const Eigen::Vector3d& t, const Eigen::Vector3d& direction, double depth) const;

  std::size_t size() const { return normals_.size(); }

 private:
  double support(const Eigen::Vector3d& n) const;
  void add(const Eigen::Vector3d& normal, double offset);
  void add_faces(const Hull& a, const Hull& b);
  void add_edge_pairs(const Hull& a, const Hull& b);

  std::vector<Eigen::Vector3d> points_a_, points_b_;  ///< in A's frame
  std::vector<Eigen::Vector3d> normals_;
  std::vector<double> offsets_;
};

}  // namespace bench
