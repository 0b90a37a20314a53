// SPDX-License-Identifier: BSD-3-Clause
#include "convex/voronoi.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/voronoi.cpp"
#include <hwy/foreach_target.h>

#include "convex/feature_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// Two things of the original are different. Every step is measured by the local methods and has to
/// be nearer than the one before, so that there is no loop. And where the near point of the other
/// object lies behind a triangle, inside of its prism, the way to it through the object leads to
/// the triangle to go on with; if it does not lead out again, the objects overlap.
class VoronoiWalk : public FeatureSearch {
 public:
  VoronoiWalk(const Pair& pair, const Stopping& stopping, Found& found, Trace* trace)
      : FeatureSearch(pair, stopping, found, trace) {}

  End search(const Tracker* tracker) {
    for (int side = 0; side < 2; ++side) rings_[side] = rings_of(placed(side).core());
    Growth growth = Growth::none;
    if (tracker) {
      const End end = prove_remembered_overlap(*tracker);
      if (end != End::open) return end;
      growth =
          resume(known(remembered(*tracker, 0), 0), known(remembered(*tracker, 1), 1), *tracker);
    }
    if (growth == Growth::none) start();
    // It ends by itself: there are finitely many pairs of features, each nearer than the last.
    bool tried = false;
    while (growth != Growth::overlap) {
      if (upper() <= shortest * pair_.unit()) return End::open;
      if (!plain_ && !tried && known_by_earlier_plane()) {
        const End end = prove_near();
        if (end != End::open) return end;
        tried = true;
      }
      growth = walk(0);
      if (growth == Growth::none) growth = walk(1);
      if (growth == Growth::none) break;
    }
    return growth == Growth::overlap ? prove_overlap() : prove_near();
  }

 private:
  static detail::Rings rings_of(const Core& core) {
    if (core.kind == Core::Kind::polytope) return core.polytope->edges->rings();
    return core.is_box() ? detail::box_rings() : detail::few_points_rings(core.count);
  }

  /// What another method remembered may not be a feature of the object: then a vertex of it.
  Feature known(Feature feature, int side) const {
    const auto& rings = rings_[side];
    const auto& [p, q, r, s] = feature.id;
    bool real = feature.size <= 3;
    if (real && feature.size > 1) {
      const int k = rings.find(p, q);
      real = k >= 0 && (feature.size < 3 || rings.after(p, k) == r || rings.before(p, k) == r);
    }
    if (!real) feature.size = 1;
    return feature;
  }

  /// To the adjacent feature of one object that the other's near point is nearer to, if it is
  /// outside of the region of this one.
  Growth walk(int side) {
    const Feature& feature = features_.feature(side);
    const auto& rings = rings_[side];
    const int p = feature.id[0];
    if (feature.size == 3) return rings.flat ? Growth::none : leave_through(side);
    if (feature.size == 1) return beyond(side, rings.ring(p));
    if (rings.ring(p).size() < 2) return Growth::none;  // a segment
    const int k = rings.find(p, feature.id[1]);
    const std::array<int, 2> faces{rings.after(p, k), rings.before(p, k)};
    return beyond(side, faces);
  }

  /// The region of a vertex is bounded by planes normal to its edges, that of an edge by planes
  /// normal to its faces: each has a vertex that reaches farther toward the other's near point than
  /// the feature does if, and only if, that point is beyond the plane. The farthest is taken.
  Growth beyond(int side, std::span<const int> candidates) {
    const Core& core = placed(side).core();
    const Triple d = placed(side).turned_back(toward_other(side));
    const Triple here = Triple::of(core.vertex(features_.feature(side).id[0]));
    double most = 0;
    int best = -1;
    vertices_ += static_cast<long>(candidates.size());
    for (const int w : candidates) {
      const double gain = dot(d, Triple::of(core.vertex(w)) - here);
      if (gain > most) most = gain, best = w;
    }
    return best < 0 ? Growth::none : features_.grow(side, best, placed(side).place(best));
  }

  /// A triangle's region is its prism, above it. If the other's near point, a vertex, is below, a
  /// line from the near point here to that one runs through the object, until it leaves through
  /// another triangle, which is nearer.
  Growth leave_through(int side) {
    const Feature feature = features_.feature(side);
    const auto& [p, q, r, unused] = feature.id;
    const Triple normal = cross(feature.at[1] - feature.at[0], feature.at[2] - feature.at[0]);
    const int k = rings_[side].find(p, q);
    const bool outward = rings_[side].after(p, k) == r;
    const Triple toward = toward_other(side);
    if ((dot(normal, toward) > 0) == outward) return Growth::none;
    // In the object's own frame, where its vertices are.
    const Feature other = features_.feature(1 - side);
    const Core& core = placed(side).core();
    const Triple offset = Triple::of(pair_.offset()) * (side == 0 ? 1 : -1);
    const Triple point =
        placed(side).turned_back(other.at[0] + offset) * (pair_.back() * pair_.back());
    const Triple corner = Triple::of(core.vertex(p));
    Triple near{0, 0, 0};
    for (int i = 0; i < 3; ++i)
      near = near + Triple::of(core.vertex(feature.id[i])) * feature.weight[i];
    const Exit exit = way_out(side, near, point - near);
    if (exit.corner[0] < 0) return Growth::none;
    if (exit.at >= 1) {
      // The point is inside: between a corner of the triangle and where the line through both ends.
      const Exit end = way_out(side, corner, point - corner);
      if (end.corner[0] < 0) return Growth::none;
      features_.enclose(side, {p, end.corner[0], end.corner[1], end.corner[2]});
      return Growth::overlap;
    }
    Feature next;
    for (const int v : exit.corner) next.add(v, placed(side).place(v));
    const FeaturePair before = features_;
    const bool set = side == 0 ? features_.set(next, other) : features_.set(other, next);
    if (set && features_.squared() < before.squared()) return Growth::nearer;
    features_ = before;
    return Growth::none;
  }

  /// Where a line from inside of an object, or its surface, leaves it.
  struct Exit {
    double at = INFINITY;
    std::array<int, 3> corner{-1, -1, -1};
    double inside = -INFINITY;  // the least share of a corner in the point where it does
  };

  /// All triangles are tried, and the one is taken that the line passes most clearly: planes alone
  /// do not tell those apart that are in one.
  Exit way_out(int side, Triple from, Triple line) {
    const Core& core = placed(side).core();
    const auto& rings = rings_[side];
    Exit exit;
    for (int p = 0; p < core.count; ++p) {
      const auto ring = rings.ring(p);
      vertices_ += static_cast<long>(ring.size());
      const Triple a = Triple::of(core.vertex(p)) - from;
      for (std::size_t k = 0; k < ring.size(); ++k) {
        const int q = ring[k], r = ring[k + 1 < ring.size() ? k + 1 : 0];
        if (q < p || r < p) continue;  // each triangle once
        const Triple b = Triple::of(core.vertex(q)) - from, c = Triple::of(core.vertex(r)) - from;
        const Triple bc = cross(b, c);
        const double share_a = dot(line, bc), share_b = dot(line, cross(c, a));
        const double share_c = dot(line, cross(a, b)), speed = share_a + share_b + share_c;
        if (!(speed > 0)) continue;
        const double inside = std::min(share_a, std::min(share_b, share_c)) / speed;
        if (inside > exit.inside) exit = {dot(a, bc) / speed, {p, q, r}, inside};
      }
    }
    return exit;
  }

  std::array<detail::Rings, 2> rings_;
};

bool SolveVoronoi(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                  const Options& options, Tracker* tracker, Distance& d) {
  return Answer<VoronoiWalk>(a, pose_a, b, pose_b, options, tracker, d);
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(SolveVoronoi);

bool voronoi_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                      const Options& options, Tracker* tracker, Distance& d) {
  return HWY_DYNAMIC_DISPATCH(SolveVoronoi)(a, pose_a, b, pose_b, options, tracker, d);
}

}  // namespace apart
#endif
