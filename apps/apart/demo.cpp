// SPDX-License-Identifier: BSD-3-Clause
#include "demo.hpp"

#include <iostream>
#include <string>
#include <vector>

#include "pair_command.hpp"

namespace apart::cli {
namespace {

struct Scene {
  const char* story;
  PairArguments arguments;
};

std::vector<Scene> scenes() {
  const files::Extras verified{.trace = false, .verify = true};
  return {
      {"A box and a capsule, four units along x.",
       {.a = "box 1 2 3", .b = "capsule 0.5 2", .pose_b = "4 0 0", .extras = verified}},
      {"Two cubes that touch along an edge. Degenerate, and no reason to stumble.",
       {.a = "box 1 1 1", .b = "box 1 1 1", .pose_b = "1 1 0", .extras = verified}},
      {"A cube and a ball of the size of 1e-23: no threshold is absolute.",
       {.a = "box 1e-23 1e-23 1e-23",
        .b = "sphere 5e-24",
        .pose_b = "3e-23 2e-23 0",
        .extras = verified}},
      {"A triangular prism, six vertices, standing on the floor z <= 0.",
       {.a = "polytope 0 0 0  1 0 0  0 1 0  0 0 2  1 0 2  0 1 2",
        .b = "halfspace 0 0 1 0",
        .extras = verified}},
      {"A rod and a rounded box, turned: nothing here is parallel to anything.",
       {.a = "cylinder 0.5 3",
        .b = "rounded 0.1 box 1 2 3",
        .pose_a = "0 0 0  0.9 0.3 -0.2 0.1",
        .pose_b = "-3 1 2  0.7 -0.1 0.4 0.5",
        .extras = verified}},
  };
}

std::string command_of(const PairArguments& arguments) {
  std::string text = "apart distance \"" + arguments.a + "\" \"" + arguments.b + '"';
  if (arguments.pose_a) text += " --pose-a \"" + *arguments.pose_a + '"';
  if (arguments.pose_b) text += " --pose-b \"" + *arguments.pose_b + '"';
  return text + " --verify";
}

constexpr const char* what_next = R"(What to try next:
  apart distance --help                 all shapes, poses and options
  apart within "cylinder 1 2" "ellipsoid 3 2 1" 2 --pose-b "9 4 3" --trace
                                        what is easier to decide than the distance takes fewer steps
  apart sample chess set                six chess pieces, as files; then:
  apart distance set/king.obj set/knight.obj --pose-b "100 0 0"
  apart query --help                    the same for programs: lines of JSON in, lines of JSON out
)";

ExitCode run_demo() {
  ExitCode exit_code = all_well;
  std::cout << "How far apart are they? Every answer is an interval that holds the true distance,\n"
               "rounding errors included, and is checked here by independent code.\n\n";
  for (const Scene& scene : scenes()) {
    std::cout << scene.story << "\n$ " << command_of(scene.arguments) << '\n';
    exit_code = std::max(exit_code, run(scene.arguments, std::cout));
    std::cout << '\n';
  }
  std::cout << what_next;
  return exit_code;
}

}  // namespace

void add_demo_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App& command = *app.add_subcommand("demo", "Show a few questions and their answers.");
  command.footer("Example:\n  apart demo");
  command.callback([&exit_code] { exit_code = run_demo(); });
}

}  // namespace apart::cli
