// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <algorithm>
#include <apart/version.hpp>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "suites/suites.hpp"

namespace {

std::string suite_list() {
  std::string list = "Suites:\n";
  for (const auto& s : bench::suites) list += std::string("  ") + s.name + "  " + s.about + '\n';
  return list;
}

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (const auto& s : bench::suites) names.push_back(s.name);
  return names;
}

void introduce(const bench::Settings& settings, const bench::Report& report) {
  report.line("apart " APART_VERSION ", seed " + std::to_string(settings.seed) + ", " +
              std::to_string(settings.passes) + " passes, " BENCH_COMPILER);
  report.line(BENCH_PEERS "; MuJoCo's version is in its row");
  report.line(
      "Nanoseconds of processor time per query, set-up not included. What is an error, and");
  report.line("when an answer counts as wrong, stands in bench/README.md.");
}

int run(int argc, char** argv) {
  CLI::App app{"Times apart and its peers on the same queries, and counts their errors.", "bench"};
  bench::Settings settings;
  settings.data = BENCH_DATA;
  std::vector<std::string> chosen = suite_names();
  std::string csv;
  app.add_option("SUITE", chosen, "which to run")->check(CLI::IsMember(suite_names()));
  app.add_option("--csv", csv, "also write the figures to this file")->type_name("FILE");
  app.add_option("--seed", settings.seed, "of the random hulls and poses")->capture_default_str();
  app.add_option("--passes", settings.passes, "per contestant and cell")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--share", settings.share, "of the usual number of queries")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--size", settings.sizes, "vertices per hull, as in 8,50,500")
      ->check(CLI::Range(4, 20000))
      ->allow_extra_args(false)
      ->delimiter(',');
  app.add_option("--cell", settings.cells, "only these cells, as in near,tracked")
      ->allow_extra_args(false)
      ->delimiter(',');
  app.add_option("--only", settings.matching, "only contestants whose name contains this")
      ->allow_extra_args(false)
      ->delimiter(',');
  app.add_option("--data", settings.data, "the folder with the hulls of a game")
      ->envname("APART_DATA")
      ->type_name("FOLDER")
      ->capture_default_str();
  app.footer(suite_list());
  CLI11_PARSE(app, argc, argv);

  bench::Report report(csv);
  introduce(settings, report);
  for (const auto& suite : bench::suites) {
    if (std::find(chosen.begin(), chosen.end(), suite.name) != chosen.end()) {
      suite.run(settings, report);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "bench: " << error.what() << '\n';
    return 1;
  }
}
