// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/shape.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "files/json_node.hpp"
#include "files/shape_files.hpp"

namespace apart::files {

enum class FieldKind { number, vector3, points2, points3, shape, other };

struct ShapeField {
  std::string_view name;
  FieldKind kind;
};

/// A type of shape as files spell it. The fields stand in the order of the short text, if they can
/// all be typed there.
struct ShapeType {
  std::string_view name;
  std::vector<ShapeField> fields;
  Shape (*build)(const Node& node, ShapeFiles& files);
};

/// Every type that can be read.
std::span<const ShapeType> shape_types();

/// The type of that name; complains at the node if there is none.
const ShapeType& shape_type(std::string_view name, const Node& node);

/// Reads a shape such as {"type":"box","size":[1,2,3]}.
Shape read_shape(const Node& node, ShapeFiles& files);

}  // namespace apart::files
