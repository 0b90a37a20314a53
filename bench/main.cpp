// SPDX-License-Identifier: BSD-3-Clause
#include <mujoco/mujoco.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <apart/version.hpp>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "page.hpp"
#include "report/processor.hpp"
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

/// As in "0.25 of".
std::string share(double part) {
  if (part == 1) return "";
  std::ostringstream text;
  text << part << " of";
  return text.str();
}

std::string conditions(const bench::Settings& settings) {
  return apart::report::processor() + ", one thread; seed " + std::to_string(settings.seed) + ", " +
         std::to_string(settings.passes) + " passes, " + share(settings.share) +
         " the usual number of queries.\napart " APART_VERSION ", " BENCH_COMPILER ";\n" BENCH_PEERS
         ", MuJoCo " +
         mj_versionString() + ".";
}

void write(const std::string& file, const std::string& content) {
  std::ofstream out(file);
  if (!(out << content << std::flush)) throw std::runtime_error("cannot write " + file);
}

/// The page, and the plot beside it.
void write_page(const std::string& file, const bench::Report& report, const std::string& about) {
  const std::filesystem::path picture = std::filesystem::path(file).replace_extension(".svg");
  write(picture, bench::picture(report.records()));
  write(file, bench::page(report.records(), about, picture.filename()));
}

int run(int argc, char** argv) {
  CLI::App app{"Times apart and its peers on the same queries, and counts their errors.", "bench"};
  bench::Settings settings;
  settings.data = BENCH_DATA;
  std::vector<std::string> chosen = suite_names();
  std::string csv, page_file;
  app.add_option("SUITE", chosen, "which to run")->check(CLI::IsMember(suite_names()));
  app.add_option("--csv", csv, "also write the figures to this file")->type_name("FILE");
  app.add_option("--page", page_file, "also write a page and, beside it, a plot")
      ->type_name("FILE");
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
  report.line(conditions(settings));
  report.line(
      "Nanoseconds of processor time per query, set-up not included. What is an error, and");
  report.line("when an answer counts as wrong, stands in bench/README.md.");
  for (const auto& suite : bench::suites) {
    if (std::find(chosen.begin(), chosen.end(), suite.name) != chosen.end()) {
      suite.run(settings, report);
    }
  }
  if (!page_file.empty()) write_page(page_file, report, conditions(settings));
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
