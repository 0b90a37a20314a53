// SPDX-License-Identifier: BSD-3-Clause
#include "files/query_line.hpp"

#include <array>
#include <string>
#include <vector>

#include "files/json_node.hpp"
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
  for (const auto later : {"gradient", "first_contact"}) {
    if (name == later) node.fail("\"" + name + "\" is not available yet");
  }
  node.fail("unknown query \"" + shortened(name) +
            "\"; the queries are distance, intersects, within, penetration");
}

Options read_options(const Node& line) {
  Options options;
  if (const auto node = line.optional_field("relative_error")) {
    options.relative_error = node->number();
  }
  if (const auto node = line.optional_field("enough")) options.enough = node->number();
  if (const auto node = line.optional_field("margin")) options.margin = node->number();
  return options;
}

Pose read_optional_pose(const Node& line, std::string_view name) {
  const auto node = line.optional_field(name);
  return node ? read_pose(*node) : Pose();
}

double read_threshold(const Node& node) {
  const double r = node.number();
  if (r < 0) node.fail("must not be negative, got " + to_text(r));
  return r;
}

}  // namespace

std::optional<Json> id_of(const Json& line) {
  const auto id = line.find("id");
  return id == line.end() ? std::nullopt : std::optional<Json>(*id);
}

Query read_query(const Json& line, ShapeFiles& files) {
  const Node root(line);
  const QueryKind kind = read_kind(root.field("query"));
  std::vector<std::string_view> fields{"id",     "query",          "a",      "pose_a", "b",
                                       "pose_b", "relative_error", "enough", "margin"};
  if (kind == QueryKind::within) fields.push_back("r");
  root.expect_fields(fields);
  return {.id = id_of(line),
          .kind = kind,
          .a = read_shape(root.field("a"), files),
          .b = read_shape(root.field("b"), files),
          .pose_a = read_optional_pose(root, "pose_a"),
          .pose_b = read_optional_pose(root, "pose_b"),
          .options = read_options(root),
          .r = kind == QueryKind::within ? read_threshold(root.field("r")) : 0};
}

}  // namespace apart::files
