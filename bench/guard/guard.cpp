// SPDX-License-Identifier: BSD-3-Clause

// Asks the library the queries on stdin, which inputs.cpp wrote. To be run under callgrind, for
// which it marks where a case begins and ends; prints each case's name and number of queries.
#include <valgrind/callgrind.h>

#include <apart/apart.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

double number() {
  double value = 0;
  if (!(std::cin >> value)) throw std::runtime_error("a number is missing");
  return value;
}

Eigen::Vector3d vector() {
  Eigen::Vector3d v;
  for (double& x : v) x = number();
  return v;
}

apart::Shape shape() {
  std::string type;
  std::cin >> type;
  if (type == "hull") {
    std::vector<Eigen::Vector3d> points(static_cast<std::size_t>(number()));
    for (auto& p : points) p = vector();
    return apart::Polytope::hull(points);
  }
  if (type == "sphere") return apart::Sphere(number());
  if (type == "box") return apart::Box(vector());
  if (type == "ellipsoid") return apart::Ellipsoid(vector());
  if (type == "halfspace") {
    const Eigen::Vector3d normal = vector();
    return apart::Halfspace(normal, number());
  }
  const double radius = number(), length = number();
  if (type == "capsule") return apart::Capsule(radius, length);
  if (type == "cylinder") return apart::Cylinder(radius, length);
  if (type == "cone") return apart::Cone(radius, length);
  throw std::runtime_error("there is no shape '" + type + "'");
}

apart::Pose pose() {
  apart::Pose p;
  for (Eigen::Index i = 0; i < 9; ++i) p.rotation.data()[i] = number();
  p.translation = vector();
  return p;
}

struct Query {
  std::size_t a, b;
  bool continues;
  apart::Pose pose_a, pose_b;
};

struct Case {
  std::string name, question;
  std::vector<apart::Shape> shapes;
  std::vector<Query> queries;
};

bool read(Case& c) {
  std::string word;
  if (!(std::cin >> word)) return false;
  std::size_t shapes = 0, queries = 0;
  std::cin >> c.name >> c.question >> shapes >> queries;
  for (std::size_t i = 0; i < shapes; ++i) c.shapes.push_back(shape());
  for (std::size_t i = 0; i < queries; ++i) {
    Query& q = c.queries.emplace_back();
    std::cin >> q.a >> q.b >> q.continues;
    q.pose_a = pose();
    q.pose_b = pose();
  }
  return true;
}

volatile double sink;

template <class Ask>
void ask_all(const Case& c, const Ask& ask) {
  const auto answer = [&](const Query& q) {
    sink = ask(q, apart::ShapeRef(c.shapes[q.a]), apart::ShapeRef(c.shapes[q.b]));
  };
  answer(c.queries.front());  // what happens once only is not counted
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
  for (const Query& q : c.queries) answer(q);
  CALLGRIND_DUMP_STATS_AT(c.name.c_str());
  CALLGRIND_STOP_INSTRUMENTATION;
  std::printf("%s %zu\n", c.name.c_str(), c.queries.size());
}

void run(const Case& c) {
  using apart::ShapeRef;
  apart::Options rough;
  rough.relative_error = 1e-4;
  apart::Tracker tracker;
  if (c.question == "distance") {
    ask_all(c, [](const Query& q, ShapeRef a, ShapeRef b) {
      return apart::distance(a, q.pose_a, b, q.pose_b).upper;
    });
  } else if (c.question == "rough") {
    ask_all(c, [&](const Query& q, ShapeRef a, ShapeRef b) {
      return apart::distance(a, q.pose_a, b, q.pose_b, rough).upper;
    });
  } else if (c.question == "tracked") {
    ask_all(c, [&](const Query& q, ShapeRef a, ShapeRef b) {
      if (!q.continues) tracker = {};
      return apart::distance(a, q.pose_a, b, q.pose_b, {}, &tracker).upper;
    });
  } else if (c.question == "intersects") {
    ask_all(c, [](const Query& q, ShapeRef a, ShapeRef b) {
      return apart::intersects(a, q.pose_a, b, q.pose_b) ? 1.0 : 0.0;
    });
  } else if (c.question == "penetration") {
    ask_all(c, [](const Query& q, ShapeRef a, ShapeRef b) {
      return apart::penetration(a, q.pose_a, b, q.pose_b).signed_distance;
    });
  } else {
    throw std::runtime_error("there is no question '" + c.question + "'");
  }
}

}  // namespace

int main() {
  try {
    for (Case c; read(c); c = {}) run(c);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "guard: %s\n", error.what());
    return 1;
  }
}
