// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/scene_motion.hpp>
#include <optional>
#include <vector>

#include "files/json_text.hpp"
#include "files/shape_files.hpp"

namespace apart::files {

/// The version of the format that is read and written about.
inline constexpr int scene_version = 1;

enum class SceneQueryKind {
  nearest,
  k_nearest,
  nearest_of_each,
  intersecting,
  within,
  nearest_to,
  ray,
  first_contact,
  clear_along,
  distance_along,
};

/// A question about a scene.
struct SceneQuery {
  std::optional<Json> id;  ///< any value; only echoed
  SceneQueryKind kind = SceneQueryKind::nearest;
  Members a, b;
  Options options;
  double r = 0;                ///< of `within`; the margin of `clear_along`
  int k = 1;                   ///< of `k_nearest`; the steps of `distance_along`
  std::optional<Shape> shape;  ///< of `nearest_to`
  Pose pose;                   ///< likewise
  Eigen::Vector3d origin = Eigen::Vector3d::Zero(),
                  direction = Eigen::Vector3d::UnitX();  ///< `ray`
  double length = 0;                                     ///< `ray`
  std::vector<BodyMotion> motions;                       ///< of the last three
  double tolerance = MotionOptions().tolerance;
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
