// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "convex/pair.hpp"

namespace apart {

/// Where a search begins: along the line of the centres, or askew to whatever may be regular.
enum class From { centres, askew };

/// The signed distance of cores with vertices and no axis, as Depth finds it, in double as far as
/// that proves it. False if it does not: then nothing has been answered.
bool vertex_depth(const Pair& pair, const Options& options, From from, Tracker* tracker,
                  Penetration& p);

}  // namespace apart
