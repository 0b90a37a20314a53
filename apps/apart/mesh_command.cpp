// SPDX-License-Identifier: BSD-3-Clause
#include "mesh_command.hpp"

#include <apart/mesh_file.hpp>
#include <apart/mesh_report.hpp>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>

#include "files/answer.hpp"
#include "files/short_text.hpp"
#include "load_progress.hpp"

namespace apart::cli {
namespace {

constexpr const char* examples =
    R"(What is odd about a mesh does not hinder queries: distances are true for any triangles.
Formats: OBJ, STL, PLY, OFF; DAE, glTF and GLB. Exit code: 0 if the file could be read, 2 if not.

Examples:
  apart mesh info set/king.obj
  apart mesh info set/king.obj --scale 0.001 --json
)";

struct MeshArguments {
  std::string file, scale = "1";
  bool json = false;
};

using files::to_json;

files::Json to_json(const MeshReport& r) {
  return {{"vertices", r.vertices},
          {"triangles", r.triangles},
          {"unused_vertices", r.unused_vertices},
          {"duplicate_vertices", r.duplicate_vertices},
          {"collapsed_triangles", r.collapsed_triangles},
          {"flat_triangles", r.flat_triangles},
          {"duplicate_triangles", r.duplicate_triangles},
          {"edges", r.edges},
          {"open_edges", r.open_edges},
          {"non_manifold_edges", r.non_manifold_edges},
          {"inconsistent_edges", r.inconsistent_edges},
          {"components", r.components},
          {"closed", r.closed},
          {"solid", r.solid},
          {"box_min", to_json(r.box_min)},
          {"box_max", to_json(r.box_max)},
          {"area", r.area},
          {"volume", r.volume ? files::Json(*r.volume) : files::Json(nullptr)}};
}

class Printer {
 public:
  explicit Printer(std::ostream& out) : out_(out) {}

  /// A line of the report.
  template <class Value>
  std::ostream& line(const char* name, const Value& value) {
    return out_ << '\n' << std::left << std::setw(22) << name << value;
  }
  /// Of what had better not be there, only what is.
  void odd(const char* name, int count, const char* meaning) {
    if (count > 0) line(name, count) << "  " << meaning;
  }

 private:
  std::ostream& out_;
};

std::string text(const Eigen::Vector3d& v) {
  return '(' + files::to_text(v.x()) + ", " + files::to_text(v.y()) + ", " + files::to_text(v.z()) +
         ')';
}

void print(std::ostream& out, const std::string& file, const MeshReport& r) {
  Printer print(out << file);
  print.line("vertices", r.vertices);
  print.line("triangles", r.triangles);
  print.line("components", r.components);
  print.line("closed", r.closed ? "yes: what is inside counts as part of it"
                                : "no: it is a surface without an inside");
  print.line("box", text(r.box_min)) << " to " << text(r.box_max);
  print.line("area", files::to_text(r.area));
  if (r.volume) {
    print.line("volume", files::to_text(*r.volume))
        << (*r.volume < 0 ? "  the triangles are seen clockwise from outside" : "");
  }
  print.odd("open edges", r.open_edges, "of one triangle only");
  print.odd("non-manifold edges", r.non_manifold_edges, "of more than two triangles");
  print.odd("inconsistent edges", r.inconsistent_edges,
            "of two triangles that are seen from different sides");
  print.odd("flat triangles", r.flat_triangles, "without area");
  print.odd("collapsed triangles", r.collapsed_triangles,
            "of the flat ones: with two corners in one place");
  print.odd("duplicate triangles", r.duplicate_triangles, "with the corners of another one");
  print.odd("duplicate vertices", r.duplicate_vertices, "in the place of another one");
  print.odd("unused vertices", r.unused_vertices, "in no triangle");
  out << '\n';
}

ExitCode run(const MeshArguments& arguments) {
  LoadProgress progress;
  LoadOptions options;
  options.scale = files::number_from_text(arguments.scale, "--scale");
  options.progress = [&](double part) { progress.show(arguments.file, part); };
  const MeshReport report = inspect(load_mesh(arguments.file, options));
  progress.finish();
  if (arguments.json) {
    std::cout << files::to_text(to_json(report)) << '\n';
  } else {
    print(std::cout, arguments.file, report);
  }
  return all_well;
}

}  // namespace

void add_mesh_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App& mesh = *app.add_subcommand("mesh", "Look at a mesh file.");
  mesh.footer(examples);
  mesh.require_subcommand(1);
  CLI::App& command = *mesh.add_subcommand(
      "info", "What does a mesh file hold, is it closed, and what is odd about it?");
  command.footer(examples);
  const auto arguments = std::make_shared<MeshArguments>();
  command.add_option("FILE", arguments->file, "the file")->required()->type_name("FILE");
  command.add_option("--scale", arguments->scale, "multiply every coordinate by x")->type_name("x");
  command.add_flag("--json", arguments->json, "answer in JSON");
  command.callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace apart::cli
