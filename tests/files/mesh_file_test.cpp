// SPDX-License-Identifier: BSD-3-Clause
#include <apart/mesh_file.hpp>

#include <algorithm>
#include <cstdlib>

#include "files/mesh_files.hpp"

namespace apart {
namespace {

using Eigen::Vector3d;

class MeshFileTest : public MeshFiles {
 protected:
  /// A tetrahedron with coordinates that no float holds.
  const std::vector<Vector3d> vertices_{{0.1, 0, 0}, {1, 1e-17, 0}, {0, 1 / 3., 0}, {0, 0, 1e5}};
  const std::vector<Mesh::Corners> triangles_{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const Mesh mesh_ = Mesh::from_triangles(vertices_, triangles_);
};

TEST_F(MeshFileTest, ReadsBackWhatItWrites) {
  for (const std::string name : {"a.obj", "a.ply", "a.off"}) {
    save_mesh(path(name), mesh_);
    const Mesh again = load_mesh(path(name));
    EXPECT_TRUE(std::ranges::equal(again.vertices(), mesh_.vertices())) << name;
    EXPECT_TRUE(std::ranges::equal(again.triangles(), mesh_.triangles())) << name;
    EXPECT_TRUE(again.solid());
    const std::string bytes = contents(name);
    save_mesh(path(name), again);
    EXPECT_EQ(contents(name), bytes);
  }
}

TEST_F(MeshFileTest, WritesStlInSinglePrecision) {
  save_mesh(path("a.stl"), mesh_);
  const Mesh again = load_mesh(path("a.stl"));
  EXPECT_TRUE(again.closed());
  ASSERT_EQ(again.vertices().size(), 4u);
  EXPECT_EQ(again.vertices()[0], vertices_[0].cast<float>().cast<double>());
}

TEST_F(MeshFileTest, SaysWhyItCannotWrite) {
  const auto refusal = [](const std::filesystem::path& file, const Mesh& mesh) {
    return support::refusal([&] { save_mesh(file, mesh); });
  };
  EXPECT_EQ(refusal("a.doc", mesh_),
            "a.doc: the name must end in .obj, .off, .ply, .stl or .apart");
  EXPECT_EQ(refusal("/nowhere/a.obj", mesh_), "/nowhere/a.obj: cannot be written");
  const Mesh large = Mesh::from_triangles(std::vector<Vector3d>{{0, 0, 0}, {1e39, 0, 0}, {0, 1, 0}},
                                          std::vector<Mesh::Corners>{{0, 1, 2}});
  EXPECT_EQ(refusal("a.stl", large),
            "a.stl: 9.9999999999999994e+38 is too large for STL, which has float only");
}

TEST_F(MeshFileTest, GoesByTheContentsNotByTheName) {
  for (const std::string name : {"a.obj", "a.ply", "a.off", "a.stl"}) {
    save_mesh(path(name), mesh_);
    for (const std::string other : {"b.obj", "b.ply", "b.off", "b.stl", "b", "b.txt"}) {
      EXPECT_EQ(read(other, contents(name)).polygons(), 4u) << name << " as " << other;
    }
  }
  EXPECT_EQ(read("b.obj", "solid\nendsolid\n").polygons(), 0u);
}

TEST_F(MeshFileTest, RefusesWhatIsNoMeshFile) {
  EXPECT_EQ(error_of(path("none.obj")), "none.obj: cannot be read: No such file or directory");
  std::filesystem::create_directory(path("folder.obj"));
  EXPECT_EQ(error_of(path("folder.obj")), "folder.obj: cannot be read: it is a directory");
  for (const std::string name : {"a.obj", "a.stl", "a.ply", "a.off", "a.glb", "a"}) {
    EXPECT_EQ(error(name, ""), name + ": the file is empty");
  }
  EXPECT_EQ(error("a.txt", "Dear reader,\n"),
            "a.txt: this is none of the formats OBJ, STL, PLY, OFF, DAE, glTF and GLB");
  EXPECT_EQ(error("a.png", "\x89PNG\r\n\x1a\n"),
            "a.png: this is none of the formats OBJ, STL, PLY, OFF, DAE, glTF and GLB");
}

TEST_F(MeshFileTest, Scales) {
  save_mesh(path("a.obj"), mesh_);
  EXPECT_EQ(load_mesh(path("a.obj"), {.scale = 0.5}).vertices()[3], Vector3d(0, 0, 5e4));
  for (const double scale : {0., -1., std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(load_mesh(path("a.obj"), {.scale = scale}), InvalidInput);
  }
  EXPECT_THROW(load_mesh(path("a.obj"), {.scale = 1e305}), InvalidInput);
}

TEST_F(MeshFileTest, HandsOptionsOn) {
  save_mesh(path("a.obj"), mesh_);
  EXPECT_FALSE(load_mesh(path("a.obj"), {.mesh = {.solid = false}}).solid());
}

TEST_F(MeshFileTest, NamesTheFileWhenTheMeshIsRefused) {
  EXPECT_EQ(error("a.obj", "v 1e200 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n"),
            "a.obj: mesh: vertices[0][0] must not exceed 2^500, got 9.9999999999999997e+199");
}

TEST_F(MeshFileTest, ReportsProgress) {
  std::string text;
  while (text.size() < 20u << 20) text += "v 0.5 0.25 0.125\n";
  const auto file = write("a.obj", text);
  std::vector<double> parts;
  read_mesh_file(file, {.progress = [&](double part) { parts.push_back(part); }});
  EXPECT_GT(parts.size(), 4u);
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  EXPECT_EQ(parts.front(), 0);
  EXPECT_EQ(parts.back(), 1);
}

/// Meshes as people have them. They are not part of the project.
TEST_F(MeshFileTest, ReadsRealMeshes) {
  const char* set = std::getenv("APART_DATA");
  const std::filesystem::path data = set ? set : APART_SOURCE "/../shared/data";
  if (!std::filesystem::is_directory(data)) {
    GTEST_SKIP() << "no real meshes at " << data << "; APART_DATA may name another place";
  }
  int loaded = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".obj" && ending != ".stl" && ending != ".STL" && ending != ".dae") continue;
    if (entry.path().parent_path().filename() == "fcl") {  // OBJ but for a line of counts
      EXPECT_NE(error_of(entry.path()).find("line 1: OBJ has no statement"), std::string::npos);
      continue;
    }
    EXPECT_GT(load_mesh(entry.path()).triangles().size(), 0u) << entry.path();
    ++loaded;
  }
  EXPECT_GT(loaded, 0) << "there is no mesh at " << data;
}

}  // namespace
}  // namespace apart
