// SPDX-License-Identifier: BSD-3-Clause
#include "pair_command.hpp"

#include <iostream>
#include <memory>

#include "files/short_text.hpp"
#include "load_progress.hpp"
#include "plain_text.hpp"

namespace apart::cli {
namespace {

using files::QueryKind;

constexpr const char* distance_examples = R"(Examples:
  apart distance "box 1 2 3" "capsule 0.5 2" --pose-b "4 0 0"
  apart distance "box 1 1 1" "rounded 0.1 box 1 1 1" --pose-b "-3 0 0  0.9 0.1 0 0.4" --verify
  apart distance "sphere 1" "halfspace 0 0 1 -5" --json
  apart distance set/king.obj set/knight.obj --pose-b "100 0 0"
  apart distance "cone 1 2" "ellipsoid 1 2 3" --pose-b "9 0 0" --relative-error 0.1 --trace
)";

constexpr const char* intersects_examples = R"(Examples:
  apart intersects "box 1 1 1" "box 1 1 1" --pose-b "1 1 0"
  apart intersects "sphere 1" "sphere 1" --pose-b "2.5 0 0" --margin 0.25 --json
)";

constexpr const char* within_examples = R"(Examples:
  apart within "sphere 1" "ellipsoid 3 2 1" 5 --pose-b "10 0 0"
  apart within "point 0 0 0" "triangle 1 0 0 0 1 0 0 0 1" 0.5
)";

constexpr const char* penetration_examples = R"(Examples:
  apart penetration "box 2 2 2" "box 2 2 2" --pose-b "1.75 0.5 0"
  apart penetration "capsule 0.5 2" "halfspace 0 0 1 0" --pose-a "0 0 1.4" --json
  apart penetration "cone 1 2" "ellipsoid 1 2 3" --relative-error 0.1 --verify
  apart penetration "sphere 1" "cylinder 1 2" --pose-b "1.5 0 0" --enough -0.25
)";

constexpr const char* gradient_examples = R"(Examples:
  apart gradient "box 1 2 3" "capsule 0.5 2" --pose-b "4 0.5 0.25  0.9 0.1 0 0.4"
  apart gradient "box 2 2 2" "box 2 2 2" --pose-b "3 0.5 0"
  apart gradient "cone 1 2" "halfspace 0 0 1 0" --pose-a "0 0 0.5  0.9 0.3 0 0" --json
)";

const char* name_of(QueryKind kind) {
  switch (kind) {
    case QueryKind::distance:
      return "distance";
    case QueryKind::intersects:
      return "intersects";
    case QueryKind::within:
      return "within";
    case QueryKind::penetration:
      return "penetration";
    case QueryKind::gradient:
      return "gradient";
    case QueryKind::first_contact:
      return "first_contact";
  }
  return "";
}

/// Where a search may stop, and how it is done.
void add_search_options(CLI::App& command, PairArguments& arguments) {
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    command.add_option(name, value, help)->type_name(type);
  };
  add("--relative-error", arguments.relative_error,
      arguments.kind == QueryKind::penetration || arguments.kind == QueryKind::gradient
          ? "stop once upper - lower <= x * max(|lower|, |upper|); 0: exact (default), 1: the sign"
          : "stop once upper - lower <= x * upper; 0: exact (default), 1: collision test",
      "x");
  add("--enough", arguments.enough, "stop once lower > x or upper <= x", "x");
  if (arguments.kind == QueryKind::penetration) return;
  add("--method", arguments.method,
      "how shapes with vertices are searched: gjk (default), features, voronoi", "NAME");
}

void add_command(CLI::App& app, ExitCode& exit_code, QueryKind kind, const char* description,
                 const char* examples) {
  CLI::App& command = *app.add_subcommand(name_of(kind), description);
  command.footer(shape_help + std::string("\n") + examples);
  const auto arguments = std::make_shared<PairArguments>();
  arguments->kind = kind;
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    return command.add_option(name, value, help)->type_name(type);
  };
  add("A", arguments->a, "the first shape", "SHAPE")->required();
  add("B", arguments->b, "the second shape", "SHAPE")->required();
  if (kind == QueryKind::within) {
    add("r", arguments->r, "the threshold", "LENGTH")->required();
  }
  add("--pose-a", arguments->pose_a, "where A stands; default: not moved", "POSE");
  add("--pose-b", arguments->pose_b, "where B stands; default: not moved", "POSE");
  if (kind == QueryKind::first_contact) {
    add("--motion-a", arguments->motion_a, "how A moves; default: it stands", "MOTION");
    add("--motion-b", arguments->motion_b, "how B moves; default: it stands", "MOTION");
    add("--tolerance", arguments->tolerance,
        "a clearance of x times the smaller radius counts as contact; default: 1e-6", "x");
  } else {
    add_search_options(command, *arguments);
  }
  add("--margin", arguments->margin, "grow both shapes by x", "x");
  command.add_flag("--json", arguments->json, "answer as a query line does");
  if (kind != QueryKind::first_contact) {
    command.add_flag("--trace", arguments->extras.trace, "show every iteration");
  }
  command.add_flag("--verify", arguments->extras.verify, "check the answer by independent code");
  command.callback([arguments, &exit_code] { exit_code = run(*arguments, std::cout); });
}

constexpr const char* first_contact_examples = R"(Examples:
  apart first_contact "sphere 1" "box 1 1 1" --motion-a "-5 0 0 to 5 0 0"
  apart first_contact "box 1 1 1" "halfspace 0 0 1 0" --motion-a "0 0 3 to 0 0 0  0.9 0.1 0 0.4"
  apart first_contact "capsule 0.1 2" "sphere 1" --motion-a "0 0 3 to 0 0 2 to 3 0 0" --json
)";

}  // namespace

const char* const shape_help =
    R"(Shapes (commas, colons and parentheses may stand for the spaces; full lengths, axes along z):
  point x y z                          sphere radius
  segment x y z  x y z                 box x y z
  triangle x y z  x y z  x y z         capsule radius length
  halfspace nx ny nz offset            cylinder radius length
  prism x y  x y  x y ...              cone radius length
  polytope x y z  x y z ...            ellipsoid rx ry rz
  rounded radius SHAPE                 spheres x y z r  x y z r ..., or spheres FILE radius
  FILE, or mesh FILE: a mesh in an OBJ, STL, PLY, OFF, DAE, glTF or GLB file
  {"type":"box","size":[1,2,3]}, or @file.json: any of these, and compounds, as in query lines
Poses: "x y z", or "x y z w qx qy qz" with a quaternion, or {"t":[x,y,z],"q":[w,x,y,z]}.
Motions: "POSE to POSE", or to further ones; or {"from":POSE,"to":POSE,"kind":"screw"} in JSON.
)";

files::Json query_line(const PairArguments& arguments) {
  files::Json line{{"query", name_of(arguments.kind)}};
  line["a"] = files::shape_from_text(arguments.a, "a");
  line["b"] = files::shape_from_text(arguments.b, "b");
  if (arguments.kind == QueryKind::within) line["r"] = files::number_from_text(arguments.r, "r");
  const auto add_pose = [&](const char* name, const std::optional<std::string>& text) {
    if (text) line[name] = files::pose_from_text(*text, name);
  };
  const auto add_number = [&](const char* name, const std::optional<std::string>& text) {
    if (text) line[name] = files::number_from_text(*text, name);
  };
  const auto add_motion = [&](const char* name, const std::optional<std::string>& text) {
    if (text) line[name] = files::motion_from_text(*text, name);
  };
  add_motion("motion_a", arguments.motion_a);
  add_motion("motion_b", arguments.motion_b);
  add_number("tolerance", arguments.tolerance);
  add_pose("pose_a", arguments.pose_a);
  add_pose("pose_b", arguments.pose_b);
  add_number("relative_error", arguments.relative_error);
  add_number("enough", arguments.enough);
  add_number("margin", arguments.margin);
  if (arguments.method) line["method"] = *arguments.method;
  return line;
}

ExitCode run(const PairArguments& arguments, std::ostream& out) {
  LoadProgress progress;
  files::ShapeFiles shape_files("", progress.listener());
  const files::Query query = files::read_query(query_line(arguments), shape_files);
  progress.finish();
  const files::Answer answer = files::run(query, arguments.extras);
  if (arguments.json) {
    out << files::to_text(files::to_json(query, answer)) << '\n';
  } else {
    print(out, query, answer);
  }
  return answer.verification && !answer.verification->ok ? some_failed : all_well;
}

void add_pair_commands(CLI::App& app, ExitCode& exit_code) {
  add_command(app, exit_code, QueryKind::distance,
              "How far apart are two shapes, and at which points?", distance_examples);
  add_command(app, exit_code, QueryKind::intersects,
              "Do two shapes have a point in common? (Touching counts.)", intersects_examples);
  add_command(app, exit_code, QueryKind::within, "Are two shapes at most r apart?",
              within_examples);
  add_command(app, exit_code, QueryKind::penetration,
              "How deep do two shapes overlap (or how far apart are they), and which way is out?",
              penetration_examples);
  add_command(app, exit_code, QueryKind::gradient,
              "How does the signed distance of two shapes change as they move?", gradient_examples);
  add_command(app, exit_code, QueryKind::first_contact,
              "When do two moving shapes first touch, as s goes from 0 to 1?",
              first_contact_examples);
}

}  // namespace apart::cli
