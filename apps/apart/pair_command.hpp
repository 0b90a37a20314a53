// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "exit_code.hpp"
#include "files/answer.hpp"

namespace apart::cli {

/// The arguments of `apart distance`, `intersects`, `within` and `penetration`, as they were typed.
struct PairArguments {
  files::QueryKind kind = files::QueryKind::distance;
  std::string a = {}, b = {}, r = {};
  std::optional<std::string> pose_a = {}, pose_b = {};
  std::optional<std::string> relative_error = {}, enough = {}, margin = {};
  files::Extras extras = {};
  bool json = false;
};

/// Answers the question on `out`. Throws InvalidInput if it has no meaning.
ExitCode run(const PairArguments& arguments, std::ostream& out);

/// Adds the four commands; the one that is called leaves its exit code.
void add_pair_commands(CLI::App& app, ExitCode& exit_code);

}  // namespace apart::cli
