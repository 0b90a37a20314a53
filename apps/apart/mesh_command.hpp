// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include "exit_code.hpp"

namespace apart::cli {

/// Adds `apart mesh info`: what a mesh file holds, and what is odd about it.
void add_mesh_command(CLI::App& app, ExitCode& exit_code);

}  // namespace apart::cli
