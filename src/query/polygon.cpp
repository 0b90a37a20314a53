// SPDX-License-Identifier: BSD-3-Clause
#include "query/polygon.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace apart {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Twice the area of the triangle a, b, c: positive if c is to the left of ab.
double area(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  return cross((b - a).head<2>(), (c - a).head<2>());
}

double distance_to_segment(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
  const Vector2d ab = (b - a).head<2>(), ap = (p - a).head<2>();
  const double squared = ab.squaredNorm();
  const double t = squared > 0 ? std::clamp(ap.dot(ab) / squared, 0.0, 1.0) : 0;
  return (ap - t * ab).norm();
}

/// How many sides: a segment has one, a point none.
template <class Points>
std::size_t sides(const Points& p) {
  return p.size() > 2 ? p.size() : p.size() - 1;
}

template <class Points>
const Vector3d& after(const Points& p, std::size_t i) {
  return p[i + 1 < p.size() ? i + 1 : 0];
}
template <class Points>
const Vector3d& before(const Points& p, std::size_t i) {
  return p[i > 0 ? i - 1 : p.size() - 1];
}

/// Andrew's monotone chain.
template <class Points>
Points exact_hull(Points points) {
  std::sort(points.begin(), points.end(), [](const Vector3d& a, const Vector3d& b) {
    return std::array{a.x(), a.y(), a.z()} < std::array{b.x(), b.y(), b.z()};
  });
  const auto same_place = [](const Vector3d& a, const Vector3d& b) {
    return a.head<2>() == b.head<2>();
  };
  points.erase(std::unique(points.begin(), points.end(), same_place), points.end());
  if (points.size() < 3) return points;
  Points hull;
  const auto extend = [&hull](std::size_t fixed, const Vector3d& p) {
    while (hull.size() > fixed && !(area(hull[hull.size() - 2], hull.back(), p) > 0)) {
      hull.pop_back();
    }
    hull.push_back(p);
  };
  for (const Vector3d& p : points) extend(1, p);
  const std::size_t lower = hull.size();
  for (auto p = points.rbegin() + 1; p != points.rend(); ++p) extend(lower, *p);
  hull.pop_back();
  return hull;
}

template <class Points>
bool contains(const Points& p, const Vector3d& x, double tolerance) {
  if (p.size() == 1) return distance_to_segment(x, p[0], p[0]) <= tolerance;
  bool left_of_all = p.size() > 2;
  for (std::size_t i = 0; i < sides(p); ++i) {
    if (distance_to_segment(x, p[i], after(p, i)) <= tolerance) return true;
    left_of_all = left_of_all && area(p[i], after(p, i), x) >= 0;
  }
  return left_of_all;
}

/// Adds the point where the segments ab and cd cross, if they do. Of segments on one line the signs
/// of the areas are mere rounding, hence the second look.
template <class Points>
void add_crossing(Points& points, const Vector3d& a, const Vector3d& b, const Vector3d& c,
                  const Vector3d& d, double tolerance) {
  const double of_c = area(a, b, c), of_d = area(a, b, d);
  const double of_a = area(c, d, a), of_b = area(c, d, b);
  if ((of_c < 0) == (of_d < 0) || (of_a < 0) == (of_b < 0)) return;
  const Vector3d crossing = c + (d - c) * (of_c / (of_c - of_d));
  if (distance_to_segment(crossing, a, b) <= tolerance) points.push_back(crossing);
}

}  // namespace

template <class Points>
Points convex_polygon(Points points, double tolerance) {
  Points hull = exact_hull(std::move(points));
  while (hull.size() > 1) {
    std::size_t least = 0;
    double out = INFINITY;
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const double stands_out = distance_to_segment(hull[i], before(hull, i), after(hull, i));
      if (stands_out < out) out = stands_out, least = i;
    }
    if (!(out <= tolerance)) break;
    hull.erase(hull.begin() + static_cast<std::ptrdiff_t>(least));
  }
  return hull;
}

template <class Points>
Points intersection(const Points& p, const Points& q, double tolerance) {
  Points points;
  for (const Vector3d& x : p) {
    if (contains(q, x, tolerance)) points.push_back(x);
  }
  for (const Vector3d& x : q) {
    if (contains(p, x, tolerance)) points.push_back(x);
  }
  for (std::size_t i = 0; i < sides(p); ++i) {
    for (std::size_t j = 0; j < sides(q); ++j) {
      add_crossing(points, p[i], after(p, i), q[j], after(q, j), tolerance);
    }
  }
  return convex_polygon(std::move(points), tolerance);
}

template Polygon convex_polygon(Polygon, double);
template Polygon intersection(const Polygon&, const Polygon&, double);
template SmallPolygon convex_polygon(SmallPolygon, double);
template SmallPolygon intersection(const SmallPolygon&, const SmallPolygon&, double);

double height_at(const Polygon& p, double x, double y) {
  const Vector3d at(x, y, 0);
  if (p.size() == 1) return p[0].z();
  if (p.size() == 2) {
    const double a = (at - p[0]).head<2>().norm(), b = (at - p[1]).head<2>().norm();
    return a + b > 0 ? (b * p[0].z() + a * p[1].z()) / (a + b) : p[0].z();
  }
  // The fan of triangles around the first corner: the one that holds x, y best.
  double best = -INFINITY, height = p[0].z();
  for (std::size_t i = 1; i + 1 < p.size(); ++i) {
    const Vector3d parts(area(p[i], p[i + 1], at), area(p[i + 1], p[0], at), area(p[0], p[i], at));
    const double whole = parts.sum();
    if (!(whole > 0) || !(parts.minCoeff() / whole > best)) continue;
    best = parts.minCoeff() / whole;
    const Vector3d weight = (parts / whole).cwiseMax(0);
    height = (weight / weight.sum()).dot(Vector3d(p[0].z(), p[i].z(), p[i + 1].z()));
  }
  return height;
}

}  // namespace apart
