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

  /// The place in the rectangle nearest to a lateral one; the middle of a disc.
  Triple nearest_core(Triple lateral) const {
    Triple place{0, 0, 0};
    for (int k = 0; k < 2; ++k) {
      const double x = std::clamp(dot(lateral, side[k]), -half_side[k], half_side[k]);
      place = place + side[k] * x;
    }
    return place;
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

/// How deep they are in each other, and where: the way out, from A to B, and the points.
struct WayOut {
  double depth = -1;
  Triple normal{0, 0, 0}, point_a{0, 0, 0}, point_b{0, 0, 0};
};

class UprightPair {
 public:
  UprightPair(const Upright& a, const Upright& b, Triple offset)
      : a_(a), b_(b), height_(dot(offset, a.axis)), lateral_(offset - a.axis * height_) {}

  /// Up or down.
  WayOut along() const {
    const double side = height_ < 0 ? -1 : 1;
    WayOut out;
    out.depth = a_.half + b_.half - std::abs(height_);
    out.normal = a_.axis * side;
    const Triple place = common_place();
    out.point_a = place + out.normal * a_.half;
    out.point_b = out.point_a - out.normal * out.depth;
    return out;
  }

  /// To the side. Of a rectangle, the side that is nearest, if the other's middle is inside.
  WayOut across() const {
    WayOut out;
    const double low = std::max(-a_.half, height_ - b_.half);
    const double high = std::min(a_.half, height_ + b_.half);
    const Triple level = a_.axis * (0.5 * (low + high));
    const Upright& middle = b_.box ? b_ : a_;
    const Triple way = b_.box ? lateral_ * -1 : lateral_;  // from it to the other's middle
    Triple near = middle.nearest_core(way), outward = way - near;
    double far = norm(outward);
    if (far > 0x1p-30 * (norm(way) + a_.radius + b_.radius)) {
      outward = outward * (1 / far);
    } else if (middle.box) {
      double least = INFINITY;
      for (int k = 0; k < 2; ++k) {
        const double at = dot(way, middle.side[k]), room = middle.half_side[k] - std::abs(at);
        if (room >= least) continue;
        least = room;
        outward = middle.side[k] * (at < 0 ? -1.0 : 1.0);
      }
      far = -least;
      near = way + outward * least;
    } else {
      outward = middle.side[0];
      far = 0;
      near = way;
    }
    out.depth = a_.radius + b_.radius - far;
    out.normal = b_.box ? outward * -1 : outward;
    const Triple core_a = b_.box ? Triple{0, 0, 0} : near;
    out.point_a = level + (core_a + out.normal * a_.radius);
    out.point_b = out.point_a - out.normal * out.depth;
    return out;
  }

  /// In both, halfway between the bounds that both leave of the height.
  Triple common_point() const {
    const double low = std::max(-a_.half, height_ - b_.half);
    const double high = std::min(a_.half, height_ + b_.half);
    return common_place() + a_.axis * (0.5 * (low + high));
  }

 private:
  /// Of both sections: that of A nearest to B's middle, or the other way round.
  Triple common_place() const {
    if (b_.box) return lateral_ + b_.nearest_core(lateral_ * -1);
    if (a_.box) return a_.nearest_core(lateral_);
    const double far = norm(lateral_);
    return far <= a_.radius ? lateral_ : lateral_ * (a_.radius / far);
  }

  const Upright &a_, &b_;
  const double height_;
  const Triple lateral_;
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

/// The points of the way out, with the corners that carry that of a box, if one of them is: its
/// point is on a face, and the other follows.
void place(const Pair& pair, const WayOut& out, Found& found) {
  found.size = 1;
  found.weight[0] = 1;
  found.vertex_a[0] = found.vertex_b[0] = -1;
  const Triple offset = Triple::of(pair.offset()), way = out.normal * -out.depth;
  Triple a = out.point_a, b = out.point_b - offset;
  const bool box_a = pair.a().is_box();
  if (box_a || pair.b().is_box()) {
    const Eigen::Matrix3d& rotation = box_a ? pair.rotation_a() : pair.rotation_b();
    const Core& box = box_a ? pair.a() : pair.b();
    const Vector<double> half = box.extent * pair.scale();
    Vector<double> local = transposed_product(rotation, box_a ? a : b);
    for (int k = 0; k < 3; ++k) {
      const bool at_face = std::abs(local[k]) >= half[k] * (1 - 0x1p-40);
      if (at_face) local[k] = std::copysign(half[k], local[k]);
    }
    const Triple there = Triple::of(product(rotation, local));
    a = box_a ? there : ((there + offset) - way);
    b = box_a ? (there + way) - offset : there;
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
}

/// Is that point of a box on a face of it? Else more corners would be needed than there are.
bool on_face(const Pair& pair, const WayOut& out) {
  const bool box_a = pair.a().is_box();
  if (!box_a && !pair.b().is_box()) return true;
  const Eigen::Matrix3d& rotation = box_a ? pair.rotation_a() : pair.rotation_b();
  const Core& box = box_a ? pair.a() : pair.b();
  const Triple there = box_a ? out.point_a : out.point_b - Triple::of(pair.offset());
  const Vector<double> local = transposed_product(rotation, there).cwiseAbs();
  return ((local - box.extent * (pair.scale() * (1 - 0x1p-40))).array() >= 0).any();
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
  if (!(upper - found.lower <= wide * pair.size()) || !on_face(pair, out)) return false;
  place(pair, out, found);
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
