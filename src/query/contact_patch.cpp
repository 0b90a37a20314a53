// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/contact_patch.hpp>
#include <apart/error.hpp>
#include <cmath>
#include <string>

#include "convex/core.hpp"
#include "number_text.hpp"
#include "query/door.hpp"
#include "query/facing.hpp"
#include "query/halfspace.hpp"
#include "query/polygon.hpp"

namespace apart {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// What contact_patch needs of an answer.
struct Contact {
  Vector3d normal, point_a, point_b;
  double width;
};

/// A shape where it stands, relative to the answer's point of A: a core, or a half-space.
struct Operand {
  Operand(ShapeRef shape, const Pose& pose, const Contact& contact, double margin)
      : half(find_halfspace(shape)), rotation(pose.rotation) {
    if (!half.halfspace) core = make_core(shape);
    const Vector3d centre = half.halfspace ? point_on(*half.halfspace) : core.centre;
    offset = from_point(contact.point_a, pose, centre);
    rounding = (half.halfspace ? half.rounding : core.rounding).hi + margin;
  }

  static Vector3d point_on(const Halfspace& h) {
    const double length = h.normal().cwiseAbs().maxCoeff();
    const Vector3d n = h.normal() / length;
    return n * (h.offset() / length / n.squaredNorm());
  }

  /// The S of its part; of an endless plane nothing counts but where it is.
  double size() const {
    return half.halfspace ? rounding : core.radius + safe_norm(offset) + rounding;
  }

  RoundedHalfspace half;
  Core core;
  Matrix3d rotation;
  Vector3d offset;
  double rounding;
};

/// Corners of the disc at height z, one of them in the direction d. If the disc belongs to the
/// face as a whole, d across it is mere rounding: then one is along local x.
void add_disc(std::vector<Vector3d>& points, double radius, double z, const Vector3d& d,
              double tolerance, int corners) {
  const bool whole = 2 * radius * d.head<2>().norm() <= tolerance;
  const double first = whole ? 0 : std::atan2(d.y(), d.x());
  constexpr double full_turn = 6.283185307179586;
  for (int i = 0; i < corners; ++i) {
    const double angle = first + full_turn * i / corners;
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
  }
}

/// Points of the core, relative to its centre, among which are the corners of its face along the
/// local direction d.
std::vector<Vector3d> candidates(const Core& core, const Vector3d& d, double tolerance,
                                 int disc_corners) {
  std::vector<Vector3d> points;
  const double r = core.extent.x(), half = core.extent.z();
  switch (core.kind) {
    case Core::Kind::points:
    case Core::Kind::polytope:
    case Core::Kind::box:
      for (int i = 0; i < core.count; ++i) points.push_back(core.vertex(i));
      break;
    case Core::Kind::cylinder:
      add_disc(points, r, -half, d, tolerance, disc_corners);
      add_disc(points, r, half, d, tolerance, disc_corners);
      break;
    case Core::Kind::cone:
      add_disc(points, r, -half, d, tolerance, disc_corners);
      points.emplace_back(0, 0, half);
      break;
    case Core::Kind::ellipsoid:
    case Core::Kind::custom:
      points.push_back(core.farthest(d).point);
      break;
  }
  return points;
}

/// The two faces as seen along the normal: x and y in the plane across it, z along it, the answer's
/// point of A at the origin, lengths times a power of two that brings them near 1.
class View {
 public:
  View(const Contact& contact, const Operand& a, const Operand& b, const PatchOptions& options);

  ContactPatch patch() const;

 private:
  struct Face {
    Polygon polygon;
    bool curved = false;
  };

  double face_tolerance(const Operand& operand) const;
  double plane_tolerance(bool curved) const;
  Face face(const Operand& operand, double sign) const;
  double plane_height(const Operand& operand, double sign) const;
  Polygon swept(const Polygon& section, const Operand& prism, const Polygon& other) const;
  ContactPatch::Corner corner(double x, double y, double height_a, double height_b) const;

  const Contact& contact_;
  const Operand& a_;
  const Operand& b_;
  const PatchOptions& options_;
  double size_, scale_;
  double certain_;  // what the answer leaves open, and rounding
  Matrix3d axes_;   // rows: the axes of the view
};

View::View(const Contact& contact, const Operand& a, const Operand& b, const PatchOptions& options)
    : contact_(contact),
      a_(a),
      b_(b),
      options_(options),
      size_(std::max(a.size() + b.size() + safe_norm(contact.point_b - contact.point_a),
                     smallest_size)),
      scale_(std::ldexp(1.0, -std::ilogb(size_))),
      certain_(std::max(options.tolerance.value_or(4 * contact.width), 64 * unit_roundoff * size_)),
      axes_(axes_across(contact.normal)) {}

double View::face_tolerance(const Operand& operand) const {
  const double of_shape = operand.half.halfspace ? INFINITY : 1e-9 * operand.core.radius;
  return options_.tolerance ? certain_ : std::max(certain_, of_shape);
}

/// Faces are told apart as finely as the smaller shape allows. Where one is on a curved surface,
/// the direction is only as good as the root of what the answer leaves open: planes of equal value
/// within e touch it as far as sqrt(2 e S) from each other.
double View::plane_tolerance(bool curved) const {
  const double flat = std::min(face_tolerance(a_), face_tolerance(b_));
  return scale_ * (curved ? std::max(flat, std::sqrt(2 * certain_ * size_)) : flat);
}

View::Face View::face(const Operand& operand, double sign) const {
  const Core& core = operand.core;
  const double tolerance = face_tolerance(operand);
  const Vector3d direction = operand.rotation.transpose() * (sign * contact_.normal);
  const Vector3d offset = axes_ * (operand.offset * scale_);
  Polygon points;
  double farthest = -INFINITY;
  for (const Vector3d& x : candidates(core, direction, tolerance, options_.disc_corners)) {
    points.push_back(axes_ * (operand.rotation * (x * scale_)) + offset);
    farthest = std::max(farthest, sign * points.back().z());
  }
  const double enough = farthest - tolerance * scale_;
  std::erase_if(points, [&](const Vector3d& p) { return sign * p.z() < enough; });
  for (Vector3d& p : points) p.z() += sign * operand.rounding * scale_;
  Face face{convex_polygon(std::move(points), plane_tolerance(false))};
  face.curved = !core.has_vertices() && face.polygon.size() < 3;
  return face;
}

double View::plane_height(const Operand& operand, double sign) const {
  return scale_ * (contact_.normal.dot(operand.offset) + sign * operand.rounding);
}

/// A prism's face, made long enough to reach past the other on either side.
Polygon View::swept(const Polygon& section, const Operand& prism, const Polygon& other) const {
  Vector3d axis = axes_ * prism.rotation.col(2);
  axis.z() = 0;
  axis.normalize();
  double low = INFINITY, high = -INFINITY;
  for (const Polygon& polygon : {section, other}) {
    for (const Vector3d& p : polygon) {
      low = std::min(low, axis.dot(p) - 1);  // S is between 1 and 2
      high = std::max(high, axis.dot(p) + 1);
    }
  }
  Polygon points;
  for (const Vector3d& p : section) {
    points.push_back(p + axis * (low - axis.dot(p)));
    points.push_back(p + axis * (high - axis.dot(p)));
  }
  return convex_polygon(std::move(points), plane_tolerance(false));
}

ContactPatch::Corner View::corner(double x, double y, double height_a, double height_b) const {
  const auto world = [&](double height) -> Vector3d {
    return contact_.point_a + axes_.transpose() * Vector3d(x, y, height) / scale_;
  };
  return {world(height_a), world(height_b)};
}

ContactPatch View::patch() const {
  ContactPatch patch{contact_.normal, {}};
  if (a_.half.halfspace) {
    const double height = plane_height(a_, 1);
    for (const Vector3d& p : face(b_, -1).polygon) {
      patch.corners.push_back(corner(p.x(), p.y(), height, p.z()));
    }
    return patch;
  }
  if (b_.half.halfspace) {
    const double height = plane_height(b_, -1);
    for (const Vector3d& p : face(a_, 1).polygon) {
      patch.corners.push_back(corner(p.x(), p.y(), p.z(), height));
    }
    return patch;
  }
  Face a = face(a_, 1), b = face(b_, -1);
  if (a_.core.infinite_along_z) a.polygon = swept(a.polygon, a_, b.polygon);
  if (b_.core.infinite_along_z) b.polygon = swept(b.polygon, b_, a.polygon);
  const bool curved = a.curved || b.curved;
  const Polygon common = intersection(a.polygon, b.polygon, plane_tolerance(curved));
  if (common.empty() || (curved && common.size() == 1)) {  // the answer knows a point better
    patch.corners.push_back({contact_.point_a, contact_.point_b});
    return patch;
  }
  for (const Vector3d& p : common) {
    patch.corners.push_back(corner(p.x(), p.y(), height_at(a.polygon, p.x(), p.y()),
                                   height_at(b.polygon, p.x(), p.y())));
  }
  return patch;
}

void check(const Contact& contact, const PatchOptions& options) {
  const std::string where = "contact_patch: ";
  if (!contact.point_a.allFinite() || !contact.point_b.allFinite() || !(contact.width >= 0)) {
    throw InvalidInput(where + "the answer has numbers that no query gives");
  }
  const double length = contact.normal.norm();
  if (!(std::abs(length - 1) <= 1e-6)) {
    throw InvalidInput(where + "the answer's direction must be a unit vector, its length is " +
                       text(length));
  }
  if (options.tolerance && !(*options.tolerance >= 0 && *options.tolerance <= 0x1p500)) {
    throw InvalidInput(where + "tolerance must lie in [0, 2^500], got " + text(*options.tolerance));
  }
  if (options.disc_corners < 3 || options.disc_corners > 1024) {
    throw InvalidInput(where + "disc_corners must lie in [3, 1024], got " +
                       std::to_string(options.disc_corners));
  }
}

ContactPatch patch_of(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                      const Contact& contact, const PatchOptions& options) {
  Options asked;
  asked.margin = options.margin;
  check_query(a, pose_a, b, pose_b, asked);
  check(contact, options);
  for (const ShapeRef& shape : {a, b}) {
    if (!convex(shape)) {
      throw InvalidInput(std::string("contact_patch: both shapes must be convex, got ") +
                         type_name(shape));
    }
  }
  const Operand operand_a(a, pose_a, contact, options.margin);
  const Operand operand_b(b, pose_b, contact, options.margin);
  return View(contact, operand_a, operand_b, options).patch();
}

}  // namespace

ContactPatch contact_patch(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                           const Penetration& p, const PatchOptions& options) {
  const Contact contact{p.direction, p.point_a, p.point_b, p.upper - p.lower};
  return patch_of(a, pose_a, b, pose_b, contact, options);
}

ContactPatch contact_patch(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                           const Distance& d, const PatchOptions& options) {
  if (d.status == Status::overlapping) {
    throw InvalidInput(
        "contact_patch: the Distance of shapes that overlap has no direction; ask penetration()");
  }
  const Contact contact{d.normal, d.point_a, d.point_b, d.upper - d.lower};
  return patch_of(a, pose_a, b, pose_b, contact, options);
}

}  // namespace apart
