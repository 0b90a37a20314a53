// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "convex/found.hpp"
#include "convex/round_body.hpp"

namespace apart {

/// Newton's method on the normal, for cores that RoundBodies fits. No answer where it does not lead
/// to a proof in a few steps.
std::optional<End> round_contact(const Pair& pair, const Stopping& stopping, const Tracker* tracker,
                                 Trace* trace, Found& found, int& support_calls);

}  // namespace apart
