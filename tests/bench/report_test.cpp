// SPDX-License-Identifier: BSD-3-Clause

// How the benchmark counts errors, and the page it writes.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "page.hpp"
#include "report/plot.hpp"
#include "score.hpp"
#include "targets.hpp"

namespace {

using bench::Question;
using bench::Record;
using bench::Row;
using bench::Score;

/// Says what it is told to say.
class Parrot final : public bench::Peer {
 public:
  explicit Parrot(std::vector<double> answers) : Peer("parrot"), answers_(std::move(answers)) {}
  void prepare(std::span<const bench::Query>) override {}
  bench::Answer answer(std::size_t i) override { return {answers_[i], bench::unknown, 3}; }

 private:
  std::vector<double> answers_;
};

const bench::Body ball = bench::Ball{1};

Score score(const std::vector<double>& answers, const std::vector<double>& truths,
            Question question) {
  Parrot parrot(answers);
  std::vector<bench::Query> queries;
  for (const double truth : truths) queries.push_back({&ball, &ball, {}, {}, truth});
  return bench::score(parrot, queries, question);
}

TEST(Score, OfDistancesIsRelative) {
  const Score s =
      score({0.1001, 0.1, 0.2, bench::unknown}, {0.1, 0.1, 0.1, 0.1}, Question::distance);
  EXPECT_NEAR(s.worst, 1, 1e-12);
  EXPECT_NEAR(s.median, 1e-3, 1e-12);
  EXPECT_EQ(s.unanswered, 1);
  EXPECT_EQ(s.wrong, 2);
  EXPECT_EQ(s.supports, 3);
}

TEST(Score, OfDistancesInAnOverlapIsYesOrNo) {
  const Score s = score({-1, 0, 1e-9, -0.5}, {0, 0, 0, 0.1}, Question::distance);
  EXPECT_EQ(s.wrong, 2);
  EXPECT_EQ(score({-1, 1, 1}, {0, 0.3, 0}, Question::collision).wrong, 1);
}

TEST(Score, OfSignedDistancesIsAPartOfTheSize) {
  const Score s =
      score({-0.1, -0.1 - 1e-6, -0.1 - 1e-5}, {-0.1, -0.1, -0.1}, Question::signed_distance);
  EXPECT_NEAR(s.worst, 0.5e-5, 1e-12);
  EXPECT_EQ(s.wrong, 1);
}

Record record(const char* cell, int n, double apart, double fcl) {
  Row ours{"apart distance", {apart, apart}, {}}, theirs{"FCL distance (libccd)", {fcl, fcl}, {}};
  theirs.score.wrong = 7;
  theirs.score.worst = 0.25;
  return {{"distance", n, cell, cell, Question::distance, theirs.contestant}, 100, {ours, theirs}};
}

TEST(Page, HasTargetsBesideWhatWasReached) {
  const std::vector<Record> records{record("far", 8, 100, 850), record("near", 8, 100, 250)};
  const std::string page = bench::page(records, "A machine.", "plot.svg");
  EXPECT_NE(page.find("| cold, far (3 diameters) | 8.5 (8) |"), std::string::npos);
  EXPECT_NE(page.find("| cold, near (gap 5%) | **2.5 (6)** |"), std::string::npos);
  EXPECT_NE(page.find("| overlapping | - |"), std::string::npos);
  EXPECT_NE(page.find("| FCL distance (libccd) | 850 (2e-01, 7 wrong) |"), std::string::npos);
  EXPECT_NE(page.find("A machine.\n\n![Time over number of vertices](plot.svg)"),
            std::string::npos);
}

TEST(Page, HasATableEvenIfSomeDidNotTakePart) {
  Record partial = record("far", 50, 100, 850);
  partial.rows.pop_back();
  const std::vector<Record> records{record("far", 8, 100, 850), partial};
  const std::string page = bench::page(records, "", "");
  EXPECT_NE(page.find("| cold, far (3 diameters) | 8.5 (8) | - |"), std::string::npos);
  EXPECT_NE(page.find("wrong) | - |"), std::string::npos);
}

TEST(Targets, AreThoseOfTheRowAsked) {
  EXPECT_EQ(bench::least_ratio("distance", "tracked", 10000, "apart distance (tracked)"), 75);
  EXPECT_TRUE(std::isnan(bench::least_ratio("distance", "tracked", 8, "apart distance")));
  EXPECT_EQ(bench::most_bytes(128), 80);
  EXPECT_EQ(bench::most_bytes(129), 320);
}

TEST(Plot, HasACurveForEverySeries) {
  const std::vector<apart::report::Panel> panels{
      {"one", {{"apart", {{8, 100}, {1000, 900}}}, {"peer", {{8, 300}, {1000, 90000}}}}},
      {"two", {{"apart", {{8, 50}}}}}};
  const std::string svg = apart::report::plot(panels, {"x"}, {"y"});
  const auto count = [&](const std::string& word) {
    int found = 0;
    for (auto at = svg.find(word); at != std::string::npos; at = svg.find(word, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<polyline"), 3);
  EXPECT_EQ(count("<circle"), 5);
  EXPECT_EQ(count(">peer</text>"), 1);
  EXPECT_EQ(count("<g "), count("</g>"));
  EXPECT_EQ(count("nan") + count("inf"), 0);
}

}  // namespace
