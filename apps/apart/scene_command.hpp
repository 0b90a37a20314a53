// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include "exit_code.hpp"

namespace apart::cli {

/// Adds `apart scene`: the answers to the questions of a scene file.
void add_scene_command(CLI::App& app, ExitCode& exit_code);

}  // namespace apart::cli
