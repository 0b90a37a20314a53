// SPDX-License-Identifier: BSD-3-Clause
#include "query/door.hpp"

#include <apart/error.hpp>
#include <cmath>
#include <string>

#include "number_text.hpp"

namespace apart {

void check_poses(const Pose& a, const Pose& b) {
  validate(a, "pose_a");
  validate(b, "pose_b");
}

void validate(const Pose& pose, const char* what) {
  const std::string name = what;
  for (int i = 0; i < 3; ++i) {
    if (std::isfinite(pose.translation[i]) && std::abs(pose.translation[i]) <= 0x1p500) continue;
    throw InvalidInput(name + ": translation[" + std::to_string(i) +
                       "] must be finite and at most 2^500, got " + text(pose.translation[i]));
  }
  const Eigen::Matrix3d& r = pose.rotation;
  for (int i = 0; i < 9; ++i) {
    if (std::isfinite(r(i / 3, i % 3))) continue;
    throw InvalidInput(name + ": rotation(" + std::to_string(i / 3) + ", " + std::to_string(i % 3) +
                       ") must be finite, got " + text(r(i / 3, i % 3)));
  }
  const double defect = (r.transpose() * r - Eigen::Matrix3d::Identity()).norm();
  if (!(defect <= 1e-6)) {
    throw InvalidInput(name + ": rotation is not orthonormal, |R^T R - I| = " + text(defect) +
                       " exceeds 1e-6");
  }
  if (!(r.determinant() > 0)) {
    throw InvalidInput(name + ": rotation is a reflection, its determinant is " +
                       text(r.determinant()));
  }
}

void check_options(const Options& options) {
  if (!(options.relative_error >= 0 && options.relative_error <= 1)) {
    throw InvalidInput("relative_error must lie in [0, 1], got " + text(options.relative_error));
  }
  if (options.enough && !(*options.enough >= 0)) {
    const bool number = !std::isnan(*options.enough);
    throw InvalidInput(std::string("enough must ") + (number ? "not be negative" : "be a number") +
                       ", got " + text(*options.enough));
  }
  if (!(options.margin >= 0 && options.margin <= 0x1p500)) {
    throw InvalidInput("margin must lie in [0, 2^500], got " + text(options.margin));
  }
}

void check_signed_query(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options) {
  if (options.enough && std::isnan(*options.enough)) {
    throw InvalidInput("enough must be a number, got nan");
  }
  Options unsigned_options = options;
  unsigned_options.enough.reset();
  check_query(a, pose_a, b, pose_b, unsigned_options);
}

void check_bounded(ShapeRef a, ShapeRef b) {
  if (!bounded(a) && !bounded(b)) {
    throw InvalidInput(std::string("at most one operand may be unbounded, got ") + type_name(a) +
                       " and " + type_name(b));
  }
}

}  // namespace apart
