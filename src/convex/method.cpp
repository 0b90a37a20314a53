// SPDX-License-Identifier: BSD-3-Clause
#include <apart/error.hpp>
#include <string>

#include "convex/convex_distance.hpp"
#include "convex/features.hpp"
#include "convex/voronoi.hpp"

namespace apart {

const char* to_string(Method method) {
  switch (method) {
    case Method::gjk:
      return "gjk";
    case Method::features:
      return "features";
    case Method::voronoi:
      return "voronoi";
  }
  return "unknown";
}

namespace {

void expect_edges(const Core& core, const char* name) {
  if (core.kind != Core::Kind::polytope || core.polytope->with_edges) return;
  throw InvalidInput(
      std::string("method voronoi: polytope ") + name +
      " has no edge list; build it with Polytope::hull(points, {.edge_list = true})");
}

bool has_rings(const Core& core) {
  return core.kind != Core::Kind::polytope || core.polytope->edges;
}

/// Did the method prove an answer?
bool answered(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
              const Options& options, Tracker* tracker, Distance& d) {
  if (options.method == Method::features) {
    return features_distance(a, pose_a, b, pose_b, options, tracker, d);
  }
  expect_edges(a, "a");
  expect_edges(b, "b");
  return has_rings(a) && has_rings(b) &&
         voronoi_distance(a, pose_a, b, pose_b, options, tracker, d);
}

}  // namespace

Distance distance_by_method(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                            const Options& options, Tracker* tracker) {
  const bool known = options.method == Method::features || options.method == Method::voronoi;
  if (!known) {
    throw InvalidInput("method must be gjk, features or voronoi, got number " +
                       std::to_string(static_cast<int>(options.method)));
  }
  Distance d;
  const bool bounded = !a.infinite_along_z && !b.infinite_along_z;
  const bool applies = bounded && a.has_vertices() && b.has_vertices();
  if (applies && answered(a, pose_a, b, pose_b, options, tracker, d)) return d;
  const int support_calls = d.support_calls;
  Options reference = options;
  reference.method = Method::gjk;
  d = convex_distance(a, pose_a, b, pose_b, reference, tracker);
  d.support_calls += support_calls;
  if (applies && options.counts) ++options.counts->fallbacks;
  return d;
}

}  // namespace apart
