// SPDX-License-Identifier: BSD-3-Clause
#include "files/mesh_files.hpp"

namespace apart {
namespace {

using Eigen::Vector3d;

class Off : public MeshFiles {};

const std::string body = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

TEST_F(Off, ReadsEveryHeader) {
  for (const std::string start :
       {"OFF\n3 1 3\n", "OFF 3 1 3\n", "OFF3 1 3\n", "# first\nOFF\n# then\n3 1 3\n", "3 1 3\n",
        "OFF\n3 1\n", "OFF\r\n3 1 0\r\n", "COFF\n3 1 0\n", "STOFF\n3 1 0\n", "NOFF\n3 1 0\n"}) {
    const MeshFile mesh = read("a.off", start + body);
    ASSERT_EQ(mesh.vertices.size(), 3u) << start;
    EXPECT_EQ(mesh.vertices[1], Vector3d(1, 0, 0));
    EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2}));
  }
}

TEST_F(Off, IgnoresColoursNormalsAndComments) {
  const MeshFile mesh = read("a.off",
                             "COFF\n3 2 0\n0 0 0 255 0 0 255\n\n1 0 0 0.5 0 0 1 # red\n"
                             "0 1 0\n3 0 1 2 255 0 0\n3  2 1 0\n");
  EXPECT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2, 2, 1, 0}));
}

TEST_F(Off, RefusesHeadersThatAreNone) {
  EXPECT_EQ(error("a.off", "OF\n" + body), "a.off: line 1: \"OFF\" is expected, got \"OF\"");
  EXPECT_EQ(error("a.off", "4OFF\n" + body),
            "a.off: line 1: \"4OFF\" is not supported: only vertices in space are read");
  EXPECT_EQ(error("a.off", "OFF BINARY\n"), "a.off: line 1: binary OFF is not supported");
  EXPECT_EQ(error("a.off", "OFF\n"), "a.off: line 2: the number of vertices is missing");
  EXPECT_EQ(error("a.off", "OFFICE\n"),
            "a.off: line 1: the number of vertices must be a whole number, got \"ICE\"");
  EXPECT_EQ(error("a.off", "OFF\n3\n" + body),
            "a.off: line 3: the end of the line is expected, got \"0\"");
  EXPECT_EQ(error("a.off", "OFF\n-3 1 0\n"), "a.off: line 2: there cannot be -3 vertices");
  EXPECT_EQ(error("a.off", "OFF\n3 1 x\n"),
            "a.off: line 2: the number of edges must be a whole number, got \"x\"");
}

TEST_F(Off, RefusesCountsThatAreNotTrue) {
  EXPECT_EQ(error("a.off", "OFF\n4000000000 1 0\n" + body),
            "a.off: line 2: the file is to have 4000000000 vertices, but only 27 bytes follow");
  EXPECT_EQ(error("a.off", "OFF\n3 4000000000 0\n" + body),
            "a.off: line 5: the file is to have 4000000000 faces, but only 9 bytes follow");
  EXPECT_EQ(error("a.off", "OFF\n4 1 0\n" + body),
            "a.off: line 7: face 0: the file ends, though it is to have 1");
  EXPECT_EQ(error("a.off", "OFF\n3 2 0\n" + body),
            "a.off: line 7: face 1: the file ends, though it is to have 2");
  EXPECT_EQ(error("a.off", "OFF\n5 0 0\n" + body),
            "a.off: line 7: vertex 4: the file ends, though it is to have 5");
}

TEST_F(Off, RefusesWhatIsWrongInTheBody) {
  const auto refusal = [&](const std::string& text) {
    return error("a.off", "OFF\n3 1 0\n" + text);
  };
  EXPECT_EQ(refusal("0 0 0\n1 0\n0 1 0\n3 0 1 2\n"), "a.off: line 4: vertex 1: z is missing");
  EXPECT_EQ(refusal("0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n"),
            "a.off: line 4: vertex 1: y must be finite, got \"nan\"");
  EXPECT_EQ(refusal("0 0 0\n1 0 0 red\n0 1 0\n3 0 1 2\n"),
            "a.off: line 4: vertex 1: what follows must be a number, got \"red\"");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"),
            "a.off: line 6: face 0: corner 2 must be a vertex, 0 to 2, got 3");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n3 0 1 x\n"),
            "a.off: line 6: face 0: corner 2 must be a whole number, got \"x\"");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n4 0 1 2\n"),
            "a.off: line 6: face 0: corner 3 is missing");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n2 0 1\n"),
            "a.off: line 6: face 0: at least three corners are expected, got 2");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\nx 0 1\n"),
            "a.off: line 6: face 0: the number of corners must be a whole number, got \"x\"");
  EXPECT_EQ(refusal(body + "3 0 1 2\n"),
            "a.off: line 7: the end of the file is expected, got \"3\"");
}

}  // namespace
}  // namespace apart
