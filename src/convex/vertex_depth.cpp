// SPDX-License-Identifier: BSD-3-Clause
#include "convex/vertex_depth.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/vertex_depth.cpp"
#include <hwy/foreach_target.h>

#include "convex/depth.hpp"
#include "convex/signed_answer.hpp"
#include "convex/surface.hpp"
#include "convex/vertex_gjk-inl.hpp"
#include "convex/vertex_surface-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// What Depth does, for cores with vertices and in double only: where that proves nothing, there is
/// no answer.
class VertexDepth : public VertexGjk {
 public:
  HWY_INLINE VertexDepth(const Pair& pair, const Stopping& stopping, Found& found, Trace* trace)
      : VertexGjk(pair, stopping, found, trace) {}

  /// Grows a surface: from the one that a tracker has kept, if it still is one around anything; or
  /// from the tetrahedron that run() ended with.
  APART_OUT_OF_LINE std::optional<End> measure(Tracker* tracker, bool again) {
    VertexSurface surface(pair_.unit());
    best_.value = -INFINITY;
    if (!(again ? restore(surface, tracker->surface) : start(surface))) return {};
    const int kept_points = again ? surface.points() : 0;
    if (!again) turn_more();
    const double rounding = corner_error() + quick_goal * pair_.unit();
    for (int next_proof = 0;;) {
      const int f = surface.nearest();
      const Triple q = surface.normal(f) * -1;
      look(q);
      const double value = found_.lower, distance = surface.height(f) / std::sqrt(dot(q, q));
      if (value > best_.value) best_ = {surface.corners_of(f), q, value};
      if (value > 0 && value > pair_.lower_error(found_.q, value)) return {};  // not inside at all
      bool stuck = surface.points() > few_corners && surface.held(next_);
      const bool closed = -best_.value - distance <= rounding + surface.quick_error(f);
      if (closed || stuck || stopping_.early()) {
        if (stuck || stopping_.early() || surface.points() >= next_proof) {
          if (const auto end = prove(surface)) {
            if (tracker) keep_anchor(surface);
            if (tracker && surface.points() != kept_points) surface.keep(tracker->surface);
            return end;
          }
          next_proof = surface.points() + surface.points() / 16;
        }
        stuck |= -value - distance <= surface.error(f) + 4 * pair_.unit();
      }
      if (stuck || !surface.insert(next_point(), next_, f)) return {};
    }
  }

  /// Worth it if many supports will be asked for.
  HWY_INLINE void turn_more() {
    a_.turn_more();
    b_.turn_more();
  }
  HWY_INLINE bool few_vertices() const {
    constexpr int few = 64;
    return a_.core().count <= few && b_.core().count <= few;
  }

  double upper() const { return upper_; }
  const Found& anchor() const { return anchor_; }

 private:
  struct Best {
    std::array<int, 3> corner;
    Vector<double> q;
    double value = -INFINITY;
  };

  /// How far a corner may lie outside of the true A - B.
  HWY_INLINE double corner_error() const { return pair_.upper_error() + 6 * pair_.unit(); }

  HWY_INLINE std::optional<End> judge() const {
    return stopping_.judge(upper_, best_.value, best_.q, 0);
  }

  /// What Placed says where a vertex is, and a zero. Of large hulls computed for all coordinates at
  /// once: Placed has not turned all their vertices, unless it is for many supports.
  class Corners {
   public:
    HWY_INLINE Corners(const Placed& placed, const Eigen::Matrix3d& rotation, double scale)
        : placed_(placed) {
      if (!many()) return;
      for (int k = 0; k < 3; ++k) {
        column_[k] = Four::three(rotation.data() + 3 * k) * Four::of(scale);
      }
    }
    HWY_INLINE Four operator()(int id) const {
      if (!many()) {
        const Triple p = placed_.place(id);
        return Four::of(p.x, p.y, p.z, 0);
      }
      const Vector<double> p = placed_.core().polytope->local(id);
      return Four::of(p.x()) * column_[0] +
             (Four::of(p.y()) * column_[1] + Four::of(p.z()) * column_[2]);
    }

   private:
    HWY_INLINE bool many() const { return placed_.core().count > 32; }

    const Placed& placed_;
    Four column_[3];
  };
  HWY_INLINE Corners corners_of_a() const { return {a_, pair_.rotation_a(), pair_.scale()}; }
  HWY_INLINE Corners corners_of_b() const { return {b_, pair_.rotation_b(), pair_.scale()}; }

  HWY_INLINE bool restore(VertexSurface& surface, const detail::KeptSurface& kept) const {
    const Corners of_a = corners_of_a(), of_b = corners_of_b();
    const Four offset = Four::of(pair_.offset());
    const auto most_a = static_cast<unsigned>(a_.core().count);
    const auto most_b = static_cast<unsigned>(b_.core().count);
    for (int i = 0; i < kept.faces / 2 + 2; ++i) {
      const std::uint64_t number = kept.vertices[i];
      const int a = vertex_of_a(number), b = vertex_of_b(number);
      if (static_cast<unsigned>(a) >= most_a || static_cast<unsigned>(b) >= most_b) return false;
      surface.put(i, (of_a(a) - of_b(b)) - offset, number);
    }
    return surface.restore(kept);
  }

  HWY_INLINE bool start(VertexSurface& surface) const {
    std::array<Triple, 4> p;
    std::array<std::uint64_t, 4> number;
    for (int i = 0; i < 4; ++i) {
      p[i] = Triple::of(simplex_.point(i));
      number[i] = simplex_.number(i);
    }
    return surface.start(p, number);
  }

  /// From what is proposed to what is proved, by the faces' error bounds.
  HWY_INLINE std::optional<End> prove(const VertexSurface& surface) {
    const double inner = surface.inner_bound(-best_.value) - corner_error();
    if (!(inner > 0)) return {};
    upper_ = -inner;
    const double width = upper_ - best_.value;
    std::optional<End> end;
    if (width <= quick_goal * pair_.unit()) {
      end = End::converged;
    } else if (stopping_.early()) {
      end = judge();
    }
    return end && settle_points(surface, width) ? end : std::nullopt;
  }

  /// The near points: where the ray along the best plane's normal meets the face below it, or one
  /// that has replaced that.
  HWY_INLINE bool settle_points(const VertexSurface& surface, double width) {
    const Vector<double> target = best_.q * (best_.value / norm(best_.q));
    const double good = std::max(8 * pair_.unit(), std::min(width, pair_.size()));
    if (pierce(surface, best_.corner, target, good)) return true;
    const double near = -best_.value + 2 * width + 16 * pair_.unit();
    for (int f = 0; f < surface.faces(); ++f) {
      if (!(surface.square(f) <= near * near || surface.thin())) continue;
      if (!(dot(surface.normal(f), Triple::of(best_.q)) < 0)) continue;
      if (pierce(surface, surface.corners_of(f), target, good)) return true;
    }
    return false;
  }

  HWY_INLINE bool pierce(const VertexSurface& surface, const std::array<int, 3>& corner,
                         const Vector<double>& target, double good) {
    const double* p[3];
    for (int k = 0; k < 3; ++k) p[k] = surface.corner_and_zero(corner[k]);
    const Four pieces =
        dot(cross(FourPoints::of(p[1], p[2], p[0], p[1]), FourPoints::of(p[2], p[0], p[1], p[2])),
            FourPoints::all(Triple::of(best_.q) * -1));
    HWY_ALIGN double share[4];
    pieces.store(share);
    for (int k = 0; k < 3; ++k) share[k] = std::max(0.0, share[k]);
    const double sum = share[0] + share[1] + share[2];
    if (!(sum > 0)) return false;
    for (int k = 0; k < 3; ++k) share[k] /= sum;
    const auto combined = [&](const Four& a, const Four& b, const Four& c) HWY_ATTR {
      return a * Four::of(share[0]) + b * Four::of(share[1]) + c * Four::of(share[2]);
    };
    const Vector<double> off =
        point(combined(Four::load(p[0]), Four::load(p[1]), Four::load(p[2]))) - target;
    if (!(dot(off, off) <= good * good)) return false;
    corner_ = corner;
    int ia[3], ib[3];
    found_.size = 0;
    for (int k = 0; k < 3; ++k) {
      const std::uint64_t number = surface.number(corner[k]);
      ia[k] = vertex_of_a(number), ib[k] = vertex_of_b(number);
      found_.weight[found_.size] = share[k];
      found_.vertex_a[found_.size] = ia[k];
      found_.vertex_b[found_.size] = ib[k];
      found_.size += share[k] > 0;
    }
    found_.q = best_.q;
    found_.lower = best_.value;
    const Corners of_a = corners_of_a(), of_b = corners_of_b();
    const Four zero = Four::of(0);
    keep({combined(of_a(ia[0]), of_a(ia[1]), of_a(ia[2])), zero}, near_.a);
    keep({combined(of_b(ib[0]), of_b(ib[1]), of_b(ib[2])), zero}, near_.b);
    if (pair_.rounded()) keep_near(pair_, near_, found_);
    return true;
  }

  /// For the next query: the face above the origin; and what lies deepest behind it, if that is all
  /// to start from.
  HWY_INLINE void keep_anchor(const VertexSurface& surface) {
    anchor_.size = surface.fits() ? 3 : 4;
    anchor_.q = best_.q;
    for (int k = 0; k < anchor_.size; ++k) {
      const int corner = k < 3 ? corner_[k] : surface.farthest(Triple::of(best_.q));
      const std::uint64_t number = surface.number(corner);
      anchor_.vertex_a[k] = vertex_of_a(number);
      anchor_.vertex_b[k] = vertex_of_b(number);
    }
  }

  Best best_;
  double upper_ = INFINITY;
  std::array<int, 3> corner_{};
  Found anchor_;
};

APART_FLATTEN bool Penetrate(const Pair& pair, const Options& options, From from, Tracker* tracker,
                             Penetration& p) {
  const Stopping stopping(pair, options, Overlap::is_measured);
  Found found;
  VertexDepth depth(pair, stopping, found, options.trace);
  std::optional<End> end;
  if (tracker && tracker->surface.faces > 0) end = depth.measure(tracker, true);
  bool measured = end.has_value();
  if (!measured) {
    if (tracker) tracker->surface.faces = 0;
    if ((!tracker || tracker->size == 0) && depth.few_vertices()) depth.turn_more();
    end = from == From::askew ? depth.run_askew() : depth.run(tracker);
    measured = end == End::inside;
    if (measured) end = depth.measure(tracker, false);
  }
  if (!end) return false;
  if (tracker) (measured ? depth.anchor() : found).remember(pair, *tracker);
  const double upper = measured ? depth.upper() : found.length.hi;
  publish_signed(pair, found, {measured, upper, quick_goal * pair.unit()}, *end, p);
  if (pair.rounded()) {
    publish_signed_points(pair, found, p);
  } else {
    publish_point(pair, depth.near().a, p.point_a);
    publish_point(pair, depth.near().b + gathered(pair.wide_offset()), p.point_b);
  }
  p.support_calls = depth.support_calls();
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(Penetrate);

bool vertex_depth(const Pair& pair, const Options& options, From from, Tracker* tracker,
                  Penetration& p) {
  return HWY_DYNAMIC_DISPATCH(Penetrate)(pair, options, from, tracker, p);
}

}  // namespace apart
#endif
