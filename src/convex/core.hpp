// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/shape.hpp>
#include <array>
#include <span>

#include "convex/scan.hpp"
#include "convex/vector.hpp"

namespace apart {

/// A support point; where the core has vertices, which one it is (-1 elsewhere); and how far along
/// the direction it is.
struct Support {
  Vector<double> point;
  int id = -1;
  double value = 0;
};

/// A convex shape as the algorithms see it: what is left of it once its rounding is taken off
/// (a sphere is a rounded point, a capsule a rounded segment), given by its support function.
/// A view: it must not outlive the shape.
struct Core {
  enum class Kind { points, polytope, box, cylinder, cone, ellipsoid, custom };

  Kind kind = Kind::points;
  int count = 0;                  ///< vertices, if any
  bool centred = true;            ///< the centre is zero
  bool on_axis = false;           ///< a sphere's or capsule's: a segment of the z axis about zero
  bool infinite_along_z = false;  ///< a prism; the core is its cross-section
  const detail::PolytopeData* polytope = nullptr;
  const int* given = as_they_are;  ///< indices of vertices among the points the user gave
  const void* body = nullptr;
  const double* sides = nullptr;  ///< of a box, in full
  const detail::SupportTable* table = nullptr;

  /// All points are relative to the centre: no digits are lost in where the frame stands.
  Vector<double> centre{0, 0, 0};
  double radius = 0;          ///< bound on |x - centre| over the core
  DoubleDouble rounding = 0;  ///< radius of the ball added to it
  double slack = 0;           ///< the shape may stand out of the core by this much
  /// Of a support point, in units of u * radius: how far outside of the core it may lie, how much
  /// its value may fall short of the support function's, and how much of that varies.
  double outside = 0, shortfall = 0, jitter = 0;
  Vector<double> extent{0, 0, 0};  ///< half sides; (radius, radius, half length); radii
  /// Of a point, segment or triangle; not initialised elsewhere: a core is made for every query.
  std::array<Vector<double>, 3> points;

  bool has_vertices() const { return kind <= Kind::box; }
  bool is_point() const { return kind == Kind::points && count == 1; }    ///< at its own centre
  bool is_segment() const { return kind == Kind::points && count <= 2; }  ///< or a point
  bool is_box() const { return kind == Kind::box; }
  Vector<double> vertex(int id) const {
    if (kind == Kind::polytope) return polytope->local(id);
    if (kind == Kind::points) return points[id];
    return {id & 1 ? extent.x() : -extent.x(), id & 2 ? extent.y() : -extent.y(),
            id & 4 ? extent.z() : -extent.z()};
  }
  /// Index among the points the user gave.
  int given_index(int id) const { return given[id]; }

  /// A point of the core farthest along d, which is not zero. No vertex is overlooked.
  Support farthest(const Vector<double>& d) const {
    if (kind != Kind::polytope) return farthest_of_few(d);
    const Farthest found = Scan(*polytope, d).farthest();
    return {polytope->local(found.index), found.index, found.value};
  }

 private:
  static constexpr int few[] = {-1, 0, 1, 2, 3, 4, 5, 6, 7};
  static constexpr const int* as_they_are = few + 1;
  Support farthest_of_few(const Vector<double>& d) const;
};

/// Of a cylinder or a cone, whose support points may be off by 4 units of roundoff; one more for
/// the rounding of this very line.
inline double radius_in_core(double radius) { return radius - radius * (5 * unit_roundoff); }

inline Core polytope_core(const detail::PolytopeData& data) {
  Core core;
  core.kind = Core::Kind::polytope;
  core.count = data.count;
  core.polytope = &data;
  core.given = data.given();
  core.centred = data.centred;
  core.centre = data.centre;
  core.radius = data.radius;
  core.slack = data.slack;
  return core;
}

/// The core of any convex shape but a half-space. Throws InvalidInput if a user's type has no
/// proper radius.
Core make_core_of_any(ShapeRef shape);
inline Core make_core(ShapeRef shape) {
  if (shape.index() == detail::index_in<Polytope, ShapeVariant>) {
    return polytope_core(shape.as<Polytope>().data());
  }
  return make_core_of_any(shape);
}

/// S is taken to be no smaller than this (1e-289): below it, products of lengths and rotations fall
/// among the subnormal numbers, and the bounds would not cover what they lose.
inline constexpr double smallest_size = 0x1p-960;

/// The componentwise offset that can be subtracted from every point without rounding (Sterbenz: all
/// of them within a factor of two of it), zero in a component where there is none. Zero altogether
/// unless the points lie much closer to it than to the origin: S should not grow by it.
Vector<double> exact_centre(std::span<const Vector<double>> points);

/// A bound on |x|, safe from overflow and underflow.
double safe_norm_of_extremes(const Vector<double>& x);
inline double safe_norm(const Vector<double>& x) {
  const double square = dot(x, x);
  if (square > 0x1p-800 && square < 0x1p800) return std::sqrt(square) * (1 + 4 * unit_roundoff);
  return safe_norm_of_extremes(x);
}

}  // namespace apart
