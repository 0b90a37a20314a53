// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

namespace apart::cli_test {
namespace {

class QueryCommand : public Program {};

const std::string contract_line =
    R"({"id":"7","query":"distance","a":{"type":"box","size":[1,2,3]},)"
    R"("pose_a":{"t":[0,0,0],"q":[1,0,0,0]},"b":{"type":"capsule","radius":0.5,"length":2},)"
    R"("pose_b":{"t":[4,0,0]},"relative_error":0})";

/// A line about two unit spheres whose centres are x apart.
std::string spheres(int id, double x) {
  return R"({"id":)" + std::to_string(id) +
         R"(,"query":"distance","a":{"type":"sphere","radius":1},)"
         R"("b":{"type":"sphere","radius":1},"pose_b":{"t":[)" +
         std::to_string(x) + ",0,0]}}";
}

TEST_F(QueryCommand, AnswersTheLineOfTheContract) {
  const Outcome run = apart("query", contract_line + "\n");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  const auto answers = lines_of(run.out);
  ASSERT_EQ(answers.size(), 1u);
  const Json& answer = answers[0];
  EXPECT_EQ(keys(answer),
            (std::vector<std::string>{"id", "distance", "lower", "upper", "intersects", "point_a",
                                      "point_b", "normal", "status", "witness"}));
  EXPECT_EQ(answer["id"], "7");
  EXPECT_NEAR(answer["distance"].get<double>(), 3, 1e-14);
  EXPECT_LE(answer["lower"].get<double>(), 3);
  EXPECT_GE(answer["upper"].get<double>(), 3);
  EXPECT_EQ(answer["intersects"], false);
  EXPECT_EQ(answer["status"], "separated");
  EXPECT_NEAR(answer["normal"][0].get<double>(), 1, 1e-15);
}

TEST_F(QueryCommand, AnswersAPenetration) {
  const Outcome run = apart("query --verify",
                            R"({"id":"8","query":"penetration","a":{"type":"box","size":[2,2,2]},)"
                            R"("b":{"type":"box","size":[2,2,2]},"pose_b":{"t":[1.75,0.5,0]}})");
  EXPECT_EQ(run.code, 0);
  const Json answer = lines_of(run.out).at(0);
  EXPECT_EQ(keys(answer),
            (std::vector<std::string>{"id", "signed", "lower", "upper", "direction", "point_a",
                                      "point_b", "status", "witness", "verified"}));
  EXPECT_EQ(answer["verified"], true);
  EXPECT_NEAR(answer["signed"].get<double>(), -0.25, 1e-14);
  EXPECT_EQ(answer["status"], "overlapping");
}

TEST_F(QueryCommand, GoesOnAfterBadLinesAndKeepsTheOrder) {
  const Outcome run =
      apart("query", spheres(1, 3) + "\n{\"id\":2}\nnonsense\n" + spheres(4, 5) + "\n");
  EXPECT_EQ(run.code, 1);
  const auto answers = lines_of(run.out);
  ASSERT_EQ(answers.size(), 4u);
  EXPECT_NEAR(answers[0]["distance"].get<double>(), 1, 1e-14);
  EXPECT_EQ(answers[1], (Json{{"id", 2}, {"error", "query: missing field"}}));
  EXPECT_EQ(keys(answers[2]), std::vector<std::string>{"error"});
  EXPECT_NEAR(answers[3]["distance"].get<double>(), 3, 1e-14);
}

TEST_F(QueryCommand, TakesBlankLinesCarriageReturnsAndAMissingNewline) {
  const Outcome run = apart("query", "\n  \t\n" + spheres(1, 3) + "\r\n\r\n" + spheres(2, 4));
  EXPECT_EQ(run.code, 0);
  const auto answers = lines_of(run.out);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[1]["id"], 2);
}

TEST_F(QueryCommand, AnswersNothingWithNothing) {
  const Outcome run = apart("query", "");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "");
}

TEST_F(QueryCommand, ReadsAFile) {
  write("questions.jsonl", spheres(1, 3) + "\n" + spheres(2, 4) + "\n");
  const Outcome run = apart("query --file questions.jsonl");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(lines_of(run.out).size(), 2u);
}

TEST_F(QueryCommand, RefusesAFileItCannotRead) {
  for (const std::string name : {"absent.jsonl", "."}) {
    const Outcome run = apart("query --file " + name);
    EXPECT_EQ(run.code, 2) << name;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err, "apart query: cannot read " + name + "\n");
  }
}

TEST_F(QueryCommand, AnswersEachLineBeforeTheNextIsThere) {
  write("line", spheres(1, 3) + "\n");
  const Outcome run = shell(
      "mkfifo pipe\n"
      "apart query <pipe >answers &\n"
      "exec 3>pipe\n"
      "cat line >&3\n"
      "for i in $(seq 200); do test -s answers && break; sleep 0.05; done\n"
      "wc -l <answers\n"
      "exec 3>&-\n"
      "wait");
  EXPECT_EQ(std::stoi(run.out), 1);
}

TEST_F(QueryCommand, TracesAndVerifies) {
  const Outcome run = apart("query --trace --verify", contract_line);
  EXPECT_EQ(run.code, 0);
  const Json answer = lines_of(run.out).at(0);
  EXPECT_TRUE(answer.at("trace").is_array());
  EXPECT_EQ(answer.at("verified"), true);
  EXPECT_EQ(keys(answer).back(), "verified");
}

TEST_F(QueryCommand, EchoesAnyId) {
  const std::string rest = R"(,"query":"intersects","a":{"type":"point","p":[0,0,0]},)"
                           R"("b":{"type":"point","p":[1,0,0]}})";
  for (const std::string id : {"null", "true", R"("é")", "-12", "0.1", R"({"b":[1,{"a":[]}]})"}) {
    const Outcome run = apart("query", "{\"id\":" + id + rest);
    EXPECT_TRUE(run.out.starts_with("{\"id\":" + id + ",\"intersects\":false,")) << run.out;
  }
}

TEST_F(QueryCommand, SaysWhenAnswersCannotBeWritten) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  write("line", contract_line);
  const Outcome run = shell("apart query <line >/dev/full");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "apart query: cannot write the answers\n");
}

}  // namespace
}  // namespace apart::cli_test
