// SPDX-License-Identifier: BSD-3-Clause
#include "files/nonconvex_json.hpp"

#include <array>
#include <string>
#include <vector>

#include "files/pose_json.hpp"
#include "files/shape_json.hpp"

namespace apart::files {
namespace {

/// The shape is either in a file or in the line.
void expect_one_source(const Node& node, std::initializer_list<const char*> for_file,
                       std::initializer_list<const char*> in_line) {
  const bool has_file = node.optional_field("file").has_value();
  for (const char* name : has_file ? in_line : for_file) {
    if (!node.optional_field(name)) continue;
    node.field(name).fail(has_file ? "unknown field where there is a file"
                                   : "unknown field where there is no file");
  }
}

std::vector<Mesh::Corners> read_triangles(const Node& node) {
  std::vector<Mesh::Corners> triangles;
  triangles.reserve(node.size("triangles"));
  for (std::size_t i = 0; i < node.size("triangles"); ++i) {
    const Node triangle = node.element(i);
    if (triangle.size("corners") != 3) {
      triangle.fail("expected 3 corners, got " + std::to_string(triangle.size("corners")));
    }
    triangles.push_back({triangle.element(0).integer(), triangle.element(1).integer(),
                         triangle.element(2).integer()});
  }
  return triangles;
}

}  // namespace

Shape read_mesh(const Node& node, ShapeFiles& files) {
  expect_one_source(node, {"scale"}, {"vertices", "triangles"});
  std::optional<bool> solid;
  if (const auto field = node.optional_field("solid")) solid = field->flag();
  if (const auto file = node.optional_field("file")) {
    const auto scale = node.optional_field("scale");
    const double factor = scale ? scale->number() : 1;
    return placed(*file, [&] { return files.mesh(file->text(), solid, factor); });
  }
  if (!node.optional_field("vertices") && !node.optional_field("triangles")) node.field("file");
  const auto vertices = node.field("vertices").points<3>();
  const auto triangles = read_triangles(node.field("triangles"));
  MeshOptions options;
  options.solid = solid;
  return Mesh::from_triangles(vertices, triangles, options);
}

Shape read_compound(const Node& node, ShapeFiles& files) {
  const Node list = node.field("parts");
  std::vector<Part> parts;
  for (std::size_t i = 0; i < list.size("parts"); ++i) {
    const Node part = list.element(i);
    part.expect_fields(std::array<std::string_view, 2>{"shape", "pose"});
    const auto pose = part.optional_field("pose");
    parts.push_back({read_shape(part.field("shape"), files), pose ? read_pose(*pose) : Pose()});
  }
  return Compound(parts);
}

Shape read_spheres(const Node& node, ShapeFiles& files) {
  expect_one_source(node, {"radius"}, {"centers", "radii"});
  if (const auto file = node.optional_field("file")) {
    const double radius = node.field("radius").number();
    const auto centres = placed(*file, [&] { return files.points(file->text()); });
    return Spheres(centres, radius);
  }
  if (!node.optional_field("centers") && !node.optional_field("radii")) node.field("file");
  const auto centres = node.field("centers").points<3>();
  const Node list = node.field("radii");
  std::vector<double> radii(list.size("numbers"));
  for (std::size_t i = 0; i < radii.size(); ++i) radii[i] = list.element(i).number();
  return Spheres(centres, radii);
}

}  // namespace apart::files
