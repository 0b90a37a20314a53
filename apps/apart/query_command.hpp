// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include "exit_code.hpp"

namespace apart::cli {

/// Adds `apart query`, which answers JSON lines; it leaves its exit code.
void add_query_command(CLI::App& app, ExitCode& exit_code);

}  // namespace apart::cli
