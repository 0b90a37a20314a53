// SPDX-License-Identifier: BSD-3-Clause
#include "files/motion_json.hpp"

#include <array>
#include <string_view>
#include <vector>

#include "files/pose_json.hpp"

namespace apart::files {
namespace {

using Factory = Motion (*)(const Pose&, const Pose&);

Factory read_kind(const Node& node) {
  const std::string& name = node.text();
  if (name == "between") return Motion::between;
  if (name == "linear_quaternion") return Motion::linear_quaternion;
  if (name == "screw") return Motion::screw;
  node.fail("unknown motion \"" + shortened(name) +
            "\"; the motions are between, linear_quaternion, screw");
}

Motion read_path(const Node& node) {
  constexpr std::array<std::string_view, 2> fields{"waypoints", "times"};
  node.expect_fields(fields);
  const Node list = node.field("waypoints");
  std::vector<Pose> waypoints;
  for (std::size_t i = 0; i < list.size("poses"); ++i) {
    waypoints.push_back(read_pose(list.element(i)));
  }
  std::vector<double> times;
  if (const auto given = node.optional_field("times")) {
    for (std::size_t i = 0; i < given->size("numbers"); ++i) {
      times.push_back(given->element(i).number());
    }
  }
  return Motion::path(waypoints, times);
}

Motion read_ends(const Node& node) {
  constexpr std::array<std::string_view, 3> fields{"from", "to", "kind"};
  node.expect_fields(fields);
  const auto kind = node.optional_field("kind");
  const Factory make = kind ? read_kind(*kind) : Motion::between;
  return make(read_pose(node.field("from")), read_pose(node.field("to")));
}

}  // namespace

Motion read_motion(const Node& node) {
  return placed(
      node, [&] { return node.optional_field("waypoints") ? read_path(node) : read_ends(node); });
}

}  // namespace apart::files
