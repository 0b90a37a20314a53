// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce_command.hpp"

#include <apart/error.hpp>
#include <apart/version.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "experiment.hpp"
#include "progress_line.hpp"
#include "report/processor.hpp"
#include "write_report.hpp"

namespace apart::cli {
namespace {

using experiments::Experiment;

struct ReproduceArguments {
  std::string name = "all", folder = "papers";
  bool full = false;
};

std::string examples() {
  std::string text = "Experiments:\n";
  for (const Experiment& e : experiments::experiments()) {
    text += "  " + std::string(e.name) + std::string(12 - std::string(e.name).size(), ' ') +
            e.about + '\n';
  }
  return text +
         "\nExamples:\n"
         "  apart reproduce lumelsky\n"
         "  apart reproduce all -o report --full\n";
}

std::vector<Experiment> chosen(const std::string& name) {
  std::vector<Experiment> some;
  std::string names;
  for (const Experiment& e : experiments::experiments()) {
    if (name == "all" || name == e.name) some.push_back(e);
    names += std::string(e.name) + ", ";
  }
  if (some.empty()) {
    throw InvalidInput("no experiment is called \"" + name + "\"; there are " + names + "and all");
  }
  return some;
}

std::string conditions(const ReproduceArguments& arguments) {
  return "apart " APART_VERSION ", one thread of: " + report::processor() + "; " +
         (arguments.full ? "as many runs as the papers made"
                         : "the short setting, with fewer runs than the papers made") +
         ". Operations and counts are the same in every run, times are this processor's. Figures "
         "that "
         "depend on how a program is written are called \"as published\" if they are within a "
         "quarter. Written by `apart reproduce " +
         arguments.name + (arguments.full ? " --full" : "") + "`.";
}

std::string bar(double part, const std::string& words) {
  constexpr int width = 30;
  const int done = static_cast<int>(part * width);
  return '[' + std::string(done, '#') + std::string(width - done, '.') + "] " +
         std::to_string(static_cast<int>(100 * part)) + "% " + words;
}

ExitCode run(const ReproduceArguments& arguments) {
  const std::vector<Experiment> some = chosen(arguments.name);
  // A place that cannot be written to is better found before than after.
  experiments::write_report({}, conditions(arguments), arguments.folder);
  ProgressLine line;
  std::vector<experiments::Section> sections;
  for (const Experiment& e : some) {
    experiments::Settings settings;
    settings.full = arguments.full;
    const auto done = static_cast<double>(sections.size());
    settings.progress = [&](double part) {
      line.show(bar((done + part) / static_cast<double>(some.size()), e.name));
    };
    settings.progress(0);
    sections.push_back(e.run(settings));
  }
  line.finish();
  for (const auto& file :
       experiments::write_report(sections, conditions(arguments), arguments.folder)) {
    std::cout << file.string() << '\n';
  }
  return all_well;
}

}  // namespace

void add_reproduce_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "reproduce", "Run what the papers published again, and write a report: theirs beside ours.");
  command.footer(examples());
  const auto arguments = std::make_shared<ReproduceArguments>();
  command.add_option("NAME", arguments->name, "an experiment, or all (default)")->type_name("NAME");
  command
      .add_option("-o,--output", arguments->folder,
                  "the folder, made if need be; prints what it writes (default: papers)")
      ->type_name("DIR");
  command.add_flag("--full", arguments->full,
                   "as many runs as the papers made, with a progress bar");
  command.callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace apart::cli
