// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "exit_code.hpp"
#include "files/answer.hpp"

namespace apart::cli {

/// The arguments of `apart distance`, `intersects`, `within`, `penetration`, `gradient` and
/// `first_contact`, as they were typed.
struct PairArguments {
  files::QueryKind kind = files::QueryKind::distance;
  std::string a = {}, b = {}, r = {};
  std::optional<std::string> pose_a = {}, pose_b = {};
  std::optional<std::string> motion_a = {}, motion_b = {}, tolerance = {};
  std::optional<std::string> relative_error = {}, enough = {}, margin = {}, method = {};
  files::Extras extras = {};
  bool json = false;
};

/// Answers the question on `out`. Throws InvalidInput if it has no meaning.
ExitCode run(const PairArguments& arguments, std::ostream& out);

/// The arguments as a query line, which is what gets read: one reader, one set of complaints.
files::Json query_line(const PairArguments& arguments);

/// What `--help` says about shapes, poses and motions.
extern const char* const shape_help;

/// Adds these six commands; the one that is called leaves its exit code.
void add_pair_commands(CLI::App& app, ExitCode& exit_code);

}  // namespace apart::cli
