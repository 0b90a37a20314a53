// SPDX-License-Identifier: BSD-3-Clause
#include "sample_command.hpp"

#include <apart/error.hpp>
#include <apart/mesh_file.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "files/answer.hpp"
#include "samples/canny.hpp"
#include "samples/chess.hpp"

namespace apart::cli {
namespace {

constexpr const char* chess_examples = R"(Example:
  apart sample chess set
  apart distance set/king.obj set/knight.obj --pose-b "100 0 0"
)";

constexpr const char* canny_examples = R"(Example:
  apart sample canny scene
  apart query --file scene/canny.jsonl
  apart along --file scene/canny.jsonl --steps 100
)";

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InvalidInput(folder.string() + ": cannot be made: " + error.message());
}

ExitCode write_chess_set(const std::filesystem::path& folder) {
  make_folder(folder);
  for (const samples::ChessPiece& piece : samples::chess_set()) {
    const std::filesystem::path file = folder / (piece.name + ".obj");
    save_mesh(file, Mesh::from_triangles(piece.vertices, piece.triangles));
    std::cout << file.string() << '\n';
  }
  return all_well;
}

using files::to_json;

files::Json to_json(const Eigen::Vector3d& t, const Eigen::Quaterniond& q) {
  return {{"t", to_json(t)}, {"q", {q.w(), q.x(), q.y(), q.z()}}};
}

files::Json polytope(const std::vector<Eigen::Vector3d>& points) {
  files::Json vertices = files::Json::array();
  for (const auto& p : points) vertices.push_back(to_json(p));
  return {{"type", "polytope"}, {"vertices", std::move(vertices)}};
}

/// One question per obstacle: when does the moving object first touch it?
ExitCode write_canny(const std::filesystem::path& folder) {
  make_folder(folder);
  const samples::Canny scene = samples::canny();
  files::Json parts = files::Json::array();
  for (const auto& points : scene.moving) parts.push_back({{"shape", polytope(points)}});
  const std::filesystem::path file = folder / "canny.jsonl";
  std::ofstream out(file);
  for (const samples::CannyObstacle& obstacle : scene.obstacles) {
    const files::Json line{{"id", obstacle.name},
                           {"query", "first_contact"},
                           {"a", {{"type", "compound"}, {"parts", parts}}},
                           {"motion_a",
                            {{"from", to_json(scene.from, scene.turn_from)},
                             {"to", to_json(scene.to, scene.turn_to)},
                             {"kind", "linear_quaternion"}}},
                           {"b", polytope(obstacle.points)}};
    out << files::to_text(line) << '\n';
  }
  if (!out.flush()) throw InvalidInput(file.string() + ": cannot be written");
  std::cout << file.string() << '\n';
  return all_well;
}

void add_sample(CLI::App& sample, const char* name, const char* description, const char* examples,
                ExitCode (*write)(const std::filesystem::path&), ExitCode& exit_code) {
  CLI::App& command = *sample.add_subcommand(name, description);
  command.footer(examples);
  const auto folder = std::make_shared<std::string>();
  command.add_option("DIR", *folder, "the folder, made if need be; prints what it writes")
      ->required()
      ->type_name("DIR");
  command.callback([folder, write, &exit_code] { exit_code = write(*folder); });
}

}  // namespace

void add_sample_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App& sample = *app.add_subcommand("sample", "Write shapes to play with.");
  sample.footer(chess_examples);
  sample.require_subcommand(1);
  add_sample(sample, "chess",
             "Six chess pieces as OBJ files, about 2000 triangles each and 100 high.",
             chess_examples, write_chess_set, exit_code);
  add_sample(sample, "canny",
             "A hammer that flies past three obstacles and into two, as query lines (canny.jsonl).",
             canny_examples, write_canny, exit_code);
}

}  // namespace apart::cli
