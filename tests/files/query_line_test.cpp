// SPDX-License-Identifier: BSD-3-Clause
#include "files/query_line.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace apart::files {
namespace {

ShapeFiles shape_files("");

const std::string sphere = R"({"type":"sphere","radius":1})";

Query query_of(const std::string& text) { return read_query(parse_json(text).value, shape_files); }

std::string error_of(const std::string& text) {
  return support::refusal([&] { query_of(text); });
}

/// A line about two spheres, with what else is said.
std::string line(const std::string& rest) {
  return "{\"a\":" + sphere + ",\"b\":" + sphere + "," + rest + "}";
}

TEST(QueryLine, ReadsTheDefaults) {
  const Query query = query_of(line(R"("query":"distance")"));
  EXPECT_FALSE(query.id);
  EXPECT_EQ(query.kind, QueryKind::distance);
  EXPECT_EQ(query.options.relative_error, 0);
  EXPECT_FALSE(query.options.enough);
  EXPECT_EQ(query.options.margin, 0);
  EXPECT_EQ(query.pose_b.translation, Eigen::Vector3d::Zero());
}

TEST(QueryLine, ReadsEveryField) {
  const Query query = query_of(
      line(R"("id":[7,{"x":null}],"query":"within","r":2,"pose_a":{"t":[1,2,3]},)"
           R"("pose_b":{"t":[4,5,6],"q":[0,1,0,0]},"relative_error":0.5,"enough":3,"margin":0.1)"));
  EXPECT_EQ(to_text(query.id.value()), R"([7,{"x":null}])");
  EXPECT_EQ(query.kind, QueryKind::within);
  EXPECT_EQ(query.r, 2);
  EXPECT_EQ(query.pose_a.translation, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(query.pose_b.rotation(1, 1), -1);
  EXPECT_EQ(query.options.relative_error, 0.5);
  EXPECT_EQ(query.options.enough, 3);
  EXPECT_EQ(query.options.margin, 0.1);
}

TEST(QueryLine, ReadsAMethod) {
  EXPECT_EQ(query_of(line(R"("query":"distance")")).options.method, Method::gjk);
  EXPECT_EQ(query_of(line(R"("query":"distance","method":"features")")).options.method,
            Method::features);
  const Query query = query_of(R"({"query":"intersects","method":"voronoi","a":)" + sphere +
                               R"(,"b":{"type":"polytope","vertices":[[0,0,0],[1,0,0],[0,1,0]]}})");
  EXPECT_EQ(query.options.method, Method::voronoi);
  EXPECT_TRUE(std::get<Polytope>(query.b.variant()).has_edge_list());
  EXPECT_EQ(error_of(line(R"("query":"distance","method":"lin-canny")")),
            "method: unknown method \"lin-canny\"; the methods are gjk, features, voronoi");
  EXPECT_EQ(error_of(line(R"("query":"penetration","method":"gjk")")).find("method: unknown field"),
            0u);
}

TEST(QueryLine, ReadsAPenetration) {
  const Query query = query_of(line(R"("query":"penetration","enough":-0.5)"));
  EXPECT_EQ(query.kind, QueryKind::penetration);
  EXPECT_EQ(query.options.enough, -0.5);
  EXPECT_EQ(error_of(line(R"("query":"penetration","r":1)")).find("r: unknown field"), 0u);
}

TEST(QueryLine, NamesAnUnknownQuery) {
  EXPECT_EQ(
      error_of(line(R"("query":"dist")")),
      "query: unknown query \"dist\"; the queries are distance, intersects, within, penetration, "
      "gradient, first_contact");
  EXPECT_EQ(error_of(line(R"("query":1)")), "query: expected a string, got a number");
  EXPECT_EQ(error_of(line(R"("id":1)")), "query: missing field");
}

TEST(QueryLine, ReadsAGradient) {
  const Query query = query_of(line(R"("query":"gradient","enough":-0.5)"));
  EXPECT_EQ(query.kind, QueryKind::gradient);
  EXPECT_EQ(query.options.enough, -0.5);
}

TEST(QueryLine, ReadsMotions) {
  const Query query = query_of(line(
      R"("query":"first_contact","motion_a":{"from":{},"to":{"t":[2,0,0]}},"tolerance":0.01)"));
  EXPECT_EQ(query.kind, QueryKind::first_contact);
  EXPECT_EQ(query.tolerance, 0.01);
  EXPECT_EQ(query.motion_a.value()(0.25).translation, Eigen::Vector3d(0.5, 0, 0));
  EXPECT_FALSE(query.motion_b);
  const Query screw = query_of(
      line(R"("query":"first_contact","motion_b":{"from":{},"to":{"t":[2,0,0],"q":[0,0,0,1]},)"
           R"("kind":"screw"})"));
  EXPECT_NEAR(screw.motion_b.value()(0.5).translation.y(), -1, 1e-15);
  const Query path =
      query_of(line(R"("query":"first_contact","motion_b":{"waypoints":[{},{"t":[2,0,0]},{}],)"
                    R"("times":[0,0.25,1]})"));
  EXPECT_EQ(path.motion_b.value()(0.25).translation.x(), 2);
}

TEST(QueryLine, NamesWhatIsWrongWithAMotion) {
  const auto error = [](const std::string& motion) {
    return error_of(line(R"("query":"first_contact","motion_a":)" + motion));
  };
  EXPECT_EQ(error(R"({"from":{}})"), "motion_a.to: missing field");
  EXPECT_EQ(error("3"), "motion_a: expected an object, got a number");
  EXPECT_EQ(error(R"({"from":{},"to":{},"by":1})"),
            "motion_a.by: unknown field; the fields here are from, to, kind");
  EXPECT_EQ(error(R"({"from":{},"to":{},"kind":"spline"})"),
            "motion_a.kind: unknown motion \"spline\"; the motions are between, linear_quaternion, "
            "screw");
  EXPECT_EQ(error(R"({"waypoints":[]})"),
            "motion_a: waypoints: there must be at least one, got none");
  EXPECT_EQ(error(R"({"waypoints":[{},{"t":[1]}]})"),
            "motion_a.waypoints[1].t: expected 3 numbers, got 1");
  EXPECT_EQ(error(R"({"waypoints":[{},{}],"times":[0,2]})"), "motion_a: times[1] must be 1, got 2");
  EXPECT_EQ(error(R"({"from":{},"to":{}},"pose_a":{})"),
            "motion_a: a body has a motion or a pose, not both; there is pose_a");
  EXPECT_EQ(error_of(line(R"("query":"distance","motion_a":{})")).find("motion_a: unknown field"),
            0u);
}

TEST(QueryLine, NamesWhatIsMissing) {
  EXPECT_EQ(error_of(R"({"query":"distance","b":)" + sphere + "}"), "a: missing field");
  EXPECT_EQ(error_of(R"({"query":"distance","a":)" + sphere + "}"), "b: missing field");
  EXPECT_EQ(error_of(line(R"("query":"within")")), "r: missing field");
}

TEST(QueryLine, NamesWhatIsUnknown) {
  EXPECT_EQ(error_of(line(R"("query":"distance","r":1)")),
            "r: unknown field; the fields here are id, query, a, pose_a, b, pose_b, "
            "relative_error, enough, margin, method");
  EXPECT_EQ(error_of(line(R"("query":"within","r":1,"distance":1)")),
            "distance: unknown field; the fields here are id, query, a, pose_a, b, pose_b, "
            "relative_error, enough, margin, r, method");
}

TEST(QueryLine, NamesWrongTypes) {
  EXPECT_EQ(error_of("[]"), "expected an object, got an array");
  EXPECT_EQ(error_of("7"), "expected an object, got a number");
  EXPECT_EQ(error_of(line(R"("query":"distance","enough":null)")),
            "enough: expected a number, got null");
  EXPECT_EQ(error_of(line(R"("query":"distance","margin":"1")")),
            "margin: expected a number, got a string");
  EXPECT_EQ(error_of(line(R"("query":"distance","pose_b":{"t":[0,0]})")),
            "pose_b.t: expected 3 numbers, got 2");
}

TEST(QueryLine, RefusesANegativeThreshold) {
  EXPECT_EQ(error_of(line(R"("query":"within","r":-2)")), "r: must not be negative, got -2.0");
}

TEST(QueryLine, ReadsTheIdOfAnything) {
  EXPECT_FALSE(id_of(Json(7)));
  EXPECT_FALSE(id_of(Json::array({"id", 7})));
  EXPECT_EQ(id_of(Json{{"id", nullptr}, {"x", 1}}), Json(nullptr));
}

}  // namespace
}  // namespace apart::files
