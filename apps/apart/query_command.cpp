// SPDX-License-Identifier: BSD-3-Clause
#include "query_command.hpp"

#include <apart/error.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "files/answer.hpp"
#include "progress.hpp"

namespace apart::cli {
namespace {

constexpr const char* examples =
    R"(Each line is a question, one JSON object, and gets one line of answer.
A line that cannot be answered gets {"id":...,"error":"..."}, and the next one goes on; blank lines
are skipped. Exit code: 0 if every line was answered, 1 if not (or if --verify refutes an answer),
2 if the file cannot be read.

File names in a line are relative to the folder of F, or to the working directory if the lines come
from standard input. A mesh is read once, however many lines name it.

Examples:
  echo '{"id":1,"query":"distance","a":{"type":"box","size":[1,2,3]},
         "b":{"type":"sphere","radius":0.5},"pose_b":{"t":[4,0,0]}}' | tr -d '\n' | apart query
  apart query --file questions.jsonl --verify > answers.jsonl
)";

struct QueryArguments {
  std::optional<std::string> file;
  files::Extras extras;
};

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r") == line.npos; }

/// Size of the input where that is known, else 0.
std::uintmax_t size_of(const std::optional<std::string>& file) {
  std::error_code ignored;
  return file && std::filesystem::is_regular_file(*file, ignored)
             ? std::filesystem::file_size(*file)
             : 0;
}

/// What file names in the lines are relative to; empty: the working directory.
std::filesystem::path directory_of(const std::optional<std::string>& file) {
  return file ? std::filesystem::path(*file).parent_path() : "";
}

ExitCode answer_lines(std::istream& in, const QueryArguments& arguments) {
  files::ShapeFiles shape_files(directory_of(arguments.file));
  Progress progress(size_of(arguments.file));
  ExitCode exit_code = all_well;
  for (std::string line; std::getline(in, line); progress.advance(line.size() + 1)) {
    if (is_blank(line)) continue;
    const files::AnsweredLine answer = files::answer_line(line, shape_files, arguments.extras);
    if (!answer.ok) exit_code = some_failed;
    std::cout << answer.text << '\n' << std::flush;
    if (!std::cout) throw InvalidInput("cannot write the answers");
  }
  if (in.bad()) throw InvalidInput("cannot read " + arguments.file.value_or("the standard input"));
  return exit_code;
}

ExitCode run(const QueryArguments& arguments) {
  if (!arguments.file) return answer_lines(std::cin, arguments);
  std::ifstream in(*arguments.file, std::ios::binary);
  if (!in) throw InvalidInput("cannot read " + *arguments.file);
  return answer_lines(in, arguments);
}

}  // namespace

void add_query_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App& command = *app.add_subcommand("query", "Answer questions given as lines of JSON.");
  command.footer(examples);
  const auto arguments = std::make_shared<QueryArguments>();
  command.add_option("--file", arguments->file, "read the lines from F instead of standard input")
      ->type_name("F");
  command.add_flag("--trace", arguments->extras.trace, "add every iteration to the answers");
  command.add_flag("--verify", arguments->extras.verify,
                   "check every answer by independent code, and add the outcome");
  command.callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace apart::cli
