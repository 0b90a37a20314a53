// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "files/mesh_files.hpp"

namespace apart {
namespace {

using Eigen::Vector3d;

class SceneFile : public MeshFiles {};

#ifdef APART_WITH_ASSIMP

std::string base64(const std::string& bytes) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (int k = 0; k < 4; ++k) out += digits[group >> (18 - 6 * k) & 63];
  }
  const std::size_t missing = (3 - bytes.size() % 3) % 3;
  return out.replace(out.size() - missing, missing, missing, '=');
}

/// A triangle: corners, then indices.
std::string triangle() {
  std::string bytes;
  for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) append_bytes(bytes, x);
  for (const std::uint16_t i : std::array<std::uint16_t, 4>{0, 1, 2, 0}) append_bytes(bytes, i);
  return bytes;
}

/// It stands in two places: moved, and moved below a node that is scaled and mirrors.
std::string gltf(const std::string& uri) {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
    "nodes":[{"mesh":0,"translation":[10,0,0]},
             {"children":[2],"scale":[-2,2,2]},{"mesh":0,"translation":[0,0,5]}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",
                  "min":[0,0,0],"max":[1,1,0]},
                 {"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],
    "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36},
                   {"buffer":0,"byteOffset":36,"byteLength":6}],
    "buffers":[{"byteLength":44)" +
         uri + "}]}";
}

void expect_two_triangles(const MeshFile& mesh) {
  ASSERT_EQ(mesh.polygons(), 2u);
  const auto corner = [&](int i) { return mesh.vertices[mesh.corners[i]]; };
  EXPECT_EQ(corner(0), Vector3d(10, 0, 0));
  EXPECT_EQ(corner(1), Vector3d(11, 0, 0));
  EXPECT_EQ(corner(2), Vector3d(10, 1, 0));
  EXPECT_EQ(corner(3), Vector3d(0, 2, 10));  // the other way round, as it is mirrored
  EXPECT_EQ(corner(4), Vector3d(-2, 0, 10));
  EXPECT_EQ(corner(5), Vector3d(0, 0, 10));
}

TEST_F(SceneFile, ReadsGltfAndAppliesItsTransforms) {
  expect_two_triangles(read("a.gltf", gltf(",\"uri\":\"data:application/octet-stream;base64," +
                                           base64(triangle()) + '"')));
  write("a.bin", triangle());
  expect_two_triangles(read("a.gltf", gltf(",\"uri\":\"a.bin\"")));
}

TEST_F(SceneFile, ReadsGlb) {
  std::string json = gltf("");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::string data = triangle();
  std::string bytes = "glTF";
  append_bytes(bytes, std::uint32_t{2});
  append_bytes(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + data.size()));
  append_bytes(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += "JSON" + json;
  append_bytes(bytes, static_cast<std::uint32_t>(data.size()));
  bytes += std::string("BIN\0", 4) + data;
  expect_two_triangles(read("a.glb", bytes));
}

const std::string dae =
    R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="decimetre" meter="0.125"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 8 0 0 0 8 16</float_array><technique_common>
<accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><translate>0 0 8</translate>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";

TEST_F(SceneFile, ReadsDaeInMetresWithItsOwnAxes) {
  const MeshFile mesh = read("a.dae", dae);
  ASSERT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.vertices[0], Vector3d(0, 0, 1));
  EXPECT_EQ(mesh.vertices[2], Vector3d(0, 1, 3));
}

TEST_F(SceneFile, SaysWhatAssimpSays) {
  const std::string sentence = error("a.gltf", "{\"asset\":");
  EXPECT_EQ(sentence.find("a.gltf: assimp cannot read it: "), 0u) << sentence;
  EXPECT_EQ(error("a.dae", dae.substr(0, 500)).find("a.dae: assimp cannot read it: "), 0u);
  EXPECT_EQ(error("a.glb", "glTF....").find("a.glb: assimp cannot read it: "), 0u);
}

#else

TEST_F(SceneFile, SaysHowToGetAssimp) {
  EXPECT_EQ(error("a.gltf", "{\"asset\":{}}"),
            "a.gltf: DAE, glTF and GLB files are read by assimp, which this build of apart is "
            "without: install libassimp-dev and configure with APART_WITH_ASSIMP=ON");
}

#endif

}  // namespace
}  // namespace apart
