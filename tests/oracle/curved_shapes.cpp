// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/curved_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/judge.hpp"

namespace oracle {

Eigen::Vector3d Frustum::support(const Eigen::Vector3d& d) const {
  const long double x = d[0], y = d[1], z = d[2];
  const long double across = std::hypot(x, y);
  const bool up = across * above + z * length / 2 >= across * below - z * length / 2;
  const double r = up ? above : below, h = up ? length / 2 : -length / 2;
  if (across == 0) return {r, 0, h};
  return {double(r * (x / across)), double(r * (y / across)), h};
}

double Frustum::radius() const {
  return std::hypot(std::max(below, above), length / 2) * (1 + 0x1p-50);
}

namespace {

std::vector<Eigen::Vector3d> to_eigen(const std::vector<Vec3>& points) {
  std::vector<Eigen::Vector3d> out;
  for (const Vec3& p : points) out.push_back(oracle::to_eigen(p));
  return out;
}

apart::Shape sharp(const Body& body) {
  const Vec3& s = body.size;
  const auto p = to_eigen(body.points);
  switch (body.kind) {
    case Kind::point:
      return apart::Point(p[0]);
    case Kind::segment:
      return apart::Segment(p[0], p[1]);
    case Kind::triangle:
      return apart::Triangle(p[0], p[1], p[2]);
    case Kind::sphere:
      return apart::Sphere(s[0]);
    case Kind::box:
      return apart::Box(s[0], s[1], s[2]);
    case Kind::capsule:
      return apart::Capsule(s[0], s[1]);
    case Kind::cylinder:
      return apart::Cylinder(s[0], s[1]);
    case Kind::cone:
      return apart::Cone(s[0], s[1]);
    case Kind::ellipsoid:
      return apart::Ellipsoid(s[0], s[1], s[2]);
    case Kind::frustum:
      return apart::Custom(Frustum(body));
    case Kind::halfspace:
      return apart::Halfspace(p[0], s[0]);
    case Kind::prism: {
      std::vector<Eigen::Vector2d> section;
      for (const auto& q : p) section.emplace_back(q[0], q[1]);
      return apart::Prism(section);
    }
    case Kind::polytope:
      break;
  }
  return apart::Polytope::hull(p);
}

}  // namespace

apart::Shape to_shape(const Body& body) {
  if (body.rounding == 0) return sharp(body);
  return apart::Rounded(sharp(body), body.rounding);
}

}  // namespace oracle
