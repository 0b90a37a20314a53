// SPDX-License-Identifier: BSD-3-Clause
#include "files/answer.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace apart::files {
namespace {

ShapeFiles shape_files("");

/// A line about a unit box and a sphere of radius 1/2 at (x, 0, 0), with what else is said.
std::string line(const std::string& x, const std::string& rest) {
  return R"({"a":{"type":"box","size":[1,1,1]},"b":{"type":"sphere","radius":0.5},)"
         R"("pose_b":{"t":[)" +
         x + ",0,0]}," + rest + "}";
}

Json answer_to(const std::string& text, const Extras& extras = {}) {
  return parse_json(answer_line(text, shape_files, extras).text).value;
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

Distance made(Status status, double lower, double upper) {
  Distance d;
  d.status = status;
  d.lower = lower;
  d.upper = upper;
  return d;
}

using Keys = std::vector<std::string>;

TEST(Answer, OfADistanceHasItsFieldsInOrder) {
  const Json answer = answer_to(line("4", R"("query":"distance","id":"x")"));
  EXPECT_EQ(keys(answer), (Keys{"id", "distance", "lower", "upper", "intersects", "point_a",
                                "point_b", "normal", "status", "witness"}));
  EXPECT_EQ(keys(answer["witness"]), (Keys{"vertices_a", "vertices_b", "weights"}));
  EXPECT_EQ(answer["id"], "x");
  EXPECT_NEAR(answer["distance"].get<double>(), 3, 1e-14);
  EXPECT_EQ(answer["intersects"], false);
  EXPECT_EQ(answer["status"], "separated");
  EXPECT_LE(answer["lower"], answer["upper"]);
}

TEST(Answer, OfAFirstContactHasItsFieldsInOrder) {
  const Json answer = answer_to(
      line("4", R"("query":"first_contact","id":1,"motion_a":{"from":{},"to":{"t":[6,0,0]}})"),
      {.verify = true});
  EXPECT_EQ(keys(answer),
            (Keys{"id", "contact", "time", "time_lower", "time_upper", "point_a", "point_b",
                  "normal", "distance", "lower", "upper", "distance_time", "status", "verified"}));
  EXPECT_EQ(answer["contact"], true);
  EXPECT_NEAR(answer["time"].get<double>(), 0.5, 1e-6);
  EXPECT_EQ(answer["verified"], true);
}

TEST(Answer, HasNoIdWhereNoneWasGiven) {
  EXPECT_EQ(keys(answer_to(line("4", R"("query":"distance")"))).front(), "distance");
  EXPECT_EQ(keys(answer_to(line("4", R"("query":"distance","id":null)"))).front(), "id");
  EXPECT_EQ(keys(answer_to(line("4", R"("query":"dist")"))), Keys{"error"});
}

TEST(Answer, OfIntersectsHasItsFieldsInOrder) {
  const Json apart_answer = answer_to(line("4", R"("query":"intersects","id":1)"));
  EXPECT_EQ(keys(apart_answer), (Keys{"id", "intersects", "lower", "upper", "status"}));
  EXPECT_EQ(apart_answer["intersects"], false);
  EXPECT_EQ(answer_to(line("1", R"("query":"intersects")"))["intersects"], true);
  EXPECT_EQ(answer_to(line("0.5", R"("query":"intersects")"))["intersects"], true);
}

TEST(Answer, OfWithinHasItsFieldsInOrder) {
  const Json near = answer_to(line("4", R"("query":"within","r":3.5,"id":1)"));
  EXPECT_EQ(keys(near), (Keys{"id", "within", "lower", "upper", "status"}));
  EXPECT_EQ(near["within"], true);
  EXPECT_EQ(answer_to(line("4", R"("query":"within","r":2.5)"))["within"], false);
}

TEST(Answer, OfAPenetrationHasItsFieldsInOrder) {
  const Json answer = answer_to(line("0.75", R"("query":"penetration","id":7)"));
  EXPECT_EQ(keys(answer), (Keys{"id", "signed", "lower", "upper", "direction", "point_a", "point_b",
                                "status", "witness"}));
  EXPECT_NEAR(answer["signed"].get<double>(), -0.25, 1e-14);
  EXPECT_LE(answer["lower"], -0.25);
  EXPECT_GE(answer["upper"], -0.25);
  EXPECT_NEAR(answer["direction"][0].get<double>(), 1, 1e-14);
  EXPECT_NEAR(answer["point_a"][0].get<double>(), 0.5, 1e-14);
  EXPECT_NEAR(answer["point_b"][0].get<double>(), 0.25, 1e-14);
  EXPECT_EQ(answer["status"], "overlapping");
}

TEST(Answer, OfAPenetrationIsTheDistanceWhenApart) {
  const Json answer = answer_to(line("4", R"("query":"penetration","margin":0.25)"));
  EXPECT_NEAR(answer["signed"].get<double>(), 2.5, 1e-14);
  EXPECT_EQ(answer["status"], "separated");
}

TEST(Answer, OfAGradientHasThoseOfADistanceAndMore) {
  const Json answer = answer_to(line("4", R"("query":"gradient","id":7)"));
  EXPECT_EQ(keys(answer),
            (Keys{"id", "distance", "lower", "upper", "intersects", "point_a", "point_b", "normal",
                  "status", "witness", "grad_a", "grad_b", "unique"}));
  EXPECT_NEAR(answer["distance"].get<double>(), 3, 1e-14);
  EXPECT_EQ(answer["unique"], true);
  ASSERT_EQ(answer["grad_a"].size(), 6u);
  EXPECT_NEAR(answer["grad_a"][3].get<double>(), -1, 1e-14);
  EXPECT_NEAR(answer["grad_b"][3].get<double>(), 1, 1e-14);
  const Json deep =
      answer_to(line("0.75", R"("query":"gradient")"), {.trace = false, .verify = true});
  EXPECT_NEAR(deep["distance"].get<double>(), -0.25, 1e-14);
  EXPECT_EQ(deep["intersects"], true);
  EXPECT_EQ(deep["verified"], true);
}

TEST(Answer, OfAGradientNamesWhatIsTied) {
  const Json answer = answer_to(
      R"({"query":"gradient","a":{"type":"box","size":[2,2,2]},"b":{"type":"box","size":[2,2,2]},)"
      R"("pose_b":{"t":[3,0.5,0]}})",
      {.trace = false, .verify = true});
  EXPECT_EQ(answer["unique"], false);
  ASSERT_EQ(answer["tied"].size(), 4u);
  EXPECT_EQ(keys(answer["tied"][0]), (Keys{"point_a", "point_b", "normal"}));
  EXPECT_EQ(answer["verified"], true);
}

TEST(Answer, TakesANegativeEnoughForAPenetrationOnly) {
  const Json deep = answer_to(line("0.75", R"("query":"penetration","enough":-0.125)"));
  EXPECT_LE(deep["upper"], -0.125);
  const Json shallow = answer_to(line("0.75", R"("query":"penetration","enough":-0.5)"));
  EXPECT_GT(shallow["lower"], -0.5);
  for (const char* query : {"distance", "intersects"}) {
    const Json refused =
        answer_to(line("0.75", "\"query\":\"" + std::string(query) + "\",\"enough\":-0.125"));
    EXPECT_EQ(refused["error"], "enough must not be negative, got -0.125") << query;
  }
}

TEST(Answer, ObeysTheMargin) {
  const Json answer = answer_to(line("4", R"("query":"distance","margin":0.25)"));
  EXPECT_NEAR(answer["distance"].get<double>(), 2.5, 1e-14);
}

TEST(Answer, IsUndecidedOnlyWhereEnoughStoppedTheSearch) {
  EXPECT_EQ(intersects(made(Status::cut_off, 0, 2)), std::nullopt);
  EXPECT_EQ(intersects(made(Status::cut_off, 1, 2)), false);
  EXPECT_EQ(intersects(made(Status::cut_off, 0, 0)), true);
  EXPECT_EQ(intersects(made(Status::touching, 0, 1e-17)), true);
  EXPECT_EQ(intersects(made(Status::overlapping, 0, 0)), true);
  EXPECT_EQ(intersects(made(Status::not_converged, 0, 1)), true);
  EXPECT_EQ(within(made(Status::cut_off, 1, 3), 2), std::nullopt);
  EXPECT_EQ(within(made(Status::cut_off, 1, 2), 2), true);
  EXPECT_EQ(within(made(Status::cut_off, 2.5, 3), 2), false);
  EXPECT_EQ(within(made(Status::not_converged, 1, 3), 2), true);
  EXPECT_EQ(within(made(Status::separated, 2.5, 3), 2), false);
}

TEST(Answer, WritesUndecidedAsNull) {
  const JsonText read = parse_json(line("4", R"("query":"intersects")"));
  const Query query = read_query(read.value, shape_files);
  Answer answer;
  answer.distance = made(Status::cut_off, 0, 2);
  EXPECT_EQ(to_text(to_json(query, answer)),
            R"({"intersects":null,"lower":0.0,"upper":2.0,"status":"cut_off"})");
}

TEST(Answer, HoldsTheTraceIfAsked) {
  const std::string text = R"({"query":"distance","a":{"type":"box","size":[1,2,3]},)"
                           R"("b":{"type":"box","size":[1,1,1]},"pose_b":{"t":[4,5,6]}})";
  const Json answer = answer_to(text, {.trace = true, .verify = false});
  EXPECT_EQ(keys(answer).back(), "trace");
  ASSERT_FALSE(answer["trace"].empty());
  const Json& step = answer["trace"].front();
  EXPECT_EQ(keys(step), (Keys{"size", "simplex", "v", "g", "lower", "upper", "extended"}));
  EXPECT_EQ(step["simplex"].size(), step["size"].get<std::size_t>());
  EXPECT_EQ(step["v"].size(), 3u);
}

TEST(Answer, HoldsTheOutcomeOfTheCheckIfAsked) {
  const Json answer =
      answer_to(line("4", R"("query":"distance")"), {.trace = false, .verify = true});
  EXPECT_EQ(keys(answer).back(), "verified");
  EXPECT_EQ(answer["verified"], true);
}

TEST(Answer, OfAPenetrationIsCheckedIfAsked) {
  const Json answer =
      answer_to(line("0.75", R"("query":"penetration")"), {.trace = false, .verify = true});
  EXPECT_EQ(keys(answer).back(), "verified");
  EXPECT_EQ(answer["verified"], true);
}

TEST(Answer, TellsAProblemThatTheCheckFound) {
  const JsonText read = parse_json(line("4", R"("query":"within","r":1)"));
  Answer answer;
  answer.verification = Verification{false, "it is not so"};
  const Json written = to_json(read_query(read.value, shape_files), answer);
  EXPECT_EQ(keys(written), (Keys{"within", "lower", "upper", "status", "verified", "problem"}));
  EXPECT_EQ(written["verified"], false);
  EXPECT_EQ(written["problem"], "it is not so");
}

TEST(Answer, ToABadLineIsASentenceWithTheId) {
  const AnsweredLine bad = answer_line(line("4", R"("query":"dist","id":[7])"), shape_files);
  EXPECT_FALSE(bad.ok);
  EXPECT_EQ(
      bad.text,
      R"({"id":[7],"error":"query: unknown query \"dist\"; )"
      R"(the queries are distance, intersects, within, penetration, gradient, first_contact"})");
  EXPECT_EQ(answer_line(R"({"id":7,"a":1e999})", shape_files).text,
            R"({"id":7,"error":"a: 1e999 is too large for a double"})");
  EXPECT_EQ(answer_line("7", shape_files).text, R"({"error":"expected an object, got a number"})");
}

TEST(Answer, NamesWhatTheQueryRefuses) {
  const Json planes = answer_to(
      R"({"id":1,"query":"distance","a":{"type":"halfspace","normal":[0,0,1],"offset":0},)"
      R"("b":{"type":"prism","section":[[0,0]]}})");
  EXPECT_EQ(keys(planes), (Keys{"id", "error"}));
  for (const char* option : {"relative_error", "margin"}) {
    const Json answer =
        answer_to(line("4", "\"query\":\"distance\",\"" + std::string(option) + "\":-1"));
    ASSERT_EQ(keys(answer), Keys{"error"}) << option;
    EXPECT_NE(answer["error"].get<std::string>().find(option), std::string::npos) << answer;
  }
}

TEST(Answer, SurvivesRoundedOfRoundedOfRounded) {
  std::string shape = R"({"type":"point","p":[0,0,0]})";
  for (int i = 0; i < 10000; ++i) shape = R"({"type":"rounded","radius":0,"shape":)" + shape + "}";
  const Json answer = answer_to(R"({"id":3,"query":"distance","a":)" + shape + "}");
  EXPECT_EQ(to_text(answer), R"({"id":3,"error":"a: nested deeper than 64 levels"})");
}

}  // namespace
}  // namespace apart::files
