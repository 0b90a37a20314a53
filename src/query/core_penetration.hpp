// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "convex/core.hpp"

namespace apart {

/// The signed distance of two cores.
Penetration core_penetration(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                             const Options& options = {}, Tracker* tracker = nullptr,
                             Workspace* workspace = nullptr);

}  // namespace apart
