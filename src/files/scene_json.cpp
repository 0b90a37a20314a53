// SPDX-License-Identifier: BSD-3-Clause
#include "files/scene_json.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "files/answer.hpp"
#include "files/json_node.hpp"
#include "files/motion_json.hpp"
#include "files/pose_json.hpp"
#include "files/query_line.hpp"
#include "files/shape_json.hpp"

namespace apart::files {
namespace {

struct KindName {
  const char* name;
  SceneQueryKind kind;
};
constexpr KindName kind_names[] = {{"nearest", SceneQueryKind::nearest},
                                   {"k_nearest", SceneQueryKind::k_nearest},
                                   {"nearest_of_each", SceneQueryKind::nearest_of_each},
                                   {"intersecting", SceneQueryKind::intersecting},
                                   {"within", SceneQueryKind::within},
                                   {"nearest_to", SceneQueryKind::nearest_to},
                                   {"ray", SceneQueryKind::ray},
                                   {"first_contact", SceneQueryKind::first_contact},
                                   {"clear_along", SceneQueryKind::clear_along},
                                   {"distance_along", SceneQueryKind::distance_along}};

SceneQueryKind read_kind(const Node& node) {
  const std::string& name = node.text();
  std::string known;
  for (const auto& [text, kind] : kind_names) {
    if (name == text) return kind;
    known += (known.empty() ? "" : ", ") + std::string(text);
  }
  node.fail("unknown query \"" + shortened(name) + "\"; the queries of a scene are " + known);
}

/// {"body":"name"}, {"group":"name"}, or a body's name alone.
Members read_members(const Node& node, const Scene& scene) {
  const auto named = [&](const Node& name) -> Members {
    const auto found = scene.find(name.text());
    if (!found) name.fail("there is no body named \"" + shortened(name.text()) + "\"");
    return *found;
  };
  if (node.is_text()) return named(node);
  node.expect_fields(std::array<std::string_view, 2>{"body", "group"});
  const auto body = node.optional_field("body"), group = node.optional_field("group");
  if (body.has_value() == group.has_value()) node.fail("expected either a body or a group");
  if (body) return named(*body);
  placed(*group, [&] { return scene.bodies(group->text()); });  // is there such a group?
  return group->text();
}

Members read_optional_members(const Node& node, std::string_view name, const Scene& scene) {
  const auto field = node.optional_field(name);
  return field ? read_members(*field, scene) : Members();
}

void read_body(const Node& node, Scene& scene, ShapeFiles& files) {
  node.expect_fields(std::array<std::string_view, 4>{"name", "group", "shape", "pose"});
  const auto name = node.optional_field("name"), group = node.optional_field("group");
  const auto pose = node.optional_field("pose");
  Shape shape = read_shape(node.field("shape"), files);
  const Pose place = pose ? read_pose(*pose) : Pose();
  placed(node, [&] {
    return scene.add(std::move(shape), place, name ? name->text() : "", group ? group->text() : "");
  });
}

void read_rules(const Node& root, Scene& scene) {
  if (const auto list = root.optional_field("ignore")) {
    for (std::size_t i = 0; i < list->size("pairs"); ++i) {
      const Node rule = list->element(i);
      rule.expect_fields(std::array<std::string_view, 3>{"a", "b", "ignored"});
      const auto ignored = rule.optional_field("ignored");
      scene.ignore(read_optional_members(rule, "a", scene), read_optional_members(rule, "b", scene),
                   ignored ? ignored->flag() : true);
    }
  }
  if (const auto list = root.optional_field("margins")) {
    for (std::size_t i = 0; i < list->size("pairs"); ++i) {
      const Node rule = list->element(i);
      rule.expect_fields(std::array<std::string_view, 3>{"a", "b", "margin"});
      const Node margin = rule.field("margin");
      const Members a = read_optional_members(rule, "a", scene);
      const Members b = read_optional_members(rule, "b", scene);
      placed(margin, [&] { scene.set_margin(a, b, margin.number()); });
    }
  }
}

/// Besides `id` and `query`.
std::vector<std::string_view> fields_of(SceneQueryKind kind) {
  switch (kind) {
    case SceneQueryKind::ray:
      return {"origin", "direction", "length", "b"};
    case SceneQueryKind::first_contact:
      return {"motions", "margin", "tolerance"};
    case SceneQueryKind::clear_along:
      return {"motions", "r", "margin", "tolerance"};
    case SceneQueryKind::distance_along:
      return {"motions", "steps", "relative_error", "enough", "margin"};
    case SceneQueryKind::nearest_to:
      return {"shape", "pose", "b", "relative_error", "enough", "margin"};
    case SceneQueryKind::within:
      return {"a", "b", "r", "relative_error", "enough", "margin"};
    case SceneQueryKind::k_nearest:
      return {"a", "b", "k", "relative_error", "enough", "margin"};
    default:
      return {"a", "b", "relative_error", "enough", "margin"};
  }
}

int read_count(const Node& node) {
  const int count = node.integer();
  if (count < 0) node.fail("must not be negative, got " + std::to_string(count));
  return count;
}

/// Of `distance_along`, whose answers are all held at once.
int read_steps(const Node& node) {
  constexpr int most = 1000000;
  const int steps = node.integer();
  if (steps < 1 || steps > most) {
    node.fail("must lie in [1, " + std::to_string(most) + "], got " + std::to_string(steps));
  }
  return steps;
}

/// {"hand": {"from": ..., "to": ...}, ...}: bodies by their names.
std::vector<BodyMotion> read_motions(const Node& node, const Scene& scene) {
  std::vector<BodyMotion> motions;
  for (const std::string& name : node.field_names()) {
    const Node motion = node.field(name);
    const auto body = scene.find(name);
    if (!body) motion.fail("there is no body named \"" + shortened(name) + "\"");
    motions.push_back({*body, read_motion(motion)});
  }
  return motions;
}

SceneQuery read_scene_query(const Node& node, const Scene& scene, ShapeFiles& files) {
  SceneQuery query;
  query.kind = read_kind(node.field("query"));
  std::vector<std::string_view> fields = fields_of(query.kind);
  fields.insert(fields.end(), {"id", "query"});
  node.expect_fields(fields);
  const auto has = [&](std::string_view name) {
    return std::find(fields.begin(), fields.end(), name) != fields.end();
  };
  if (const auto id = node.optional_field("id")) query.id = id->value();
  query.options = read_options(node);
  query.a = read_optional_members(node, "a", scene);
  query.b = read_optional_members(node, "b", scene);
  if (has("shape")) query.shape = read_shape(node.field("shape"), files);
  if (const auto pose = node.optional_field("pose")) query.pose = read_pose(*pose);
  if (has("r")) query.r = read_threshold(node.field("r"));
  if (has("k")) query.k = read_count(node.field("k"));
  if (has("steps")) query.k = read_steps(node.field("steps"));
  if (has("origin")) query.origin = node.field("origin").vector<3>();
  if (has("direction")) query.direction = node.field("direction").vector<3>();
  if (has("length")) query.length = read_threshold(node.field("length"));
  if (has("motions")) query.motions = read_motions(node.field("motions"), scene);
  if (const auto tolerance = node.optional_field("tolerance")) {
    query.tolerance = tolerance->number();
  }
  return query;
}

Json name_of(const Scene& scene, BodyId body) {
  const std::string& name = scene.name(body);
  return name.empty() ? Json(static_cast<int>(body)) : Json(name);
}

Json names(const Scene& scene, BodyId a, BodyId b) {
  return {{"a", name_of(scene, a)}, {"b", name_of(scene, b)}};
}

Json pair_json(const Scene& scene, const ScenePair& pair) {
  Json json = names(scene, pair.a, pair.b);
  add_distance(json, pair.distance);
  return json;
}

Json pairs_json(const Scene& scene, const std::vector<ScenePair>& pairs) {
  Json list = Json::array();
  for (const ScenePair& pair : pairs) list.push_back(pair_json(scene, pair));
  return list;
}

Json nearest_to(Scene& scene, const SceneQuery& q) {
  const auto found = scene.nearest_to(*q.shape, q.pose, q.b, q.options);
  if (!found) return {{"nearest", nullptr}};
  Json json{{"b", name_of(scene, found->body)}};
  add_distance(json, found->distance);
  return {{"nearest", std::move(json)}};
}

Json ray(Scene& scene, const SceneQuery& q) {
  const auto hit = cast_ray(scene, q.origin, q.direction, q.length, q.b);
  if (!hit) return {{"hit", nullptr}};
  return {{"hit",
           {{"b", name_of(scene, hit->body)},
            {"lower", hit->lower},
            {"upper", hit->upper},
            {"point", to_json(hit->point)},
            {"normal", to_json(hit->normal)}}}};
}

Json moving(Scene& scene, const SceneQuery& q) {
  const MotionOptions options{.margin = q.options.margin, .tolerance = q.tolerance};
  if (q.kind == SceneQueryKind::first_contact) {
    const auto found = first_contact(scene, q.motions, options);
    if (!found) return {{"contact", false}};
    Json json = names(scene, found->a, found->b);
    add_first_contact(json, found->contact);
    return json;
  }
  if (q.kind == SceneQueryKind::clear_along) {
    const SceneClearance found = clear_along(scene, q.motions, q.r, options);
    Json json{{"clear", found.clear}};
    if (found.clear) return json;
    json.update(names(scene, found.a, found.b));
    json["time"] = found.along.time;
    add_distance(json, found.along.distance);
    json["status"] = to_string(found.along.status);
    return json;
  }
  Json list = Json::array();
  for (const SceneDistanceAt& at : distance_along(scene, q.motions, q.k, q.options)) {
    Json json{{"s", at.s}};
    json.update(names(scene, at.a, at.b));
    add_penetration(json, at.answer);
    list.push_back(std::move(json));
  }
  return {{"distances", std::move(list)}};
}

Json result(Scene& scene, const SceneQuery& q) {
  switch (q.kind) {
    case SceneQueryKind::nearest: {
      const auto pair = scene.nearest(q.a, q.b, q.options);
      return {{"nearest", pair ? pair_json(scene, *pair) : Json(nullptr)}};
    }
    case SceneQueryKind::k_nearest:
      return {{"pairs", pairs_json(scene, scene.k_nearest(q.k, q.a, q.b, q.options))}};
    case SceneQueryKind::nearest_of_each:
      return {{"pairs", pairs_json(scene, scene.nearest_of_each(q.a, q.b, q.options))}};
    case SceneQueryKind::within:
      return {{"pairs", pairs_json(scene, scene.within(q.r, q.a, q.b, q.options))}};
    case SceneQueryKind::intersecting: {
      Json list = Json::array();
      for (const auto& [a, b] : scene.intersecting(q.a, q.b, q.options)) {
        list.push_back({name_of(scene, a), name_of(scene, b)});
      }
      return {{"pairs", std::move(list)}};
    }
    case SceneQueryKind::nearest_to:
      return nearest_to(scene, q);
    case SceneQueryKind::ray:
      return ray(scene, q);
    default:
      return moving(scene, q);
  }
}

}  // namespace

SceneFile read_scene(const Json& file, ShapeFiles& files) {
  const Node root(file);
  root.expect_fields(
      std::array<std::string_view, 5>{"apart_scene", "bodies", "ignore", "margins", "queries"});
  const Node version = root.field("apart_scene");
  if (version.integer() != scene_version) {
    version.fail("this is version " + std::to_string(version.integer()) + " of the format; " +
                 std::to_string(scene_version) + " can be read");
  }
  SceneFile result;
  const Node bodies = root.field("bodies");
  for (std::size_t i = 0; i < bodies.size("bodies"); ++i) {
    read_body(bodies.element(i), result.scene, files);
  }
  read_rules(root, result.scene);
  if (const auto queries = root.optional_field("queries")) {
    for (std::size_t i = 0; i < queries->size("queries"); ++i) {
      result.queries.push_back(read_scene_query(queries->element(i), result.scene, files));
    }
  }
  return result;
}

Json answer(Scene& scene, const SceneQuery& query) {
  Json json = Json::object();
  if (query.id) json["id"] = *query.id;
  for (const auto& [text, kind] : kind_names) {
    if (kind == query.kind) json["query"] = text;
  }
  json.update(result(scene, query));
  return json;
}

}  // namespace apart::files
