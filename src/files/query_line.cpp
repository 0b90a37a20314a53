// SPDX-License-Identifier: BSD-3-Clause
#include "files/query_line.hpp"

#include <array>
#include <string>
#include <vector>

#include "files/json_node.hpp"
#include "files/motion_json.hpp"
#include "files/pose_json.hpp"
#include "files/shape_json.hpp"

namespace apart::files {
namespace {

QueryKind read_kind(const Node& node) {
  const std::string& name = node.text();
  if (name == "distance") return QueryKind::distance;
  if (name == "intersects") return QueryKind::intersects;
  if (name == "within") return QueryKind::within;
  if (name == "penetration") return QueryKind::penetration;
  if (name == "gradient") return QueryKind::gradient;
  if (name == "first_contact") return QueryKind::first_contact;
  node.fail(
      "unknown query \"" + shortened(name) +
      "\"; the queries are distance, intersects, within, penetration, gradient, first_contact");
}

Method read_method(const Node& node) {
  const std::string& name = node.text();
  for (const Method method : {Method::gjk, Method::features, Method::voronoi}) {
    if (name == to_string(method)) return method;
  }
  node.fail("unknown method \"" + shortened(name) + "\"; the methods are gjk, features, voronoi");
}

Pose read_optional_pose(const Node& line, std::string_view name) {
  const auto node = line.optional_field(name);
  return node ? read_pose(*node) : Pose();
}

std::optional<Motion> read_optional_motion(const Node& line, std::string_view name,
                                           std::string_view pose_name) {
  const auto node = line.optional_field(name);
  if (!node) return {};
  if (line.optional_field(pose_name)) {
    node->fail("a body has a motion or a pose, not both; there is " + std::string(pose_name));
  }
  return read_motion(*node);
}

void read_motions(const Node& line, Query& query) {
  query.motion_a = read_optional_motion(line, "motion_a", "pose_a");
  query.motion_b = read_optional_motion(line, "motion_b", "pose_b");
  if (const auto node = line.optional_field("tolerance")) query.tolerance = node->number();
}

std::vector<std::string_view> fields_of(QueryKind kind) {
  if (kind == QueryKind::first_contact) {
    return {"id", "query",  "a",        "pose_a", "motion_a",
            "b",  "pose_b", "motion_b", "margin", "tolerance"};
  }
  std::vector<std::string_view> fields{"id",     "query",          "a",      "pose_a", "b",
                                       "pose_b", "relative_error", "enough", "margin"};
  if (kind == QueryKind::within) fields.emplace_back("r");
  if (kind != QueryKind::penetration) fields.emplace_back("method");
  return fields;
}

}  // namespace

Options read_options(const Node& line) {
  Options options;
  if (const auto node = line.optional_field("relative_error")) {
    options.relative_error = node->number();
  }
  if (const auto node = line.optional_field("enough")) options.enough = node->number();
  if (const auto node = line.optional_field("margin")) options.margin = node->number();
  if (const auto node = line.optional_field("method")) options.method = read_method(*node);
  return options;
}

double read_threshold(const Node& node) {
  const double r = node.number();
  if (r < 0) node.fail("must not be negative, got " + to_text(r));
  return r;
}

std::optional<Json> id_of(const Json& line) {
  const auto id = line.find("id");
  return id == line.end() ? std::nullopt : std::optional<Json>(*id);
}

Query read_query(const Json& line, ShapeFiles& files) {
  const Node root(line);
  const QueryKind kind = read_kind(root.field("query"));
  root.expect_fields(fields_of(kind));
  const Options options = read_options(root);
  files.hull_options.edge_list = options.method != Method::gjk;
  Query query{.id = id_of(line),
              .kind = kind,
              .a = read_shape(root.field("a"), files),
              .b = read_shape(root.field("b"), files),
              .pose_a = read_optional_pose(root, "pose_a"),
              .pose_b = read_optional_pose(root, "pose_b"),
              .options = options,
              .r = kind == QueryKind::within ? read_threshold(root.field("r")) : 0};
  if (kind == QueryKind::first_contact) read_motions(root, query);
  return query;
}

}  // namespace apart::files
