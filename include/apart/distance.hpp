// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/pose.hpp>
#include <apart/shape.hpp>
#include <apart/trace.hpp>
#include <apart/tracker.hpp>
#include <array>
#include <optional>

namespace apart {

/// What an answer says. There is no number that means failure.
enum class Status {
  separated,      ///< proved apart: lower > 0
  touching,       ///< zero is not excluded within the rounding bound; lower = 0
  overlapping,    ///< a common point is proved; lower = upper = 0
  cut_off,        ///< `enough` was decided before the interval was as narrow as asked
  not_converged,  ///< the interval is true, but wider than asked
};

/// "separated", "touching", ...
const char* to_string(Status status);

/// How the near points of two convex shapes are searched for. The answers are proved all the same,
/// and differ in the last bits only; what differs is the cost (docs/notes/feature-methods.md). It
/// applies where both shapes have vertices and are bounded: points, segments, triangles, boxes,
/// polytopes, spheres, capsules, and rounded ones of these. Elsewhere it has no effect.
enum class Method {
  gjk,       ///< Gilbert, Johnson and Keerthi, and closed forms where there are any
  features,  ///< Sundaraj, d'Aulignac and Mazer: a feature per object, grown one at a time
  voronoi,   ///< Lin and Canny: from feature to adjacent feature, each step nearer
};

/// "gjk", "features", "voronoi"
const char* to_string(Method method);

/// How much a search looked at. It adds up over queries.
struct SearchCounts {
  long node_pairs = 0;      ///< pairs of bounding volumes
  long triangle_pairs = 0;  ///< pairs of triangles or balls, by the quick filter
  long exact_pairs = 0;     ///< pairs of convex pieces, by the certified algorithm
  long feature_pairs = 0;   ///< pairs of features measured by Method::features or voronoi
  long vertices = 0;        ///< vertices that these compared while climbing or walking
  long fallbacks = 0;       ///< queries that they did not prove, and left to Method::gjk
};

struct Options {
  /// Stop when upper - lower <= relative_error * upper. 0: exact distance; 1: collision test.
  double relative_error = 0;
  /// Stop as soon as lower > enough or upper <= enough.
  std::optional<double> enough = std::nullopt;
  /// Both shapes are grown by this much: each gets a skin of that thickness.
  double margin = 0;
  /// Where to record the iterations, if anywhere.
  Trace* trace = nullptr;
  /// Where to count what a search looks at, if anywhere.
  SearchCounts* counts = nullptr;
  /// How near points are searched for, where there is a choice.
  Method method = Method::gjk;
};

/// The near points as convex combinations of vertex pairs:
/// point_a = sum of weight[i] * vertex_a[i], and likewise for b (before rounding is added).
/// Indices are those of the given points; corners of a box: bit 0 = +x, bit 1 = +y, bit 2 = +z; a
/// sphere's centre is 0, the ends of a capsule's axis are 0 (-z) and 1; -1 where there are none.
struct Witness {
  int size = 0;
  std::array<int, 4> vertex_a{}, vertex_b{};
  std::array<double, 4> weight{};
  /// Which triangles of meshes, or balls of Spheres, the points are on; -1 if there are none.
  int triangle_a = -1, triangle_b = -1;
  /// Which parts of compounds; -1 if there are none.
  int part_a = -1, part_b = -1;
};

/// The distance of two shapes, with its proof.
struct Distance {
  /// The true distance lies in [lower, upper], rounding errors included.
  double lower = 0, upper = 0;
  /// Points of A and of B, world frame, `upper` apart.
  Eigen::Vector3d point_a = Eigen::Vector3d::Zero(), point_b = Eigen::Vector3d::Zero();
  /// Unit vector from A to B. The planes normal to it prove `lower`.
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();
  Witness witness;
  Status status = Status::not_converged;
  /// g_K(v) of Gilbert, Johnson and Keerthi at the near points of the cores: the exact near point
  /// of the difference is within its square root.
  double optimality = 0;
  /// How many times the supports of the pair were evaluated; by Method::features also of one shape.
  int support_calls = 0;

  double value() const { return upper; }
};

/// Distance between shape a at pose_a and shape b at pose_b. Throws InvalidInput for a pose that is
/// not rigid, options out of range, two unbounded operands, or Method::voronoi on a Polytope that
/// was built without an edge list; otherwise always answers.
Distance distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                  const Options& options, Tracker* tracker = nullptr);
/// The same without options: exactly, and a little quicker, as there is nothing to look at.
Distance distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b);

/// False if the shapes are proved apart, true otherwise: they are closed, so touching counts. It
/// ends as soon as that is decided, here and below, whatever relative_error is.
bool intersects(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                const Options& options = {}, Tracker* tracker = nullptr);

/// False if the shapes are proved farther apart than r, true otherwise.
bool within(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double r,
            const Options& options = {}, Tracker* tracker = nullptr);

}  // namespace apart
