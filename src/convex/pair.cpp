// SPDX-License-Identifier: BSD-3-Clause
#include "convex/pair.hpp"

#include <algorithm>
#include <cmath>

namespace apart {

namespace {

ExactVector exact(const Vector<double>& x) { return x.cast<DoubleDouble>(); }

}  // namespace

/// From the frames' origins to the cores' centres; the size of what that adds.
double Pair::move_to_centres() {
  const ExactVector centre_a = exact_product(rotation_a_, a_.centre);
  const ExactVector centre_b = exact_product(rotation_b_, b_.centre);
  origin_ = WidePoint(origin_.exact() + centre_a);
  offset_ = WidePoint(offset_.exact() + (centre_b - centre_a));
  return safe_norm(a_.centre) + safe_norm(b_.centre);
}

ExactVector Pair::along_axis(const ExactVector& w) const {
  if (!axis_) return ExactVector::Zero();
  const ExactVector c = exact(*axis_);
  return c * (dot(c, w) / dot(c, c));
}

ExactVector Pair::point_of_a(const Vertex& v) const {
  return exact_product(rotation_a_, v.a.point * scale_);
}

ExactVector Pair::point_of_b(const Vertex& v) const {
  return exact_product(rotation_b_, v.b.point * scale_) + exact_offset();
}

ExactVector Pair::exact_difference(const Vertex& v) const {
  const ExactVector w = point_of_a(v) - point_of_b(v);
  return axis_ ? ExactVector(w - along_axis(w)) : w;
}

void Pair::record(Trace& trace, std::span<const Vector<double>> simplex, double upper,
                  const Vector<double>& q, double lower, bool extended) const {
  const double back = 1 / scale_;
  TraceStep step{};
  step.size = static_cast<int>(simplex.size());
  step.simplex.fill(Vector<double>::Zero());
  for (int i = 0; i < step.size; ++i) step.simplex[i] = simplex[i] * back;
  step.v = q * (upper / norm(q) * back);
  step.g = upper * (upper - lower) * back * back;
  step.lower = lower * back;
  step.upper = upper * back;
  step.extended = extended;
  trace.steps.push_back(step);
}

Vector<double> Pair::careful_start() const {
  const Vector<double> q = without_axis(-offset_.hi);
  if (norm(q) > 8 * unit_) return normalised(q);
  const Vector<double> x = without_axis(Vector<double>::UnitX());
  return norm(x) > 0.5 ? x : without_axis(Vector<double>::UnitY());
}

}  // namespace apart
