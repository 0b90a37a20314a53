// SPDX-License-Identifier: BSD-3-Clause
#include "convex/inside.hpp"

#include <algorithm>
#include <cmath>

#include "convex/signed_answer.hpp"
#include "convex/skewed_exit.hpp"
#include "convex/way_out.hpp"

namespace apart {

namespace {

/// The nearest point x of an ellipsoid's surface, seen from inside: x_k = a_k^2 y_k / (a_k^2 - l),
/// where l makes it a point of the surface, and is no more than the least a_k^2. What is left of
/// that, m, is what is solved for, so that no digits are lost where l comes near it.
class EllipsoidExit {
 public:
  EllipsoidExit(Triple radii, Triple at)
      : radii_{radii.x, radii.y, radii.z}, at_{plain(at.x), plain(at.y), plain(at.z)} {
    for (int k = 1; k < 3; ++k) {
      if (radii_[k] < radii_[least_]) least_ = k;
    }
    for (int k = 0; k < 3; ++k) {
      beyond_[k] = (radii_[k] - radii_[least_]) * (radii_[k] + radii_[least_]);
    }
  }

  Exit find() {
    solve();
    double sum = 0, normal[3];
    for (int k = 0; k < 3; ++k) {
      normal[k] = over(at_[k], k);
      sum += at_[k] * normal[k];
    }
    // On the plane across the shortest axis, the way along that axis is what is missing.
    if (m_ == 0) normal[least_] = std::sqrt(std::max(0.0, 1 - square())) / radii_[least_];
    const double shortest = radii_[least_] * radii_[least_];
    const double dual = (shortest - m_) * (1 - sum);
    const double proved = std::sqrt(std::max(0.0, dual - 13 * unit_roundoff * shortest));
    const double room = std::sqrt(std::max(0.0, dual));
    const Triple way{normal[0], normal[1], normal[2]};
    const double length = norm(way);
    if (!(length > 0)) return {-1, -1, {1, 0, 0}, {0, 0, 0}};
    const Triple outward = way * (1 / length);
    return {room, proved, outward, Triple{at_[0], at_[1], at_[2]} + outward * room};
  }

 private:
  static constexpr int limit = 24;

  /// What is far below rounding would only underflow.
  static double plain(double x) { return std::abs(x) < 0x1p-200 ? 0 : x; }
  double over(double x, int k) const { return x == 0 ? 0 : x / (beyond_[k] + m_); }
  /// The sum of (x_k / a_k)^2, which is to be 1, and which falls as m grows.
  double square() const {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double part = over(radii_[k] * at_[k], k);
      sum += part * part;
    }
    return sum;
  }
  /// Newton's method on one over the root of that, which is nearly straight: from a start with a
  /// sum of 1 or more, it comes nearer from that side only (Hebden, More).
  void solve() {
    const double most = radii_[least_] * radii_[least_];  // and there if it is outside
    for (int k = 0; k < 3; ++k) {
      m_ = std::min(std::max(m_, radii_[k] * std::abs(at_[k]) - beyond_[k]), most);
    }
    for (int round = 0; round < limit; ++round) {
      const double sum = square();
      if (!(sum > 1)) return;
      double slope = 0;
      for (int k = 0; k < 3; ++k) {
        const double part = over(radii_[k] * at_[k], k);
        slope += over(part * part, k);
      }
      const double step = sum * (std::sqrt(sum) - 1) / slope, last = m_;
      m_ = std::min(m_ + step, most);
      if (!(m_ - last > 0x1p-28 * m_)) return;
    }
  }

  const double radii_[3], at_[3];
  int least_ = 0;
  double beyond_[3];  // a_k^2 less the least of them
  double m_ = 0;
};

/// How far the surface of an ellipsoid is at least, and a way that leads out.
Exit exit_of_ellipsoid_at_least(Triple radii, Triple at) {
  const Triple part{at.x / radii.x, at.y / radii.y, at.z / radii.z};
  const double least = std::min({radii.x, radii.y, radii.z}), room = least * (1 - norm(part));
  Triple way{part.x / radii.x, part.y / radii.y, part.z / radii.z};
  if (!(norm(part) > 0x1p-100)) way = {1, 0, 0};
  return {room, room, way * (1 / norm(way)), at};
}

/// A pair of a body and of a point that may be inside.
class Inside {
 public:
  explicit Inside(const Pair& pair)
      : pair_(pair),
        body_is_a_(!(pair.a().kind == Core::Kind::points)),
        body_(body_is_a_ ? pair.a() : pair.b()),
        turn_(body_is_a_ ? pair.rotation_a() : pair.rotation_b(), 1),
        extent_(Triple::of(body_.extent) * pair.scale()),
        radius_(body_.radius * pair.scale()),
        way_(body_is_a_ ? Triple::of(pair.offset()) : Triple{0, 0, 0} - Triple::of(pair.offset())),
        seat_(turn_, way_) {}

  /// Not so if that is farther away than the body reaches; poses may stretch it by 1e-6.
  static bool reached(const Pair& pair) {
    const double reach = (pair.a().radius + pair.b().radius) * pair.scale() * (1 + 0x1p-19);
    return !(dot(pair.offset(), pair.offset()) > reach * reach);
  }

  /// So much room is there for certain, by a way out as the body's axes have it.
  double least(const Exit& exit) const { return exit.least - seat_.loss(exit.room, radius_); }
  bool proved(double least) const { return least > 4 * pair_.unit(); }
  /// Inside at all, and one way out.
  Exit overlap() const {
    return body_.kind == Core::Kind::ellipsoid ? exit_of_ellipsoid_at_least(extent_, seat_.at)
                                               : exit();
  }
  /// The nearest way out, and how far it is for certain. That of boxes is known by their faces,
  /// whatever the pose; of others, where the pose shows, in the world's lengths.
  Exit nearest(double& room) const {
    const Exit as_rigid = exit();
    room = least(as_rigid);
    if (seat_.defect <= Seat::plain || body_.is_box()) return as_rigid;
    const Exit skewed = skewed_exit(body_.kind, extent_, turn_, seat_.at);
    const double of_skewed = skewed.least - 1.01 * seat_.off;
    if (!(of_skewed > room)) return as_rigid;
    room = of_skewed;
    return skewed;
  }

  /// A point of both: the one that is inside.
  void take_overlap(const Exit& exit, Found& found) const {
    take_direction(exit, found);
    found.point_a = body_is_a_ ? pair_.wide_offset() : WidePoint(zero(), zero());
    found.point_b = found.point_a;
    weigh(seat_.at, found);
  }
  void take_depth(const Exit& exit, Found& found) const {
    take_direction(exit, found);
    found.lower = pair_.support(found.q).value;
    const ExactVector end = (turn_ * exit.end).vector().cast<DoubleDouble>();
    if (body_is_a_) {
      found.point_a = WidePoint(end);
      found.point_b = pair_.wide_offset();
    } else {
      found.point_a = WidePoint(zero(), zero());
      found.point_b = WidePoint(end + pair_.exact_offset());
    }
    weigh(exit.end, found);
  }

 private:
  static Vector<double> zero() { return Vector<double>::Zero(); }

  /// The nearest way out as the body's axes have it.
  Exit exit() const {
    switch (body_.kind) {
      case Core::Kind::box:
        return exit_of_box(extent_, seat_.at);
      case Core::Kind::cylinder:
        return exit_of_cylinder(extent_.x, extent_.z, seat_.at);
      case Core::Kind::cone:
        return exit_of_cone(extent_.x, extent_.z, seat_.at);
      default:
        return EllipsoidExit(extent_, seat_.at).find();
    }
  }

  void take_direction(const Exit& exit, Found& found) const {
    found.q = turn_ * (body_is_a_ ? Triple{0, 0, 0} - exit.outward : exit.outward);
  }
  /// Of the body's vertices, if it has some, and of the point.
  void weigh(Triple at, Found& found) const {
    auto& of_body = body_is_a_ ? found.vertex_a : found.vertex_b;
    found.size = 1;
    found.weight[0] = 1;
    of_body[0] = -1;
    if (!body_.is_box()) return;
    const CornersAlong corners(at, extent_);
    found.size = corners.size;
    found.weight = corners.weight;
    of_body = corners.corner;
  }

  const Pair& pair_;
  const bool body_is_a_;
  const Core& body_;
  const Turn turn_;
  const Triple extent_;
  const double radius_;
  const Triple way_;  // from the body's centre to the point
  const Seat seat_;
};

}  // namespace

bool inside_within(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                   const Options& options) {
  if (!may_be_inside(a, b)) return false;
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  if (!Inside::reached(pair)) return false;
  const Inside inside(pair);
  return inside.proved(inside.least(inside.overlap()));
}

bool inside_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                     const Options& options, Tracker* tracker, Distance& d) {
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  if (!Inside::reached(pair)) return false;
  const Inside inside(pair);
  const Exit exit = inside.overlap();
  if (!inside.proved(inside.least(exit))) return false;
  Found found;
  inside.take_overlap(exit, found);
  publish(pair, found, End::inside, d);
  if (tracker) found.remember(pair, *tracker);
  d.support_calls = 1;
  return true;
}

bool inside_depth(const Pair& pair, Tracker* tracker, Penetration& p) {
  if (!may_be_inside(pair.a(), pair.b()) || !Inside::reached(pair)) return false;
  const Inside inside(pair);
  double room;
  const Exit exit = inside.nearest(room);
  if (!inside.proved(room)) return false;
  Found found;
  inside.take_depth(exit, found);
  const bool box = pair.a().is_box() || pair.b().is_box();
  const double wide = box ? 48 * pair.unit() : 0x1p-35 * pair.size();
  if (!(-room - found.lower <= wide)) return false;
  if (tracker) {
    tracker->surface.faces = 0;
    found.remember(pair, *tracker);
  }
  publish_signed(pair, found, {true, -room, wide}, End::converged, p);
  publish_signed_points(pair, found, p);
  p.support_calls = 1;
  return true;
}

}  // namespace apart
