// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>

#include "convex/extended_simplex.hpp"
#include "convex/surface.hpp"

namespace apart {

inline Vector<double> narrowed(const Vector<double>& x) { return x; }
inline Vector<double> narrowed(const ExactVector& x) { return rounded(x); }

/// The point of a surface nearest a target outside of it or on it, as a combination of the corners
/// of a face. As a rule the ray to the target pierces the face that is guessed first; but that may
/// be one of several in a plane, or a sliver, or may have been replaced since.
template <class Real>
class SurfacePoint {
 public:
  using Corners = std::array<int, 3>;

  SurfacePoint(const Surface<Real>& surface, const Vector<double>& target,
               const Vector<double>& ray)
      : surface_(surface), target_(target), ray_(ray) {}

  /// Ends when a point within `good` of the target is found, or all faces up to `near` from the
  /// origin have been tried, in double and nearly exactly.
  void find(const Corners& guess, double near, double good) {
    pierce(guess);
    try_all(near, good, [this](const Corners& corner) { pierce(corner); });
    try_all(near, good, [this](const Corners& corner) { project(corner); });
  }

  const Corners& corner() const { return corner_; }
  /// None is negative, and they sum to 1.
  const std::array<double, 3>& weight() const { return weight_; }

 private:
  template <class Attempt>
  void try_all(double near, double good, const Attempt& attempt) {
    const auto& polytope = surface_.polytope();
    for (int f = 0; f < polytope.slots() && off_ > good; ++f) {
      const auto& face = polytope.face(f);
      if (!(polytope.distance(f) - face.error <= near)) continue;
      if (dot<double>(narrowed(face.normal), ray_) > 0) attempt(face.corner);
    }
  }

  /// Where the ray from the origin meets the plane.
  void pierce(const Corners& corner) {
    const Vector<double> a = at(corner[0]), b = at(corner[1]), c = at(corner[2]);
    offer(corner, {dot(ray_, cross(b, c)), dot(ray_, cross(c, a)), dot(ray_, cross(a, b))});
  }

  /// The point of the triangle nearest the target.
  void project(const Corners& corner) {
    ExtendedSimplex triangle;
    for (const int i : corner) {
      triangle.add(surface_.exact_corner(i) - target_.template cast<DoubleDouble>());
    }
    const auto nearest = triangle.nearest(0);
    if (!nearest.mask) return;
    offer(corner, {nearest.weight[0].hi, nearest.weight[1].hi, nearest.weight[2].hi});
  }

  /// Takes it if it is nearer than what there is. Apexes, and corners of negative weight, do not
  /// count.
  void offer(const Corners& corner, std::array<double, 3> weight) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
      if (surface_.apex(corner[i]) || !(weight[i] > 0)) weight[i] = 0;
      sum += weight[i];
    }
    Vector<double> point = Vector<double>::Zero();
    for (int i = 0; i < 3; ++i) {
      weight[i] /= sum;
      if (weight[i] > 0) point += at(corner[i]) * weight[i];
    }
    const double off = norm(Vector<double>(point - target_));
    if (!(sum > 0) || !(off < off_)) return;
    off_ = off;
    corner_ = corner;
    weight_ = weight;
  }

  Vector<double> at(int i) const { return narrowed(surface_.polytope().corner(i)); }

  const Surface<Real>& surface_;
  Vector<double> target_, ray_;
  double off_ = INFINITY;
  Corners corner_{};
  std::array<double, 3> weight_{};
};

}  // namespace apart
