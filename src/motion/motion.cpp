// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <apart/error.hpp>
#include <apart/motion.hpp>
#include <cmath>
#include <numbers>
#include <string>

#include "convex/core.hpp"
#include "motion/motion_data.hpp"
#include "motion/turn.hpp"
#include "number_text.hpp"

namespace apart {

namespace {

using detail::MotionData;
using detail::Stretch;

/// A mixture of two poses that a query would just accept may be one that it would not, by 1e-12.
void check_end(const Pose& pose, const std::string& what) {
  validate(pose, what.c_str());
  const Eigen::Matrix3d& r = pose.rotation;
  const double defect = (r.transpose() * r - Eigen::Matrix3d::Identity()).norm();
  if (defect > 1e-6 * (1 - 1e-5)) {
    throw InvalidInput(what + ": rotation is not orthonormal enough for a motion, |R^T R - I| = " +
                       text(defect) + " exceeds 0.99999e-6");
  }
}

/// Axis and angle of the shortest turn from one rotation to another.
void find_turn(Stretch& part) {
  const Eigen::Matrix3d between = part.to.rotation * part.from.rotation.transpose();
  Eigen::Quaterniond q(between);
  q.normalize();
  const double half_turn = 0x1p-48;
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  if (q.w() < half_turn) {
    const double first = q.x() != 0 ? q.x() : q.y() != 0 ? q.y() : q.z();
    if (first < 0) q.vec() = -q.vec();
    q.w() = 0;
  }
  const double length = q.vec().norm();
  part.turned_back = part.to.rotation;
  if (length > 0x1p-48) {  // else rounding errors have no axis, and `blend` covers them
    part.axis = q.vec() / length;
    part.angle = 2 * std::atan2(length, q.w());
    part.turned_back = turn(part.axis, part.angle).transpose() * part.to.rotation;
  }
  part.blend = (part.turned_back - part.from.rotation).norm() * (1 + 0x1p-40) + 64 * unit_roundoff;
}

Stretch stretch_between(const Pose& from, const Pose& to) {
  Stretch part;
  part.from = from;
  part.to = to;
  part.still = from.rotation == to.rotation && from.translation == to.translation;
  if (part.still) return part;
  part.along = to.translation - from.translation;
  part.size = safe_norm(from.translation) + safe_norm(to.translation);
  part.turns = from.rotation != to.rotation;
  if (part.turns) find_turn(part);
  return part;
}

/// The origin goes by an arc about the screw's axis (Chasles), instead of straight.
void bend(Stretch& part) {
  if (part.angle == 0) return;
  const Vector<double> way = part.along;
  part.along = part.axis * dot(part.axis, way);
  part.around = way - part.along;
  const double half = part.angle / 2;
  part.to_pivot =
      (part.around + cross(part.axis, part.around) * (std::cos(half) / std::sin(half))) / 2;
}

std::shared_ptr<const MotionData> of(const Stretch& part) {
  auto data = std::make_shared<MotionData>();
  data->stretches.push_back(part);
  return data;
}

Stretch checked(const Pose& from, const Pose& to) {
  check_end(from, "from");
  check_end(to, "to");
  return stretch_between(from, to);
}

std::string element(const char* name, std::size_t i) {
  return std::string(name) + '[' + std::to_string(i) + ']';
}

void check_times(std::span<const double> times, std::size_t poses) {
  if (times.size() != poses) {
    throw InvalidInput("times: there must be one for each of the " + std::to_string(poses) +
                       " waypoints, got " + std::to_string(times.size()));
  }
  const auto expect = [&](std::size_t i, bool holds, const char* rule) {
    if (!holds) throw InvalidInput(element("times", i) + rule + text(times[i]));
  };
  expect(0, times[0] == 0, " must be 0, got ");
  for (std::size_t i = 1; i < poses; ++i) {
    expect(i, times[i] > times[i - 1], " must be larger than the one before it, got ");
  }
  if (poses > 1) expect(poses - 1, times[poses - 1] == 1, " must be 1, got ");
}

}  // namespace

Motion::Motion(const Pose& still) {
  validate(still, "pose");
  data_ = of(stretch_between(still, still));
}

Motion Motion::between(const Pose& from, const Pose& to) { return Motion(of(checked(from, to))); }

Motion Motion::linear_quaternion(const Pose& from, const Pose& to) {
  Stretch part = checked(from, to);
  part.even = part.angle == 0;
  return Motion(of(part));
}

Motion Motion::screw(const Pose& from, const Pose& to) {
  Stretch part = checked(from, to);
  bend(part);
  return Motion(of(part));
}

Motion Motion::path(std::span<const Pose> waypoints, std::span<const double> times) {
  if (waypoints.empty()) throw InvalidInput("waypoints: there must be at least one, got none");
  if (!times.empty()) check_times(times, waypoints.size());
  for (std::size_t i = 0; i < waypoints.size(); ++i) {
    check_end(waypoints[i], element("waypoints", i));
  }
  if (waypoints.size() == 1) return Motion(waypoints[0]);
  auto data = std::make_shared<MotionData>();
  const std::size_t last = waypoints.size() - 1;
  const auto time = [&](std::size_t i) {
    return times.empty() ? static_cast<double>(i) / static_cast<double>(last) : times[i];
  };
  for (std::size_t i = 0; i < last; ++i) {
    Stretch part = stretch_between(waypoints[i], waypoints[i + 1]);
    part.begin = time(i);
    part.end = time(i + 1);
    data->stretches.push_back(part);
  }
  return Motion(std::shared_ptr<const MotionData>(data));
}

Motion Motion::function(std::function<Pose(double)> pose, double speed, double turning) {
  if (!pose) throw InvalidInput("function: there is none");
  const auto check = [](const char* name, double x) {
    if (!(x >= 0 && x <= 0x1p500)) {
      throw InvalidInput(std::string(name) + " must lie in [0, 2^500], got " + text(x));
    }
  };
  check("speed", speed);
  check("turning", turning);
  auto data = std::make_shared<MotionData>();
  data->function = std::move(pose);
  data->speed = speed;
  data->turning = turning;
  return Motion(std::shared_ptr<const MotionData>(data));
}

Pose Motion::operator()(double s) const {
  if (!(s >= 0 && s <= 1)) throw InvalidInput("motion: s must lie in [0, 1], got " + text(s));
  if (!data_->function) return data_->stretch(s, true).pose(s);
  const Pose pose = data_->function(s);
  validate(pose, ("motion: pose at s = " + text(s)).c_str());
  return pose;
}

}  // namespace apart
