// SPDX-License-Identifier: BSD-3-Clause
#include <apart/error.hpp>
#include <apart/shape.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "number_text.hpp"

namespace apart {

namespace {

// Squares of lengths stay finite below this; see also docs/conventions.md.
constexpr double largest_coordinate = 0x1p500;

double checked_length(double x, const char* shape, const char* field) {
  if (std::isfinite(x) && x >= 0 && x <= largest_coordinate) return x;
  const char* wrong = !std::isfinite(x) ? "must be finite"
                      : x < 0           ? "must not be negative"
                                        : "must not exceed 2^500";
  throw InvalidInput(std::string(shape) + ": " + field + " " + wrong + ", got " + text(x));
}

const Eigen::Vector3d& coordinates(const Eigen::Vector3d& p, const char* shape, const char* field) {
  for (int i = 0; i < 3; ++i) {
    if (std::isfinite(p[i]) && std::abs(p[i]) <= largest_coordinate) continue;
    const char* wrong = !std::isfinite(p[i]) ? "must be finite" : "must not exceed 2^500";
    throw InvalidInput(std::string(shape) + ": " + field + "[" + std::to_string(i) + "] " + wrong +
                       ", got " + text(p[i]));
  }
  return p;
}

const Eigen::Vector3d& lengths(const Eigen::Vector3d& p, const char* shape, const char* field) {
  for (int i = 0; i < 3; ++i) {
    checked_length(p[i], shape, (std::string(field) + "[" + std::to_string(i) + "]").c_str());
  }
  return p;
}

Polytope section_hull(std::span<const Eigen::Vector2d> section) {
  if (section.empty()) throw InvalidInput("prism: section must have at least one point");
  std::vector<Eigen::Vector3d> points;
  points.reserve(section.size());
  for (const auto& p : section) {
    const std::string field = "section[" + std::to_string(points.size()) + "]";
    points.push_back(coordinates({p.x(), p.y(), 0}, "prism", field.c_str()));
  }
  return Polytope::hull(points);
}

}  // namespace

Point::Point(const Eigen::Vector3d& p) : p_(coordinates(p, "point", "p")) {}

Segment::Segment(const Eigen::Vector3d& a, const Eigen::Vector3d& b)
    : a_(coordinates(a, "segment", "a")), b_(coordinates(b, "segment", "b")) {}

Triangle::Triangle(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c)
    : a_(coordinates(a, "triangle", "a")),
      b_(coordinates(b, "triangle", "b")),
      c_(coordinates(c, "triangle", "c")) {}

Sphere::Sphere(double radius) : radius_(checked_length(radius, "sphere", "radius")) {}

Box::Box(const Eigen::Vector3d& size) : size_(lengths(size, "box", "size")) {}

Capsule::Capsule(double radius, double len)
    : radius_(checked_length(radius, "capsule", "radius")),
      length_(checked_length(len, "capsule", "length")) {}

Cylinder::Cylinder(double radius, double len)
    : radius_(checked_length(radius, "cylinder", "radius")),
      length_(checked_length(len, "cylinder", "length")) {}

Cone::Cone(double radius, double len)
    : radius_(checked_length(radius, "cone", "radius")),
      length_(checked_length(len, "cone", "length")) {}

Ellipsoid::Ellipsoid(const Eigen::Vector3d& radii) : radii_(lengths(radii, "ellipsoid", "radii")) {}

Halfspace::Halfspace(const Eigen::Vector3d& normal, double offset)
    : normal_(coordinates(normal, "halfspace", "normal")), offset_(offset) {
  if (!std::isfinite(offset)) {
    throw InvalidInput("halfspace: offset must be finite, got " + text(offset));
  }
  const double largest = normal.cwiseAbs().maxCoeff();
  if (!(largest > 0)) throw InvalidInput("halfspace: normal must not be zero");
  if (std::abs(offset) / largest > largest_coordinate) {
    throw InvalidInput("halfspace: offset over normal must not exceed 2^500, got offset " +
                       text(offset));
  }
}

Prism::Prism(std::span<const Eigen::Vector2d> section) : section_(section_hull(section)) {}

Rounded::Rounded(Shape shape, double radius)
    : shape_(std::make_shared<const Shape>(std::move(shape))),
      radius_(checked_length(radius, "rounded", "radius")) {}

const char* type_name(ShapeRef shape) {
  static constexpr const char* names[] = {
      "point",    "segment", "triangle",  "sphere",    "box",    "capsule",
      "cylinder", "cone",    "ellipsoid", "halfspace", "prism",  "polytope",
      "rounded",  "custom",  "mesh",      "compound",  "spheres"};
  static_assert(std::size(names) == std::variant_size_v<ShapeVariant>);
  return names[shape.index()];
}

bool convex(ShapeRef shape) {
  switch (shape.index()) {
    case detail::index_in<Mesh, ShapeVariant>:
    case detail::index_in<Compound, ShapeVariant>:
    case detail::index_in<Spheres, ShapeVariant>:
      return false;
    case detail::index_in<Rounded, ShapeVariant>:
      return convex(shape.as<Rounded>().shape());
    default:
      return true;
  }
}

bool bounded(ShapeRef shape) {
  switch (shape.index()) {
    case detail::index_in<Halfspace, ShapeVariant>:
    case detail::index_in<Prism, ShapeVariant>:
      return false;
    case detail::index_in<Rounded, ShapeVariant>:
      return bounded(shape.as<Rounded>().shape());
    default:
      return true;
  }
}

}  // namespace apart
