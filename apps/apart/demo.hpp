// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include "exit_code.hpp"

namespace apart::cli {

/// Adds `apart demo`: a few questions, how to ask them, and their answers.
void add_demo_command(CLI::App& app, ExitCode& exit_code);

}  // namespace apart::cli
