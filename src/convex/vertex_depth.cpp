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

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// What Depth does, for cores with vertices and in double only: where that proves nothing, there is
/// no answer.
class VertexDepth : public VertexGjk {
 public:
  HWY_INLINE VertexDepth(const Pair& pair, const Stopping& stopping, Found& found, Trace* trace)
      : VertexGjk(pair, stopping, found, trace) {}

  /// Grows a surface from the tetrahedron that run() ended with.
  APART_OUT_OF_LINE std::optional<End> measure() {
    FixedRoom room;
    Polytope polytope(
        {fixed_corners, room.corner, room.rim_at, room.face, room.distance, room.hole, room.rim},
        pair_.unit());
    if (!start(polytope, room)) return {};
    a_.turn_more();
    b_.turn_more();
    for (int next_proof = 0;;) {
      const int f = polytope.nearest();
      const auto& face = polytope.face(f);
      const double distance = polytope.distance(f), error = face.error + corner_error();
      const Vector<double> q = -face.normal;
      look(q);
      const double value = found_.lower;
      const double gap = -value - distance;
      const bool stuck = gap <= face.error + 4 * pair_.unit() || repeats(polytope, room);
      if (value > best_.value) best_ = {face.corner, q, value};
      upper_ = -(distance - error);
      const bool closed = -best_.value - distance <= pair_.goal() + error;
      const bool outside = best_.value > pair_.lower_error(best_.q, best_.value);
      if (outside) return {};
      if (closed || stuck || (stopping_.early() && judge())) {
        if (stuck || stopping_.early() || polytope.vertices() >= next_proof) {
          if (const auto end = prove(polytope, room)) return end;
          next_proof = polytope.vertices() + polytope.vertices() / 16;
        }
      }
      if (stuck || !insert(polytope, room, f)) return {};
    }
  }

  double upper() const { return upper_; }
  const Found& anchor() const { return anchor_; }

 private:
  using Polytope = ExpandingPolytope<double>;

  struct FixedRoom {
    Vector<double> corner[fixed_corners];
    int rim_at[fixed_corners];
    Polytope::Face face[2 * fixed_corners];
    double distance[2 * fixed_corners];
    int hole[2 * fixed_corners];
    Polytope::Rim rim[fixed_corners];
    int vertex_a[fixed_corners], vertex_b[fixed_corners];
  };
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

  HWY_INLINE bool start(Polytope& polytope, FixedRoom& room) const {
    std::array<Vector<double>, 4> p;
    for (int i = 0; i < 4; ++i) {
      p[i] = simplex_.point(i);
      room.vertex_a[i] = found_.vertex_a[i];
      room.vertex_b[i] = found_.vertex_b[i];
    }
    if (polytope.start(p) != Polytope::Outcome::done) return false;
    if (polytope.swapped()) {
      std::swap(room.vertex_a[0], room.vertex_a[1]);
      std::swap(room.vertex_b[0], room.vertex_b[1]);
    }
    return true;
  }

  HWY_INLINE bool insert(Polytope& polytope, FixedRoom& room, int f) const {
    const int n = polytope.vertices();
    if (polytope.insert(next_point(), f) != Polytope::Outcome::done) return false;
    room.vertex_a[n] = vertex_of_a(next_);
    room.vertex_b[n] = vertex_of_b(next_);
    return true;
  }

  HWY_INLINE bool repeats(const Polytope& polytope, const FixedRoom& room) const {
    if (polytope.vertices() <= few_corners) return false;
    for (int i = 0; i < polytope.vertices(); ++i) {
      if (number(room.vertex_a[i], room.vertex_b[i]) == next_) return true;
    }
    return false;
  }

  /// From what is proposed to what is proved, by the faces' error bounds.
  HWY_INLINE std::optional<End> prove(const Polytope& polytope, const FixedRoom& room) {
    double inner = INFINITY;
    for (int f = 0; f < polytope.slots(); ++f) {
      inner = std::min(inner, polytope.distance(f) - polytope.face(f).error);
    }
    inner -= corner_error();
    if (!(inner > 0)) return {};
    upper_ = -inner;
    const double width = upper_ - best_.value;
    std::optional<End> end;
    if (width <= quick_goal * pair_.unit()) {
      end = End::converged;
    } else if (stopping_.early()) {
      end = judge();
    }
    if (!end || !settle_points(polytope, room, width)) return {};
    keep_anchor(polytope, room);
    return end;
  }

  /// The near points: where the ray along the best plane's normal meets the face below it, or one
  /// that has replaced that.
  HWY_INLINE bool settle_points(const Polytope& polytope, const FixedRoom& room, double width) {
    const Vector<double> target = best_.q * (best_.value / norm(best_.q));
    const double good = std::max(8 * pair_.unit(), std::min(width, pair_.size()));
    if (pierce(polytope, room, best_.corner, target, good)) return true;
    const double near = -best_.value + 2 * width + 16 * pair_.unit();
    for (int f = 0; f < polytope.slots(); ++f) {
      const auto& face = polytope.face(f);
      if (!(polytope.distance(f) - face.error <= near)) continue;
      if (!(dot<double>(face.normal, best_.q) < 0)) continue;
      if (pierce(polytope, room, face.corner, target, good)) return true;
    }
    return false;
  }

  HWY_INLINE bool pierce(const Polytope& polytope, const FixedRoom& room,
                         const std::array<int, 3>& corner, const Vector<double>& target,
                         double good) {
    const Vector<double> a = polytope.corner(corner[0]), b = polytope.corner(corner[1]);
    const Vector<double> c = polytope.corner(corner[2]), ray = -best_.q;
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
      const int ia = room.vertex_a[corner[k]], ib = room.vertex_b[corner[k]], n = found_.size++;
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
  HWY_INLINE void keep_anchor(const Polytope& polytope, const FixedRoom& room) {
    int deepest = 0;
    double height = -INFINITY;
    for (int i = 0; i < polytope.vertices(); ++i) {
      const double below = dot(best_.q, polytope.corner(i));
      if (below > height) height = below, deepest = i;
    }
    anchor_.size = 4;
    anchor_.q = best_.q;
    for (int k = 0; k < 4; ++k) {
      const int i = k < 3 ? corner_[k] : deepest;
      anchor_.vertex_a[k] = room.vertex_a[i];
      anchor_.vertex_b[k] = room.vertex_b[i];
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
  std::optional<End> end = depth.run(tracker);
  const bool measured = end == End::inside;
  if (measured) end = depth.measure();
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
