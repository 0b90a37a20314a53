// SPDX-License-Identifier: BSD-3-Clause
#include "files/scene_json.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace apart::files {
namespace {

SceneFile read(const std::string& text) {
  const JsonText json = parse_json(text);
  EXPECT_EQ(json.error, "");
  ShapeFiles files("");
  return read_scene(json.value, files);
}

const std::string cell = R"({"apart_scene": 1,
  "bodies": [
    {"name": "floor", "shape": {"type": "halfspace", "normal": [0, 0, 1], "offset": 0}},
    {"name": "ball", "group": "toys", "shape": {"type": "sphere", "radius": 1}, "pose": {"t": [0, 0, 3]}},
    {"group": "toys", "shape": {"type": "sphere", "radius": 1}, "pose": {"t": [1, 0, 3]}}],
  "margins": [{"a": {"group": "toys"}, "b": {"body": "floor"}, "margin": 0.25}],)";

TEST(SceneJson, AnswersEveryKindOfQuery) {
  auto [scene, queries] = read(cell + R"(
    "ignore": [{"a": {"group": "toys"}, "b": {"group": "toys"}}, {"a": "ball", "ignored": false}],
    "queries": [{"id": [7], "query": "nearest", "a": "floor"},
                {"query": "k_nearest", "k": 2}, {"query": "nearest_of_each"},
                {"query": "intersecting"}, {"query": "within", "r": 10, "a": {"group": "toys"}},
                {"query": "nearest_to", "shape": {"type": "point", "p": [0, 0, 9]}, "b": "floor"}]})");
  ASSERT_EQ(queries.size(), 6u);
  const auto said = [&scene = scene, &queries = queries](std::size_t i) {
    return answer(scene, queries[i]);
  };
  EXPECT_EQ(said(0)["id"], Json({7}));
  EXPECT_EQ(said(0)["query"], "nearest");
  EXPECT_NEAR(said(0)["nearest"]["distance"].get<double>(), 1.5, 1e-12);
  EXPECT_EQ(said(0)["nearest"]["a"], "floor");
  EXPECT_EQ(said(1)["pairs"].size(), 2u);
  EXPECT_EQ(said(1)["pairs"][0]["b"], 2);
  EXPECT_EQ(said(2)["pairs"].size(), 3u);
  EXPECT_EQ(said(3)["pairs"], Json::parse(R"([["ball", 2]])"));
  EXPECT_EQ(said(4)["pairs"].size(), 3u);
  EXPECT_NEAR(said(5)["nearest"]["distance"].get<double>(), 9, 1e-12);
}

TEST(SceneJson, AnswersAboutWhatMoves) {
  const std::string down =
      R"("motions": {"ball": {"from": {"t": [0, 0, 3]}, "to": {"t": [0, 0, 0]}}})";
  auto [scene, queries] =
      read(cell + R"("ignore": [{"a": {"group": "toys"}, "b": {"group": "toys"}}],
    "queries": [{"query": "first_contact", )" +
           down + R"(},
                {"query": "clear_along", "r": 0.5, )" +
           down + R"(},
                {"query": "distance_along", "steps": 3, )" +
           down + R"(},
                {"query": "ray", "origin": [0, 0, 9], "direction": [0, 0, -1], "length": 99}]})");
  ASSERT_EQ(queries.size(), 4u);
  const Json contact = answer(scene, queries[0]);
  EXPECT_EQ(contact["contact"], true);
  EXPECT_EQ(contact["b"], "floor");
  EXPECT_NEAR(contact["time"].get<double>(), 0.5, 1e-6);  // grown by 0.25 each
  EXPECT_EQ(answer(scene, queries[1])["clear"], false);
  const Json distances = answer(scene, queries[2])["distances"];
  ASSERT_EQ(distances.size(), 4u);
  EXPECT_NEAR(distances[3]["signed"].get<double>(), -1.5, 1e-12);
  EXPECT_EQ(answer(scene, queries[3])["hit"]["b"], "ball");
}

TEST(SceneJson, FaultsAreNamedByTheirPlace) {
  const auto refused = [](const std::string& text, const std::string& sentence) {
    EXPECT_EQ(support::refusal([&] { read(text); }), sentence) << text;
  };
  refused(R"({"bodies": []})", "apart_scene: missing field");
  refused(R"({"apart_scene": 2, "bodies": []})",
          "apart_scene: this is version 2 of the format; 1 can be read");
  refused(R"({"apart_scene": 1, "bodies": [{"shape": {"type": "sphere", "radius": "1"}}]})",
          "bodies[0].shape.radius: expected a number, got a string");
  refused(R"({"apart_scene": 1, "bodies": [{"shape": {"type": "sphere", "radius": -1}}]})",
          "bodies[0].shape: sphere: radius must not be negative, got -1");
  refused(cell + R"("ignore": [{"a": "wall"}]})", "ignore[0].a: there is no body named \"wall\"");
  refused(cell + R"("ignore": [{"a": {"group": "arm"}}]})",
          "ignore[0].a.group: scene: there is no group \"arm\"");
  refused(cell + R"("queries": [{"query": "nearest"}, {"query": "deepest"}]})",
          "queries[1].query: unknown query \"deepest\"; the queries of a scene are nearest, "
          "k_nearest, nearest_of_each, intersecting, within, nearest_to, ray, first_contact, "
          "clear_along, distance_along");
  refused(cell + R"("queries": [{"query": "first_contact", "motions": {"sun": {}}}]})",
          "queries[0].motions.sun: there is no body named \"sun\"");
  refused(cell + R"("queries": [{"query": "within"}]})", "queries[0].r: missing field");
  refused(R"({"apart_scene": 1, "bodies": [{"name": "x", "shape": {"type": "sphere", "radius": 1}},
                                           {"name": "x", "shape": {"type": "sphere", "radius": 1}}]})",
          "bodies[1]: scene: there is a body named \"x\" already");
}

}  // namespace
}  // namespace apart::files
