// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <apart/motion.hpp>
#include <apart/pose.hpp>
#include <apart/shape.hpp>
#include <optional>

#include "files/json_node.hpp"
#include "files/shape_files.hpp"

namespace apart::files {

enum class QueryKind { distance, intersects, within, penetration, gradient, first_contact };

/// What a query line asks.
struct Query {
  std::optional<Json> id;  ///< any value; only echoed
  QueryKind kind;
  Shape a, b;
  Pose pose_a, pose_b;
  Options options;
  double r = 0;  ///< the threshold of `within`
  /// Of `first_contact`; a body at rest has a pose only.
  std::optional<Motion> motion_a = {}, motion_b = {};
  double tolerance = MotionOptions().tolerance;
};

/// The options among a question's fields.
Options read_options(const Node& question);
/// The `r` of a question.
double read_threshold(const Node& node);

/// The id of a line, whatever else may be wrong with it.
std::optional<Json> id_of(const Json& line);

/// Reads a query line; throws InvalidInput with a sentence that names the path of what is wrong.
Query read_query(const Json& line, ShapeFiles& files);

}  // namespace apart::files
