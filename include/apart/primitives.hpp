// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/polytope.hpp>
#include <span>

namespace apart {

// The simple convex shapes. Lengths are full lengths, axes run along local z, and every shape but
// Point, Segment, Triangle, Halfspace and Prism is centred at the local origin. Constructors throw
// InvalidInput for numbers that are not finite, for negative lengths, and for coordinates above
// 2^500. A length of zero is legal: a box may be flat, a capsule a point.

/// A single point.
class Point {
 public:
  explicit Point(const Eigen::Vector3d& p = Eigen::Vector3d::Zero());
  Point(double x, double y, double z) : Point(Eigen::Vector3d(x, y, z)) {}
  const Eigen::Vector3d& p() const { return p_; }

 private:
  Eigen::Vector3d p_;
};

/// The segment from a to b.
class Segment {
 public:
  Segment(const Eigen::Vector3d& a, const Eigen::Vector3d& b);
  const Eigen::Vector3d& a() const { return a_; }
  const Eigen::Vector3d& b() const { return b_; }

 private:
  Eigen::Vector3d a_, b_;
};

/// The triangle a, b, c; it may be degenerate.
class Triangle {
 public:
  Triangle(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);
  const Eigen::Vector3d& a() const { return a_; }
  const Eigen::Vector3d& b() const { return b_; }
  const Eigen::Vector3d& c() const { return c_; }

 private:
  Eigen::Vector3d a_, b_, c_;
};

/// The ball of the given radius.
class Sphere {
 public:
  explicit Sphere(double radius);
  double radius() const { return radius_; }

 private:
  double radius_;
};

/// The box with the given full side lengths.
class Box {
 public:
  explicit Box(const Eigen::Vector3d& size);
  Box(double x, double y, double z) : Box(Eigen::Vector3d(x, y, z)) {}
  const Eigen::Vector3d& size() const { return size_; }

 private:
  Eigen::Vector3d size_;
};

/// All points within `radius` of a segment of the given length along z (caps not counted).
class Capsule {
 public:
  Capsule(double radius, double length);
  double radius() const { return radius_; }
  double length() const { return length_; }

 private:
  double radius_, length_;
};

/// The solid cylinder of the given radius and full length along z.
class Cylinder {
 public:
  Cylinder(double radius, double length);
  double radius() const { return radius_; }
  double length() const { return length_; }

 private:
  double radius_, length_;
};

/// The solid cone: base disc at z = -length/2, apex at z = +length/2.
class Cone {
 public:
  Cone(double radius, double length);
  double radius() const { return radius_; }
  double length() const { return length_; }

 private:
  double radius_, length_;
};

/// The solid ellipsoid with the given semi-axes along x, y, z.
class Ellipsoid {
 public:
  explicit Ellipsoid(const Eigen::Vector3d& radii);
  Ellipsoid(double x, double y, double z) : Ellipsoid(Eigen::Vector3d(x, y, z)) {}
  const Eigen::Vector3d& radii() const { return radii_; }

 private:
  Eigen::Vector3d radii_;
};

/// The half-space {x : normal.x <= offset}; the normal need not be a unit vector. Unbounded.
class Halfspace {
 public:
  Halfspace(const Eigen::Vector3d& normal, double offset);
  const Eigen::Vector3d& normal() const { return normal_; }
  double offset() const { return offset_; }

 private:
  Eigen::Vector3d normal_;
  double offset_;
};

/// Infinite along local z; its cross-section is the convex hull of the given points. Unbounded.
class Prism {
 public:
  explicit Prism(std::span<const Eigen::Vector2d> section);
  /// The cross-section, in the plane z = 0.
  const Polytope& section() const { return section_; }

 private:
  Polytope section_;
};

}  // namespace apart
