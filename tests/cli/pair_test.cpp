// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

namespace apart::cli_test {
namespace {

class PairCommand : public Program {
 protected:
  /// The distance that the program answers.
  double distance(const std::string& arguments) const {
    const Outcome run = apart("distance --json " + arguments);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.code == 0 ? Json::parse(run.out)["distance"].get<double>() : -1;
  }
};

TEST_F(PairCommand, PrintsOneFactOnALine) {
  const Outcome run = apart(R"(distance "box 1 2 3" "sphere 0.5" --pose-b "4 0 0")");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const std::string fact : {"distance    3", "\ninterval    [", "\npoint on A  (0.5, ",
                                 "\npoint on B  (3.5, ", "\nnormal      (1, 0, 0)\n",
                                 "\nstatus      separated: the shapes are proved to be apart\n"}) {
    EXPECT_TRUE(contains(run.out, fact)) << fact << " is not in\n" << run.out;
  }
}

TEST_F(PairCommand, PrintsHowDeepTheOverlapIs) {
  const Outcome run = apart(R"(penetration "box 2 2 2" "box 2 2 2" --pose-b "1.75 0.5 0")");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const std::string fact :
       {"signed      -0.25", "\ninterval    [-0.25", "\npoint on A  (1, ", "\npoint on B  (0.75, ",
        "\ndirection   (1, 0, 0)\n",
        "\nstatus      overlapping: the shapes are proved to have a point in common\n"}) {
    EXPECT_TRUE(contains(run.out, fact)) << fact << " is not in\n" << run.out;
  }
}

TEST_F(PairCommand, PrintsTheGradient) {
  const Outcome run = apart(R"(gradient "box 2 2 2" "box 2 2 2" --pose-b "3 0.5 0" --verify)");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const std::string fact :
       {"signed      1", "\nnormal      (1, 0, 0)\n", "\nby A        rotation (", "\nby B        ",
        ", translation (1, 0, 0)\n", "\nunique      no: ", "\ntied        (1, ",
        "\nverified    yes\n"}) {
    EXPECT_TRUE(contains(run.out, fact)) << fact << " is not in\n" << run.out;
  }
}

TEST_F(PairCommand, TakesANegativeEnoughForAPenetration) {
  const std::string pair = R"( "sphere 1" "sphere 1" --pose-b "1.5 0 0" --json --enough )";
  for (const std::string enough : {"-0.25", "-.25", "-2.5e-1"}) {
    const Outcome run = apart("penetration" + pair + enough);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_LE(Json::parse(run.out)["upper"], -0.25);
  }
  const Outcome distance = apart("distance" + pair + "-0.25");
  EXPECT_EQ(distance.code, 2);
  EXPECT_EQ(distance.err, "apart distance: enough must not be negative, got -0.25\n");
}

TEST_F(PairCommand, AnswersAsAQueryLineDoes) {
  const Outcome run = apart(R"(distance "box 1 2 3" "capsule 0.5 2" --pose-b "4 0 0" --json)");
  const Outcome line =
      apart("query", R"({"query":"distance","a":{"type":"box","size":[1,2,3]},)"
                     R"("b":{"type":"capsule","radius":0.5,"length":2},"pose_b":{"t":[4,0,0]}})");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, line.out);
}

TEST_F(PairCommand, TakesNegativeNumbersAnywhere) {
  EXPECT_NEAR(distance(R"("sphere 1" "sphere 1" --pose-b "-5 0 0")"), 3, 1e-14);
  EXPECT_NEAR(distance(R"("sphere 1" "sphere 1" --pose-b "-.5e1 0 0")"), 3, 1e-14);
  EXPECT_NEAR(distance(R"("sphere 1" "sphere 1" --pose-b="-5 0 0")"), 3, 1e-14);
  EXPECT_NEAR(distance(R"("sphere 1" "point -4 -3 0" --pose-a "-0 0 -0")"), 4, 1e-14);
  EXPECT_NEAR(distance(R"("sphere 1" "halfspace 0 0 1 -3")"), 2, 1e-14);
}

TEST_F(PairCommand, TakesPosesWithAQuaternion) {
  EXPECT_NEAR(distance(R"("point 0 0 0" "box 2 20 2" --pose-b "15 0 0 1 0 0 1")"), 5, 1e-14);
  EXPECT_NEAR(distance(R"("point 0 0 0" "box 2 20 2" --pose-b '{"t":[15,0,0],"q":[1,0,0,1]}')"), 5,
              1e-14);
}

TEST_F(PairCommand, TakesJsonAndFiles) {
  write("ball.json", R"({"type": "sphere", "radius": 2})");
  EXPECT_NEAR(distance(R"(@ball.json '{"type":"point","p":[5,0,0]}')"), 3, 1e-14);
  EXPECT_NEAR(distance(R"x("sphere:2" "point(5,0,0)")x"), 3, 1e-14);
}

TEST_F(PairCommand, ObeysItsOptions) {
  const std::string pair = R"("sphere 1" "sphere 1" --pose-b "5 0 0" )";
  EXPECT_NEAR(distance(pair + "--margin 0.25"), 2.5, 1e-14);
  EXPECT_NEAR(distance(pair + "--method features"), 3, 1e-14);
  EXPECT_NEAR(distance(R"("box 1 1 1" "polytope 5 0 0 6 1 0 6 0 1" --method voronoi)"), 4.5, 1e-14);
  EXPECT_GE(distance(pair + "--relative-error 0.5"), 3 - 1e-14);
  EXPECT_GE(distance(pair + "--enough 1"), 3 - 1e-14);
}

TEST_F(PairCommand, AnswersYesOrNo) {
  const Outcome yes = apart(R"(intersects "box 1 1 1" "box 1 1 1" --pose-b "1 1 0")");
  EXPECT_EQ(yes.code, 0);
  EXPECT_TRUE(yes.out.starts_with("intersects  yes\n")) << yes.out;
  const Outcome no = apart(R"(intersects "box 1 1 1" "box 1 1 1" --pose-b "1.5 0 0")");
  EXPECT_EQ(no.code, 0);
  EXPECT_TRUE(no.out.starts_with("intersects  no\n")) << no.out;
  const Outcome near = apart(R"(within "sphere 1" "sphere 1" 3.5 --pose-b "5 0 0")");
  EXPECT_EQ(near.code, 0);
  EXPECT_TRUE(near.out.starts_with("within      yes\n")) << near.out;
  const Outcome far = apart(R"(within "sphere 1" "sphere 1" 2.5 --pose-b "5 0 0" --json)");
  EXPECT_EQ(far.code, 0);
  EXPECT_EQ(Json::parse(far.out)["within"], false);
}

TEST_F(PairCommand, TracesAndVerifies) {
  const Outcome run =
      apart(R"(distance "box 1 2 3" "box 1 1 1" --pose-b "4 5 6" --trace --verify)");
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(contains(run.out, "\nverified    yes\n")) << run.out;
  EXPECT_TRUE(contains(run.out, "\nstep  size  lower ")) << run.out;
}

TEST_F(PairCommand, RefusesWhatHasNoMeaning) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"("box 1 2" "sphere 1")", "apart distance: a: box takes 3 numbers (size[3]), got 2\n"},
      {R"("sphere 1" '{"type":"box","size":[1,"x",3]}')",
       "apart distance: b.size[1]: expected a number, got a string\n"},
      {R"("sphere 1" "sphere 1" --pose-b "1 2")",
       "apart distance: pose_b: expected 3 numbers (x y z) or 7 (x y z w qx qy qz), got 2\n"},
      {R"("sphere 1" "sphere 1" --margin lots)",
       "apart distance: margin: expected a number, got \"lots\"\n"},
      {R"("sphere 1")", "apart distance: B is required; see apart distance --help\n"},
  };
  for (const auto& [arguments, sentence] : cases) {
    const Outcome run = apart("distance " + arguments);
    EXPECT_EQ(run.code, 2) << arguments;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err, sentence);
  }
}

TEST_F(PairCommand, RefusesAThresholdBelowZero) {
  const Outcome run = apart(R"(within "sphere 1" "sphere 1" -1)");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "apart within: r: must not be negative, got -1.0\n");
}

TEST_F(PairCommand, RefusesTwoUnboundedShapes) {
  const Outcome run = apart(R"(distance "halfspace 0 0 1 0" "prism 0 0 1 0 0 1")");
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(run.err.starts_with("apart distance: ")) << run.err;
}

TEST_F(PairCommand, TellsToQuoteShapes) {
  const Outcome run = apart("distance box 1 2 3 sphere 1");
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(contains(run.err, "put each shape in quotes")) << run.err;
}

TEST_F(PairCommand, SaysThatAnAnswerCannotBeWritten) {
  const Outcome run = shell(R"(apart distance "box 1 2 3" "sphere 1" >/dev/full)");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "apart: cannot write the answer\n");
}

}  // namespace
}  // namespace apart::cli_test
