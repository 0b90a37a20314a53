// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/motion.hpp>
#include <memory>

#include "motion/passage.hpp"
#include "query/halfspace.hpp"

namespace apart {

class MovingPieces;

/// Two moving shapes: until when they are proved to be apart. A view: it must not outlive the
/// shapes, nor the motions.
class PairMotion {
 public:
  /// Throws InvalidInput for two unbounded shapes, and for one that turns.
  PairMotion(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b, double margin);
  ~PairMotion();

  Distance distance(double s, const Options& options, Tracker* tracker) const;

  /// From s towards the limit, on either side of it: how far the shapes are proved to be at least
  /// m apart; s itself if no farther. `found` is their distance at s. m is not negative. For shapes
  /// of many pieces to be thorough takes a search that costs as much as hundreds of distances: it
  /// is for those that glide past each other, not for those that approach.
  double advance(double s, double limit, const Distance& found, double m, bool thorough) const;

  /// What tolerances are relative to: see MotionOptions.
  double size() const { return size_; }

 private:
  enum class Kind {
    together,  ///< one motion moves both
    plane,     ///< convex, or a half-space: one direction tells
    many,      ///< bounded, of many pieces
    prism,     ///< and something of many pieces
  };

  double advance_plane(double s, double limit, const Vector<double>& n, double m) const;
  double advance_freely(double s, double limit, double lower, double m) const;
  double advance_pieces(double s, double limit, double known, double m) const;
  double gap(const Pose& pose_a, const Pose& pose_b, const Vector<double>& n) const;
  double free_way(const Passage& a, const Passage& b) const;
  void find_size();

  ShapeRef a_, b_;
  const Motion &motion_a_, &motion_b_;
  double margin_, size_ = 0;
  Kind kind_ = Kind::plane;
  RoundedHalfspace half_a_, half_b_;
  Core core_a_, core_b_;  ///< if they are convex
  TurningBall ball_a_, ball_b_;
  std::unique_ptr<MovingPieces> pieces_;
};

}  // namespace apart
