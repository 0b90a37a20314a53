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

  /// The way out nearest to a direction that is nearly one, with its points. Nothing if that leads
  /// nowhere.
  std::optional<TiedWitness> settled(const Eigen::Vector3d& direction);

  /// Is there no other way out than n that is as short within the tolerance? If there is, adds
  /// some of them to those that are tied.
  bool only_one(const Eigen::Vector3d& n, double tolerance, Gradient& g);

 private:
  /// The farthest points along n, and their difference: a point of the border of A - B, lengths
  /// times pair_.scale().
  struct Look {
    Eigen::Vector3d a, b, w;
  };
  Look look(const Eigen::Vector3d& n) const;
  /// How they differ as the direction is tilted by so much to either side.
  Look tilted(const Eigen::Vector3d& n, const Eigen::Vector3d& side, double tilt) const;

  Pose moved_by(const Eigen::Vector3d& way) const;
  void sharpen(TiedWitness& witness) const;
  /// Which of the shapes have an edge or a face along n, and one such edge.
  struct Flat {
    bool a = false, b = false, face = false;
    Eigen::Vector3d edge = Eigen::Vector3d::Zero();
    bool edges() const { return a || b; }
  };
  /// The last step about an edge, and what was off before it.
  struct Secant {
    Eigen::Vector3d side = Eigen::Vector3d::Zero();
    double off = 0, length = 0;
  };
  Flat flat_along(const Eigen::Vector3d& n) const;
  Eigen::Vector3d newton_step(const Eigen::Vector3d& n, const Eigen::Vector3d& w) const;
  Eigen::Vector3d secant_step(const Eigen::Vector3d& n, const Eigen::Vector3d& w,
                              const Eigen::Vector3d& along, Secant& last) const;
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
