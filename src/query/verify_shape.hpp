// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Shapes where they stand, as verify() sees them.
#include <apart/pose.hpp>
#include <apart/shape.hpp>
#include <optional>
#include <variant>
#include <vector>

#include "verify_solid.hpp"

namespace apart::verification {

/// The given points, and the index by which a witness knows each (-1: dropped from the hull).
struct Vertices {
  std::vector<Vec> points;
  std::vector<int> index;
  Real slack = 0;        ///< how far dropped points may stand out of the others' hull
  bool endless = false;  ///< a prism; the points are its section
};

/// A user's type.
struct User {
  const void* body;
  const detail::SupportTable* table;
};

/// A shape without its rounding, in its own frame.
using Core = std::variant<Vertices, Cylinder, Cone, Ellipsoid, Halfspace, User>;

/// A shape where it stands. All vectors are relative to the pose's translation, in world axes, so
/// that the place of the scene in the world costs no digits.
class PosedShape {
 public:
  PosedShape(ShapeRef shape, const Pose& pose, double margin);

  /// Radius of all balls added to the core, the margin included.
  Real rounding() const { return rounding_; }
  /// No point of the shape is farther off; of a half-space, the distance of its plane.
  Real reach() const;
  /// How far dropped points may stand out.
  Real slack() const;
  /// How far off the points of a user's type may be, by its own word; a length.
  Real user_error() const;

  bool has_vertices() const { return std::holds_alternative<Vertices>(core_); }
  /// The vertex that a witness calls `index`, if there is one.
  std::optional<Vec> vertex(int index) const;

  /// The outward normal of a half-space.
  std::optional<Vec> outward() const;
  /// The axis of a prism.
  std::optional<Vec> axis() const;

  /// The most d.x can be on the shape; d is a unit vector. It is finite for a half-space only along
  /// its outward normal, and for a prism only across its axis: d is taken to be just that.
  Real support(const Vec& d) const;

  /// A point of the core where d.x is largest, for d of any length but zero; same proviso.
  Vec farthest_of_core(const Vec& d) const;

  /// How far y is from the core, if that has no vertices. For a user's type only a lower bound,
  /// from planes in fixed directions and along n: a support function can show that a point is
  /// outside, not that it is inside.
  Real distance_to_core(const Vec& y, const Vec& n) const;

 private:
  Core core_;
  Mat rotation_;
  Real rounding_;
};

}  // namespace apart::verification
