// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "convex/found.hpp"

namespace apart {

/// Are these cores for curved_contact()? One of them has to be curved, and both bounded.
inline bool has_curves(const Core& a, const Core& b) {
  const auto known = [](const Core& core) {
    return core.kind != Core::Kind::custom && !core.infinite_along_z;
  };
  return known(a) && known(b) && !(a.has_vertices() && b.has_vertices());
}

/// Newton's method on the normal for cores of which one at least is curved, a cylinder, a cone or
/// an ellipsoid, and the other may be anything but a user's type. GJK until they are known to be
/// apart or to overlap. No answer where that does not lead to a proof in some steps, nor for a
/// depth.
std::optional<End> curved_contact(const Pair& pair, const Stopping& stopping,
                                  const Tracker* tracker, Trace* trace, Found& found,
                                  int& support_calls);

/// Are they within `options.enough` of each other, which has to be there? As vertex_within().
bool curved_within(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                   const Options& options, Tracker* tracker);

}  // namespace apart
