// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Support functions of the bodies without their roundness: spheres are points here and capsules
// segments, their radius is taken off the distance at the end.

#include <array>
#include <cmath>

#include "oracle/curved.hpp"

namespace oracle {

template <class T>
using Vec = std::array<T, 3>;

template <class T>
T dot3(const Vec<T>& a, const Vec<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class T>
Vec<T> converted(const Vec3& x) {
  return {T(x[0]), T(x[1]), T(x[2])};
}

/// What is taken off the distance of the cores.
inline double core_radius(const Body& body) {
  return body.kind == Kind::sphere || body.kind == Kind::capsule ? body.size[0] : 0;
}

/// All that a body has of roundness.
inline Real rounding_of(const Body& body) { return Real(core_radius(body)) + Real(body.rounding); }

/// A point farthest along d of the disc of the given radius around (0, 0, z).
template <class T>
Vec<T> disc_support(double radius, const T& z, const Vec<T>& d) {
  using std::sqrt;
  const T length = sqrt(T(d[0] * d[0] + d[1] * d[1]));
  if (length == 0) return {T(radius), T(0), z};
  return {T(radius) * d[0] / length, T(radius) * d[1] / length, z};
}

/// The farther along d of two points.
template <class T>
Vec<T> farther(const Vec<T>& a, const Vec<T>& b, const Vec<T>& d) {
  return dot3(a, d) < dot3(b, d) ? b : a;
}

template <class T>
Vec<T> vertex_support(const std::vector<Vec3>& points, const Vec<T>& d) {
  Vec<T> best = converted<T>(points[0]);
  for (const Vec3& p : points) best = farther(best, converted<T>(p), d);
  return best;
}

template <class T>
Vec<T> ellipsoid_support(const Vec3& radii, const Vec<T>& d) {
  using std::sqrt;
  Vec<T> scaled{d[0] * T(radii[0]), d[1] * T(radii[1]), d[2] * T(radii[2])};
  const T length = sqrt(dot3(scaled, scaled));
  for (std::size_t k = 0; k < 3; ++k) {
    if (length > 0) scaled[k] *= T(radii[k]) / length;
  }
  return scaled;
}

/// A point of the body's core farthest along d, in the body's frame.
template <class T>
Vec<T> local_support(const Body& body, const Vec<T>& d) {
  const Vec3& s = body.size;
  const T half = T(s[1]) / 2;
  switch (body.kind) {
    case Kind::sphere:
      return {T(0), T(0), T(0)};
    case Kind::box: {
      Vec<T> corner = converted<T>(s);
      for (std::size_t k = 0; k < 3; ++k) corner[k] *= d[k] < 0 ? T(-0.5) : T(0.5);
      return corner;
    }
    case Kind::capsule:
      return {T(0), T(0), d[2] < 0 ? T(-half) : half};
    case Kind::cylinder:
      return disc_support(s[0], d[2] < 0 ? T(-half) : half, d);
    case Kind::cone:
      return farther<T>({T(0), T(0), half}, disc_support(s[0], T(-half), d), d);
    case Kind::ellipsoid:
      return ellipsoid_support(s, d);
    case Kind::frustum:
      return farther(disc_support(s[2], half, d), disc_support(s[0], T(-half), d), d);
    default:
      return vertex_support(body.points, d);
  }
}

/// The same in the world: the body under x -> r x + t goes farthest along d where the body itself
/// goes farthest along r^T d.
template <class T>
Vec<T> support(const Body& body, const Map& map, const Vec<T>& d) {
  Vec<T> local;
  for (std::size_t k = 0; k < 3; ++k) {
    local[k] = T(map.r[k]) * d[0] + T(map.r[3 + k]) * d[1] + T(map.r[6 + k]) * d[2];
  }
  const Vec<T> p = local_support(body, local);
  Vec<T> out;
  for (std::size_t k = 0; k < 3; ++k) {
    out[k] = T(map.r[3 * k]) * p[0] + T(map.r[3 * k + 1]) * p[1] + T(map.r[3 * k + 2]) * p[2] +
             T(map.t[k]);
  }
  return out;
}

}  // namespace oracle
