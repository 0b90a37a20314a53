// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include "exit_code.hpp"

namespace apart::cli {

/// Adds `apart along`: distances against s, as a table.
void add_along_command(CLI::App& app, ExitCode& exit_code);

}  // namespace apart::cli
