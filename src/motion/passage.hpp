// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/shape.hpp>

#include "motion/motion_data.hpp"

namespace apart {

/// A ball around what turns of a body. A sphere's own radius does not turn, nor does what rounds a
/// shape: its ball is that of its core.
struct TurningBall {
  Vector<double> centre = Vector<double>::Zero();
  double radius = 0;

  TurningBall placed(const Pose& pose) const;
};

/// Of any shape but a half-space, in its frame; of a prism, that around its cross-section.
TurningBall turning_ball(ShapeRef shape);

/// A motion from s to t, and the two poses.
struct Passage {
  Pose at_s, at_t;
  detail::Sweep sweep;

  /// Where the motion begins is known already.
  Passage(const Motion& motion, double s, const Pose& start, double t);

  // The bounds on which every proof rests; docs/motion.md derives them. The ball is in the world,
  // at s.

  /// A plane normal to n, a unit vector, rests against the body at both ends, and goes evenly from
  /// the one place to the other: the body never stands out of it farther than this.
  double bulge(const TurningBall& ball, const Vector<double>& n) const;
  /// What comes to that if the ball's centre is all that is meant to turn: it has this radius.
  double blur(double radius) const { return 2 * (sweep.blend + sweep.turn_noise) * radius; }
  /// No point goes farther from where it is at s, but for the sweep's shift.
  double turned_by(const TurningBall& ball) const;

 private:
  double reach(const TurningBall& ball) const;
  double noise(double reach) const;
  double distance_from_axis(const TurningBall& ball) const;
};

}  // namespace apart
