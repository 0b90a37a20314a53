// SPDX-License-Identifier: BSD-3-Clause

// From the state in which the algorithm ended to the answer a user sees: errors are taken off,
// rounding is put on, and everything goes back to the world.
#include <algorithm>
#include <cmath>

#include "convex/publish.hpp"

namespace apart {

double unscaled(double x, double power_of_two, double toward) {
  const double y = x * power_of_two;
  return y != 0 && std::abs(y) < 0x1p-1022 ? std::nextafter(y, toward) : y;
}

namespace {

Witness witness(const Pair& pair, const Gjk::State& state) {
  Witness w;
  w.size = state.size;
  for (int i = 0; i < state.size; ++i) {
    w.vertex_a[i] = pair.a().given_index(state.vertex[i].a.id);
    w.vertex_b[i] = pair.b().given_index(state.vertex[i].b.id);
    w.weight[i] = state.weight[i].hi;
  }
  return w;
}

/// Along a prism, until the two points face each other.
void slide(const Pair& pair, NearPoints& near) {
  if (!pair.axis()) return;
  const ExactVector way = pair.along_axis(near.a - near.b);
  if (pair.axis_of_a())
    near.a -= way;
  else
    near.b += way;
}

}  // namespace

Distance Gjk::publish(const State& state, End end) const {
  const double back = 1 / pair_.scale();
  Distance d;
  d.support_calls = support_calls_;
  d.normal = Vector<double>::Zero() - state.q / norm(state.q);  // 0 - x: no negative zeros
  const DoubleDouble length = sqrt(dot(state.v, state.v));
  if (std::isfinite(state.lower)) {
    d.optimality = std::max(0.0, state.upper * (state.upper - state.lower)) * back * back;
  }
  publish_points(state, d);
  if (end == End::inside) {
    d.point_b = d.point_a;
    d.status = Status::overlapping;
    d.optimality = 0;
    return d;
  }
  DoubleDouble lower = 0;
  if (std::isfinite(state.lower)) {  // else `enough` was decided before any plane was asked for
    const double error = pair_.lower_error(state.q, state.lower);
    lower = DoubleDouble(state.lower) - DoubleDouble(error) - pair_.rounding();
  }
  const DoubleDouble upper =
      length + DoubleDouble(pair_.upper_error() + 0x1p-95 * state.upper) - pair_.rounding();
  d.lower = std::max(0.0, unscaled(round_down(lower), back, -INFINITY));
  d.upper = std::max(0.0, unscaled(round_up(upper), back, INFINITY));
  d.lower = std::min(d.lower, d.upper);

  const bool narrow = state.upper - state.lower <= pair_.tolerance();
  if (end == End::cut_off && !narrow) {
    d.status = Status::cut_off;
  } else if (d.lower > 0) {
    d.status = end == End::stalled && !narrow ? Status::not_converged : Status::separated;
  } else {
    const bool near_zero = end == End::reached || narrow;
    d.status = near_zero ? Status::touching : Status::not_converged;
  }
  return d;
}

NearPoints near_points(const Pair& pair, const Gjk::State& state) {
  NearPoints near{ExactVector::Zero(), ExactVector::Zero(), witness(pair, state)};
  for (int i = 0; i < state.size; ++i) {
    near.a += pair.point_of_a(state.vertex[i]) * state.weight[i];
    near.b += pair.point_of_b(state.vertex[i]) * state.weight[i];
  }
  slide(pair, near);
  return near;
}

NearPoints quick_near_points(const Pair& pair, const Gjk::State& state) {
  Vector<double> a = Vector<double>::Zero(), b = Vector<double>::Zero();
  for (int i = 0; i < state.size; ++i) {
    a += pair.quick_point_of_a(state.vertex[i]) * state.weight[i].hi;
    b += pair.quick_point_of_b(state.vertex[i]) * state.weight[i].hi;
  }
  NearPoints near{a.cast<DoubleDouble>(), b.cast<DoubleDouble>(), witness(pair, state)};
  near.b += pair.exact_offset();
  slide(pair, near);
  return near;
}

void Gjk::publish_points(const State& state, Distance& d) const {
  auto [a, b, weights] = near_points(pair_, state);
  d.witness = weights;
  // With the cores' points at a and b, normal to n: the surfaces are a + n r_a and b - n r_b. If
  // those balls overlap, share the way in proportion, which ends in both.
  const ExactVector n = d.normal.cast<DoubleDouble>();
  const DoubleDouble length = sqrt(dot(state.v, state.v));
  const DoubleDouble total = pair_.rounding();
  if (total > DoubleDouble(0)) {
    if (length < total) {
      const DoubleDouble share = pair_.rounding_a() / total;
      a += (b - a) * share;
      b = a;
    } else {
      a += n * pair_.rounding_a();
      b -= n * pair_.rounding_b();
    }
  }
  d.point_a = pair_.to_world(a);
  d.point_b = pair_.to_world(b);
}

void Gjk::remember(const State& state, Tracker& tracker) const {
  tracker.size = state.size;
  for (int i = 0; i < state.size; ++i) {
    tracker.vertex_a[i] = state.vertex[i].a.id;
    tracker.vertex_b[i] = state.vertex[i].b.id;
  }
  if (!pair_.a().has_vertices() || !pair_.b().has_vertices()) tracker.size = 0;
  tracker.direction = -state.q / norm(state.q);
}

}  // namespace apart
