// SPDX-License-Identifier: BSD-3-Clause
#include "files/answer.hpp"

#include <exception>
#include <utility>

namespace apart::files {

Json to_json(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

namespace {

using files::to_json;

Json to_json(const Vector6d& v) { return {v[0], v[1], v[2], v[3], v[4], v[5]}; }

Json to_json(std::optional<bool> decided) { return decided ? Json(*decided) : Json(nullptr); }

Json to_json(const Witness& witness) {
  Json a = Json::array(), b = Json::array(), weights = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(witness.size); ++i) {
    a.push_back(witness.vertex_a[i]);
    b.push_back(witness.vertex_b[i]);
    weights.push_back(witness.weight[i]);
  }
  Json json{
      {"vertices_a", std::move(a)}, {"vertices_b", std::move(b)}, {"weights", std::move(weights)}};
  const auto add = [&](const char* name, int id) {
    if (id >= 0) json[name] = id;
  };
  add("triangle_a", witness.triangle_a);
  add("triangle_b", witness.triangle_b);
  add("part_a", witness.part_a);
  add("part_b", witness.part_b);
  return json;
}

Json to_json(const TraceStep& step) {
  Json simplex = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(step.size); ++i) {
    simplex.push_back(to_json(step.simplex[i]));
  }
  return {{"size", step.size},        {"simplex", std::move(simplex)},
          {"v", to_json(step.v)},     {"g", step.g},
          {"lower", step.lower},      {"upper", step.upper},
          {"extended", step.extended}};
}

Json to_json(const Trace& trace) {
  Json steps = Json::array();
  for (const TraceStep& step : trace.steps) steps.push_back(to_json(step));
  return steps;
}

/// The options of the line, with the early stop that the query stands for.
Options options_of(const Query& query) {
  Options options = query.options;
  if (query.kind != QueryKind::intersects && query.kind != QueryKind::within) return options;
  options.relative_error = 0;  // a question of yes or no is to be decided
  if (!options.enough) options.enough = query.kind == QueryKind::within ? query.r : 0;
  return options;
}

void add_decision(Json& line, const char* name, std::optional<bool> decided, const Distance& d) {
  line[name] = to_json(decided);
  line["lower"] = d.lower;
  line["upper"] = d.upper;
  line["status"] = to_string(d.status);
}

/// The answer that a gradient is of, for the check.
Penetration answer_of(const Gradient& g) {
  Penetration p;
  p.signed_distance = g.value;
  p.lower = g.lower;
  p.upper = g.upper;
  p.direction = g.normal;
  p.point_a = g.point_a;
  p.point_b = g.point_b;
  p.witness = g.witness;
  p.status = g.status;
  return p;
}

Json error_line(const std::optional<Json>& id, const std::string& sentence) {
  Json line = Json::object();
  if (id) line["id"] = *id;
  line["error"] = sentence;
  return line;
}

/// What is verified of it is the distance that it ends with; the times are not.
void run_first_contact(const Query& query, const Extras& extras, Answer& answer) {
  const Motion a = motion_a(query), b = motion_b(query);
  const MotionOptions options{.margin = query.options.margin, .tolerance = query.tolerance};
  const FirstContact found = first_contact(query.a, a, query.b, b, options);
  if (extras.verify) {
    // It was computed to no more than a quarter, if that was enough.
    const Options asked{.relative_error = 0.25, .margin = options.margin};
    const double s = found.distance_time;
    answer.verification = verify(query.a, a(s), query.b, b(s), found.distance, asked);
  }
  answer.first_contact = found;
}

}  // namespace

Motion motion_a(const Query& query) { return query.motion_a.value_or(Motion(query.pose_a)); }
Motion motion_b(const Query& query) { return query.motion_b.value_or(Motion(query.pose_b)); }

Answer run(const Query& query, const Extras& extras) {
  Answer answer;
  if (query.kind == QueryKind::first_contact) {
    run_first_contact(query, extras, answer);
    return answer;
  }
  if (extras.trace) answer.trace.emplace();
  Options options = options_of(query);
  options.trace = answer.trace ? &*answer.trace : nullptr;
  if (query.kind == QueryKind::penetration) {
    Workspace workspace;
    answer.penetration =
        penetration(query.a, query.pose_a, query.b, query.pose_b, options, nullptr, &workspace);
  } else if (query.kind == QueryKind::gradient) {
    Workspace workspace;
    answer.gradient =
        gradient(query.a, query.pose_a, query.b, query.pose_b, options, nullptr, &workspace);
  } else {
    answer.distance = distance(query.a, query.pose_a, query.b, query.pose_b, options);
  }
  if (extras.verify) {
    options.trace = nullptr;
    const auto check = [&](const auto& found) {
      return verify(query.a, query.pose_a, query.b, query.pose_b, found, options);
    };
    answer.verification = answer.gradient      ? check(answer_of(*answer.gradient))
                          : answer.penetration ? check(*answer.penetration)
                                               : check(answer.distance);
  }
  return answer;
}

namespace {

/// Is it at most r? Nothing if that was not yet known when `enough` ended the search.
template <class Answer>
std::optional<bool> at_most(double r, const Answer& answer) {
  if (answer.lower > r) return false;
  if (answer.status == Status::cut_off && answer.upper > r) return std::nullopt;
  return true;
}

/// What distances and gradients have in common.
template <class Answer>
void add_near_points(Json& line, double value, const Answer& answer) {
  line["distance"] = value;
  line["lower"] = answer.lower;
  line["upper"] = answer.upper;
  line["intersects"] = to_json(at_most(0, answer));
  line["point_a"] = to_json(answer.point_a);
  line["point_b"] = to_json(answer.point_b);
  line["normal"] = to_json(answer.normal);
  line["status"] = to_string(answer.status);
  line["witness"] = to_json(answer.witness);
}

void add_gradient(Json& line, const Gradient& g) {
  add_near_points(line, g.value, g);
  line["grad_a"] = to_json(g.grad_a);
  line["grad_b"] = to_json(g.grad_b);
  line["unique"] = g.unique;
  if (g.unique) return;
  Json tied = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(g.tied_size); ++i) {
    tied.push_back({{"point_a", to_json(g.tied[i].point_a)},
                    {"point_b", to_json(g.tied[i].point_b)},
                    {"normal", to_json(g.tied[i].normal)}});
  }
  line["tied"] = std::move(tied);
}

}  // namespace

std::optional<bool> intersects(const Distance& d) { return at_most(0, d); }
std::optional<bool> intersects(const Gradient& g) { return at_most(0, g); }
std::optional<bool> within(const Distance& d, double r) { return at_most(r, d); }

void add_distance(Json& line, const Distance& d) { add_near_points(line, d.value(), d); }

void add_penetration(Json& line, const Penetration& p) {
  line["signed"] = p.signed_distance;
  line["lower"] = p.lower;
  line["upper"] = p.upper;
  line["direction"] = to_json(p.direction);
  line["point_a"] = to_json(p.point_a);
  line["point_b"] = to_json(p.point_b);
  line["status"] = to_string(p.status);
  line["witness"] = to_json(p.witness);
}

void add_first_contact(Json& line, const FirstContact& found) {
  line["contact"] = found.contact;
  line["time"] = found.time;
  line["time_lower"] = found.time_lower;
  line["time_upper"] = found.time_upper;
  const Distance& d = found.distance;
  line["point_a"] = to_json(d.point_a);
  line["point_b"] = to_json(d.point_b);
  line["normal"] = to_json(d.normal);
  line["distance"] = d.value();
  line["lower"] = d.lower;
  line["upper"] = d.upper;
  line["distance_time"] = found.distance_time;
  line["status"] = to_string(found.status);
}

Json to_json(const Query& query, const Answer& answer) {
  const Distance& d = answer.distance;
  Json line = Json::object();
  if (query.id) line["id"] = *query.id;
  switch (query.kind) {
    case QueryKind::distance:
      add_distance(line, d);
      break;
    case QueryKind::intersects:
      add_decision(line, "intersects", intersects(d), d);
      break;
    case QueryKind::within:
      add_decision(line, "within", within(d, query.r), d);
      break;
    case QueryKind::penetration:
      add_penetration(line, answer.penetration.value());
      break;
    case QueryKind::gradient:
      add_gradient(line, answer.gradient.value());
      break;
    case QueryKind::first_contact:
      add_first_contact(line, answer.first_contact.value());
      break;
  }
  if (answer.trace) line["trace"] = to_json(*answer.trace);
  if (answer.verification) {
    line["verified"] = answer.verification->ok;
    if (!answer.verification->ok) line["problem"] = answer.verification->problem;
  }
  return line;
}

AnsweredLine answer_line(std::string_view text, ShapeFiles& files, const Extras& extras) {
  const JsonText line = parse_json(text);
  const std::optional<Json> id = id_of(line.value);
  if (!line.error.empty()) return {to_text(error_line(id, line.error)), false};
  try {
    const Query query = read_query(line.value, files);
    const Answer answer = run(query, extras);
    const bool ok = !answer.verification || answer.verification->ok;
    return {to_text(to_json(query, answer)), ok};
  } catch (const InvalidInput& error) {
    return {to_text(error_line(id, error.what())), false};
  } catch (const std::exception& error) {  // nothing that a line holds should lead here
    return {to_text(error_line(id, std::string("internal error: ") + error.what())), false};
  }
}

}  // namespace apart::files
