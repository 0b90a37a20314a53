// SPDX-License-Identifier: BSD-3-Clause
#include "along_command.hpp"

#include <apart/error.hpp>
#include <apart/motion.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "files/short_text.hpp"
#include "load_progress.hpp"
#include "pair_command.hpp"

namespace apart::cli {
namespace {

constexpr const char* examples =
    R"(A table of signed distances (negative where they overlap) at s = 0, 1/N, 2/N, ..., 1. Of a pair:
s, signed, lower, upper, status. Of a file with first_contact query lines: s, and a column for each
line, named by its id. With --json: one line of JSON for each row or column instead.

Examples:
  apart along "sphere 1" "box 1 1 1" --motion-a "-5 0 0 to 5 0 0" --steps 100
  apart along "box 1 1 1" "halfspace 0 0 1 0" --motion-a "0 0 3 to 0 0 0  0.9 0.1 0 0.4" --json
  apart sample canny scene
  apart along --file scene/canny.jsonl --steps 100
)";

struct AlongArguments {
  PairArguments pair;
  std::optional<std::string> file;
  std::string steps = "10";
  bool json = false;
};

/// A pair and how it moves, as a query line says it.
struct Curve {
  std::string name;
  std::vector<DistanceAt> points;
};

int steps_of(const AlongArguments& arguments) {
  const double n = files::number_from_text(arguments.steps, "--steps");
  const bool table = arguments.file.has_value();  // columns are kept until all are there
  if (!(n >= 1 && n <= (table ? 1e6 : 1e9)) || n != static_cast<int>(n)) {
    throw InvalidInput("--steps: expected a whole number from 1 to " +
                       std::string(table ? "1e6 (with --file)" : "1e9") + ", got " +
                       arguments.steps);
  }
  return static_cast<int>(n);
}

Options options_of(const files::Query& query) { return {.margin = query.options.margin}; }

std::vector<DistanceAt> curve_of(const files::Query& query, int steps) {
  return distance_along(query.a, motion_a(query), query.b, motion_b(query), steps,
                        options_of(query));
}

std::string text(double x) { return files::to_text(files::Json(x)); }

void print_row(std::ostream& out, const DistanceAt& point, bool json) {
  const auto& [s, p] = point;
  if (json) {
    out << files::to_text({{"s", s},
                           {"signed", p.signed_distance},
                           {"lower", p.lower},
                           {"upper", p.upper},
                           {"status", to_string(p.status)}})
        << '\n';
  } else {
    out << text(s) << ',' << text(p.signed_distance) << ',' << text(p.lower) << ',' << text(p.upper)
        << ',' << to_string(p.status) << '\n';
  }
}

/// Row by row, so that there may be any number.
void print_pair(std::ostream& out, const files::Query& query, int steps, bool json) {
  if (!json) out << "s,signed,lower,upper,status\n";
  const auto print = [&](const DistanceAt& point) {
    print_row(out, point, json);
    return out.good();
  };
  for_each_distance_along(query.a, motion_a(query), query.b, motion_b(query), steps, print,
                          options_of(query));
}

void print_columns(std::ostream& out, const std::vector<Curve>& curves) {
  out << 's';
  for (const Curve& curve : curves) out << ',' << curve.name;
  out << '\n';
  for (std::size_t i = 0; i < curves.front().points.size(); ++i) {
    out << text(curves.front().points[i].s);
    for (const Curve& curve : curves) out << ',' << text(curve.points[i].answer.signed_distance);
    out << '\n';
  }
}

void print_curves_as_json(std::ostream& out, const std::vector<Curve>& curves) {
  for (const Curve& curve : curves) {
    files::Json s = files::Json::array(), distance = s, lower = s, upper = s;
    for (const DistanceAt& point : curve.points) {
      s.push_back(point.s);
      distance.push_back(point.answer.signed_distance);
      lower.push_back(point.answer.lower);
      upper.push_back(point.answer.upper);
    }
    out << files::to_text({{"id", curve.name},
                           {"s", std::move(s)},
                           {"signed", std::move(distance)},
                           {"lower", std::move(lower)},
                           {"upper", std::move(upper)}})
        << '\n';
  }
}

std::vector<Curve> curves_in(const std::string& name, int steps) {
  std::ifstream in(name, std::ios::binary);
  if (!in || std::filesystem::is_directory(name)) {
    throw InvalidInput("--file: cannot read the file \"" + name + '"');
  }
  LoadProgress progress;
  files::ShapeFiles shape_files(std::filesystem::path(name).parent_path().string(),
                                progress.listener());
  std::vector<Curve> curves;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    const std::string place = name + ": line " + std::to_string(number) + ": ";
    const files::JsonText json = files::parse_json(line);
    if (!json.error.empty()) throw InvalidInput(place + json.error);
    try {
      const files::Query query = files::read_query(json.value, shape_files);
      if (query.kind != files::QueryKind::first_contact) {
        throw InvalidInput("query: expected \"first_contact\"");
      }
      const std::string id = query.id && query.id->is_string() ? query.id->get<std::string>()
                             : query.id                        ? files::to_text(*query.id)
                                                               : "line " + std::to_string(number);
      curves.push_back({id, curve_of(query, steps)});
    } catch (const InvalidInput& error) {
      throw InvalidInput(place + error.what());
    }
  }
  progress.finish();
  if (curves.empty()) throw InvalidInput(name + ": there is no query line in it");
  return curves;
}

ExitCode run(const AlongArguments& arguments) {
  const int steps = steps_of(arguments);
  const bool pair = !arguments.pair.a.empty() && !arguments.pair.b.empty();
  if (pair == arguments.file.has_value()) {
    throw InvalidInput("two shapes are needed, or --file, and not both");
  }
  if (arguments.file) {
    const std::vector<Curve> curves = curves_in(*arguments.file, steps);
    arguments.json ? print_curves_as_json(std::cout, curves) : print_columns(std::cout, curves);
    return all_well;
  }
  LoadProgress progress;
  files::ShapeFiles shape_files("", progress.listener());
  const files::Query query = files::read_query(query_line(arguments.pair), shape_files);
  progress.finish();
  print_pair(std::cout, query, steps, arguments.json);
  return all_well;
}

}  // namespace

void add_along_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App& command =
      *app.add_subcommand("along", "How far apart are two moving shapes, all along the way?");
  command.footer(shape_help + std::string("\n") + examples);
  const auto arguments = std::make_shared<AlongArguments>();
  arguments->pair.kind = files::QueryKind::first_contact;
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    command.add_option(name, value, help)->type_name(type);
  };
  add("A", arguments->pair.a, "the first shape", "SHAPE");
  add("B", arguments->pair.b, "the second shape", "SHAPE");
  add("--motion-a", arguments->pair.motion_a, "how A moves; default: it stands", "MOTION");
  add("--motion-b", arguments->pair.motion_b, "how B moves; default: it stands", "MOTION");
  add("--pose-a", arguments->pair.pose_a, "where A stands, if it does", "POSE");
  add("--pose-b", arguments->pair.pose_b, "where B stands, if it does", "POSE");
  add("--margin", arguments->pair.margin, "grow both shapes by x", "x");
  add("--steps", arguments->steps, "how many steps from 0 to 1; default: 10", "N");
  add("--file", arguments->file, "take the pairs from first_contact query lines", "FILE");
  command.add_flag("--json", arguments->json, "answer in JSON");
  command.callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace apart::cli
