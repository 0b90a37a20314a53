// SPDX-License-Identifier: BSD-3-Clause
#include "query/facing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace apart {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double full_turn = 6.283185307179586;
/// Corners of a disc, directions in which a face of many corners is measured.
constexpr int around = 12;
/// Of a face, the place of the near point apart.
constexpr int most_corners = SmallPolygon::few - 1;
/// Places that are this many tolerances apart are two. Edges that cross at the least of angles are
/// within the tolerance of each other a little farther than the tolerance.
constexpr double two_places = 1024;
/// Of a shape known by its support alone: smaller faces, as part of its radius, are not seen.
constexpr double least_face = 0x1p-12;

/// A face as it is found, corner by corner: all of them if they are few. Of more, those farthest in
/// `around` directions; with the near point they span a polygon that a patch of more than a point
/// has more than a point in common with, unless that is thinner than what they cut off.
class Corners {
 public:
  void add(const Vector3d& p) {
    if (count_ < most_corners) {
      corner_[count_++] = p;
      return;
    }
    if (count_++ == most_corners) {
      farthest_.fill(-INFINITY);
      for (const Vector3d& q : std::array(corner_)) measure(q);
    }
    measure(p);
  }
  SmallPolygon polygon() const {
    SmallPolygon points;
    const int n = count_ > most_corners ? around : count_;
    for (int i = 0; i < n; ++i) points.push_back(corner_[i]);
    return points;
  }

 private:
  void measure(const Vector3d& p) {
    for (int k = 0; k < around; ++k) {
      const double angle = full_turn * k / around;
      const double far = std::cos(angle) * p.x() + std::sin(angle) * p.y();
      if (!(far > farthest_[k])) continue;
      farthest_[k] = far;
      corner_[k] = p;
    }
  }

  int count_ = 0;
  std::array<Vector3d, most_corners> corner_;
  std::array<double, around> farthest_;
};

/// The vertices of a hull that are as far along d as `enough`, from one of them along edges: what
/// lies above a plane hangs together. False if they are too many to be told apart here.
template <class Visit>
bool along_edges(const detail::PolytopeData& hull, const Vector3d& d, int first, double enough,
                 const Visit& visit) {
  std::array<int, most_corners> seen{first};
  int count = 1;
  for (int i = 0; i < count; ++i) {
    const int* start = hull.neighbour_start();
    for (int k = start[seen[i]]; k < start[seen[i] + 1]; ++k) {
      const int v = hull.neighbour()[k];
      if (dot<double>(d, hull.local(v)) < enough) continue;
      if (std::find(seen.begin(), seen.begin() + count, v) != seen.begin() + count) continue;
      if (count == most_corners) return false;
      seen[count++] = v;
    }
  }
  for (int i = 0; i < count; ++i) visit(hull.local(seen[i]));
  return true;
}

/// Of a shape of which nothing is known but its support: what else is as far along d, if looking a
/// little to the side tells. On a curved surface half of what the tilt alone would lose is lost;
/// of small ways rounding does not tell that.
template <class Visit>
void probe(const Core& core, const Vector3d& d, double tolerance, const Visit& visit) {
  const Support best = core.farthest(d);
  const Matrix3d axes = axes_across(d);
  for (const double tilt : {0x1p-8, 0x1p-16}) {
    for (int k = 0; k < around; ++k) {
      const double angle = full_turn * k / around;
      const Vector3d way =
          axes.row(0).transpose() * std::cos(angle) + axes.row(1).transpose() * std::sin(angle);
      const Vector3d p = core.farthest(d + tilt * way).point;
      const double lost = best.value - dot<double>(d, p);
      const double aside = dot<double>(way, p - best.point);
      if (aside < least_face * core.radius) continue;
      if (lost <= std::min(tolerance, aside * tilt / 8)) visit(p);
    }
  }
}

/// Is but one point of the core farthest along d? False if that takes more than a glance to tell.
bool plainly_one(const Core& core, const Vector3d& d, double tolerance) {
  const double r = core.extent.x(), half = core.extent.z();
  switch (core.kind) {
    case Core::Kind::points:
    case Core::Kind::box:
    case Core::Kind::polytope: {
      const Support best = core.farthest(d);
      const double enough = best.value - tolerance;
      if (core.kind == Core::Kind::polytope) {
        const auto& hull = *core.polytope;
        const int* start = hull.neighbour_start();
        return std::all_of(hull.neighbour() + start[best.id], hull.neighbour() + start[best.id + 1],
                           [&](int v) { return dot<double>(d, hull.local(v)) < enough; });
      }
      int high = 0;
      for (int i = 0; i < core.count; ++i) high += dot<double>(d, core.vertex(i)) >= enough;
      return high == 1;
    }
    case Core::Kind::cylinder:
    case Core::Kind::cone: {
      const double rim = r * std::hypot(d.x(), d.y());  // how much higher it is than the axis
      if (core.kind == Core::Kind::cylinder) {
        return rim > tolerance && 2 * half * std::abs(d.z()) > tolerance;
      }
      const double apex = 2 * half * d.z();  // how much higher it is than the base
      return apex > rim + tolerance || (rim > tolerance && apex < rim - tolerance);
    }
    case Core::Kind::ellipsoid:
      return core.extent.minCoeff() > tolerance;
    case Core::Kind::custom:
      return false;
  }
  return false;
}

/// Calls visit for points of the core, relative to its centre, among which are the corners of its
/// face along d, a unit vector of its frame.
template <class Visit>
void visit_face(const Core& core, const Vector3d& d, double tolerance, const Visit& visit) {
  const Support best = core.farthest(d);
  const double enough = best.value - tolerance;
  const auto visit_high = [&](const Vector3d& x) {
    if (dot<double>(d, x) >= enough) visit(x);
  };
  const double r = core.extent.x(), half = core.extent.z();
  const auto disc = [&](double z) {
    const double rho = std::hypot(d.x(), d.y());
    const double first = 2 * r * rho <= tolerance ? 0 : std::atan2(d.y(), d.x());
    for (int k = 0; k < around; ++k) {
      const double angle = first + full_turn * k / around;
      visit_high({r * std::cos(angle), r * std::sin(angle), z});
    }
  };
  switch (core.kind) {
    case Core::Kind::polytope:
      if (core.count > 32 && along_edges(*core.polytope, d, best.id, enough, visit)) return;
      [[fallthrough]];
    case Core::Kind::points:
    case Core::Kind::box:
      for (int i = 0; i < core.count; ++i) visit_high(core.vertex(i));
      return;
    case Core::Kind::cylinder:
      disc(-half);
      disc(half);
      return;
    case Core::Kind::cone:
      disc(-half);
      visit_high({0, 0, half});
      return;
    case Core::Kind::ellipsoid:
    case Core::Kind::custom:
      visit(best.point);
      probe(core, d, tolerance, visit);
      return;
  }
}

/// The point of a segment nearest the origin of the plane.
Vector3d nearest_origin(const Vector3d& p, const Vector3d& q) {
  const Vector3d along = q - p;
  const double square = along.head<2>().squaredNorm();
  if (!(square > 0)) return p;
  return p + along * std::clamp(-p.head<2>().dot(along.head<2>()) / square, 0.0, 1.0);
}

}  // namespace

Matrix3d axes_across(const Vector3d& n) {
  int least;
  n.cwiseAbs().minCoeff(&least);
  const Vector3d x = n.cross(Vector3d::Unit(least)).normalized();
  Matrix3d axes;
  axes << x.transpose(), n.cross(x).transpose(), n.transpose();
  return axes;
}

Vector3d from_point(const Vector3d& point, const Pose& pose, const Vector3d& other) {
  const ExactVector turned = exact_product(pose.rotation, other);
  ExactVector way;
  for (int i = 0; i < 3; ++i) way[i] = two_sum(pose.translation[i], -point[i]) + turned[i];
  return rounded(way);
}

Facing::Facing(const TiedWitness& at, double size, double tolerance)
    : at_(at),
      tolerance_(tolerance),
      scale_(std::ldexp(1.0, -std::ilogb(std::max(size, smallest_size)))),
      flat_(tolerance * scale_),
      axes_(axes_across(at.normal)) {}

Vector3d Facing::along(const PlacedCore& placed, double sign) const {
  return transposed_product(placed.pose.rotation, sign * at_.normal);
}

double Facing::tolerance_of(const Core& core) const {
  return std::max(tolerance_, 4 * core.shortfall * unit_roundoff * core.radius);
}

bool Facing::plainly_one(const PlacedCore& placed, double sign) const {
  const Core& core = placed.core;
  if (core.infinite_along_z) return false;
  return apart::plainly_one(core, along(placed, sign), tolerance_of(core));
}

/// In the view: x and y across the normal, the near point at the origin. What is on a curved
/// surface is moved there: a plane of equal value within e touches it as far as sqrt(2 e S) off.
SmallPolygon Facing::face(const PlacedCore& placed, double sign) const {
  const Core& core = placed.core;
  const Matrix3d& rotation = placed.pose.rotation;
  const Vector3d& at = sign > 0 ? at_.point_a : at_.point_b;
  const Vector3d offset = axes_ * (from_point(at, placed.pose, core.centre) * scale_);
  Corners corners;
  visit_face(core, along(placed, sign), tolerance_of(core), [&](const Vector3d& x) {
    Vector3d p = axes_ * (rotation * (x * scale_)) + offset;
    p.z() = 0;
    corners.add(p);
  });
  SmallPolygon points = convex_polygon(corners.polygon(), flat_);
  if (!core.has_vertices() && points.size() == 2) {
    const Vector3d shift = nearest_origin(points[0], points[1]);
    for (Vector3d& p : points) p -= shift;
  }
  if (core.infinite_along_z) {
    const Vector3d axis = axes_ * rotation.col(2);
    const Vector3d far = 8 * Vector3d(axis.x(), axis.y(), 0);  // S is less than 2
    const int count = static_cast<int>(points.size());
    for (int i = 0; i < count; ++i) {
      points.push_back(points[i] + far);
      points[i] -= far;
    }
  } else if (points.size() == 1) {
    return points;
  }
  points.push_back(Vector3d::Zero());
  return convex_polygon(points, flat_);
}

bool Facing::one_place(const PlacedCore& a, const PlacedCore& b, Gradient& g) const {
  if (plainly_one(a, 1) || plainly_one(b, -1)) return true;
  const SmallPolygon of_a = face(a, 1);
  if (of_a.size() == 1) return true;
  const SmallPolygon of_b = face(b, -1);
  if (of_b.size() == 1) return true;
  const bool more = of_a.size() > of_b.size();  // a prism's has up to twice as many
  return one_place(intersection(more ? of_b : of_a, more ? of_a : of_b, flat_), g);
}

bool Facing::one_place_on_plane(const PlacedCore& core, double sign, Gradient& g) const {
  return plainly_one(core, sign) || one_place(face(core, sign), g);
}

bool Facing::one_place(const SmallPolygon& common, Gradient& g) const {
  double extent = 0;
  for (const Vector3d& p : common) extent = std::max(extent, (p - common[0]).norm());
  if (!(extent > two_places * flat_)) return true;
  const std::size_t most = Gradient::most_tied, n = common.size();
  for (std::size_t i = 0; i < std::min(n, most); ++i) {
    const Vector3d& p = common[n <= most ? i : i * n / most];
    const Vector3d aside = axes_.transpose() * p / scale_;
    add_tied(g, {at_.point_a + aside, at_.point_b + aside, at_.normal});
  }
  return false;
}

}  // namespace apart
