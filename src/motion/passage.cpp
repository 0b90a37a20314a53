// SPDX-License-Identifier: BSD-3-Clause
#include "motion/passage.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "convex/core.hpp"
#include "tree/body.hpp"

namespace apart {

TurningBall TurningBall::placed(const Pose& pose) const {
  constexpr double room = 1 + 2e-6;  // a pose may stretch by half of that
  return {product(pose.rotation, centre) + pose.translation, room * radius};
}

TurningBall turning_ball(ShapeRef shape) {
  if (convex(shape)) {
    const Core core = make_core(shape);
    return {core.centre, core.radius + core.slack};
  }
  Body body(shape, Pose(), 0);
  return {body.tree().centre, body.tree().radius};
}

Passage::Passage(const Motion& motion, double s, const Pose& start, double t)
    : at_s(start), at_t(motion(t)), sweep(motion.data().sweep(s, t, start)) {}

/// From the origin of the pose.
double Passage::reach(const TurningBall& ball) const {
  return safe_norm(ball.centre - at_s.translation) + ball.radius;
}

/// The exact motion is meant, and so are the doubles of its poses.
double Passage::noise(double reach) const {
  return 2 * (sweep.turn_noise * reach + sweep.shift_noise);
}

double Passage::distance_from_axis(const TurningBall& ball) const {
  const Vector<double> arm = ball.centre - sweep.pivot;
  // Of the cross product the error is relative to the arm: a pivot may be far away.
  return safe_norm(cross(sweep.axis, arm)) + 0x1p-48 * safe_norm(arm) + ball.radius;
}

double Passage::bulge(const TurningBall& ball, const Vector<double>& n) const {
  const double far = reach(ball);
  const double sum = noise(far) + 2 * sweep.blend * far + (sweep.loose + sweep.turn * far) / 2;
  if (sweep.angle == 0) return sum;
  const double half = sweep.angle / 2, quarter = std::sin(half / 2);
  const double ahead = std::min(1.0, 0.203 * half * half + sweep.uneven);
  const double part = 2 * quarter * quarter + 2 * std::sin(half) * ahead;
  const double across = safe_norm(cross(sweep.axis, n));
  return sum + part * across * distance_from_axis(ball) * (1 + 0x1p-40);
}

double Passage::turned_by(const TurningBall& ball) const {
  const double far = reach(ball);
  const double any_turn = 2 * std::sin(std::min(sweep.turn, std::numbers::pi) / 2);
  const double sum = noise(far) + sweep.blend * far + sweep.loose + any_turn * far;
  if (sweep.angle == 0) return sum;
  return sum + 2 * std::sin(sweep.angle / 2) * distance_from_axis(ball) * (1 + 0x1p-40);
}

}  // namespace apart
