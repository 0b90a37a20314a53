// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/core.hpp"
#include "convex/way_out.hpp"

namespace apart {

/// The nearest way out of a cylinder, a cone or an ellipsoid of which the pose is not quite rigid:
/// what is a ball around a point in the world is not quite one in the body's axes. `extent` and
/// `at` are in these, and so are `outward`, which the pose turns into a unit vector, and `end`.
/// `least` allows for all rounding but that of `at`. No room is there if rounding may take it.
Exit skewed_exit(Core::Kind kind, Triple extent, const Turn& turn, Triple at);

}  // namespace apart
