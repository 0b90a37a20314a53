// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/shape.hpp>

#include "files/json_node.hpp"
#include "files/shape_files.hpp"

namespace apart::files {

/// {"type":"mesh","file":"cow.obj"} or {"type":"mesh","vertices":[...],"triangles":[...]}.
Shape read_mesh(const Node& node, ShapeFiles& files);
/// {"type":"compound","parts":[{"shape":{...},"pose":{...}},...]}
Shape read_compound(const Node& node, ShapeFiles& files);
/// {"type":"spheres","centers":[...],"radii":[...]} or {"type":"spheres","file":...,"radius":...}.
Shape read_spheres(const Node& node, ShapeFiles& files);

}  // namespace apart::files
