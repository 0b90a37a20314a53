// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <apart/error.hpp>
#include <apart/version.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "along_command.hpp"
#include "demo.hpp"
#include "exit_code.hpp"
#include "mesh_command.hpp"
#include "pair_command.hpp"
#include "query_command.hpp"
#include "reproduce_command.hpp"
#include "sample_command.hpp"
#include "scene_command.hpp"

namespace {

using namespace apart::cli;

constexpr const char* examples = R"(Examples:
  apart demo
  apart distance "box 1 2 3" "capsule 0.5 2" --pose-b "4 0 0"
  apart intersects "box 1 1 1" "sphere 0.5" --pose-b "1 0 0"
  apart within "cone 1 2" "point 4 0 0" 3.5
  apart penetration "box 2 2 2" "sphere 1" --pose-b "1.5 0 0"
  apart gradient "box 2 2 2" "cone 1 2" --pose-b "3 1 0.5"
  apart first_contact "sphere 1" "box 1 1 1" --motion-a "-5 0 0 to 5 0 0"
  apart along "sphere 1" "box 1 1 1" --motion-a "-5 0 0 to 5 0 0" --steps 100 > curve.csv
  apart query --file questions.jsonl > answers.jsonl
  apart scene cell.json
  apart sample chess set
  apart distance set/king.obj set/knight.obj --pose-b "100 0 0"
  apart mesh info set/king.obj
  apart reproduce lumelsky
  apart distance --help

Exit code: 0 if all was answered, 1 if a query line was not, 2 if the arguments have no meaning.
)";

/// The command that was called, if any.
const CLI::App* called(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? nullptr : commands.front();
}

/// As in "apart distance", or "apart mesh info".
std::string full_name(const CLI::App& app) {
  std::string name = app.get_name();
  for (const CLI::App* command = &app; (command = called(*command));) {
    name += ' ' + command->get_name();
  }
  return name;
}

/// Do the arguments look as if a shape had been given without quotes?
bool forgot_quotes(const CLI::App& app) {
  const CLI::App* command = called(app);
  return command && command->get_option_no_throw("A") && command->remaining_size() > 1;
}

ExitCode explain(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {  // --help, --version
    app.exit(error);
    return all_well;
  }
  const std::string name = full_name(app);
  std::cerr << name << ": " << error.what();
  if (forgot_quotes(app)) std::cerr << " (put each shape in quotes, as in \"box 1 2 3\")";
  std::cerr << "; see " << name << " --help\n";
  return unusable;
}

ExitCode run(int argc, char** argv) {
  CLI::App app{"How far apart two objects are, with a proof in every answer.", "apart"};
  app.set_version_flag("--version", "apart " APART_VERSION, "print the version");
  app.set_help_flag("-h,--help", "print this help");
  app.footer(examples);
  app.require_subcommand(0, 1);
  ExitCode exit_code = all_well;
  add_pair_commands(app, exit_code);
  add_along_command(app, exit_code);
  add_query_command(app, exit_code);
  add_scene_command(app, exit_code);
  add_mesh_command(app, exit_code);
  add_sample_command(app, exit_code);
  add_reproduce_command(app, exit_code);
  add_demo_command(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain(app, error);
  } catch (const apart::InvalidInput& error) {
    std::cerr << full_name(app) << ": " << error.what() << '\n';
    return unusable;
  }
  if (app.get_subcommands().empty()) std::cout << app.help();
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);  // streams alone are several times faster on long lines
  try {
    const int code = run(argc, argv);
    if (std::cout.flush() || code == unusable) return code;
    std::cerr << "apart: cannot write the answer\n";
    return unusable;
  } catch (const std::exception& error) {
    std::cerr << "apart: " << error.what() << '\n';
    return unusable;
  }
}
