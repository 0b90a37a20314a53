// SPDX-License-Identifier: BSD-3-Clause
#include "write_report.hpp"

#include <gtest/gtest.h>

#include <apart/error.hpp>

#include "support/temporary_folder.hpp"

namespace apart::experiments {
namespace {

class Report : public testing::Test, protected support::TemporaryFolder {};

Section example() {
  Section section{"A paper", {}};
  section.add("Of `a < b`.");
  Findings findings;
  findings.add("ratio", "2", "2.1", true, "never said");
  findings.add("count", "5", "9", false, "it is another count");
  section.add(findings.table());
  section.add(
      Figure{"curve",
             "A curve",
             {{"panel", {{"apart", {{0, -1}, {10, 3}}}, {"theirs", {{0, 0}, {10, 1}}, true}}}},
             {"x", report::Scale::linear},
             {"y", report::Scale::linear}});
  return section;
}

TEST_F(Report, StandsAsMarkdownAndAsAPageWithItsPlotsInside) {
  const auto files = write_report({example()}, "A machine.", path("new/place"));
  ASSERT_EQ(files.size(), 4);
  const std::string markdown = read(files[0]), page = read(files[1]);
  EXPECT_EQ(files[0].filename(), "report.md");
  EXPECT_NE(markdown.find("## A paper\n\nOf `a < b`.\n\n"), std::string::npos);
  EXPECT_NE(markdown.find("| ratio | 2 | 2.1 | as published |"), std::string::npos);
  EXPECT_NE(markdown.find("| count | 5 | 9 | differs: it is another count |"), std::string::npos);
  EXPECT_NE(markdown.find("![A curve](curve.svg)"), std::string::npos);
  EXPECT_NE(page.find("<p>Of <code>a &lt; b</code>.</p>"), std::string::npos);
  EXPECT_NE(page.find("<td>2.1</td>"), std::string::npos);
  EXPECT_NE(page.find(read(files[2])), std::string::npos) << "the plot is in the page";
  EXPECT_EQ(page.find("src="), std::string::npos) << "and nothing has to be fetched";
  EXPECT_EQ(read(files[3]),
            "panel,series,x,y\n\"panel\",\"apart\",0,-1\n\"panel\",\"apart\",10,3\n"
            "\"panel\",\"theirs\",0,0\n\"panel\",\"theirs\",10,1\n");
  EXPECT_EQ(read(files[2]).find("nan"), std::string::npos);
}

TEST_F(Report, SaysWhatCannotBeWritten) {
  write("file", "in the way");
  EXPECT_THROW(write_report({}, "", path("file/below")), InvalidInput);
  std::filesystem::create_directory(path("report.md"));
  EXPECT_THROW(write_report({}, "", path()), InvalidInput);
}

}  // namespace
}  // namespace apart::experiments
