// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

namespace apart::cli_test {
namespace {

class Reproduce : public Program {};

TEST_F(Reproduce, WritesAReportAndTellsWhere) {
  const Outcome run = apart("reproduce lumelsky -o out_folder");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out,
            "out_folder/report.md\nout_folder/report.html\nout_folder/lumelsky.svg\n"
            "out_folder/lumelsky.csv\n");
  const std::string report = read("out_folder/report.md");
  EXPECT_TRUE(contains(report, "## Lumelsky 1985")) << report;
  EXPECT_TRUE(contains(report, "5n+12")) << report;
  EXPECT_FALSE(contains(report, "nan")) << report;
}

TEST_F(Reproduce, NamesTheExperimentsToWhomKnowsNone) {
  const Outcome run = apart("reproduce nonsense -o out_folder");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(
      run.err.starts_with("apart reproduce: no experiment is called \"nonsense\"; there are "
                          "gjk-fig4, "))
      << run.err;
  EXPECT_TRUE(contains(run.err, "lumelsky, ")) << run.err;
  EXPECT_TRUE(run.err.ends_with(" and all\n")) << run.err;
  EXPECT_FALSE(std::filesystem::exists(path("out_folder")));
}

TEST_F(Reproduce, SaysSoIfItCannotWrite) {
  write("file", "in the way");
  const Outcome run = apart("reproduce lumelsky -o file/below");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.starts_with("apart reproduce: file/below: cannot be made: ")) << run.err;
}

}  // namespace
}  // namespace apart::cli_test
