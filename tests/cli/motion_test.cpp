// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "program.hpp"

namespace apart::cli_test {
namespace {

class MotionCommand : public Program {};

TEST_F(MotionCommand, TellsTheFirstContact) {
  const std::string question =
      R"(first_contact "sphere 1" "box 1 1 1" --motion-a "-5 0 0 to 5 0 0" --verify )";
  const Outcome run = apart(question);
  EXPECT_EQ(run.code, 0) << run.err;
  for (const std::string fact :
       {"contact     yes\n", "\nfree until  0.3499999", "\ndistance    ",
        "\nnormal      (1, 0, 0)\n", "\nstatus      touching: ", "\nverified    yes\n"}) {
    EXPECT_TRUE(contains(run.out, fact)) << fact << " is not in\n" << run.out;
  }
  const Json json = Json::parse(apart(question + "--json").out);
  EXPECT_EQ(json["contact"], true);
  EXPECT_LE(json["time_lower"], 0.35);
  EXPECT_EQ(json["time"], json["time_lower"]);
  EXPECT_EQ(json["verified"], true);
  const Outcome none =
      apart(R"(first_contact "sphere 1" "point 0 1.1 0" --motion-a "-5 0 0 to 5 0 0")");
  EXPECT_TRUE(contains(none.out, "contact     no\nfree until  1\n")) << none.out;
}

TEST_F(MotionCommand, WritesATableOfDistances) {
  const std::string pair =
      R"(along "sphere 1" "sphere 1" --motion-a "-4 0 0 to 4 0 0" --pose-b "0 0 0" --steps 4)";
  const Outcome run = apart(pair);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("s,signed,lower,upper,status\n0.0,2.0,")) << run.out;
  EXPECT_TRUE(contains(run.out, "\n0.5,-2.0,")) << run.out;
  std::istringstream lines(apart(pair + " --json").out);
  int rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    const Json json = Json::parse(line);
    EXPECT_NEAR(json["signed"].get<double>(), std::abs(-4 + 2.0 * rows) - 2, 1e-14);
  }
  EXPECT_EQ(rows, 5);
}

TEST_F(MotionCommand, RunsCannysExample) {
  EXPECT_EQ(apart("sample canny scene").out, "scene/canny.jsonl\n");
  const Outcome run = apart("query --file scene/canny.jsonl --verify");
  EXPECT_EQ(run.code, 0) << run.out;
  std::istringstream lines(run.out);
  int hits = 0, all = 0;
  for (std::string line; std::getline(lines, line); ++all) {
    hits += Json::parse(line)["contact"].get<bool>();
  }
  EXPECT_EQ(all, 5);
  EXPECT_EQ(hits, 2);
  const Outcome table = apart("along --file scene/canny.jsonl --steps 20");
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_TRUE(table.out.starts_with("s,pillar,wedge,block,gem,stump\n0.0,")) << table.out;
  const Outcome json = apart("along --file scene/canny.jsonl --steps 20 --json");
  EXPECT_EQ(Json::parse(json.out.substr(0, json.out.find('\n')))["signed"].size(), 21u);
}

TEST_F(MotionCommand, ComplainsInASentence) {
  const auto complaint = [&](const std::string& arguments) {
    const Outcome run = apart(arguments);
    EXPECT_EQ(run.code, 2);
    return run.err;
  };
  EXPECT_EQ(complaint(R"(along "sphere 1")"),
            "apart along: two shapes are needed, or --file, and not both\n");
  EXPECT_EQ(complaint(R"(along "sphere 1" "sphere 1" --steps 0)"),
            "apart along: --steps: expected a whole number from 1 to 1e9, got 0\n");
  EXPECT_EQ(complaint("along --file nowhere"),
            "apart along: --file: cannot read the file \"nowhere\"\n");
  EXPECT_EQ(
      complaint(R"(first_contact "sphere 1" "sphere 1" --motion-a "1 2 3")"),
      "apart first_contact: motion_a: expected poses with \"to\" between them, got only one\n");
  write("other.jsonl",
        "\n{\"query\":\"distance\",\"a\":{\"type\":\"sphere\",\"radius\":1},"
        "\"b\":{\"type\":\"sphere\",\"radius\":1}}\n");
  EXPECT_EQ(complaint("along --file other.jsonl"),
            "apart along: other.jsonl: line 2: query: expected \"first_contact\"\n");
  write("empty.jsonl", "\n");
  EXPECT_EQ(complaint("along --file empty.jsonl"),
            "apart along: empty.jsonl: there is no query line in it\n");
}

}  // namespace
}  // namespace apart::cli_test
