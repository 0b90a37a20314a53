// SPDX-License-Identifier: BSD-3-Clause
#include "convex/upright.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "convex/near_weights.hpp"
#include "convex/signed_answer.hpp"

namespace apart {

namespace {

/// How far axes may be from parallel, and rotations from rigid.
constexpr double most_skew = 0x1p-48;
/// So wide may an interval be, as a part of S. What is no deeper may be no overlap at all.
constexpr double wide = 0x1p-40;

/// Of a rotation, how far it is from rigid.
double defect(const Eigen::Matrix3d& r) {
  const auto off = [&](int i, int j) {
    return std::abs(dot<double>(r.col(i), r.col(j)) - (i == j ? 1 : 0));
  };
  return std::max({off(0, 0), off(1, 1), off(2, 2), off(0, 1), off(1, 2), off(2, 0)});
}

/// A body by its axis: a disc at either end, or a rectangle all along it.
struct Upright {
  bool box = false;
  Triple axis, side[2];          ///< of the rectangle
  double half;                   ///< of its height
  double low = 0, high = 0;      ///< radii of the discs
  double half_side[2] = {0, 0};  ///< of the rectangle

  /// `along`: which of its axes is upright.
  Upright(const Core& core, const Eigen::Matrix3d& rotation, double scale, int along)
      : box(core.is_box()) {
    axis = Triple::of(rotation.col(along));
    half = (core.on_axis ? core.radius : core.extent[along]) * scale;
    if (is_round(core)) low = core.extent.x() * scale;
    if (core.kind == Core::Kind::cylinder || half == 0) high = low;  // of no height, a disc
    for (int k = 0; k < 2; ++k) {
      const int other = (along + 1 + k) % 3;
      side[k] = Triple::of(rotation.col(other));
      if (box) half_side[k] = core.extent[other] * scale;
    }
  }
  /// The same with its axis along `up`, not against it.
  Upright facing(Triple up) const {
    Upright turned = *this;
    if (dot(axis, up) < 0) std::swap(turned.low, turned.high);
    return turned;
  }
  static bool is_round(const Core& core) {
    return core.kind == Core::Kind::cylinder || core.kind == Core::Kind::cone;
  }

  /// How much a radius changes with the height.
  double steepness() const { return half > 0 ? std::abs(high - low) / (half + half) : 0; }
  /// At a height above the middle.
  double radius_at(double height) const {
    if (!(half > 0)) return low;
    return low + (high - low) * std::clamp((height + half) / (half + half), 0.0, 1.0);
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

/// Which axis of a core is parallel to a direction, and how nearly; -1 if none is.
int parallel_axis(const Core& core, const Eigen::Matrix3d& rotation, Triple direction,
                  double& skew) {
  for (int k = core.is_box() ? 0 : 2; k < 3; ++k) {
    const Triple off = cross(Triple::of(rotation.col(k)), direction);
    skew = norm(off);
    if (skew <= most_skew) return k;
  }
  return -1;
}

/// How deep they are in each other, and where: the way out, from A to B, and the points, each from
/// its own body's centre.
struct WayOut {
  double depth = -1;
  double beyond = 0;     ///< how far beside its end of the difference the points had to be taken
  bool straight = true;  ///< if the origin is outside, is it straight above that end?
  Triple normal{0, 0, 0}, point_a{0, 0, 0}, point_b{0, 0, 0};
};

/// The difference of two, seen in the half plane of its axis and the offset: to the side from the
/// axis, or from the rectangle if there is one, and up. It ends at two caps and, between them, at
/// the sides of A and of B turned over, the one that leans outward more below the other.
class UprightPair {
 public:
  UprightPair(const Upright& a, const Upright& b, Triple offset)
      : a_(a), b_(b), height_(dot(offset, a.axis)) {
    // By coordinates: what is left of a small one has no part along the axis.
    for (const Triple& side : a.side) lateral_ = lateral_ + side * dot(offset, side);
    const Upright& middle = b_.box ? b_ : a_;
    const Triple way = b_.box ? lateral_ * -1 : lateral_;  // from it to the other's middle
    const Upright::Nearest near = middle.nearest(way);
    place_ = near.place;
    Triple outward = near.beyond;
    far_ = norm(outward);
    if (far_ > 0) {
      outward = outward * (1 / far_);
    } else {
      const Upright::Side side = middle.nearest_side(way);
      outward = side.outward;
      far_ = -side.room;
      place_ = place_ + outward * side.room;
    }
    outward_ = b_.box ? outward * -1 : outward;
  }

  WayOut nearest() const {
    WayOut best = along(1);
    double depth = best.depth;
    const auto offer = [&](const WayOut& other) {
      depth = std::min(depth, other.depth);
      // Of sides in one line, the one below which the offset is.
      if (other.depth + other.beyond < best.depth + best.beyond) best = other;
    };
    offer(along(-1));
    const bool a_is_below = side_a().out * side_b().up > side_b().out * side_a().up;
    if (side_a().out == 0 && side_b().out == 0) {
      offer(across());
    } else {
      offer(beside_a(a_is_below));
      offer(beside_b(!a_is_below));
    }
    best.straight = best.beyond == 0 && best.depth <= depth;
    best.depth = depth;
    return best;
  }

  /// In both, from A's centre: halfway between the bounds that both leave of the height, where both
  /// reach far enough, and of what they leave to the side. False if they leave no more than
  /// rounding and skew may take, `error` being these for a length of S.
  bool common_point(double error, Triple& point) const {
    double low = std::max(-a_.half, height_ - b_.half);
    double high = std::min(a_.half, height_ + b_.half);
    const auto spare = [&](double level) {
      return a_.radius_at(level) + b_.radius_at(level - height_) - std::max(0.0, far_);
    };
    const double at_low = spare(low), at_high = spare(high);
    if (at_low < 0 && at_high > 0) low += (high - low) * (at_low / (at_low - at_high));
    if (at_high < 0 && at_low > 0) high -= (high - low) * (at_high / (at_high - at_low));
    const double level = 0.5 * (low + high);
    const double of_a = a_.radius_at(level), of_b = b_.radius_at(level - height_);
    const double far = std::max(0.0, far_);
    const double place = std::clamp(of_a - 0.5 * spare(level), 0.0, far);
    point = outward_ * place + a_.axis * level;
    const double steep = a_.steepness() + b_.steepness();
    const double least = std::min(of_a - place, of_b - (far - place));
    return high - low > 64 * error && least > (16 + 8 * steep) * error;
  }

 private:
  /// From the lower end of a side to the upper one.
  struct Slope {
    double out, up;
  };
  Slope side_a() const { return {a_.high - a_.low, 2 * a_.half}; }
  Slope side_b() const { return {b_.low - b_.high, 2 * b_.half}; }

  /// Up or down, through a cap.
  WayOut along(double up) const {
    WayOut out;
    out.depth = a_.half + b_.half - up * height_;
    out.normal = a_.axis * up;
    Triple at_a{0, 0, 0}, at_b{0, 0, 0};
    const double of_a = up > 0 ? a_.high : a_.low, of_b = up > 0 ? b_.low : b_.high;
    if (b_.box) {
      at_b = b_.nearest(lateral_ * -1).place;
      at_a = lateral_ + at_b;
    } else {
      const double far = norm(lateral_);
      at_a = a_.box ? a_.nearest(lateral_).place : lateral_ * (far <= of_a ? 1 : of_a / far);
      at_b = at_a - lateral_;
    }
    out.beyond = std::max(0.0, far_ - (of_a + of_b));
    out.point_a = at_a + out.normal * a_.half;
    out.point_b = at_b - out.normal * b_.half;
    return out;
  }

  /// To the side, both sides being upright: at a level that both have.
  WayOut across() const {
    const double low = std::max(-a_.half, height_ - b_.half);
    const double high = std::min(a_.half, height_ + b_.half), level = 0.5 * (low + high);
    WayOut out;
    out.depth = a_.low + b_.low - far_;
    out.normal = outward_;
    take(a_.low, level, b_.low, level - height_, out);
    out.beyond = std::max(0.0, low - high);
    return out;
  }
  /// Through the side of A, that of B being above it or below.
  WayOut beside_a(bool below) const {
    const double of_b = below ? b_.high : b_.low, end = below ? b_.half : -b_.half;
    WayOut out;
    const double t = beside(side_a(), a_.low + of_b, -a_.half - end, out);
    take(a_.low + t * side_a().out, t * side_a().up - a_.half, of_b, end, out);
    return out;
  }
  WayOut beside_b(bool below) const {
    const double of_a = below ? a_.low : a_.high, end = below ? -a_.half : a_.half;
    WayOut out;
    const double t = beside(side_b(), of_a + b_.high, end - b_.half, out);
    take(of_a, end, b_.high + t * side_b().out, b_.half - t * side_b().up, out);
    return out;
  }
  /// A side that begins at a place of the half plane. Where on it the way out ends, as a part of
  /// it.
  double beside(Slope s, double begin_out, double begin_up, WayOut& out) const {
    const double length = std::sqrt(s.out * s.out + s.up * s.up);
    const double to_side = far_ - begin_out, up = height_ - begin_up;
    out.normal = outward_ * (s.up / length) - a_.axis * (s.out / length);
    out.depth = (up * s.out - to_side * s.up) / length;
    const double part = (to_side * s.out + up * s.up) / (length * length);
    const double on_side = std::clamp(part, 0.0, 1.0);
    out.beyond = std::abs(part - on_side) * length;
    return on_side;
  }
  /// Points so far to the side and up in A, and so far back and up in B.
  void take(double of_a, double up_a, double of_b, double up_b, WayOut& out) const {
    const Triple none{0, 0, 0};
    out.point_a = (b_.box ? none : place_) + outward_ * of_a + a_.axis * up_a;
    out.point_b = (b_.box ? place_ : none) - outward_ * of_b + a_.axis * up_b;
  }

  const Upright &a_, &b_;
  const double height_;
  Triple lateral_{0, 0, 0}, place_, outward_;
  double far_;  ///< negative inside of a rectangle
};

/// One of them is a cylinder or a cone, the other one, too, or a box or the axis of a capsule; and
/// their axes are parallel.
struct Axes {
  int of_a = -1, of_b = -1;
  double skew = 0;

  explicit Axes(const Pair& pair) {
    const Core &a = pair.a(), &b = pair.b();
    const auto fits = [](const Core& core) {
      return core.radius > 0 && (Upright::is_round(core) || core.is_box() || core.on_axis);
    };
    if (!fits(a) || !fits(b) || !(Upright::is_round(a) || Upright::is_round(b))) return;
    const auto up = [](const Eigen::Matrix3d& r) { return Triple::of(r.col(2)); };
    if (b.is_box()) {  // a box has the say only over itself
      of_a = 2;
      of_b = parallel_axis(b, pair.rotation_b(), up(pair.rotation_a()), skew);
    } else {
      of_a = parallel_axis(a, pair.rotation_a(), up(pair.rotation_b()), skew);
      of_b = 2;
    }
    skew = std::max({skew, defect(pair.rotation_a()), defect(pair.rotation_b())});
  }
  bool parallel() const { return of_a >= 0 && of_b >= 0 && skew <= most_skew; }
  /// What that, and rounding, leaves unknown of a depth, as a part of S (docs/certificate.md,
  /// "Upright in each other").
  double unknown() const { return 8 * skew + 64 * unit_roundoff; }
};

/// The nearest way out of a pair whose axes those are.
struct Uprights {
  const Upright a, b;
  const UprightPair pair;

  Uprights(const Pair& p, const Axes& axes)
      : a(p.a(), p.rotation_a(), p.scale(), axes.of_a),
        b(Upright(p.b(), p.rotation_b(), p.scale(), axes.of_b).facing(a.axis)),
        pair(a, b, Triple::of(p.offset())) {}
};

/// The points of the way out, with the corners that carry that of a box, if one of them is. False
/// if that is not on a face: then it would take more corners than there are.
bool place(const Pair& pair, const WayOut& out, Found& found) {
  found.size = 1;
  found.weight[0] = 1;
  found.vertex_a[0] = found.vertex_b[0] = -1;
  Triple a = out.point_a, b = out.point_b;
  const bool box_a = pair.a().is_box(), ends_a = pair.a().on_axis;
  if (ends_a || pair.b().on_axis) {
    const Eigen::Matrix3d& rotation = ends_a ? pair.rotation_a() : pair.rotation_b();
    const double half = (ends_a ? pair.a() : pair.b()).radius * pair.scale();
    const Triple axis = Triple::of(rotation.col(2));
    const double at = std::clamp(dot(ends_a ? a : b, axis), -half, half);
    (ends_a ? a : b) = axis * at;
    const double share = (at + half) / (half + half);
    const double of_ends[2] = {1 - share, share}, one[1] = {1};
    weigh_ends(ends_a ? std::span<const double>(of_ends) : one,
               ends_a ? one : std::span<const double>(of_ends), found);
    for (int k = 0; k < found.size; ++k) (ends_a ? found.vertex_b : found.vertex_a)[k] = -1;
  } else if (box_a || pair.b().is_box()) {
    const Eigen::Matrix3d& rotation = box_a ? pair.rotation_a() : pair.rotation_b();
    const Vector<double> half = (box_a ? pair.a() : pair.b()).extent * pair.scale();
    Vector<double> local = transposed_product(rotation, box_a ? a : b);
    bool on_face = false;
    for (int k = 0; k < 3; ++k) {
      if (!(std::abs(local[k]) >= half[k] * (1 - 0x1p-47))) continue;
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
  const Axes axes(pair);
  if (!axes.parallel()) return false;
  const WayOut out = Uprights(pair, axes).pair.nearest();
  const double unknown = axes.unknown() * pair.size();
  if (!(out.depth > wide * pair.size()) && !(out.straight && out.depth > -unknown)) return false;
  Found found;
  found.q = out.normal * -1;
  found.lower = pair.support(found.q).value;
  const double upper = -(out.depth - unknown);
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
  if (pair.a().has_vertices() || pair.b().has_vertices()) return false;
  const Axes axes(pair);
  if (!axes.parallel()) return false;
  const Uprights upright(pair, axes);
  const WayOut out = upright.pair.nearest();
  if (!(out.depth > wide * pair.size())) return false;
  Triple common;
  const double error = pair.unit() + axes.skew * pair.size();
  if (!upright.pair.common_point(error, common)) return false;
  found.q = out.normal * -1;
  found.meet_at(common);
  return true;
}

}  // namespace apart
