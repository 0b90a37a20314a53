// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/distance.hpp>

namespace apart {

/// Highest dimension that hull_distance takes.
inline constexpr int max_dimension = 32;

/// The distance between two convex hulls in R^m; fields as in Distance.
struct HullDistance {
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::DontAlign, max_dimension, 1>;
  using Weights = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::DontAlign, max_dimension + 1, 1>;
  using Indices = Eigen::Matrix<int, Eigen::Dynamic, 1, Eigen::DontAlign, max_dimension + 1, 1>;

  double lower = 0, upper = 0;
  Vector point_a, point_b;
  Vector normal;               ///< unit, from A to B
  Indices vertex_a, vertex_b;  ///< columns whose pairs represent the near points ...
  Weights weight;              ///< ... and their weights
  Status status = Status::not_converged;
  double optimality = 0;
  int support_calls = 0;

  double value() const { return upper; }
};

/// Distance between the convex hulls of two sets of points, the columns of the two matrices, in any
/// dimension from 1 to max_dimension (Gilbert, Johnson and Keerthi 1988 state theirs in R^m).
/// `margin` of the options grows both hulls by balls, as everywhere. A step costs the number of
/// points times m, plus m^3; to prove that hulls overlap takes m + 1 searches more.
HullDistance hull_distance(const Eigen::Ref<const Eigen::MatrixXd>& points_a,
                           const Eigen::Ref<const Eigen::MatrixXd>& points_b,
                           const Options& options = {});

}  // namespace apart
