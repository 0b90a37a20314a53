// SPDX-License-Identifier: BSD-3-Clause
#include "files/shape_json.hpp"

#include <algorithm>
#include <string>

#include "files/nonconvex_json.hpp"

namespace apart::files {
namespace {

double number(const Node& node, const char* name) { return node.field(name).number(); }

Eigen::Vector3d vector3(const Node& node, const char* name) { return node.field(name).vector<3>(); }

Shape point(const Node& n, ShapeFiles&) { return Point(vector3(n, "p")); }
Shape segment(const Node& n, ShapeFiles&) { return Segment(vector3(n, "a"), vector3(n, "b")); }
Shape triangle(const Node& n, ShapeFiles&) {
  return Triangle(vector3(n, "a"), vector3(n, "b"), vector3(n, "c"));
}
Shape sphere(const Node& n, ShapeFiles&) { return Sphere(number(n, "radius")); }
Shape box(const Node& n, ShapeFiles&) { return Box(vector3(n, "size")); }
Shape capsule(const Node& n, ShapeFiles&) {
  return Capsule(number(n, "radius"), number(n, "length"));
}
Shape cylinder(const Node& n, ShapeFiles&) {
  return Cylinder(number(n, "radius"), number(n, "length"));
}
Shape cone(const Node& n, ShapeFiles&) { return Cone(number(n, "radius"), number(n, "length")); }
Shape ellipsoid(const Node& n, ShapeFiles&) { return Ellipsoid(vector3(n, "radii")); }
Shape halfspace(const Node& n, ShapeFiles&) {
  return Halfspace(vector3(n, "normal"), number(n, "offset"));
}
Shape prism(const Node& n, ShapeFiles&) { return Prism(n.field("section").points<2>()); }
Shape polytope(const Node& n, ShapeFiles& files) {
  return Polytope::hull(n.field("vertices").points<3>(), files.hull_options);
}
Shape rounded(const Node& n, ShapeFiles& files) {
  return Rounded(read_shape(n.field("shape"), files), number(n, "radius"));
}

}  // namespace

std::span<const ShapeType> shape_types() {
  constexpr auto real = FieldKind::number;
  constexpr auto vector = FieldKind::vector3;
  constexpr auto other = FieldKind::other;
  static const std::vector<ShapeType> types{
      {"point", {{"p", vector}}, point},
      {"segment", {{"a", vector}, {"b", vector}}, segment},
      {"triangle", {{"a", vector}, {"b", vector}, {"c", vector}}, triangle},
      {"sphere", {{"radius", real}}, sphere},
      {"box", {{"size", vector}}, box},
      {"capsule", {{"radius", real}, {"length", real}}, capsule},
      {"cylinder", {{"radius", real}, {"length", real}}, cylinder},
      {"cone", {{"radius", real}, {"length", real}}, cone},
      {"ellipsoid", {{"radii", vector}}, ellipsoid},
      {"halfspace", {{"normal", vector}, {"offset", real}}, halfspace},
      {"prism", {{"section", FieldKind::points2}}, prism},
      {"polytope", {{"vertices", FieldKind::points3}}, polytope},
      {"rounded", {{"radius", real}, {"shape", FieldKind::shape}}, rounded},
      {"mesh",
       {{"file", other},
        {"scale", other},
        {"vertices", other},
        {"triangles", other},
        {"solid", other}},
       read_mesh},
      {"compound", {{"parts", other}}, read_compound},
      {"spheres",
       {{"file", other}, {"radius", other}, {"centers", other}, {"radii", other}},
       read_spheres},
  };
  return types;
}

const ShapeType& shape_type(std::string_view name, const Node& node) {
  const auto types = shape_types();
  const auto found = std::ranges::find(types, name, &ShapeType::name);
  if (found != types.end()) return *found;
  std::string list;
  for (const ShapeType& type : types) list.append(list.empty() ? "" : ", ").append(type.name);
  node.fail("unknown type \"" + shortened(name) + "\"; the types are " + list);
}

Shape read_shape(const Node& node, ShapeFiles& files) {
  const Node name = node.field("type");
  const ShapeType& type = shape_type(name.text(), name);
  std::vector<std::string_view> fields{"type"};
  for (const ShapeField& field : type.fields) fields.push_back(field.name);
  node.expect_fields(fields);
  return placed(node, [&] { return type.build(node, files); });
}

}  // namespace apart::files
