// SPDX-License-Identifier: BSD-3-Clause
#include "files/mesh_files.hpp"

namespace apart {
namespace {

using Eigen::Vector3d;

class Obj : public MeshFiles {};

const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

TEST_F(Obj, ReadsVerticesAndFaces) {
  const MeshFile mesh = read("a.obj",
                             "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n\n"
                             "f 1 2 3\nf 1 3 4\n");
  ASSERT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.vertices[2], Vector3d(1, 1, 0));
  EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(mesh.ends, (std::vector<std::size_t>{3, 6}));
}

TEST_F(Obj, ReadsNumbersExactly) {
  const MeshFile mesh = read("a.obj",
                             "v 0.1 -1.7976931348623157e308 4.9406564584124654e-324\n"
                             "v +1 .5 -5.\nv 1E+2 1e-2 123456789012345678901234567890\n");
  EXPECT_EQ(mesh.vertices[0], Vector3d(0.1, -1.7976931348623157e308, 4.9406564584124654e-324));
  EXPECT_EQ(mesh.vertices[1], Vector3d(1, 0.5, -5));
  EXPECT_EQ(mesh.vertices[2], Vector3d(100, 0.01, 123456789012345678901234567890.));
}

TEST_F(Obj, IgnoresWeightsAndColours) {
  const MeshFile mesh = read("a.obj", "v 1 2 3 0.5\nv 4 5 6 1 0 0\nv 7 8 9 1 0 0 1\n");
  EXPECT_EQ(mesh.vertices[0], Vector3d(1, 2, 3));
  EXPECT_EQ(mesh.vertices[1], Vector3d(4, 5, 6));
  EXPECT_EQ(mesh.vertices[2], Vector3d(7, 8, 9));
}

TEST_F(Obj, ReadsEveryFormOfCorner) {
  const MeshFile mesh = read("a.obj", three +
                                          "vt 0 0\nvn 0 0 1\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\n"
                                          "f 1/1/1 2/1/1 3/1/1\nf -3 -2 -1\nf -3//-1 2 3/1\n");
  ASSERT_EQ(mesh.polygons(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const auto polygon = mesh.polygon(i);
    EXPECT_EQ(std::vector<int>(polygon.begin(), polygon.end()), (std::vector<int>{0, 1, 2})) << i;
  }
}

TEST_F(Obj, CountsNegativeIndicesFromWhereTheyStand) {
  const MeshFile mesh = read("a.obj", three + "f -3 -2 -1\nv 5 5 5\nf -3 -2 -1\n");
  EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2, 1, 2, 3}));
}

TEST_F(Obj, LetsFacesStandBeforeTheirVertices) {
  EXPECT_EQ(read("a.obj", "f 1 2 3\n" + three).corners, (std::vector<int>{0, 1, 2}));
}

TEST_F(Obj, MakesFansOfPolygons) {
  const auto file = write("a.obj", three + "v 1 1 0\nv 9 9 9\nf 1 2 4 3\nf 1 2 5\n");
  const Mesh mesh = load_mesh(file);
  ASSERT_EQ(mesh.triangles().size(), 3u);
  EXPECT_EQ(mesh.triangles()[1], (Mesh::Corners{0, 3, 2}));
  EXPECT_EQ(mesh.polygon(1), 0);
  EXPECT_EQ(mesh.polygon(2), 1);
}

TEST_F(Obj, JoinsContinuedLines) {
  EXPECT_EQ(read("a.obj", three + "f 1 \\\n 2 \\\r\n 3\n").corners, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(read("a.obj", three + "f 1\\\n 2\\\n 3\n").corners, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(read("a.obj", three + "g one\\\ntwo\nf 1 2 3\n").polygons(), 1u);
}

TEST_F(Obj, KnowsEveryEndOfLine) {
  for (const std::string end : {"\n", "\r\n", "\r", "  \t\r\n"}) {
    std::string text;
    for (const std::string line : {"# x", "v 0 0 0", "v 1 0 0", "", "v 0 1 0", "f 1 2 3"}) {
      text += line + end;
    }
    EXPECT_EQ(read("a.obj", text).polygons(), 1u);
  }
  EXPECT_EQ(read("a.obj", three + "f 1 2 3").polygons(), 1u);
}

TEST_F(Obj, SkipsWhatIsNoSurface) {
  const std::string text =
      "\xEF\xBB\xBF# utf-8\nmtllib a b.mtl\no thing\ng one two\ng\n" + three +
      "vt 0 0\nvn 0 0 nan\nvp 1\nusemtl #1\ns off\ns 1\nl 1 2\np 1\nf 1 2 3 # behind\nlod 3\n";
  EXPECT_EQ(read("a.obj", text).polygons(), 1u);
}

TEST_F(Obj, RefusesNumbersThatAreNone) {
  EXPECT_EQ(error("a.obj", "v 0 0 0\nv 1 zwei 3\n"),
            "a.obj: line 2: vertex 2: y must be a number, got \"zwei\"");
  EXPECT_EQ(error("a.obj", "v 0 0\n"), "a.obj: line 1: vertex 1: z is missing");
  EXPECT_EQ(error("a.obj", "v 0 0 nan\n"),
            "a.obj: line 1: vertex 1: z must be finite, got \"nan\"");
  EXPECT_EQ(error("a.obj", "v -inf 0 0\n"),
            "a.obj: line 1: vertex 1: x must be finite, got \"-inf\"");
  EXPECT_EQ(error("a.obj", "v 1e999 0 0\n"),
            "a.obj: line 1: vertex 1: x must be in the range of a double, got \"1e999\"");
  EXPECT_EQ(error("a.obj", "v 1,5 0 0\n"),
            "a.obj: line 1: vertex 1: x must be a number, got \"1,5\"");
  EXPECT_EQ(error("a.obj", "v 0x10 0 0\n"),
            "a.obj: line 1: vertex 1: x must be a number, got \"0x10\"");
  EXPECT_EQ(error("a.obj", "v +-1 0 0\n"),
            "a.obj: line 1: vertex 1: x must be a number, got \"+-1\"");
  EXPECT_EQ(error("a.obj", "v 0 0 0 1 1\n"),
            "a.obj: line 1: vertex 1: 3 numbers, 4 (with a weight), 6 or 7 (with a colour) are "
            "expected, got 5");
  EXPECT_EQ(error("a.obj", "v 0 0 0 red\n"),
            "a.obj: line 1: vertex 1: number 4 must be a number, got \"red\"");
}

TEST_F(Obj, RefusesVerticesThatAreNotThere) {
  EXPECT_EQ(error("a.obj", three + "f 1 2 3\nf 1 2 4\n"),
            "a.obj: line 5: face: there is no vertex 4, the file has 3");
  EXPECT_EQ(error("a.obj", three + "f 1 2 99999999999\n"),
            "a.obj: line 4: face: there is no vertex 99999999999, the file has 3");
  EXPECT_EQ(error("a.obj", three + "f 0 1 2\n"),
            "a.obj: line 4: face 1: vertices are counted from 1, got 0");
  EXPECT_EQ(error("a.obj", three + "f -1 -2 -4\n"),
            "a.obj: line 4: face 1: there is no vertex -4, as 3 vertices come before");
  EXPECT_EQ(error("a.obj", three + "f -1 -2 -9223372036854775808\n"),
            "a.obj: line 4: face 1: there is no vertex -9223372036854775808, as 3 vertices come "
            "before");
}

TEST_F(Obj, RefusesCornersThatAreNone) {
  EXPECT_EQ(error("a.obj", three + "f 1 2\n"),
            "a.obj: line 4: face 1: at least three corners are expected, got 2");
  for (const std::string corner : {"x", "1.5", "1/x", "1/2/3/4", "1-2", "99999999999999999999"}) {
    EXPECT_EQ(error("a.obj", three + "f 1 2 " + corner + "\n"),
              "a.obj: line 4: face 1: a corner must be like 7, 7/1, 7//3 or 7/1/3, got \"" +
                  corner + "\"");
  }
}

TEST_F(Obj, RefusesStatementsThatAreNone) {
  EXPECT_EQ(error("a.obj", three + "face 1 2 3\n"), "a.obj: line 4: OBJ has no statement \"face\"");
  EXPECT_EQ(error("a.obj", "Dear reader,\n"), "a.obj: line 1: OBJ has no statement \"Dear\"");
  EXPECT_EQ(error("a.obj", std::string("\0\1\2\3", 4)),
            "a.obj: line 1: OBJ has no statement \"????\"");
  EXPECT_EQ(error("a.obj", std::string(1000, 'x')),
            "a.obj: line 1: OBJ has no statement \"" + std::string(40, 'x') + "...\"");
  EXPECT_EQ(error("a.obj", three + "surf 0 1 0 1 1 2 3\n"),
            "a.obj: line 4: \"surf\" is not supported: only polygons are read");
}

TEST_F(Obj, MustHaveFacesToBeAMesh) {
  EXPECT_EQ(error("a.obj", three), "a.obj: there are no faces in the file");
  EXPECT_EQ(read("a.obj", three).vertices.size(), 3u);
}

}  // namespace
}  // namespace apart
