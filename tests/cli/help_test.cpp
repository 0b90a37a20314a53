// SPDX-License-Identifier: BSD-3-Clause
#include <apart/version.hpp>

#include "program.hpp"

namespace apart::cli_test {
namespace {

class Help : public Program {};

TEST_F(Help, IsWhatNoArgumentsGet) {
  const Outcome run = apart("");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out, apart("--help").out);
  EXPECT_TRUE(contains(run.out, "Examples:\n"));
}

TEST_F(Help, TeachesEveryCommandByExamples) {
  for (const std::string command :
       {"distance", "intersects", "within", "penetration", "gradient", "first_contact", "along",
        "query", "scene", "mesh info", "sample chess", "sample canny", "reproduce", "demo"}) {
    const Outcome run = apart(command + " --help");
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "");
    EXPECT_TRUE(contains(run.out, "Example")) << run.out;
    EXPECT_TRUE(contains(run.out, "apart " + command)) << run.out;
  }
}

/// Runs every line of the help that starts with "  apart". What writes files comes first.
TEST_F(Help, ShowsExamplesThatWork) {
  int tried = 0;
  for (const std::string command :
       {"sample chess", "sample canny", "distance", "intersects", "within", "penetration",
        "gradient", "first_contact", "along", "mesh info"}) {
    std::istringstream help(apart(command + " --help").out);
    for (std::string line; std::getline(help, line);) {
      if (!line.starts_with("  apart ")) continue;
      const Outcome run = shell(line);
      EXPECT_EQ(run.code, 0) << line << '\n' << run.err;
      ++tried;
    }
  }
  EXPECT_GE(tried, 16);
}

TEST_F(Help, ShowsAQueryThatWorks) {
  const std::string help = apart("query --help").out;
  const auto begin = help.find("echo '{");
  ASSERT_NE(begin, std::string::npos);
  const Outcome run = shell(help.substr(begin, help.find("| apart query\n") + 13 - begin));
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_TRUE(run.out.starts_with("{\"id\":1,\"distance\":3")) << run.out;
}

TEST_F(Help, TellsTheVersion) {
  const Outcome run = apart("--version");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "apart " APART_VERSION "\n");
}

TEST_F(Help, AnswersBadArgumentsWithOneSentence) {
  const Outcome unknown = apart("distanse");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(unknown.out, "");
  EXPECT_EQ(unknown.err,
            "apart: The following argument was not expected: distanse; see apart --help\n");
  const Outcome option = apart("query --fiel x");
  EXPECT_EQ(option.code, 2);
  EXPECT_TRUE(option.err.ends_with("; see apart query --help\n")) << option.err;
}

TEST_F(Help, DemonstratesWhatItSays) {
  const Outcome demo = apart("demo");
  EXPECT_EQ(demo.code, 0) << demo.err;
  // Each command that the demonstration shows gives the answer that it shows.
  std::istringstream lines(demo.out);
  int tried = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("$ ")) continue;
    const Outcome run = shell(line.substr(2));
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(contains(demo.out, line + "\n" + run.out)) << line;
    EXPECT_TRUE(contains(run.out, "verified    yes")) << line;
    ++tried;
  }
  EXPECT_EQ(tried, 5);
}

}  // namespace
}  // namespace apart::cli_test
