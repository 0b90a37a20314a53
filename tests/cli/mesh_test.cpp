// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

namespace apart::cli_test {
namespace {

class MeshCommand : public Program {};

const std::string tetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

TEST_F(MeshCommand, TellsWhatAFileHolds) {
  write("a.obj", tetrahedron);
  const Outcome run = apart("mesh info a.obj");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const std::string fact :
       {"a.obj\n", "\nvertices              4\n", "\ncomponents            1\n",
        "\nclosed                yes", "(0.0, 0.0, 0.0) to (1.0, 1.0, 1.0)"}) {
    EXPECT_TRUE(contains(run.out, fact)) << fact << " is not in\n" << run.out;
  }
  EXPECT_FALSE(contains(run.out, "flat")) << run.out;
}

TEST_F(MeshCommand, TellsWhatIsOdd) {
  write("a.obj", tetrahedron + "v 9 9 9\nf 1 2 3\nf 1 1 2\n");
  const Outcome run = apart("mesh info a.obj --json --scale 2");
  EXPECT_EQ(run.code, 0) << run.err;
  const Json report = Json::parse(run.out);
  EXPECT_EQ(report["unused_vertices"], 1);
  EXPECT_EQ(report["duplicate_triangles"], 1);
  EXPECT_EQ(report["collapsed_triangles"], 1);
  EXPECT_EQ(report["non_manifold_edges"], 3);
  EXPECT_EQ(report["closed"], false);
  EXPECT_EQ(report["box_max"], Json({2, 2, 2}));
  EXPECT_TRUE(report["volume"].is_null());
  EXPECT_TRUE(contains(apart("mesh info a.obj").out, "\nduplicate triangles   1  with the"));
}

TEST_F(MeshCommand, RefusesWhatItCannotRead) {
  const Outcome none = apart("mesh info cow.obj");
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.err, "apart mesh info: cow.obj: cannot be read: No such file or directory\n");
  EXPECT_EQ(apart("mesh").code, 2);
  EXPECT_EQ(apart("mesh info").code, 2);
  write("a.obj", tetrahedron);
  EXPECT_EQ(apart("mesh info a.obj --scale x").err,
            "apart mesh info: --scale: expected a number, got \"x\"\n");
}

TEST_F(MeshCommand, WritesAChessSet) {
  const Outcome run = apart("sample chess some/set");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out,
            "some/set/pawn.obj\nsome/set/rook.obj\nsome/set/knight.obj\nsome/set/bishop.obj\n"
            "some/set/queen.obj\nsome/set/king.obj\n");
  const Json report = Json::parse(apart("mesh info some/set/knight.obj --json").out);
  EXPECT_EQ(report["closed"], true);
  EXPECT_EQ(apart("sample chess /dev/null/set").code, 2);
}

TEST_F(MeshCommand, AnswersAboutFiles) {
  apart("sample chess set");
  const Outcome run = apart("distance set/king.obj set/knight.obj --pose-b '100 0 0' --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const Json answer = Json::parse(run.out);
  EXPECT_NEAR(answer["distance"].get<double>(), 48, 2);  // foot to foot
  EXPECT_GE(answer["witness"]["triangle_a"], 0);
  EXPECT_GE(answer["witness"]["triangle_b"], 0);
  const Outcome spelled = apart(
      "distance 'mesh set/king.obj' '{\"type\":\"mesh\",\"file\":\"set/knight.obj\"}' "
      "--pose-b '100 0 0' --json");
  EXPECT_EQ(spelled.out, run.out);
}

TEST_F(MeshCommand, FindsFilesBesideTheQueryFile) {
  const std::string line =
      R"({"query":"distance","a":{"type":"mesh","file":"a.obj"},"b":{"type":"point","p":[-1,0,0]}})";
  std::filesystem::create_directory(path("sub"));
  write("sub/a.obj", tetrahedron);
  write("sub/q.jsonl", line + "\n" + line + "\n");
  const Outcome beside = apart("query --file sub/q.jsonl");
  EXPECT_EQ(beside.code, 0) << beside.out;
  ASSERT_EQ(lines_of(beside.out).size(), 2u);
  EXPECT_NEAR(lines_of(beside.out)[1]["distance"].get<double>(), 1, 1e-14);
  const Outcome elsewhere = apart("query", line);
  EXPECT_EQ(elsewhere.code, 1);
  EXPECT_EQ(elsewhere.out, R"({"error":"a.file: a.obj: cannot be read: No such file or directory"})"
                           "\n");
}

}  // namespace
}  // namespace apart::cli_test
