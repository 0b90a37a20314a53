// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>

#include "files/json_node.hpp"

namespace apart::files {

/// Reads a pose such as {"t":[4,0,0],"q":[1,0,0,0]}: translation and quaternion w, x, y, z, which
/// is normalised. Either may be missing: no translation, no rotation.
Pose read_pose(const Node& node);

}  // namespace apart::files
