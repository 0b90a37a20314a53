// SPDX-License-Identifier: BSD-3-Clause
#include "files/shape_json.hpp"

#include <gtest/gtest.h>
#include <apart/apart.hpp>

#include <cmath>

#include "files/pose_json.hpp"
#include "support/refusal.hpp"

namespace apart::files {
namespace {

Shape shape_of(const std::string& text) {
  ShapeFiles files("");
  return read_shape(Node(parse_json(text).value, "a"), files);
}

template <class T>
T read(const std::string& text) {
  return std::get<T>(shape_of(text).variant());
}

std::string error_of(const std::string& text) {
  return support::refusal([&] { shape_of(text); });
}

Pose pose_of(const std::string& text) { return read_pose(Node(parse_json(text).value, "pose_a")); }

std::string pose_error_of(const std::string& text) {
  return support::refusal([&] { pose_of(text); });
}

using Eigen::Vector3d;

TEST(ShapeJson, ReadsEveryType) {
  EXPECT_EQ(read<Point>(R"({"type":"point","p":[1,2,3]})").p(), Vector3d(1, 2, 3));
  EXPECT_EQ(read<Segment>(R"({"type":"segment","a":[1,2,3],"b":[4,5,6]})").b(), Vector3d(4, 5, 6));
  EXPECT_EQ(read<Triangle>(R"({"type":"triangle","a":[1,0,0],"b":[0,1,0],"c":[0,0,1]})").c(),
            Vector3d(0, 0, 1));
  EXPECT_EQ(read<Sphere>(R"({"type":"sphere","radius":0.5})").radius(), 0.5);
  EXPECT_EQ(read<Box>(R"({"type":"box","size":[1,2,3]})").size(), Vector3d(1, 2, 3));
  EXPECT_EQ(read<Capsule>(R"({"type":"capsule","radius":0.5,"length":2})").length(), 2);
  EXPECT_EQ(read<Cylinder>(R"({"type":"cylinder","length":2,"radius":0.5})").radius(), 0.5);
  EXPECT_EQ(read<Cone>(R"({"type":"cone","radius":0.5,"length":2})").length(), 2);
  EXPECT_EQ(read<Ellipsoid>(R"({"type":"ellipsoid","radii":[1,2,3]})").radii(), Vector3d(1, 2, 3));
  EXPECT_EQ(read<Halfspace>(R"({"type":"halfspace","normal":[0,0,2],"offset":-1})").offset(), -1);
  EXPECT_EQ(read<Prism>(R"({"type":"prism","section":[[0,0],[1,0],[0,1]]})").section().size(), 3);
  EXPECT_EQ(read<Polytope>(R"({"type":"polytope","vertices":[[1,2,3]]})").vertex(0),
            Vector3d(1, 2, 3));
  const auto rounded =
      read<Rounded>(R"({"type":"rounded","shape":{"type":"box","size":[1,2,3]},"radius":0.1})");
  EXPECT_EQ(rounded.radius(), 0.1);
  EXPECT_TRUE(std::holds_alternative<Box>(rounded.shape().variant()));
}

TEST(ShapeJson, NamesAnUnknownType) {
  EXPECT_EQ(error_of(R"({"type":"cube","size":1})"),
            "a.type: unknown type \"cube\"; the types are point, segment, triangle, sphere, box, "
            "capsule, cylinder, cone, ellipsoid, halfspace, prism, polytope, rounded, mesh, "
            "compound, spheres");
}

TEST(ShapeJson, NamesWhatIsMissingAndWhatIsUnknown) {
  EXPECT_EQ(error_of(R"({"size":[1,2,3]})"), "a.type: missing field");
  EXPECT_EQ(error_of(R"({"type":"capsule","radius":1})"), "a.length: missing field");
  EXPECT_EQ(error_of(R"({"type":"box","sise":[1,2,3]})"),
            "a.sise: unknown field; the fields here are type, size");
}

TEST(ShapeJson, NamesWrongTypes) {
  EXPECT_EQ(error_of("[1]"), "a: expected an object, got an array");
  EXPECT_EQ(error_of("null"), "a: expected an object, got null");
  EXPECT_EQ(error_of(R"({"type":7})"), "a.type: expected a string, got a number");
  EXPECT_EQ(error_of(R"({"type":"box","size":[1,"2",3]})"),
            "a.size[1]: expected a number, got a string");
  EXPECT_EQ(error_of(R"({"type":"box","size":1})"),
            "a.size: expected an array of 3 numbers, got a number");
  EXPECT_EQ(error_of(R"({"type":"sphere","radius":true})"),
            "a.radius: expected a number, got a boolean");
  EXPECT_EQ(error_of(R"({"type":"polytope","vertices":[[0,0,0],{"x":1}]})"),
            "a.vertices[1]: expected an array of 3 numbers, got an object");
}

TEST(ShapeJson, NamesWrongLengths) {
  EXPECT_EQ(error_of(R"({"type":"box","size":[1,2]})"), "a.size: expected 3 numbers, got 2");
  EXPECT_EQ(error_of(R"({"type":"prism","section":[[0,0],[1,0],[0,1,2]]})"),
            "a.section[2]: expected 2 numbers, got 3");
  EXPECT_EQ(error_of(R"({"type":"polytope","vertices":[]})"),
            "a.vertices: expected at least one point, got none");
}

TEST(ShapeJson, GivesThePathToWhatAShapeRefuses) {
  EXPECT_TRUE(error_of(R"({"type":"sphere","radius":-1})").starts_with("a: "));
  const std::string inner =
      error_of(R"({"type":"rounded","radius":1,"shape":{"type":"sphere","radius":-1}})");
  EXPECT_TRUE(inner.starts_with("a.shape: ")) << inner;
  EXPECT_TRUE(error_of(R"({"type":"halfspace","normal":[0,0,0],"offset":1})").starts_with("a: "));
}

TEST(PoseJson, IsIdentityWhereNothingIsSaid) {
  EXPECT_EQ(pose_of("{}").rotation, Eigen::Matrix3d::Identity());
  EXPECT_EQ(pose_of("{}").translation, Vector3d::Zero());
  EXPECT_EQ(pose_of(R"({"t":[1,2,3],"q":[1,0,0,0]})").translation, Vector3d(1, 2, 3));
}

TEST(PoseJson, NormalisesAQuaternionOfAnyLength) {
  Eigen::Matrix3d quarter_about_z;
  quarter_about_z << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  for (const std::string s : {"1", "3", "1e-200", "1e200", "1e308", "5e-324"}) {
    const Pose pose = pose_of(R"({"q":[)" + s + ",0,0," + s + "]}");
    EXPECT_LT((pose.rotation - quarter_about_z).norm(), 1e-15) << s;
  }
}

TEST(PoseJson, NamesWhatIsWrong) {
  EXPECT_EQ(pose_error_of(R"({"q":[0,0,0,0]})"), "pose_a.q: a quaternion must not be zero");
  EXPECT_EQ(pose_error_of(R"({"q":[1,0,0]})"), "pose_a.q: expected 4 numbers, got 3");
  EXPECT_EQ(pose_error_of(R"({"t":[1,0,null]})"), "pose_a.t[2]: expected a number, got null");
  EXPECT_EQ(pose_error_of(R"({"x":1})"), "pose_a.x: unknown field; the fields here are t, q");
  EXPECT_EQ(pose_error_of("[1,2,3]"), "pose_a: expected an object, got an array");
}

}  // namespace
}  // namespace apart::files
