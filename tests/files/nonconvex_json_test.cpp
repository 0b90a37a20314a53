// SPDX-License-Identifier: BSD-3-Clause
#include "files/nonconvex_json.hpp"

#include "files/mesh_files.hpp"
#include "files/shape_json.hpp"
#include "files/short_text.hpp"

namespace apart::files {
namespace {

using Eigen::Vector3d;

const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

class NonconvexJson : public MeshFiles {
 protected:
  Shape shape(const std::string& text) {
    return read_shape(Node(parse_json(text).value, "a"), files_);
  }
  template <class T>
  T shape_as(const std::string& text) {
    return std::get<T>(shape(text).variant());
  }
  std::string refusal(const std::string& text) {
    std::string sentence = support::refusal([&] { shape(text); });
    const std::string folder = path("").string();
    const auto at = sentence.find(folder);
    return at == sentence.npos ? sentence : sentence.erase(at, folder.size());
  }

  ShapeFiles files_{path("")};
};

TEST_F(NonconvexJson, ReadsMeshes) {
  const std::string text = R"({"type":"mesh","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],)"
                           R"("triangles":[[0,2,1],[0,1,3],[1,2,3],[2,0,3]])";
  EXPECT_EQ(shape_as<Mesh>(text + "}").vertices()[3], Vector3d(0, 0, 1));
  EXPECT_TRUE(shape_as<Mesh>(text + "}").solid());
  EXPECT_FALSE(shape_as<Mesh>(text + R"(,"solid":false})").solid());
  write("a.obj", triangle);
  const Mesh mesh = shape_as<Mesh>(R"({"type":"mesh","file":"a.obj","solid":true,"scale":2})");
  EXPECT_EQ(mesh.vertices()[1], Vector3d(2, 0, 0));
  EXPECT_TRUE(mesh.solid());
}

TEST_F(NonconvexJson, ReadsAFileOnce) {
  const std::string text = R"({"type":"mesh","file":"a.obj"})";
  write("a.obj", triangle);
  const Mesh first = shape_as<Mesh>(text), second = shape_as<Mesh>(text);
  EXPECT_EQ(&first.data(), &second.data());
  write("a.obj", triangle + "f 3 2 1\n");
  EXPECT_EQ(shape_as<Mesh>(text).triangles().size(), 2u);
}

TEST_F(NonconvexJson, ReadsCompounds) {
  write("a.obj", triangle);
  const Compound compound = shape_as<Compound>(
      R"({"type":"compound","parts":[{"shape":{"type":"box","size":[1,2,3]}},)"
      R"({"shape":{"type":"mesh","file":"a.obj"},"pose":{"t":[1,2,3]}},)"
      R"({"shape":{"type":"compound","parts":[{"shape":{"type":"sphere","radius":1}}]}}]})");
  ASSERT_EQ(compound.size(), 3);
  EXPECT_EQ(compound.part(1).pose.translation, Vector3d(1, 2, 3));
  EXPECT_TRUE(std::holds_alternative<Compound>(compound.part(2).shape.variant()));
}

TEST_F(NonconvexJson, ReadsSpheres) {
  const auto spheres =
      shape_as<Spheres>(R"({"type":"spheres","centers":[[0,0,0],[1,2,3]],"radii":[1,0.5]})");
  ASSERT_EQ(spheres.size(), 2);
  EXPECT_EQ(spheres.centre(1), Vector3d(1, 2, 3));
  EXPECT_EQ(spheres.radius(1), 0.5);
  write("cloud.ply",
        "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
        "property float z\nend_header\n1 2 3\n4 5 6\n");
  const auto cloud = shape_as<Spheres>(R"({"type":"spheres","file":"cloud.ply","radius":0.1})");
  ASSERT_EQ(cloud.size(), 2);
  EXPECT_EQ(cloud.centre(1), Vector3d(4, 5, 6));
  EXPECT_EQ(cloud.radius(0), 0.1);
}

TEST_F(NonconvexJson, ReadsThemRounded) {
  write("a.obj", triangle);
  const auto rounded = shape_as<Rounded>(
      R"({"type":"rounded","shape":{"type":"mesh","file":"a.obj"},"radius":0.1})");
  EXPECT_TRUE(std::holds_alternative<Mesh>(rounded.shape().variant()));
}

TEST_F(NonconvexJson, NamesThePathAndTheFile) {
  EXPECT_EQ(refusal(R"({"type":"mesh","file":"cow.obj"})"),
            "a.file: cow.obj: cannot be read: No such file or directory");
  write("a.obj", triangle + "f 1 2 9\n");
  EXPECT_EQ(refusal(R"({"type":"compound","parts":[{"shape":{"type":"mesh","file":"a.obj"}}]})"),
            "a.parts[0].shape.file: a.obj: line 5: face: there is no vertex 9, the file has 3");
  EXPECT_EQ(refusal(R"({"type":"spheres","file":"a.obj","radius":1})"),
            "a.file: a.obj: line 5: face: there is no vertex 9, the file has 3");
  write("none.obj", "# nothing\n");
  EXPECT_EQ(refusal(R"({"type":"spheres","file":"none.obj","radius":1})"),
            "a.file: none.obj: there are no vertices in the file");
  EXPECT_EQ(refusal(R"({"type":"mesh","file":""})"), "a.file: a file name must not be empty");
  EXPECT_EQ(refusal("{\"type\":\"mesh\",\"file\":\"a\\u0000b\"}"),
            "a.file: a file name must not contain a zero byte");
  EXPECT_EQ(refusal(R"({"type":"mesh","file":7})"), "a.file: expected a string, got a number");
}

TEST_F(NonconvexJson, NamesWhatIsMissingOrTooMuch) {
  EXPECT_EQ(refusal(R"({"type":"mesh"})"), "a.file: missing field");
  EXPECT_EQ(refusal(R"({"type":"mesh","vertices":[[0,0,0]]})"), "a.triangles: missing field");
  EXPECT_EQ(refusal(R"({"type":"mesh","triangles":[]})"), "a.vertices: missing field");
  EXPECT_EQ(refusal(R"({"type":"mesh","file":"a.obj","vertices":[]})"),
            "a.vertices: unknown field where there is a file");
  EXPECT_EQ(refusal(R"({"type":"mesh","scale":2,"vertices":[],"triangles":[]})"),
            "a.scale: unknown field where there is no file");
  EXPECT_EQ(refusal(R"({"type":"mesh","files":"a.obj"})"),
            "a.files: unknown field; the fields here are type, file, scale, vertices, triangles, "
            "solid");
  EXPECT_EQ(refusal(R"({"type":"spheres"})"), "a.file: missing field");
  EXPECT_EQ(refusal(R"({"type":"spheres","centers":[[0,0,0]]})"), "a.radii: missing field");
  EXPECT_EQ(refusal(R"({"type":"spheres","file":"a.obj"})"), "a.radius: missing field");
  EXPECT_EQ(refusal(R"({"type":"spheres","radius":1,"centers":[[0,0,0]],"radii":[1]})"),
            "a.radius: unknown field where there is no file");
  EXPECT_EQ(refusal(R"({"type":"compound"})"), "a.parts: missing field");
  EXPECT_EQ(refusal(R"({"type":"compound","parts":[{"pose":{}}]})"),
            "a.parts[0].shape: missing field");
  EXPECT_EQ(refusal(R"({"type":"compound","parts":[{"form":{}}]})"),
            "a.parts[0].form: unknown field; the fields here are shape, pose");
}

TEST_F(NonconvexJson, NamesWhatIsWrong) {
  const auto mesh = [&](const std::string& triangles) {
    return refusal(R"({"type":"mesh","vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":)" +
                   triangles + "}");
  };
  EXPECT_EQ(mesh("[]"), "a: mesh: there must be at least one triangle");
  EXPECT_EQ(mesh("[[0,1,3]]"), "a: mesh: triangles[0][2] must be a vertex, 0 to 2, got 3");
  EXPECT_EQ(mesh("[[0,1]]"), "a.triangles[0]: expected 3 corners, got 2");
  EXPECT_EQ(mesh("[[0,1,2.5]]"), "a.triangles[0][2]: expected a whole number, got 2.5");
  EXPECT_EQ(mesh("[[0,1,99999999999]]"), "a.triangles[0][2]: 99999999999 is too large");
  EXPECT_EQ(mesh("[[0,1,-99999999999]]"), "a.triangles[0][2]: -99999999999 is too large");
  EXPECT_EQ(mesh("7"), "a.triangles: expected an array of triangles, got a number");
  EXPECT_EQ(mesh("[7]"), "a.triangles[0]: expected an array of corners, got a number");
  EXPECT_EQ(mesh("[[0,1,2]],\"solid\":1"), "a.solid: expected true or false, got a number");
  EXPECT_NE(refusal(R"({"type":"compound","parts":[]})"), support::not_refused);
  EXPECT_NE(refusal(R"({"type":"compound","parts":[{"shape":)"
                    R"({"type":"halfspace","normal":[0,0,1],"offset":0}}]})"),
            support::not_refused);
  EXPECT_NE(refusal(R"({"type":"spheres","centers":[[0,0,0]],"radii":[1,2]})"),
            support::not_refused);
  EXPECT_NE(refusal(R"({"type":"spheres","centers":[[0,0,0]],"radii":[-1]})"),
            support::not_refused);
}

std::string short_text(const std::string& text) { return to_text(shape_from_text(text, "a")); }

TEST_F(NonconvexJson, IsSpelledOnTheCommandLine) {
  EXPECT_EQ(short_text("cow.obj"), R"({"type":"mesh","file":"cow.obj"})");
  EXPECT_EQ(short_text("mesh cow"), R"({"type":"mesh","file":"cow"})");
  EXPECT_EQ(short_text(" my models/cow (1), v2.STL "),
            R"({"type":"mesh","file":"my models/cow (1), v2.STL"})");
  EXPECT_EQ(short_text("rounded 0.1 mesh C:cow.ply"),
            R"({"type":"rounded","shape":{"type":"mesh","file":"C:cow.ply"},"radius":0.1})");
  EXPECT_EQ(short_text("rounded 0.1 cow.glb"),
            R"({"type":"rounded","shape":{"type":"mesh","file":"cow.glb"},"radius":0.1})");
  const std::string there = write("no ending", triangle).string();
  EXPECT_EQ(short_text(there), to_text(Json{{"type", "mesh"}, {"file", there}}));
  EXPECT_EQ(short_text("spheres 0 0 0 1  1 2 3 0.5"),
            R"({"type":"spheres","centers":[[0.0,0.0,0.0],[1.0,2.0,3.0]],"radii":[1.0,0.5]})");
  EXPECT_EQ(short_text("spheres my cloud.ply 0.01"),
            R"({"type":"spheres","file":"my cloud.ply","radius":0.01})");
}

TEST_F(NonconvexJson, ExplainsTheCommandLine) {
  const auto complaint_about = [](const std::string& text) {
    return support::refusal([&] { short_text(text); });
  };
  EXPECT_EQ(complaint_about("mesh"), "a: mesh takes the name of a file");
  EXPECT_EQ(complaint_about("compound"), "a: a compound is given as JSON, or as @file.json");
  EXPECT_EQ(complaint_about("spheres"),
            "a: spheres takes x y z r for each of them, or a file and a radius");
  EXPECT_EQ(complaint_about("spheres 1 2 3"),
            "a: spheres takes 4 numbers for each of them (x y z r), got 3");
  EXPECT_EQ(complaint_about("spheres cloud.ply x"), "a: expected a number, got \"x\"");
}

}  // namespace
}  // namespace apart::files
