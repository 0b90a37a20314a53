// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/compound.hpp>
#include <apart/custom.hpp>
#include <apart/mesh.hpp>
#include <apart/polytope.hpp>
#include <apart/primitives.hpp>
#include <apart/spheres.hpp>
#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <variant>

namespace apart {

class Shape;

/// The spherical extension of a shape: all points within `radius` of it.
class Rounded {
 public:
  Rounded(Shape shape, double radius);
  const Shape& shape() const { return *shape_; }
  double radius() const { return radius_; }

 private:
  std::shared_ptr<const Shape> shape_;
  double radius_;
};

using ShapeVariant =
    std::variant<Point, Segment, Triangle, Sphere, Box, Capsule, Cylinder, Cone, Ellipsoid,
                 Halfspace, Prism, Polytope, Rounded, Custom, Mesh, Compound, Spheres>;

namespace detail {

template <class T, class Variant>
inline constexpr std::size_t index_in = 0;
template <class T, class... Ts>
inline constexpr std::size_t index_in<T, std::variant<Ts...>> = [] {
  std::size_t i = 0;
  (void)((std::is_same_v<T, Ts> ? false : (++i, true)) && ...);
  return i;
}();

}  // namespace detail

template <class T>
concept BuiltinShape = detail::index_in<T, ShapeVariant> < std::variant_size_v<ShapeVariant>;

/// Any shape, as a value that is cheap to copy.
class Shape {
 public:
  template <BuiltinShape T>
  Shape(T shape) : variant_(std::move(shape)) {}
  const ShapeVariant& variant() const { return variant_; }

 private:
  ShapeVariant variant_;
};

/// A shape of a compound, and where it stands in the compound's frame.
struct Part {
  Shape shape;
  Pose pose = {};
};

/// A shape as queries take it: a view, never stored, of any shape above, of a Shape, or of any
/// type that satisfies SupportFunction.
class ShapeRef {
 public:
  template <BuiltinShape T>
  ShapeRef(const T& shape) : type_(detail::index_in<T, ShapeVariant>), object_(&shape) {}
  ShapeRef(const Shape& shape)
      : type_(shape.variant().index()),
        object_(std::visit([](const auto& s) -> const void* { return &s; }, shape.variant())) {}
  template <SupportFunction T>
  requires(!BuiltinShape<T>) ShapeRef(const T& body)
      : type_(reinterpret_cast<std::uintptr_t>(&detail::support_table<T>)), object_(&body) {}

  /// Index of the alternative in ShapeVariant.
  std::size_t index() const {
    return type_ < builtin ? type_ : detail::index_in<Custom, ShapeVariant>;
  }
  template <BuiltinShape T>
  const T& as() const {
    return *static_cast<const T*>(object_);
  }
  /// Set when the view is of a user's own type, not of a Custom.
  const detail::SupportTable* table() const {
    return type_ < builtin ? nullptr : reinterpret_cast<const detail::SupportTable*>(type_);
  }
  const void* object() const { return object_; }

 private:
  static constexpr std::uintptr_t builtin = std::variant_size_v<ShapeVariant>;

  // Two words, so that it is passed in registers.
  std::uintptr_t type_;  // index, or the address of a user type's table
  const void* object_;
};

/// The shape's type as it is spelled in files: "box", "halfspace", ...
const char* type_name(ShapeRef shape);

/// False for a half-space, a prism, and either of them rounded.
bool bounded(ShapeRef shape);

/// False for a mesh, a compound, a set of spheres, and any of them rounded.
bool convex(ShapeRef shape);

}  // namespace apart
