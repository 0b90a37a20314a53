// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <apart/penetration.hpp>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace apart {

namespace detail {
struct MotionData;
}

/// A rigid motion: a pose for every s in [0, 1]. A value that is cheap to copy; copies share their
/// data. What the exact motion is, and how near to it the doubles of a pose are, stands in
/// docs/motion.md. Poses must be rigid as for every query; the factories throw InvalidInput if one
/// is not, naming it.
class Motion {
 public:
  /// A body at rest.
  Motion(const Pose& still);
  Motion(const Eigen::Isometry3d& still) : Motion(Pose(still)) {}

  /// The pose's origin goes straight from one place to the other, and the body turns about it by
  /// the shortest arc, both at constant rate. Of a half turn either way is as short: it is the axis
  /// whose first component that is not zero is positive.
  static Motion between(const Pose& from, const Pose& to);
  /// The same places and turns, but turned as by Gilbert, Johnson and Keerthi in 1988: the
  /// quaternion is linear in s, and normalised; so the rate is not constant.
  static Motion linear_quaternion(const Pose& from, const Pose& to);
  /// A screw: turns about a line and moves along it, both at constant rate (a constant twist).
  static Motion screw(const Pose& from, const Pose& to);
  /// From each pose to the next as by between(). `times` ascend from 0 to 1, one for each pose; if
  /// there are none, they are evenly spread.
  static Motion path(std::span<const Pose> waypoints, std::span<const double> times = {});
  /// Any other. For all s and s' the origin must be moved by at most speed * |s' - s|, and the body
  /// turned by an angle of at most turning * |s' - s|, but for rounding: 64 units of 2^-53 of the
  /// coordinates. What is proved rests on it. The function is called with s in [0, 1], by whatever
  /// thread the query runs in.
  static Motion function(std::function<Pose(double)> pose, double speed, double turning);

  /// The pose at s; at the ends of a motion between poses, and at waypoints, these very poses.
  /// Throws InvalidInput if s is not in [0, 1].
  Pose operator()(double s) const;

  const detail::MotionData& data() const { return *data_; }

 private:
  explicit Motion(std::shared_ptr<const detail::MotionData> data) : data_(std::move(data)) {}
  std::shared_ptr<const detail::MotionData> data_;
};

struct MotionOptions {
  /// Both shapes are grown by this much, as in Options.
  double margin = 0;
  /// A clearance of at most this times the size counts as contact, and no larger one ever does. The
  /// size is half the longest side of a box around the smaller shape, along its own axes (of a mesh
  /// or compound, of a large part of it); of the other one, if that is a point or unbounded; the
  /// length of the way, if neither has a size. From 1e-12 to 1.
  double tolerance = 1e-6;
  /// Distances to compute at most. Where they do not suffice, the status says not_converged.
  int steps = 100000;
  /// Where to count what a search among triangles and parts looks at, if anywhere.
  SearchCounts* counts = nullptr;
};

/// When two moving shapes first touch.
struct FirstContact {
  /// False only if it is proved that they are apart at every s in [0, 1].
  bool contact = true;
  /// Proved apart at every s < time_lower. If there is contact, they are as close as the tolerance
  /// at time_upper, which is not less. If there is none, both are 1.
  double time_lower = 0, time_upper = 1;
  /// The same as time_lower: where it is safe to stop.
  double time = 0;
  /// At time_upper if there is contact; else, or if that is not known, the nearest of those that
  /// were computed; and at which s that was.
  Distance distance;
  double distance_time = 0;
  /// separated: there is no contact. touching, overlapping: there is. not_converged: they are apart
  /// before time_lower, and no more could be proved: the number of steps was used up, or rounding
  /// errors of the poses are not small against the tolerance.
  Status status = Status::not_converged;
  /// How many distances were computed.
  int steps = 0;
};

/// When shape a on motion_a and shape b on motion_b first touch, as s goes from 0 to 1. Nothing is
/// sampled: between two distances that were computed, a bound on the motion proves the shapes to be
/// apart. Throws InvalidInput for options out of range, for two unbounded operands, for an
/// unbounded one that turns, and as distance() does.
FirstContact first_contact(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
                           const MotionOptions& options = {}, Tracker* tracker = nullptr);

/// Whether two moving shapes keep clear of each other.
struct ClearAlong {
  /// True only if it is proved that they are at least `margin` apart at every s in [0, 1].
  bool clear = false;
  /// If not, where they are closer, and how close: distance.upper is less than the margin or
  /// exceeds it by no more than the tolerance. If they are, where the nearest distance was
  /// computed.
  double time = 0;
  Distance distance;
  /// separated: clear. touching, overlapping: they are that close. not_converged: not known.
  Status status = Status::not_converged;
  int steps = 0;  ///< how many distances were computed

  explicit operator bool() const { return clear; }
};

/// Are the shapes at least `margin` apart along the whole motion? Ends first, then the middle of
/// what is not yet proved: a violation is found early, and one that is there is never missed.
/// Throws as first_contact() does, and for a margin that is negative.
ClearAlong clear_along(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
                       double margin, const MotionOptions& options = {},
                       Tracker* tracker = nullptr);

/// The signed distance at a point of a motion.
struct DistanceAt {
  double s = 0;
  Penetration answer;
};

/// Signed distances at s = t / steps for t = 0 to steps: those of penetration(), each started from
/// what the one before it learnt (Gilbert, Johnson and Keerthi 1988, Table I). Throws InvalidInput
/// for less than one step, and as penetration() does.
std::vector<DistanceAt> distance_along(ShapeRef a, const Motion& motion_a, ShapeRef b,
                                       const Motion& motion_b, int steps,
                                       const Options& options = {});
/// The same, one after the other, until `visit` says false.
void for_each_distance_along(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
                             int steps, const std::function<bool(const DistanceAt&)>& visit,
                             const Options& options = {});

}  // namespace apart
