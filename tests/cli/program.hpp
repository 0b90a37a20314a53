// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace apart::cli_test {

using Json = nlohmann::ordered_json;

/// Runs the program as a user would, from a shell, in an empty folder of its own.
class Program : public testing::Test, protected support::TemporaryFolder {
 protected:
  struct Outcome {
    std::string out, err;
    int code;
  };

  /// `apart` followed by the arguments, which the shell splits.
  Outcome apart(const std::string& arguments, const std::string& input = "") const {
    write("in", input);
    return shell("apart " + arguments + " <in");
  }

  /// Any script; in it, `apart` is the program.
  Outcome shell(const std::string& script) const {
    write("script", "apart() { '" APART_PROGRAM "' \"$@\"; }\n" + script + "\n");
    const std::string folder = path().string();
    const std::string command = "cd '" + folder + "' && sh ./script >out 2>err";
    const int status = std::system(command.c_str());
    return {read("out"), read("err"), WIFEXITED(status) ? WEXITSTATUS(status) : -1};
  }
};

inline std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  return lines;
}

inline std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace apart::cli_test
