// SPDX-License-Identifier: BSD-3-Clause
#include "files/pose_json.hpp"

#include <array>
#include <cmath>

namespace apart::files {
namespace {

Eigen::Quaterniond read_quaternion(const Node& node) {
  Eigen::Vector4d q = node.vector<4>();
  const double largest = q.cwiseAbs().maxCoeff();
  if (largest == 0) node.fail("a quaternion must not be zero");
  // A power of two changes no digit, and keeps the squares of the norm in range.
  const int exponent = std::ilogb(largest);
  for (double& c : q) c = std::scalbn(c, -exponent);
  return {q[0], q[1], q[2], q[3]};
}

}  // namespace

Pose read_pose(const Node& node) {
  constexpr std::array<std::string_view, 2> fields{"t", "q"};
  node.expect_fields(fields);
  Pose pose;
  if (const auto q = node.optional_field("q")) pose = Pose(read_quaternion(*q), pose.translation);
  if (const auto t = node.optional_field("t")) pose.translation = t->vector<3>();
  return pose;
}

}  // namespace apart::files
