// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

namespace apart::cli_test {
namespace {

class Regressions : public Program {};

/// Pairs on which some version ended with an interval wider than asked, each named after what
/// broke. To add one: append its query line to regressions.jsonl.
TEST_F(Regressions, ConvergeAndVerify) {
  const Outcome run = apart("query --verify --file '" APART_REGRESSIONS "'");
  EXPECT_EQ(run.code, 0) << run.err;
  const auto answers = lines_of(run.out);
  EXPECT_GE(answers.size(), 41u);
  for (const Json& answer : answers) {
    SCOPED_TRACE(answer.value("id", "?"));
    EXPECT_EQ(answer.value("verified", false), true) << answer.dump();
    EXPECT_NE(answer.value("status", "missing"), "not_converged") << answer.dump();
  }
}

}  // namespace
}  // namespace apart::cli_test
