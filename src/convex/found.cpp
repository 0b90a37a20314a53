// SPDX-License-Identifier: BSD-3-Clause
#include "convex/found.hpp"

namespace apart {

/// With the cores' points at a and b, normal to n: the surfaces are a + n r_a and b - n r_b. If
/// those balls overlap, share the way in proportion, which ends in both.
void publish_rounded_points(const Pair& pair, const Found& found, Distance& d) {
  ExactVector a = found.point_a.exact(), b = found.point_b.exact();
  const ExactVector n = d.normal.cast<DoubleDouble>();
  if (found.length < pair.rounding()) {
    const DoubleDouble share = pair.rounding_a() / pair.rounding();
    a += (b - a) * share;
    b = a;
  } else {
    a += n * pair.rounding_a();
    b -= n * pair.rounding_b();
  }
  d.point_a = pair.to_world(WidePoint(a));
  d.point_b = pair.to_world(WidePoint(b));
}

void Found::record(const Pair& pair, Trace& trace) const {
  std::array<Vector<double>, 4> simplex;
  for (int i = 0; i < size; ++i) {
    const int ia = vertex_a[i], ib = vertex_b[i];
    simplex[i] = pair.difference({{pair.a().vertex(ia), ia}, {pair.b().vertex(ib), ib}});
  }
  pair.record(trace, std::span(simplex).first(size), length.hi, q, lower, true);
}

void record_descent(const Pair& pair, Trace& trace, const Vector<double>& v, double upper,
                    double lower, bool extended) {
  auto& steps = trace.steps;
  while (extended && !steps.empty() && steps.back().upper * pair.scale() < upper) steps.pop_back();
  const bool back =
      !steps.empty() && (steps.back().upper * pair.scale() < upper || steps.back().extended);
  if (!back) pair.record(trace, std::span(&v, 1), upper, v, lower, extended);
}

void Found::face_along_axis(const Pair& pair) {
  if (!pair.axis()) return;
  const ExactVector a = point_a.exact(), b = point_b.exact(), way = pair.along_axis(a - b);
  if (pair.axis_of_a())
    point_a = WidePoint(a - way);
  else
    point_b = WidePoint(b + way);
}

}  // namespace apart
