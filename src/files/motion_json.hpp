// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/motion.hpp>

#include "files/json_node.hpp"

namespace apart::files {

/// Reads a motion: {"from":pose,"to":pose}, perhaps with "kind": "between", "linear_quaternion" or
/// "screw"; or {"waypoints":[pose,...]}, perhaps with "times":[0,...,1].
Motion read_motion(const Node& node);

}  // namespace apart::files
