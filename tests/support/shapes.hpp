// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One random shape of each kind, about 1 in size, with every length times `scale`: the same draws
// at another scale make the same shape at another size.
#include <apart/apart.hpp>
#include <array>
#include <vector>

#include "support/random.hpp"

namespace support {

/// A user's type: an ellipsoid about a point that is not the origin.
struct Egg {
  Eigen::Vector3d radii, centre;
  Eigen::Vector3d support(const Eigen::Vector3d& d) const {
    const Eigen::Vector3d s = radii.cwiseProduct(d / d.cwiseAbs().maxCoeff());
    const double length = s.stableNorm();
    return length > 0 ? Eigen::Vector3d(centre + radii.cwiseProduct(s / length)) : centre;
  }
  double radius() const { return centre.stableNorm() + radii.maxCoeff(); }
  double support_error() const { return 8; }
};

enum class Kind {
  point,
  segment,
  triangle,
  sphere,
  box,
  capsule,
  cylinder,
  cone,
  ellipsoid,
  polytope,
  large_polytope,
  flat_polytope,
  custom,
  rounded_box,
  rounded_cone,
  halfspace,  // from here on unbounded
  rounded_halfspace,
  prism,
  rounded_prism,
};
constexpr int bounded_kinds = static_cast<int>(Kind::halfspace);
constexpr int kinds = static_cast<int>(Kind::rounded_prism) + 1;

class ShapeMaker {
 public:
  ShapeMaker(Random& random, double scale) : random_(random), scale_(scale) {}

  apart::Shape make(Kind kind) {
    switch (kind) {
      case Kind::point:
        return apart::Point(position());
      case Kind::segment: {
        const Eigen::Vector3d a = position(), b = position();
        return apart::Segment(a, b);
      }
      case Kind::triangle: {
        const Eigen::Vector3d a = position(), b = position(), c = position();
        return apart::Triangle(a, b, c);
      }
      case Kind::sphere:
        return apart::Sphere(length());
      case Kind::box:
        return apart::Box(lengths());
      case Kind::capsule:
        return round<apart::Capsule>();
      case Kind::cylinder:
        return round<apart::Cylinder>();
      case Kind::cone:
        return round<apart::Cone>();
      case Kind::ellipsoid:
        return apart::Ellipsoid(lengths());
      default:
        return make_other(kind);
    }
  }

  Eigen::Vector3d position() { return vector(random_) * scale_; }

 private:
  apart::Shape make_other(Kind kind) {
    switch (kind) {
      case Kind::polytope:
        return hull(in_cube(random_, 12));
      case Kind::large_polytope:
        return hull(on_sphere(random_, 200));
      case Kind::flat_polytope: {
        std::vector<Eigen::Vector3d> points = in_cube(random_, 12);
        for (auto& p : points) p.z() = 0;
        return hull(points);
      }
      case Kind::custom: {
        const Eigen::Vector3d radii = lengths(), centre = position();
        return apart::Custom(Egg{radii, centre});
      }
      case Kind::rounded_box:
        return rounded(Kind::box);
      case Kind::rounded_cone:
        return rounded(Kind::cone);
      case Kind::halfspace: {
        const Eigen::Vector3d n = vector(random_);
        return apart::Halfspace(n, random_.between(-1, 1) * scale_);
      }
      case Kind::rounded_halfspace:
        return rounded(Kind::halfspace);
      case Kind::rounded_prism:
        return rounded(Kind::prism);
      default: {
        std::vector<Eigen::Vector2d> section;
        for (const auto& p : in_cube(random_, 9)) section.emplace_back(p.head<2>() * scale_);
        return apart::Prism(section);
      }
    }
  }

  double length() { return random_.between(0.1, 1) * scale_; }

  Eigen::Vector3d lengths() {
    const double x = length(), y = length(), z = length();
    return {x, y, z};
  }

  template <class T>
  apart::Shape round() {
    const double radius = length() / 2, full = length();
    return T(radius, full);
  }

  apart::Shape rounded(Kind kind) {
    const double radius = length() / 4;
    return apart::Rounded(make(kind), radius);
  }

  apart::Shape hull(std::vector<Eigen::Vector3d> points) {
    for (auto& p : points) p *= scale_;
    return apart::Polytope::hull(points, {.edge_list = true});  // for every method
  }

  Random& random_;
  double scale_;
};

/// Two shapes in their places. The origin of B is about `spread` away from that of A.
struct Scene {
  apart::Shape a, b;
  apart::Pose pose_a, pose_b;

  /// By which distance() works, unless it is told.
  static inline apart::Method method = apart::Method::gjk;

  apart::Distance distance(apart::Options options = {}, apart::Tracker* tracker = nullptr) const {
    if (options.method == apart::Method::gjk) options.method = method;
    return apart::distance(a, pose_a, b, pose_b, options, tracker);
  }
  apart::Penetration penetration(const apart::Options& options = {},
                                 apart::Tracker* tracker = nullptr,
                                 apart::Workspace* workspace = nullptr) const {
    return apart::penetration(a, pose_a, b, pose_b, options, tracker, workspace);
  }
  apart::Verification verify(const apart::Distance& d, const apart::Options& options = {}) const {
    return apart::verify(a, pose_a, b, pose_b, d, options);
  }
  Scene swapped() const { return {b, a, pose_b, pose_a}; }
};

inline Scene random_scene(Kind a, Kind b, Random& random, double spread, double scale = 1) {
  ShapeMaker maker(random, scale);
  Scene s{maker.make(a), maker.make(b), {}, {}};
  s.pose_a = {rotation(random), maker.position()};
  s.pose_b = {rotation(random), s.pose_a.translation + spread * maker.position()};
  return s;
}

/// Calls f(a, b) for every ordered pair of kinds that a query accepts.
template <class Function>
void for_each_pair(const Function& f) {
  for (int a = 0; a < kinds; ++a) {
    for (int b = 0; b < kinds; ++b) {
      if (a >= bounded_kinds && b >= bounded_kinds) continue;
      f(static_cast<Kind>(a), static_cast<Kind>(b));
    }
  }
}

}  // namespace support
