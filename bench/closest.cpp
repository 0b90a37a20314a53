// SPDX-License-Identifier: BSD-3-Clause
#include "closest.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace bench {

namespace {

using Points = std::vector<Eigen::Vector3d>;
using Matrix = Eigen::Matrix<long double, 3, 3>;

/// What is left of a body when the radius of its rounding is taken off.
struct Core {
  Support support;
  double rounding = 0;
};

/// The points in the world: as they are, and rounded for the scan.
Support scan(const Points& points, const Matrix& rotation, const Extended& translation) {
  std::vector<Extended> exact;
  Points rounded;
  for (const auto& p : points) {
    exact.push_back(rotation * p.cast<long double>() + translation);
    rounded.push_back(exact.back().cast<double>());
  }
  return [exact, rounded](const Extended& direction) {
    const Eigen::Vector3d d = direction.cast<double>();
    std::size_t best = 0;
    double height = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < rounded.size(); ++i) {
      const double h = rounded[i].dot(d);
      if (h > height) height = h, best = i;
    }
    return exact[best];
  };
}

/// A support that takes and returns local coordinates, in the world.
template <class Local>
Support curved(const Matrix& rotation, const Extended& translation, const Local& local) {
  return [=](const Extended& direction) -> Extended {
    return rotation * local(Extended(rotation.transpose() * direction)) + translation;
  };
}

Points corners(const Eigen::Vector3d& size) {
  Points result;
  for (int k = 0; k < 8; ++k) {
    const Eigen::Vector3d sign((k & 1) ? 1 : -1, (k & 2) ? 1 : -1, (k & 4) ? 1 : -1);
    result.push_back(sign.cwiseProduct(size) / 2);
  }
  return result;
}

Core core(const Body& body, const apart::Pose& pose) {
  const Matrix r = pose.rotation.cast<long double>();
  const Extended t = pose.translation.cast<long double>();
  return std::visit(
      Cases{[&](const Hull& h) { return Core{scan(h.vertices, r, t)}; },
            [&](const Ball& b) {
              return Core{scan({Eigen::Vector3d::Zero()}, r, t), b.radius};
            },
            [&](const Cuboid& c) { return Core{scan(corners(c.size), r, t)}; },
            [&](const Capsule& c) {
              const Eigen::Vector3d end(0, 0, c.length / 2);
              return Core{scan({-end, end}, r, t), c.radius};
            },
            [&](const Cylinder& c) {
              return Core{curved(r, t, [c](const Extended& d) {
                const long double across = std::hypot(d.x(), d.y());
                const long double scale = across > 0 ? c.radius / across : 0;
                return Extended(scale * d.x(), scale * d.y(), std::copysign(c.length / 2, d.z()));
              })};
            },
            [&](const Cone& c) {
              return Core{curved(r, t, [c](const Extended& d) {
                const long double across = std::hypot(d.x(), d.y()), half = c.length / 2;
                if (half * d.z() > c.radius * across - half * d.z()) return Extended(0, 0, half);
                const long double scale = across > 0 ? c.radius / across : 0;
                return Extended(scale * d.x(), scale * d.y(), -half);
              })};
            },
            [&](const Ellipsoid& e) {
              return Core{curved(
                  r, t,
                  [radii = Extended(e.radii.cast<long double>())](const Extended& d) -> Extended {
                    const Extended scaled = radii.cwiseProduct(d);
                    return radii.cwiseProduct(scaled) / scaled.norm();
                  })};
            },
            [](const Halfspace&) -> Core {
              throw std::runtime_error("bench: a half-space has no farthest points");
            }},
      body);
}

}  // namespace

double height(const Body& body, const apart::Pose& pose, const Halfspace& half,
              const apart::Pose& pose_half) {
  const Core c = core(body, pose);
  const Extended up =
      (pose_half.rotation.cast<long double>() * half.normal.cast<long double>()).normalized();
  const Extended way = c.support(-up) - pose_half.translation.cast<long double>();
  const long double plane = half.offset / half.normal.cast<long double>().norm();
  return static_cast<double>(way.dot(up) - plane - c.rounding);
}

Separation::Separation(const Body& a, const apart::Pose& pose_a, const Body& b,
                       const apart::Pose& pose_b)
    : extent_(radius(a) + radius(b) + (pose_b.translation - pose_a.translation).norm()) {
  const Core core_a = core(a, pose_a), core_b = core(b, pose_b);
  a_ = core_a.support;
  b_ = core_b.support;
  rounding_ = core_a.rounding + core_b.rounding;
}

Separation::Result Separation::at(const Eigen::Vector3d& shift) const {
  const Extended moved = shift.cast<long double>();
  const long double extent = extent_ + shift.norm();
  const Nearest nearest = nearest_to_origin(
      [&](const Extended& d) -> Extended { return b_(d) + moved - a_(-d); }, extent);
  const long double distance = nearest.point.norm();
  if (distance <= rounding_) return {0, Eigen::Vector3d::Zero()};
  if (nearest.gap > 1e-13L * extent) {
    throw std::runtime_error("bench: a distance is not found to all digits; try another seed");
  }
  return {static_cast<double>(distance - rounding_), nearest.point.normalized().cast<double>()};
}

double Separation::slide(const Eigen::Vector3d& direction, double gap) const {
  // Along the ray the distance is a convex function: Newton's steps from afar never pass the place.
  double s = 2 * extent_ + gap;
  for (int i = 0; i < 100; ++i) {
    const Result r = at(s * direction);
    const double step = (r.distance - gap) / r.normal.dot(direction);
    if (!(step > 1e-13 * extent_)) break;
    s -= step;
  }
  return s;
}

}  // namespace bench
