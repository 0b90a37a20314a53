// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/motion.hpp>
#include <functional>
#include <vector>

#include "convex/vector.hpp"

namespace apart::detail {

/// What a motion does to a body from one s to another: its points keep their places relative to a
/// pivot that goes straight by `shift`, turned about an axis through it by `angle`; and, of which
/// only the size is known, what is not of that kind.
struct Sweep {
  Vector<double> shift = Vector<double>::Zero();
  Vector<double> pivot = Vector<double>::Zero();  ///< in the world, at the start
  Vector<double> axis = Vector<double>::UnitZ();
  double angle = 0;   ///< in [0, pi]
  double uneven = 0;  ///< the part of the angle by which the turn may run ahead of s, or behind
  double blend = 0;   ///< times |x|: the change of how the poses differ from rigid ones
  double loose = 0;   ///< the origin may go this far in any direction
  double turn = 0;    ///< and the body turn by this angle about any axis
  /// The doubles of a pose may be off by turn_noise * |x| + shift_noise.
  double turn_noise = 0, shift_noise = 0;
};

/// A part of a motion with one axis. With sigma from 0 to 1, and Q the turn about the axis,
///   M(s) x = Q(sigma angle) ((1 - sigma) R0 + sigma Q(angle)^T R1) x + t(sigma):
/// at its ends these are the given poses, whatever the rounding of axis and angle, and however
/// far from rigid the poses are.
struct Stretch {
  double begin = 0, end = 1;
  Pose from, to;
  Eigen::Matrix3d turned_back = Eigen::Matrix3d::Identity();  ///< Q(angle)^T R1
  Vector<double> axis = Vector<double>::UnitZ();
  double angle = 0;
  double blend = 0;                                  ///< |Q^T R1 - R0|
  bool even = true;                                  ///< else the quaternion is linear in sigma
  Vector<double> along = Vector<double>::Zero();     ///< straight part of the origin's way
  Vector<double> around = Vector<double>::Zero();    ///< chord of the rest, a circle's arc
  Vector<double> to_pivot = Vector<double>::Zero();  ///< from the origin, at the start
  bool still = false;                                ///< both poses are the same
  bool turns = false;                                ///< the rotations of the two poses differ
  double size = 0;                                   ///< of the two translations

  Pose pose(double s) const;
  /// `at_s` is the pose at s.
  Sweep sweep(double s, double t, const Pose& at_s) const;

 private:
  double fraction(double s) const { return (s - begin) / (end - begin); }
  double turned(double sigma) const;
};

/// What a Motion shares among its copies: stretches, one after the other, or a function.
struct MotionData {
  std::vector<Stretch> stretches;
  std::function<Pose(double)> function;
  double speed = 0, turning = 0;

  const Stretch& stretch(double s, bool forward) const;
  /// Where the stretch ends that leads from s towards the limit, if before it.
  double horizon(double s, double limit) const;
  /// s and t are on one stretch, either order.
  Sweep sweep(double s, double t, const Pose& at_s) const;
  bool turns() const;
  /// How far any point within `reach` of the origin may go in all.
  double way(double reach) const;
  /// How fast at most, per unit of s; infinite if that is not known.
  double fastest(double reach) const;
  /// How much lengths may differ between two poses, in parts of them.
  double stretching() const;
};

/// Have they the same poses throughout, to the bit?
bool same(const MotionData& a, const MotionData& b);

}  // namespace apart::detail
