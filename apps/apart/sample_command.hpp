// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include "exit_code.hpp"

namespace apart::cli {

/// Adds `apart sample chess` and `apart sample canny`, which write shapes to play with.
void add_sample_command(CLI::App& app, ExitCode& exit_code);

}  // namespace apart::cli
