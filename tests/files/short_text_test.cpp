// SPDX-License-Identifier: BSD-3-Clause
#include "files/short_text.hpp"

#include <gtest/gtest.h>

#include "files/json_node.hpp"
#include "files/shape_json.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace apart::files {
namespace {

std::string shape(const std::string& text) { return to_text(shape_from_text(text, "a")); }

std::string pose(const std::string& text) { return to_text(pose_from_text(text, "pose_a")); }

template <class F>
std::string error_of(F f, const std::string& text) {
  return support::refusal([&] { f(text); });
}

std::string shape_error(const std::string& text) { return error_of(shape, text); }

TEST(ShortText, SpellsEveryShape) {
  EXPECT_EQ(shape("point 1 2 3"), R"({"type":"point","p":[1.0,2.0,3.0]})");
  EXPECT_EQ(shape("segment 1 2 3  4 5 6"),
            R"({"type":"segment","a":[1.0,2.0,3.0],"b":[4.0,5.0,6.0]})");
  EXPECT_EQ(shape("triangle 1 0 0 0 1 0 0 0 1"),
            R"({"type":"triangle","a":[1.0,0.0,0.0],"b":[0.0,1.0,0.0],"c":[0.0,0.0,1.0]})");
  EXPECT_EQ(shape("sphere .5"), R"({"type":"sphere","radius":0.5})");
  EXPECT_EQ(shape("box 1 2 3"), R"({"type":"box","size":[1.0,2.0,3.0]})");
  EXPECT_EQ(shape("capsule 0.5 2"), R"({"type":"capsule","radius":0.5,"length":2.0})");
  EXPECT_EQ(shape("cylinder 0.5 2"), R"({"type":"cylinder","radius":0.5,"length":2.0})");
  EXPECT_EQ(shape("cone 0.5 2"), R"({"type":"cone","radius":0.5,"length":2.0})");
  EXPECT_EQ(shape("ellipsoid 1 2 3"), R"({"type":"ellipsoid","radii":[1.0,2.0,3.0]})");
  EXPECT_EQ(shape("halfspace 0 0 1 -2"),
            R"({"type":"halfspace","normal":[0.0,0.0,1.0],"offset":-2.0})");
  EXPECT_EQ(shape("prism 0 0 1 0 0 1"),
            R"({"type":"prism","section":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]})");
  EXPECT_EQ(shape("polytope 1 2 3 4 5 6"),
            R"({"type":"polytope","vertices":[[1.0,2.0,3.0],[4.0,5.0,6.0]]})");
  EXPECT_EQ(shape("rounded 0.1 rounded 2 sphere 3"),
            R"({"type":"rounded","shape":{"type":"rounded","shape":)"
            R"({"type":"sphere","radius":3.0},"radius":2.0},"radius":0.1})");
}

TEST(ShortText, SpellsMotions) {
  const auto motion = [](const std::string& text) {
    return to_text(motion_from_text(text, "motion_a"));
  };
  EXPECT_EQ(motion("1 2 3 to 4 5 6 1 0 0 0"),
            R"({"from":{"t":[1.0,2.0,3.0]},"to":{"t":[4.0,5.0,6.0],"q":[1.0,0.0,0.0,0.0]}})");
  EXPECT_EQ(motion("1 2 3 to 4 5 6 to 7 8 9"),
            R"({"waypoints":[{"t":[1.0,2.0,3.0]},{"t":[4.0,5.0,6.0]},{"t":[7.0,8.0,9.0]}]})");
  EXPECT_EQ(motion(R"({"from":{},"to":{}})"), R"({"from":{},"to":{}})");
  EXPECT_EQ(error_of(motion, "1 2 3"),
            "motion_a: expected poses with \"to\" between them, got only one");
  EXPECT_EQ(error_of(motion, "1 2 3 to 4"),
            "motion_a: expected 3 numbers (x y z) or 7 (x y z w qx qy qz), got 1");
}

TEST(ShortText, CoversEveryTypeOfTheFormat) {
  for (const ShapeType& type : shape_types()) {
    if (type.fields.front().kind == FieldKind::other) continue;  // not given by numbers alone
    const std::string sentence = shape_error(std::string(type.name) + " x");
    EXPECT_EQ(sentence, "a: expected a number, got \"x\"") << type.name;
  }
}

TEST(ShortText, TakesOtherSeparators) {
  for (const std::string text : {"box:1,2,3", "box(1, 2, 3)", " box\t1  2 , 3 ", "box((1,2),3)"}) {
    EXPECT_EQ(shape(text), shape("box 1 2 3")) << text;
  }
}

TEST(ShortText, ReadsNumbersAsTheyAreWritten) {
  EXPECT_EQ(number_from_text("1e-23", "r"), 1e-23);
  EXPECT_EQ(number_from_text("+2.50", "r"), 2.5);
  EXPECT_EQ(number_from_text("-.5", "r"), -0.5);
  const auto number = [](const std::string& text) { number_from_text(text, "r"); };
  for (const std::string text : {"nan", "inf", "0x10", "1.2.3", "--1", "e", ".", "", "1 2", "1f"}) {
    EXPECT_EQ(error_of(number, text), "r: expected a number, got \"" + text + "\"");
  }
  EXPECT_EQ(error_of(number, "1e999"), "r: \"1e999\" is too large for a double");
}

TEST(ShortText, NamesWhatIsWrongWithAShape) {
  EXPECT_EQ(shape_error(""), "a: expected a shape such as \"box 1 2 3\", got nothing");
  EXPECT_EQ(shape_error("box 1 2"), "a: box takes 3 numbers (size[3]), got 2");
  EXPECT_EQ(shape_error("sphere"), "a: sphere takes 1 number (radius), got 0");
  EXPECT_EQ(shape_error("capsule 1 2 3"), "a: capsule takes 2 numbers (radius, length), got 3");
  EXPECT_EQ(shape_error("polytope 1 2 3 4"),
            "a: polytope takes 3 numbers for each of its points, got 4");
  EXPECT_EQ(shape_error("prism"), "a: prism takes 2 numbers for each of its points, got 0");
  EXPECT_EQ(shape_error("rounded"), "a: rounded takes a radius and a shape");
  EXPECT_EQ(shape_error("rounded 1"), "a: expected a shape such as \"box 1 2 3\", got nothing");
  EXPECT_TRUE(shape_error("bocks 1").starts_with("a: unknown type \"bocks\"; the types are point"));
}

TEST(ShortText, SurvivesRoundedOfRoundedOfRounded) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "rounded 1 ";
  EXPECT_EQ(shape_error(text + "sphere 1"), "a: nested deeper than 64 levels");
}

TEST(ShortText, SpellsPoses) {
  EXPECT_EQ(pose("-1 0 2.5"), R"({"t":[-1.0,0.0,2.5]})");
  EXPECT_EQ(pose("1 2 3  1 0 0 0"), R"({"t":[1.0,2.0,3.0],"q":[1.0,0.0,0.0,0.0]})");
  EXPECT_EQ(error_of(pose, "1 2"),
            "pose_a: expected 3 numbers (x y z) or 7 (x y z w qx qy qz), got 2");
  EXPECT_EQ(error_of(pose, "1 2 z"), "pose_a: expected a number, got \"z\"");
}

TEST(ShortText, PassesJsonOn) {
  EXPECT_EQ(shape(R"({"type":"box"})"), R"({"type":"box"})");
  EXPECT_EQ(pose(R"({"t":[1,2,3]})"), R"({"t":[1,2,3]})");
  EXPECT_EQ(
      shape_error("{\"type\":"),
      "a: column 9: not valid JSON: unexpected end of input; expected '[', '{', or a literal");
}

TEST(ShortText, ReadsJsonFromAFile) {
  const support::TemporaryFolder folder;
  const std::string name = folder.write("shape.json", "{\"type\": \"sphere\",\n \"radius\": 2}\n");
  EXPECT_EQ(shape("@" + name), R"({"type":"sphere","radius":2})");
  folder.write("shape.json", "{\"type\": \"sphere\",\n \"radius\": }\n");
  EXPECT_TRUE(shape_error("@" + name).starts_with("a: line 2, column 12: not valid JSON: "));
  EXPECT_EQ(shape_error("@no.json"), "a: cannot read the file \"no.json\"");
  EXPECT_EQ(shape_error("@/"), "a: cannot read the file \"/\"");
}

}  // namespace
}  // namespace apart::files
