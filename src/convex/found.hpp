// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <array>

#include "convex/stopping.hpp"

namespace apart {

/// What an answer is made of, in the problem's units: the vertices that carry the near points of
/// the cores, these points relative to A's centre, their distance, and the plane that separates.
struct Found {
  int size = 0;
  std::array<int, 4> vertex_a{}, vertex_b{};
  std::array<double, 4> weight{};
  WidePoint point_a, point_b;
  DoubleDouble length = 0;
  Vector<double> q;          ///< from B to A, of any length
  double lower = -INFINITY;  ///< the plane's value, as computed

  void add(const Vertex& v) {
    vertex_a[size] = v.a.id;
    vertex_b[size++] = v.b.id;
  }
  /// A point of two cores without vertices, from A's centre.
  void meet_at(Triple common) {
    point_a = {common.vector(), Vector<double>::Zero()};
    point_b = point_a;
    size = 1;
    weight[0] = 1;
    vertex_a[0] = vertex_b[0] = -1;
  }
  /// Along a prism, until the two points face each other.
  void face_along_axis(const Pair& pair);
  void remember(const Pair& pair, Tracker& tracker) const;
  /// As the only step of a search.
  void record(const Pair& pair, Trace& trace) const;
};

/// A step of a search that knows its near point v only. Steps are to descend, and not to go back to
/// double: what does not is left out, and what is nearly exact replaces what is below it.
void record_descent(const Pair& pair, Trace& trace, const Vector<double>& v, double upper,
                    double lower, bool extended);

/// From A to B. Across a prism's axis to the last digits: what is left along it by directions that
/// are nearly that of the axis would meet the prism somewhere.
inline Vector<double> normal_of(const Pair& pair, const Found& found) {
  Vector<double> n = Vector<double>::Zero() - found.q / norm(found.q);  // 0 - x: no negative zeros
  if (pair.axis()) n = pair.without_axis(n);
  return n;
}

/// From what was found to what a user sees: errors are taken off, rounding is put on, and
/// everything goes back to the world.
void publish(const Pair& pair, const Found& found, End end, Distance& d);
void publish_witness(const Pair& pair, const Found& found, Witness& w);
void publish_bounds(const Pair& pair, const Found& found, End end, Distance& d);
void publish_rounded_points(const Pair& pair, const Found& found, Distance& d);

/// Times a power of two. Where that leaves the normal numbers it may round: outward.
inline double unscaled(double x, double power_of_two, double toward) {
  const double y = x * power_of_two;
  if (power_of_two >= 0x1p-900 || y == 0 || std::abs(y) >= 0x1p-1022) return y;
  return std::nextafter(y, toward);
}

inline void publish_witness(const Pair& pair, const Found& found, Witness& w) {
  w.size = found.size;
  for (int i = 0; i < found.size; ++i) {
    w.vertex_a[i] = pair.a().given_index(found.vertex_a[i]);
    w.vertex_b[i] = pair.b().given_index(found.vertex_b[i]);
    w.weight[i] = found.weight[i];
  }
}

inline void Found::remember(const Pair& pair, Tracker& tracker) const {
  tracker.size = pair.a().has_vertices() && pair.b().has_vertices() ? size : 0;
  tracker.vertex_a = vertex_a;
  tracker.vertex_b = vertex_b;
  tracker.direction = -q / norm(q);
}

inline void publish(const Pair& pair, const Found& found, End end, Distance& d) {
  publish_witness(pair, found, d.witness);
  d.normal = normal_of(pair, found);
  if (pair.rounded()) {
    publish_rounded_points(pair, found, d);
  } else {
    d.point_a = pair.to_world(found.point_a);
    d.point_b = pair.to_world(found.point_b);
  }
  if (end == End::inside) {
    d.point_b = d.point_a;
    d.status = Status::overlapping;
    return;
  }
  publish_bounds(pair, found, end, d);
}

/// Of cores that are not known to overlap.
inline void publish_bounds(const Pair& pair, const Found& found, End end, Distance& d) {
  const double back = pair.back();
  const double upper_core = found.length.hi;
  DoubleDouble lower = 0;
  if (std::isfinite(found.lower)) {  // else `enough` was decided before any plane was asked for
    d.optimality = std::max(0.0, upper_core * (upper_core - found.lower)) * back * back;
    lower = two_sum(found.lower, -pair.lower_error(found.q, found.lower));
  }
  DoubleDouble upper =
      two_sum(upper_core, found.length.lo + (pair.upper_error() + 0x1p-95 * upper_core));
  if (pair.rounded()) {
    lower -= pair.rounding();
    upper -= pair.rounding();
  }
  d.upper = std::max(0.0, unscaled(round_up(upper), back, INFINITY));
  d.lower = std::min(std::max(0.0, unscaled(round_down(lower), back, -INFINITY)), d.upper);

  const bool narrow = upper_core - found.lower <= pair.tolerance();
  if (end == End::cut_off && !narrow) {
    d.status = Status::cut_off;
  } else if (d.lower > 0) {
    d.status = end == End::stalled && !narrow ? Status::not_converged : Status::separated;
  } else {
    d.status = end == End::reached || narrow ? Status::touching : Status::not_converged;
  }
}

}  // namespace apart
