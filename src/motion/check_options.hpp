// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/error.hpp>
#include <apart/motion.hpp>
#include <string>

#include "number_text.hpp"

namespace apart {

inline void check_options(const MotionOptions& options) {
  if (!(options.margin >= 0 && options.margin <= 0x1p500)) {
    throw InvalidInput("margin must lie in [0, 2^500], got " + text(options.margin));
  }
  if (!(options.tolerance >= 1e-12 && options.tolerance <= 1)) {
    throw InvalidInput("tolerance must lie in [1e-12, 1], got " + text(options.tolerance));
  }
  if (options.steps < 1) {
    throw InvalidInput("steps must be at least 1, got " + std::to_string(options.steps));
  }
}

}  // namespace apart
