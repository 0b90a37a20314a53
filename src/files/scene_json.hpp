// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/scene.hpp>
#include <optional>
#include <vector>

#include "files/json_text.hpp"
#include "files/shape_files.hpp"

namespace apart::files {

/// The version of the format that is read and written about.
inline constexpr int scene_version = 1;

enum class SceneQueryKind { nearest, k_nearest, nearest_of_each, intersecting, within, nearest_to };

/// A question about a scene.
struct SceneQuery {
  std::optional<Json> id;  ///< any value; only echoed
  SceneQueryKind kind = SceneQueryKind::nearest;
  Members a, b;
  Options options;
  double r = 0;                ///< of `within`
  int k = 1;                   ///< of `k_nearest`
  std::optional<Shape> shape;  ///< of `nearest_to`
  Pose pose;                   ///< likewise
};

struct SceneFile {
  Scene scene;
  std::vector<SceneQuery> queries;
};

/// Reads a scene; throws InvalidInput with a sentence that names the path of what is wrong, as in
/// "bodies[3].shape.radius: ...".
SceneFile read_scene(const Json& file, ShapeFiles& files);

/// The answer to a question, in JSON: bodies by their names, or their numbers where they have none.
Json answer(Scene& scene, const SceneQuery& query);

}  // namespace apart::files
