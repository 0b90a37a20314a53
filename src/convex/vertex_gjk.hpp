// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "convex/found.hpp"

namespace apart {

/// The algorithm of Gilbert, Johnson and Keerthi for cores with vertices and no axis, in double
/// from the start to the simplex that carries the near points. These are then evaluated nearly
/// exactly, and if they and the plane close the gap, or the simplex proves overlap, that is the
/// answer. If not, there is none, and `found` has only the simplex that was reached; also with the
/// answer `inside` if overlap is to be measured: then the simplex only seems to hold the origin.
std::optional<End> vertex_gjk(const Pair& pair, const Stopping& stopping, const Tracker* tracker,
                              Trace* trace, Found& found, int& support_calls);

}  // namespace apart
