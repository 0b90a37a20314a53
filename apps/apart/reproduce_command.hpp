// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include "exit_code.hpp"

namespace apart::cli {

/// Adds `apart reproduce`, which runs the papers' experiments and writes a report.
void add_reproduce_command(CLI::App& app, ExitCode& exit_code);

}  // namespace apart::cli
