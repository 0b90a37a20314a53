// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "files/json_text.hpp"

namespace apart::files {

// Shapes, poses and numbers as they are typed on a command line, turned into the JSON of a query
// line, so that both are read by the same code. Spaces, commas, colons and parentheses separate:
//   box 1 2 3 = box(1, 2, 3) = box:1,2,3 = {"type":"box","size":[1,2,3]}.
// Text that starts with { is JSON already; @name is JSON in the file of that name.
// All throw InvalidInput with a sentence that starts with the given name.

/// "sphere 0.5", "capsule 0.5 2", "rounded 0.1 box 1 2 3": the type, then its numbers in the order
/// of shape_types(). "cow.obj", "mesh cow.obj": a mesh in a file, whose name goes up to the end of
/// the text. "spheres cloud.ply 0.01": balls around the vertices of one.
Json shape_from_text(std::string_view text, std::string_view name);

/// "x y z", or "x y z w qx qy qz".
Json pose_from_text(std::string_view text, std::string_view name);

/// "x y z to x y z": between two poses, or by more of them evenly.
Json motion_from_text(std::string_view text, std::string_view name);

double number_from_text(std::string_view text, std::string_view name);

}  // namespace apart::files
