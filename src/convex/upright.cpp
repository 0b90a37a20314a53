// SPDX-License-Identifier: BSD-3-Clause
#include "convex/upright.hpp"

#include <algorithm>
#include <cmath>

#include "convex/near_weights.hpp"
#include "convex/signed_answer.hpp"

namespace apart {

namespace {

/// How far axes may be from parallel, and rotations from rigid; and what that, and rounding, leaves
/// unknown of a depth, as a part of S (docs/certificate.md, "Upright in each other").
constexpr double skew = 0x1p-48, unknown = 0x1p-42;
/// An interval so wide is answered, and what is no deeper is left to others.
constexpr double wide = 0x1p-40;

bool rigid(const Eigen::Matrix3d& r) {
  const auto off = [&](int i, int j) {
    return std::abs(dot<double>(r.col(i), r.col(j)) - (i == j ? 1 : 0));
  };
  return std::max({off(0, 0), off(1, 1), off(2, 2), off(0, 1), off(1, 2), off(2, 0)}) <= skew;
}

/// A body by its axis: half its height, and a disc or a rectangle around that.
struct Upright {
  bool box = false;
  int along = 2;                 ///< which of its axes is upright
  Triple axis, side[2];          ///< of the rectangle
  double half, radius = 0;       ///< of the disc
  double half_side[2] = {0, 0};  ///< of the rectangle

  Upright(const Core& core, const Eigen::Matrix3d& rotation, double scale, int axis_number)
      : box(core.is_box()), along(axis_number) {
    axis = Triple::of(rotation.col(along));
    half = core.extent[along] * scale;
    if (!box) radius = core.extent.x() * scale;
    for (int k = 0; k < 2; ++k) {
      const int other = (along + 1 + k) % 3;
      side[k] = Triple::of(rotation.col(other));
      if (box) half_side[k] = core.extent[other] * scale;
    }
  }

  /// The place in the rectangle nearest to a lateral one, the middle of a disc; and what is beyond.
  struct Nearest {
    Triple place{0, 0, 0}, beyond{0, 0, 0};
  };
  Nearest nearest(Triple lateral) const {
    Nearest found;
    for (int k = 0; k < 2; ++k) {
      const double x = dot(lateral, side[k]), at = std::clamp(x, -half_side[k], half_side[k]);
      found.place = found.place + side[k] * at;
      found.beyond = found.beyond + side[k] * (x - at);
    }
    return found;
  }

  /// Of a rectangle, the side that is nearest to a place inside; of a disc, any.
  struct Side {
    Triple outward{0, 0, 0};
    double room = INFINITY;
  };
  Side nearest_side(Triple lateral) const {
    Side found{side[0], 0};
    if (!box) return found;
    found.room = INFINITY;
    for (int k = 0; k < 2; ++k) {
      const double x = dot(lateral, side[k]), room = half_side[k] - std::abs(x);
      if (room < found.room) found = {side[k] * (x < 0 ? -1.0 : 1.0), room};
    }
    return found;
  }
};

/// Which axis of a core is parallel to a direction; -1 if none is.
int parallel_axis(const Core& core, const Eigen::Matrix3d& rotation, Triple direction) {
  for (int k = core.is_box() ? 0 : 2; k < 3; ++k) {
    const Triple off = cross(Triple::of(rotation.col(k)), direction);
    if (dot(off, off) <= skew * skew) return k;
  }
  return -1;
}

/// How deep they are in each other, and where: the way out, from A to B, and the points, each from
/// its own body's centre.
struct WayOut {
  double depth = -1;
  Triple normal{0, 0, 0}, point_a{0, 0, 0}, point_b{0, 0, 0};
};

class UprightPair {
 public:
  UprightPair(const Upright& a, const Upright& b, Triple offset)
      : a_(a), b_(b), height_(dot(offset, a.axis)) {
    // By coordinates: what is left of a small one has no part along the axis.
    for (const Triple& side : a.side) lateral_ = lateral_ + side * dot(offset, side);
  }

  /// Up or down.
  WayOut along() const {
    WayOut out;
    out.depth = a_.half + b_.half - std::abs(height_);
    out.normal = a_.axis * (height_ < 0 ? -1.0 : 1.0);
    const Places place = common_place();
    out.point_a = place.a + out.normal * a_.half;
    out.point_b = place.b - out.normal * b_.half;
    return out;
  }

  /// To the side.
  WayOut across() const {
    WayOut out;
    const Upright& middle = b_.box ? b_ : a_;
    const Triple way = b_.box ? lateral_ * -1 : lateral_;  // from it to the other's middle
    const Upright::Nearest near = middle.nearest(way);
    Triple place = near.place, outward = near.beyond;
    double far = norm(outward);
    if (far > 0) {
      outward = outward * (1 / far);
    } else {
      const Upright::Side side = middle.nearest_side(way);
      outward = side.outward;
      far = -side.room;
      place = place + outward * side.room;
    }
    out.depth = a_.radius + b_.radius - far;
    out.normal = b_.box ? outward * -1 : outward;
    const double level = common_level();
    const Triple none{0, 0, 0};
    out.point_a = (b_.box ? none : place) + out.normal * a_.radius + a_.axis * level;
    out.point_b = (b_.box ? place : none) - out.normal * b_.radius + a_.axis * (level - height_);
    return out;
  }

  /// In both, from A's centre.
  Triple common_point() const { return common_place().a + a_.axis * common_level(); }

 private:
  struct Places {
    Triple a, b;
  };
  /// Of both sections, from either axis: that of a box, or else of A, nearest to the other's
  /// middle.
  Places common_place() const {
    if (b_.box) {
      const Triple place = b_.nearest(lateral_ * -1).place;
      return {lateral_ + place, place};
    }
    Triple place = a_.nearest(lateral_).place;
    if (!a_.box) {
      const double far = norm(lateral_);
      place = far <= a_.radius ? lateral_ : lateral_ * (a_.radius / far);
    }
    return {place, place - lateral_};
  }
  /// Halfway between the bounds that both leave of the height.
  double common_level() const {
    const double low = std::max(-a_.half, height_ - b_.half);
    const double high = std::min(a_.half, height_ + b_.half);
    return 0.5 * (low + high);
  }

  const Upright &a_, &b_;
  const double height_;
  Triple lateral_{0, 0, 0};
};

/// One of them is a cylinder, the other a cylinder or a box, and their axes are parallel.
bool find_axes(const Pair& pair, int& of_a, int& of_b) {
  const Core &a = pair.a(), &b = pair.b();
  const auto cylinder = [](const Core& core) { return core.kind == Core::Kind::cylinder; };
  const auto fits = [&](const Core& core) { return cylinder(core) || core.is_box(); };
  if (!fits(a) || !fits(b) || !(cylinder(a) || cylinder(b))) return false;
  of_a = parallel_axis(a, pair.rotation_a(),
                       Triple::of(pair.rotation_b().col(2)));  // a box has the say only over itself
  of_b = 2;
  if (b.is_box()) {
    of_a = 2;
    of_b = parallel_axis(b, pair.rotation_b(), Triple::of(pair.rotation_a().col(2)));
  }
  return of_a >= 0 && of_b >= 0 && rigid(pair.rotation_a()) && rigid(pair.rotation_b());
}

/// The points of the way out, with the corners that carry that of a box, if one of them is. False
/// if that is not on a face: then it would take more corners than there are.
bool place(const Pair& pair, const WayOut& out, Found& found) {
  found.size = 1;
  found.weight[0] = 1;
  found.vertex_a[0] = found.vertex_b[0] = -1;
  Triple a = out.point_a, b = out.point_b;
  const bool box_a = pair.a().is_box();
  if (box_a || pair.b().is_box()) {
    const Eigen::Matrix3d& rotation = box_a ? pair.rotation_a() : pair.rotation_b();
    const Vector<double> half = (box_a ? pair.a() : pair.b()).extent * pair.scale();
    Vector<double> local = transposed_product(rotation, box_a ? a : b);
    bool on_face = false;
    for (int k = 0; k < 3; ++k) {
      if (!(std::abs(local[k]) >= half[k] * (1 - 0x1p-40))) continue;
      local[k] = std::copysign(half[k], local[k]);
      on_face = true;
    }
    if (!on_face) return false;
    (box_a ? a : b) = Triple::of(product(rotation, local));
    const CornersAround around(Triple::of(local), Triple::of(half));
    found.size = around.size;
    for (int k = 0; k < around.size; ++k) {
      found.weight[k] = around.weight[k];
      found.vertex_a[k] = box_a ? around.corner[k] : -1;
      found.vertex_b[k] = box_a ? -1 : around.corner[k];
    }
  }
  found.point_a = {a, Vector<double>::Zero()};
  found.point_b = WidePoint(b.vector().cast<DoubleDouble>() + pair.exact_offset());
  return true;
}

}  // namespace

bool upright_depth(const Pair& pair, Tracker* tracker, Penetration& p) {
  int axis_a, axis_b;
  if (!find_axes(pair, axis_a, axis_b)) return false;
  const Upright a(pair.a(), pair.rotation_a(), pair.scale(), axis_a);
  const Upright b(pair.b(), pair.rotation_b(), pair.scale(), axis_b);
  const UprightPair upright(a, b, Triple::of(pair.offset()));
  const WayOut along = upright.along(), across = upright.across();
  const WayOut& out = along.depth <= across.depth ? along : across;
  if (!(out.depth > wide * pair.size())) return false;
  Found found;
  found.q = out.normal * -1;
  found.lower = pair.support(found.q).value;
  const double upper = -(out.depth - unknown * pair.size());
  if (!(upper - found.lower <= wide * pair.size()) || !place(pair, out, found)) return false;
  if (tracker) {
    tracker->surface.faces = 0;
    found.remember(pair, *tracker);
  }
  publish_signed(pair, found, {true, upper, wide * pair.size()}, End::converged, p);
  publish_signed_points(pair, found, p);
  p.support_calls = 1;
  return true;
}

bool upright_overlap(const Pair& pair, Found& found) {
  int axis_a, axis_b;
  if (pair.a().is_box() || pair.b().is_box() || !find_axes(pair, axis_a, axis_b)) return false;
  const Upright a(pair.a(), pair.rotation_a(), pair.scale(), axis_a);
  const Upright b(pair.b(), pair.rotation_b(), pair.scale(), axis_b);
  const UprightPair upright(a, b, Triple::of(pair.offset()));
  const WayOut along = upright.along(), across = upright.across();
  if (!(std::min(along.depth, across.depth) > wide * pair.size())) return false;
  found.q = along.normal * -1;
  found.point_a = {upright.common_point(), Vector<double>::Zero()};
  found.point_b = found.point_a;
  found.size = 1;
  found.weight[0] = 1;
  found.vertex_a[0] = found.vertex_b[0] = -1;
  return true;
}

}  // namespace apart
