// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace apart::report {

/// The model of this machine's processor, which is all that a report tells about the machine.
std::string processor();

}  // namespace apart::report
