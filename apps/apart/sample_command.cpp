// SPDX-License-Identifier: BSD-3-Clause
#include "sample_command.hpp"

#include <apart/error.hpp>
#include <apart/mesh_file.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

#include "samples/chess.hpp"

namespace apart::cli {
namespace {

constexpr const char* examples = R"(Example:
  apart sample chess set
  apart distance set/king.obj set/knight.obj --pose-b "100 0 0"
)";

ExitCode write_chess_set(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InvalidInput(folder.string() + ": cannot be made: " + error.message());
  for (const samples::ChessPiece& piece : samples::chess_set()) {
    const std::filesystem::path file = folder / (piece.name + ".obj");
    save_mesh(file, Mesh::from_triangles(piece.vertices, piece.triangles));
    std::cout << file.string() << '\n';
  }
  return all_well;
}

}  // namespace

void add_sample_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App& sample = *app.add_subcommand("sample", "Write meshes to play with.");
  sample.footer(examples);
  sample.require_subcommand(1);
  CLI::App& chess = *sample.add_subcommand(
      "chess", "Six chess pieces as OBJ files, about 2000 triangles each and 100 high.");
  chess.footer(examples);
  const auto folder = std::make_shared<std::string>();
  chess.add_option("DIR", *folder, "the folder, made if need be; prints what it writes")
      ->required()
      ->type_name("DIR");
  chess.callback([folder, &exit_code] { exit_code = write_chess_set(*folder); });
}

}  // namespace apart::cli
