// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>
#include <array>

namespace apart {

/// How a body's six degrees of freedom count: a rotation about the origin of its pose, in world
/// axes, then a translation. Not aligned, so that its layout does not depend on the caller's flags.
using Vector6d = Eigen::Matrix<double, 6, 1, Eigen::ColMajor | Eigen::DontAlign>;

/// The six columns' worth of a body's motion by n coordinates q: [angular; linear] velocity of the
/// pose's origin, world axes, by each of them.
using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// Near points, or deepest ones, that are as good as those of the answer.
struct TiedWitness {
  Eigen::Vector3d point_a = Eigen::Vector3d::Zero(), point_b = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();
};

/// The signed distance of two shapes and how it changes as they move.
struct Gradient {
  static constexpr int most_tied = 8;

  /// The distance when apart, minus the depth (that of Penetration) when they overlap.
  double value = 0;
  /// The true signed distance lies in [lower, upper], rounding errors included.
  double lower = 0, upper = 0;
  /// Points of A and of B, world frame, and the unit vector from A to B: point_b - point_a is
  /// value * normal, as far as upper - lower leaves it open. The gradient holds the points still in
  /// their bodies as those move.
  Eigen::Vector3d point_a = Eigen::Vector3d::Zero(), point_b = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();
  Witness witness;
  Status status = Status::not_converged;
  /// Of the value by the motion of either body: grad_b = [(pb - tb) x n, n],
  /// grad_a = [-(pa - ta) x n, -n], where t is the translation of the body's pose.
  Vector6d grad_a = Vector6d::Zero(), grad_b = Vector6d::Zero();
  /// Do the near points determine it? False where they are not determined themselves: where others
  /// are as good within the rounding bound (faces or edges that are parallel, two places as near,
  /// two ways out as short), or where the interval leaves it open: an answer that is cut_off,
  /// not_converged or less precise by relative_error, and overlaps of shapes that are not convex
  /// but for those with a half-space and of a point in a solid mesh. Then the gradient is that of
  /// one of the witnesses, an element of the generalised gradient.
  bool unique = false;
  /// Where not unique: some of the witnesses, that of the answer among them or in their hull;
  /// corners, if they are a polygon or an edge. Those of other ways out are one for each.
  int tied_size = 0;
  std::array<TiedWitness, most_tied> tied;
};

/// The gradient of the signed distance between shape a at pose_a and shape b at pose_b. Options,
/// tracker and workspace are those of penetration(), and it throws as that does.
Gradient gradient(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                  const Options& options = {}, Tracker* tracker = nullptr,
                  Workspace* workspace = nullptr);

/// By any coordinates q that move the bodies: J_a^T grad_a + J_b^T grad_b. A Jacobian without
/// columns stands for a body that does not move. Throws InvalidInput if both have columns, but not
/// as many.
Eigen::VectorXd by_coordinates(const Gradient& gradient,
                               const Eigen::Ref<const Jacobian>& jacobian_a,
                               const Eigen::Ref<const Jacobian>& jacobian_b);

}  // namespace apart
