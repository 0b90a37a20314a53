// SPDX-License-Identifier: BSD-3-Clause
#include "motion/motion_data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "convex/core.hpp"
#include "motion/turn.hpp"

namespace apart::detail {

/// Of a linear quaternion: the angle of (1 - sigma) + sigma (cos, sin) of half the angle, twice.
double Stretch::turned(double sigma) const {
  if (even) return sigma * angle;
  const double half = angle / 2;
  return 2 * std::atan2(sigma * std::sin(half), (1 - sigma) + sigma * std::cos(half));
}

Pose Stretch::pose(double s) const {
  if (s == begin || still) return from;
  if (s == end) return to;
  const double sigma = fraction(s);
  Pose pose = from;
  if (turns) {
    const Eigen::Matrix3d body = (1 - sigma) * from.rotation + sigma * turned_back;
    pose.rotation = turn(axis, turned(sigma)) * body;
  }
  pose.translation = from.translation + sigma * along;
  if (around != Vector<double>::Zero()) {
    // The chord to sigma of an arc whose chord is `around`: shorter, and turned back by half of
    // what is left. It needs no pivot, which is far away if the angle is small.
    const double part = std::sin(sigma * angle / 2) / std::sin(angle / 2);
    pose.translation += turn(axis, (sigma - 1) * angle / 2) * (part * around);
  }
  return pose;
}

Sweep Stretch::sweep(double s, double t, const Pose& at_s) const {
  Sweep sweep;
  if (still) return sweep;
  const double first = fraction(s), last = fraction(t), part = std::abs(last - first);
  sweep.shift = (last - first) * along;
  sweep.axis = axis;
  sweep.angle = std::min(std::abs(turned(last) - turned(first)), std::numbers::pi);
  sweep.pivot = at_s.translation;
  if (to_pivot != Vector<double>::Zero()) sweep.pivot += turn(axis, first * angle) * to_pivot;
  sweep.blend = blend * part;
  if (!even) {
    // The rate is at least 2 sin, its change at most 4 sin (1 - cos) / cos^4(half), of half the
    // angle: a parabola over the interval, in parts of the turn.
    const double half = angle / 2, c = std::cos(half / 2);
    sweep.uneven = std::min(1.0, part * (1 - std::cos(half)) / (4 * c * c * c * c) * (1 + 0x1p-40));
  }
  sweep.turn_noise = turns ? 64 * unit_roundoff : 0;
  sweep.shift_noise = 16 * unit_roundoff * size;
  return sweep;
}

const Stretch& MotionData::stretch(double s, bool forward) const {
  const auto after = std::upper_bound(stretches.begin(), stretches.end(), s,
                                      [](double x, const Stretch& p) { return x < p.begin; });
  const auto found = std::prev(after);
  return !forward && found->begin == s && found != stretches.begin() ? *std::prev(found) : *found;
}

double MotionData::horizon(double s, double limit) const {
  if (function || s == limit) return limit;
  const Stretch& on = stretch(s, s < limit);
  return s < limit ? std::min(limit, on.end) : std::max(limit, on.begin);
}

Sweep MotionData::sweep(double s, double t, const Pose& at_s) const {
  if (!function) return stretch(s, s < t).sweep(s, t, at_s);
  Sweep sweep;
  sweep.loose = speed * std::abs(t - s);
  sweep.turn = turning * std::abs(t - s);
  sweep.turn_noise = 64 * unit_roundoff;
  sweep.shift_noise = 64 * unit_roundoff * (safe_norm(at_s.translation) + sweep.loose);
  return sweep;
}

bool MotionData::turns() const {
  if (function) return turning > 0;
  return std::any_of(stretches.begin(), stretches.end(),
                     [](const Stretch& part) { return part.turns; });
}

double MotionData::way(double reach) const {
  double sum = speed + turning * reach;
  for (const Stretch& part : stretches) {
    if (part.still) continue;
    sum +=
        safe_norm(part.to.translation - part.from.translation) + (part.angle + part.blend) * reach;
  }
  return sum;
}

double MotionData::fastest(double reach) const {
  double most = speed + turning * reach;
  for (const Stretch& part : stretches) {
    if (part.still) continue;
    if (!part.even) return std::numeric_limits<double>::infinity();
    // An arc of at most half a circle is no longer than pi/2 times its chord.
    const double origin = 1.6 * safe_norm(part.to.translation - part.from.translation);
    most = std::max(most, (origin + (part.angle + part.blend) * reach) / (part.end - part.begin));
  }
  return most;
}

double MotionData::stretching() const {
  if (function) return 3e-6;  // twice what |R^T R - I| may be, and a little
  double sum = 0;
  for (const Stretch& part : stretches) {
    if (!part.still) sum += 1.01 * part.blend + 256 * unit_roundoff;
  }
  return std::min(sum, 3e-6);
}

bool same(const MotionData& a, const MotionData& b) {
  if (&a == &b) return true;
  if (a.function || b.function || a.stretches.size() != b.stretches.size()) return false;
  const auto equal = [](const Pose& p, const Pose& q) {
    return p.rotation == q.rotation && p.translation == q.translation;
  };
  return std::equal(a.stretches.begin(), a.stretches.end(), b.stretches.begin(),
                    [&](const Stretch& p, const Stretch& q) {
                      return p.begin == q.begin && p.even == q.even && p.along == q.along &&
                             p.around == q.around && equal(p.from, q.from) && equal(p.to, q.to);
                    });
}

}  // namespace apart::detail
