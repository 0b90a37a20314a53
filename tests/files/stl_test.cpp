// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include "files/mesh_files.hpp"

namespace apart {
namespace {

using Eigen::Vector3d;
using Eigen::Vector3f;

class Stl : public MeshFiles {};

std::string facet(const std::string& corners, const std::string& normal = "0 0 1") {
  return "  facet normal " + normal + "\n    outer loop\n" + corners + "    endloop\n  endfacet\n";
}

const std::string lower = facet("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n");
const std::string upper = facet("vertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\n");

TEST_F(Stl, ReadsTextAndJoinsVertices) {
  const MeshFile mesh = read("a.stl", "solid a square\n" + lower + upper + "endsolid a square\n");
  ASSERT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.vertices[3], Vector3d(1, 1, 0));
  EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2, 1, 3, 2}));
}

TEST_F(Stl, ReadsTextOfEveryKind) {
  EXPECT_EQ(read("a.stl", "solid\n" + lower + "endsolid").polygons(), 1u);
  EXPECT_EQ(read("a.stl", "solid a\n" + lower + "endsolid a\n\nsolid b\n" + upper + "endsolid b\n")
                .polygons(),
            2u);
  EXPECT_EQ(read("a.stl", "solid\r\n" + lower + "endsolid\r\n").polygons(), 1u);
  EXPECT_EQ(read("a.stl",
                 "SOLID\nFACET NORMAL 0 0 1 OUTER LOOP VERTEX 0 0 0 VERTEX 1 0 0 "
                 "VERTEX 0 1 0 ENDLOOP ENDFACET\nENDSOLID")
                .polygons(),
            1u);
  const std::string flat = facet("vertex 0 0 0\nvertex 1 0 0\nvertex 2 0 0\n", "-nan(ind) nan nan");
  EXPECT_EQ(read("a.stl", "solid\n" + flat + "endsolid\n").polygons(), 1u);
}

TEST_F(Stl, ReadsTextInDoublePrecision) {
  const auto corners = facet("vertex 0.1 0 0\nvertex 1 0 0\nvertex 0 1 0\n");
  EXPECT_EQ(read("a.stl", "solid\n" + corners + "endsolid\n").vertices[0].x(), 0.1);
}

TEST_F(Stl, RefusesTextThatIsNone) {
  EXPECT_EQ(error("a.stl", "solid\n" + lower),
            "a.stl: line 9: triangle 1: the file ends where \"facet\" or \"endsolid\" is expected");
  EXPECT_EQ(error("a.stl", "solid\n" + lower.substr(0, 56)),
            "a.stl: line 5: triangle 0: corner 1: x is missing");
  EXPECT_EQ(error("a.stl", "solid\n" + facet("vertex 0 0 0\nvertex 1 0 0\n") + "endsolid\n"),
            "a.stl: line 6: triangle 0: \"vertex\" is expected, got \"endloop\"");
  EXPECT_EQ(error("a.stl", "solid\n" + facet("vertex 0 0 0\nvertex 1 nan 0\nvertex 0 0 1\n")),
            "a.stl: line 5: triangle 0: corner 1: y must be finite, got \"nan\"");
  EXPECT_EQ(error("a.stl", "solid\nfacets\nendsolid\n"),
            "a.stl: line 2: triangle 0: \"facet\" or \"endsolid\" is expected, got \"facets\"");
  EXPECT_EQ(error("a.stl", "solid\n" + lower + "endsolid\nrubbish\n"),
            "a.stl: line 10: triangle 1: \"solid\" is expected, got \"rubbish\"");
  EXPECT_EQ(error("a.stl", "solid\nendsolid\n"), "a.stl: there are no faces in the file");
}

const std::initializer_list<Vector3f> square{{0, 0, 0},    {1, 0, 0}, {0, 1, 0},
                                             {1, -0.f, 0}, {1, 1, 0}, {0.f, 1, 0}};

TEST_F(Stl, ReadsBinaryAndJoinsVertices) {
  const MeshFile mesh = read("a.stl", stl_of(square));
  ASSERT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2, 1, 3, 2}));
  EXPECT_EQ(read("a.stl", stl_of({{0.1f, 0, 0}, {1, 0, 0}, {0, 1, 0}})).vertices[0].x(),
            static_cast<double>(0.1f));
}

TEST_F(Stl, ReadsBinaryThatStartsLikeText) {
  EXPECT_EQ(read("a.stl", stl_of(square, "solid made by a careless program")).polygons(), 2u);
}

TEST_F(Stl, RefusesBinaryOfAnotherSize) {
  const std::string whole = stl_of(square);
  EXPECT_EQ(error("a.stl", whole.substr(0, 150)),
            "a.stl: a binary STL file of 2 triangles has 184 bytes, this one has 150");
  EXPECT_EQ(error("a.stl", whole + '\0'),
            "a.stl: a binary STL file of 2 triangles has 184 bytes, this one has 185");
  EXPECT_EQ(error("a.stl", whole.substr(0, 60)),
            "a.stl: a binary STL file has at least 84 bytes, this one has 60");
  std::string huge = whole;
  huge.replace(80, 4, "\xFF\xFF\xFF\xFF");
  EXPECT_EQ(error("a.stl", huge),
            "a.stl: a binary STL file of 4294967295 triangles has 214748364834 bytes, this one has "
            "184");
  // With a header like that of text, too.
  EXPECT_EQ(error("a.stl", stl_of(square, "solid x").substr(0, 150)),
            "a.stl: a binary STL file of 2 triangles has 184 bytes, this one has 150");
}

TEST_F(Stl, RefusesBinaryThatIsNotFinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(error("a.stl", stl_of({{0, 0, 0}, {1, 0, 0}, {0, nan, 0}})),
            "a.stl: byte 124: triangle 0: corner 2: y must be finite, got nan");
}

}  // namespace
}  // namespace apart
