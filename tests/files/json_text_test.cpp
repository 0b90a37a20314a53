// SPDX-License-Identifier: BSD-3-Clause
#include "files/json_text.hpp"

#include <gtest/gtest.h>

namespace apart::files {
namespace {

std::string error_of(const std::string& text) { return parse_json(text).error; }

TEST(JsonText, ReadsAnyValueAndKeepsTheOrderOfFields) {
  const std::string text = R"({"z":[1,-2,2.5,1e-300],"a":{"t":true,"n":null},"s":"é\n"})";
  const JsonText read = parse_json(text);
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(to_text(read.value), text);
}

TEST(JsonText, WritesDoublesThatReadBackAsTheSame) {
  for (const double x :
       {0.1, 1.0 / 3, 2.9999999999999996, 5e-324, 1.7976931348623157e308, -1e-23}) {
    EXPECT_EQ(parse_json(to_text(Json(x))).value.get<double>(), x);
  }
  EXPECT_EQ(to_text(Json(3.0)), "3.0");
}

TEST(JsonText, RefusesNumbersThatAreNotFinite) {
  EXPECT_EQ(error_of(R"({"a":{"size":[1,NaN,3]}})"), "a.size[1]: NaN is not a number in JSON");
  EXPECT_EQ(error_of(R"({"a":[[1,2],[nan]]})"), "a[1][0]: nan is not a number in JSON");
  EXPECT_EQ(error_of(R"({"r": -Infinity})"), "r: -Infinity is not a number in JSON");
  EXPECT_EQ(error_of(R"([inf])"), "[0]: inf is not a number in JSON");
  EXPECT_EQ(error_of("NaN"), "NaN is not a number in JSON");
}

TEST(JsonText, RefusesNumbersBeyondADouble) {
  EXPECT_EQ(error_of(R"({"a":{"size":[1,2,1e999]}})"),
            "a.size[2]: 1e999 is too large for a double");
  EXPECT_EQ(error_of(R"({"r":-1e400})"), "r: -1e400 is too large for a double");
}

TEST(JsonText, RefusesAFieldGivenTwice) {
  EXPECT_EQ(error_of(R"({"a":{"radius":1,"radius":1}})"), "a.radius: field given twice");
  EXPECT_EQ(error_of(R"([{"x":1},{"x":1,"y":2,"x":3}])"), "[1].x: field given twice");
  EXPECT_EQ(error_of(R"({"a":{"x":1},"b":{"x":1}})"), "");
}

TEST(JsonText, RefusesTextThatIsNotJson) {
  EXPECT_EQ(error_of(""),
            "column 1: not valid JSON: unexpected end of input; expected '[', '{', or a literal");
  EXPECT_EQ(error_of("{\"a\":1} x"), "column 9: not valid JSON: invalid literal");
  EXPECT_EQ(error_of("{\"a\":1} {}"),
            "column 9: not valid JSON: unexpected '{'; expected end of input");
  EXPECT_EQ(error_of("{\"a\":1,}"),
            "column 8: not valid JSON: unexpected '}'; expected string literal");
  EXPECT_EQ(error_of("{'a':1}"), "column 2: not valid JSON: invalid literal");
  EXPECT_EQ(error_of("{\n\"a\": tru\n}"), "line 2, column 9: not valid JSON: invalid literal");
  EXPECT_EQ(error_of("[\"\xff\"]"),
            "column 3: not valid JSON: invalid string: ill-formed UTF-8 byte");
  EXPECT_EQ(error_of("{\"a\":\"" + std::string(5000, 'x')),
            "column 5007: not valid JSON: invalid string: missing closing quote");
}

TEST(JsonText, RefusesDeepNestingWithoutRecursion) {
  const auto nested = [](int depth) {
    return "{\"id\":1,\"a\":" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
  };
  EXPECT_EQ(error_of(nested(64)), "");
  EXPECT_EQ(error_of(nested(65)), "a: nested deeper than 64 levels");
  EXPECT_EQ(error_of(nested(1000000)), "a: nested deeper than 64 levels");
  EXPECT_EQ(error_of(std::string(1000000, '[')), "[0]: nested deeper than 64 levels");
}

TEST(JsonText, KeepsTheFieldsThatWereCompleteBeforeAFault) {
  EXPECT_EQ(to_text(parse_json(R"({"id":{"n":7},"a":{"x":1,"y":)").value), R"({"id":{"n":7}})");
  EXPECT_EQ(to_text(parse_json(R"({"id":[1,2,NaN]})").value), "{}");
  EXPECT_EQ(to_text(parse_json(R"({"id":7,"id":8})").value), R"({"id":7})");
}

TEST(JsonText, StaysLinearInTheNumberOfFields) {
  std::string text = "{\"f\":0";
  for (int i = 0; i < 200000; ++i) text += ",\"f" + std::to_string(i) + "\":0";
  EXPECT_EQ(error_of(text + "}"), "");
  EXPECT_EQ(error_of(text + ",\"f77\":0}"), "f77: field given twice");
}

TEST(JsonText, ShortensLongTextBetweenCharacters) {
  EXPECT_EQ(shortened("abc"), "abc");
  EXPECT_EQ(shortened(std::string(50, 'x')), std::string(40, 'x') + "...");
  EXPECT_EQ(shortened(std::string(39, 'x') + "éé"), std::string(39, 'x') + "...");
}

}  // namespace
}  // namespace apart::files
