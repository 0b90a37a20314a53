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

  /// Grows a surface: from the one that a tracker has kept, if it still is around the origin; or
  /// from the tetrahedron that run() ended with.
  APART_OUT_OF_LINE std::optional<End> measure(Tracker* tracker, bool again) {
    VertexSurface surface(pair_.unit());
    best_.value = -INFINITY;
    if (!(again ? restore(surface, tracker->surface) : start(surface))) return {};
    const int kept_corners = again ? surface.corners() : 0;
    if (!again) a_.turn_more(), b_.turn_more();
    for (int next_proof = 0;;) {
      const int f = surface.nearest();
      const double distance = surface.distance(f), error = surface.error(f);
      const Vector<double> q = -surface.normal(f);
      look(q);
      const double value = found_.lower;
      const bool stuck = -value - distance <= error + 4 * pair_.unit() ||
                         (surface.corners() > few_corners && surface.holds(next_));
      if (value > best_.value) best_ = {surface.corners_of(f), q, value};
      upper_ = -(distance - (error + corner_error()));
      const bool closed = -best_.value - distance <= pair_.goal() + (error + corner_error());
      if (best_.value > pair_.lower_error(best_.q, best_.value)) return {};  // not inside at all
      if (closed || stuck || (stopping_.early() && judge())) {
        if (stuck || stopping_.early() || surface.corners() >= next_proof) {
          if (const auto end = prove(surface)) {
            if (tracker) keep_anchor(surface);
            if (tracker && surface.corners() != kept_corners) surface.keep(tracker->surface);
            return end;
          }
          next_proof = surface.corners() + surface.corners() / 16;
        }
      }
      if (stuck || !surface.insert(next_point(), next_, f)) return {};
    }
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

  HWY_INLINE bool restore(VertexSurface& surface, const detail::KeptSurface& kept) const {
    for (int i = 0; i < kept.faces / 2 + 2; ++i) {
      const int a = kept.vertex_a[i], b = kept.vertex_b[i];
      if (a < 0 || b < 0 || a >= a_.core().count || b >= b_.core().count) return false;
      surface.put(i, difference(a, b), vertex_pair(a, b));
    }
    return surface.restore(kept);
  }

  HWY_INLINE bool start(VertexSurface& surface) const {
    std::array<Vector<double>, 4> p;
    std::array<std::uint64_t, 4> number;
    for (int i = 0; i < 4; ++i) {
      p[i] = simplex_.point(i);
      number[i] = simplex_.number(i);
    }
    return surface.start(p, number);
  }

  /// From what is proposed to what is proved, by the faces' error bounds.
  HWY_INLINE std::optional<End> prove(const VertexSurface& surface) {
    const double inner = surface.inner_bound() - corner_error();
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
    for (int f = 0; f < surface.slots(); ++f) {
      if (!(surface.distance(f) - surface.error(f) <= near)) continue;
      if (!(dot<double>(surface.normal(f), best_.q) < 0)) continue;
      if (pierce(surface, surface.corners_of(f), target, good)) return true;
    }
    return false;
  }

  HWY_INLINE bool pierce(const VertexSurface& surface, const std::array<int, 3>& corner,
                         const Vector<double>& target, double good) {
    const Vector<double> a = surface.corner(corner[0]), b = surface.corner(corner[1]);
    const Vector<double> c = surface.corner(corner[2]), ray = -best_.q;
    const std::array<double, 3> share{std::max(0.0, dot(ray, cross(b, c))),
                                      std::max(0.0, dot(ray, cross(c, a))),
                                      std::max(0.0, dot(ray, cross(a, b)))};
    const double sum = share[0] + share[1] + share[2];
    if (!(sum > 0)) return false;
    const Vector<double> off =
        (a * (share[0] / sum) + b * (share[1] / sum) + c * (share[2] / sum)) - target;
    if (!(dot(off, off) <= good * good)) return false;
    corner_ = corner;
    Vector<double> point_a = Vector<double>::Zero(), point_b = point_a;
    found_.size = 0;
    for (int k = 0; k < 3; ++k) {
      if (!(share[k] > 0)) continue;
      const std::uint64_t number = surface.number(corner[k]);
      const int ia = vertex_of_a(number), ib = vertex_of_b(number), n = found_.size++;
      found_.weight[n] = share[k] / sum;
      found_.vertex_a[n] = ia;
      found_.vertex_b[n] = ib;
      point_a += a_.point(ia) * found_.weight[n];
      point_b += b_.point(ib) * found_.weight[n];
    }
    found_.q = best_.q;
    found_.lower = best_.value;
    found_.point_a = {point_a, Vector<double>::Zero()};
    found_.point_b =
        point(WideFour{Four::three(point_b.data()), Four::of(0)} + wide(pair_.wide_offset()));
    return true;
  }

  /// For the next query: the face above the origin, and what lies deepest behind it.
  HWY_INLINE void keep_anchor(const VertexSurface& surface) {
    int deepest = 0;
    double height = -INFINITY;
    for (int i = 0; i < surface.corners(); ++i) {
      const double below = dot(best_.q, surface.corner(i));
      if (below > height) height = below, deepest = i;
    }
    anchor_.size = 4;
    anchor_.q = best_.q;
    for (int k = 0; k < 4; ++k) {
      const std::uint64_t number = surface.number(k < 3 ? corner_[k] : deepest);
      anchor_.vertex_a[k] = vertex_of_a(number);
      anchor_.vertex_b[k] = vertex_of_b(number);
    }
  }

  Best best_;
  double upper_ = INFINITY;
  std::array<int, 3> corner_{};
  Found anchor_;
};

APART_FLATTEN bool Penetrate(const Pair& pair, const Options& options, Tracker* tracker,
                             Penetration& p) {
  const Stopping stopping(pair, options, Overlap::is_measured);
  Found found;
  VertexDepth depth(pair, stopping, found, options.trace);
  std::optional<End> end;
  if (tracker && tracker->surface.faces > 0) end = depth.measure(tracker, true);
  bool measured = end.has_value();
  if (!measured) {
    if (tracker) tracker->surface.faces = 0;
    end = depth.run(tracker);
    measured = end == End::inside;
    if (measured) end = depth.measure(tracker, false);
  }
  if (!end) return false;
  if (tracker) (measured ? depth.anchor() : found).remember(pair, *tracker);
  const double upper = measured ? depth.upper() : found.length.hi;
  publish(pair, found, {measured, upper, quick_goal * pair.unit()}, *end, p);
  p.support_calls = depth.support_calls();
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(Penetrate);

bool vertex_depth(const Pair& pair, const Options& options, Tracker* tracker, Penetration& p) {
  return HWY_DYNAMIC_DISPATCH(Penetrate)(pair, options, tracker, p);
}

}  // namespace apart
#endif
