// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/gradient.hpp>
#include <optional>

#include "convex/pair.hpp"

namespace apart {

/// Two cores that overlap or touch, and the shortest ways to part them. The depth is the distance
/// from the origin to the border of A - B, which is concave as B moves: so what it is a little
/// farther in tells of other ways, and what the distance is once B is moved out of how good one is.
/// A view: the cores must outlive it.
class WaysOut {
 public:
  WaysOut(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, double margin,
          Workspace* workspace, const Tracker& tracker);
  WaysOut(const WaysOut&) = delete;
  WaysOut& operator=(const WaysOut&) = delete;

  double size() const { return pair_.size() * pair_.back(); }  ///< S

  /// How far apart planes normal to n keep the two, negative where they overlap.
  double signed_distance(const Eigen::Vector3d& n) const;

  /// The way out nearest to a direction that is nearly one, with its points: as precise as
  /// distances are. Nothing if that leads nowhere.
  std::optional<TiedWitness> settled(const Eigen::Vector3d& direction);

  /// Is there no other way out than n that is as short within the tolerance? If there is, adds
  /// some of them to those that are tied.
  bool only_one(const Eigen::Vector3d& n, double tolerance, Gradient& g);

 private:
  Pose moved_by(const Eigen::Vector3d& way) const;
  std::optional<Eigen::Vector3d> other_way(const Eigen::Vector3d& n, const Eigen::Vector3d& step,
                                           double tolerance);

  const Core &a_, &b_;
  Pose pose_a_, pose_b_;    // relative to A's origin
  Eigen::Vector3d origin_;  // which is here
  Pair pair_;
  Options options_;
  Workspace* workspace_;
  Tracker tracker_;
};

}  // namespace apart
