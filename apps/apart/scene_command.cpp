// SPDX-License-Identifier: BSD-3-Clause
#include "scene_command.hpp"

#include <apart/error.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include "files/scene_json.hpp"
#include "load_progress.hpp"

namespace apart::cli {
namespace {

constexpr const char* examples =
    R"(The file is one JSON object; docs/scene.md has all of it. One line of JSON answers each of its
queries; if there are none, the nearest pair and all pairs that overlap. Names of mesh files are
relative to the folder of FILE. Exit code: 0 if all was answered, 2 if the file has a fault.

Example, cell.json:
  {"apart_scene": 1,
   "bodies": [
     {"name": "floor", "shape": {"type": "halfspace", "normal": [0, 0, 1], "offset": 0}},
     {"name": "table", "shape": {"type": "box", "size": [2, 1, 0.1]}, "pose": {"t": [0, 0, 0.7]}},
     {"name": "gripper", "group": "arm", "shape": {"type": "capsule", "radius": 0.05, "length": 0.3},
      "pose": {"t": [0, 0, 1.2]}}],
   "ignore": [{"a": "floor", "b": "table"}],
   "queries": [{"query": "nearest", "a": {"group": "arm"}}, {"query": "within", "r": 0.7}]}
  apart scene cell.json
)";

struct SceneArguments {
  std::string file;
  int threads = 0;
};

std::string content(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) throw InvalidInput("cannot read " + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<files::SceneQuery> usual_queries() {
  std::vector<files::SceneQuery> queries(2);
  queries[1].kind = files::SceneQueryKind::intersecting;
  return queries;
}

files::SceneFile read(const std::string& file) {
  const files::JsonText json = files::parse_json(content(file));
  if (!json.error.empty()) throw InvalidInput(json.error);
  LoadProgress progress;
  files::ShapeFiles shape_files(std::filesystem::path(file).parent_path(), progress.listener());
  return files::read_scene(json.value, shape_files);
}

/// What the library says of a question is said of its place in the file.
files::Json answer(Scene& scene, const files::SceneQuery& query, std::size_t i) {
  try {
    return files::answer(scene, query);
  } catch (const InvalidInput& error) {
    throw InvalidInput("queries[" + std::to_string(i) + "]: " + error.what());
  }
}

ExitCode run(const SceneArguments& arguments) {
  try {
    auto [scene, queries] = read(arguments.file);
    scene.set_threads(arguments.threads);
    if (queries.empty()) queries = usual_queries();
    for (std::size_t i = 0; i < queries.size(); ++i) {
      std::cout << files::to_text(answer(scene, queries[i], i)) << '\n' << std::flush;
    }
  } catch (const InvalidInput& error) {
    const std::string sentence = error.what();
    const bool named = sentence.ends_with(arguments.file);
    throw InvalidInput(named ? sentence : arguments.file + ": " + sentence);
  }
  return all_well;
}

}  // namespace

void add_scene_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App& command = *app.add_subcommand("scene", "Answer questions about many bodies.");
  command.footer(examples);
  const auto arguments = std::make_shared<SceneArguments>();
  command.add_option("FILE", arguments->file, "the scene, in JSON")->required()->type_name("FILE");
  command.add_option("--threads", arguments->threads, "how many may work; 0: all there are")
      ->check(CLI::NonNegativeNumber)
      ->type_name("n");
  command.callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace apart::cli
