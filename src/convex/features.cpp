// SPDX-License-Identifier: BSD-3-Clause
#include "convex/features.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/features.cpp"
#include <hwy/foreach_target.h>

#include "convex/feature_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

class SupportFeatures : public FeatureSearch {
 public:
  SupportFeatures(const Pair& pair, const Stopping& stopping, Found& found, Trace* trace)
      : FeatureSearch(pair, stopping, found, trace) {}

  End search(const Tracker* tracker) {
    Growth growth = Growth::none;
    if (tracker) {
      const End end = prove_remembered_overlap(*tracker);
      if (end != End::open) return end;
      growth = resume(remembered(*tracker, 0), remembered(*tracker, 1), *tracker);
    }
    if (growth == Growth::none) start();
    if (growth == Growth::overlap) return prove_overlap();
    for (int step = 0; step < limit; ++step) {
      if (upper() <= shortest * pair_.unit()) return End::open;
      growth = step_on_a_side();
      if (growth == Growth::overlap) return prove_overlap();
      if (growth == Growth::nearer && !known_by_earlier_plane()) continue;
      const bool looked = growth == Growth::none && scanned_[0] && scanned_[1];
      if (looked) look_back();
      const End end = prove_near(looked);
      if (end != End::open) return end;
      growth = take_support();
      if (growth == Growth::overlap) return prove_overlap();
      if (growth == Growth::none) return End::open;
    }
    return End::open;
  }

 private:
  /// Far more than any pair has been seen to need.
  static constexpr int limit = 256;

  /// The object's vertex farthest toward the other: by climbing from the feature, if it has an edge
  /// list; or by a support that overlooks none.
  int support(int side) {
    ++support_calls_;
    const Core& core = placed(side).core();
    const Triple q = toward_other(side);
    const auto* edges = core.kind == Core::Kind::polytope ? core.polytope->edges.get() : nullptr;
    scanned_[side] = !edges;
    if (!edges) return (farthest_[side] = placed(side).farthest(q)).index;
    return climb(*core.polytope, edges->rings(), placed(side).turned_back(q),
                 features_.feature(side).id[0]);
  }

  /// What look() does, of supports that are known.
  void look_back() {
    const Triple q = features_.direction();
    q.store(found_.q);
    const auto& [a, b] = farthest_;
    next_ = vertex_pair(a.index, b.index);
    found_.lower = ((-a.value - b.value) - dot(q, offset())) / std::sqrt(dot(q, q));
  }

  int climb(const detail::PolytopeData& p, const detail::Rings& rings, Triple d, int best) {
    const auto along = [&](int v) { return p.x()[v] * d.x + (p.y()[v] * d.y + p.z()[v] * d.z); };
    double farthest = along(best);
    for (int from = -1; from != best;) {
      from = best;
      const auto ring = rings.ring(from);
      vertices_ += static_cast<long>(ring.size());
      for (const int w : ring) {
        const double here = along(w);
        if (here > farthest) farthest = here, best = w;
      }
    }
    return best;
  }

  /// Grows the object whose turn it is; if it has nothing to offer, the other. `nearer` also where
  /// there is more to come; `none` where both have no vertex beyond the plane, or none that helps.
  Growth step_on_a_side() {
    double gap = 0;
    for (int tried = 0; tried < 2; ++tried) {
      const int side = turn_, vertex = support(side);
      turn_ = 1 - turn_;
      const Triple place = placed(side).place(vertex);
      const double beyond = std::max(0.0, gain(side, place));
      gap += beyond;
      // Both supports against the same v: a plane, the best of which is kept (the paper's M_e).
      if (tried == 1) {
        lower_ = std::max(lower_, upper() - gap);
        if (enough_known(gap)) return Growth::none;
      }
      if (beyond <= pair_.goal() / 2 || features_.feature(side).holds(vertex)) continue;
      const Growth growth = features_.grow(side, vertex, place);
      if (growth != Growth::none) return growth;
    }
    return Growth::none;
  }

  /// Goes on from the support that proved nothing.
  Growth take_support() {
    lower_ = -INFINITY;
    Growth best = Growth::none;
    for (int side = 0; side < 2 && simplex_.carriers() % 4 != 0; ++side) {
      const Growth growth = try_vertex(side, vertex_of(next_, side));
      if (growth == Growth::overlap) return growth;
      if (growth == Growth::nearer) best = growth;
    }
    return best;
  }

  int turn_ = 0;
  std::array<bool, 2> scanned_{};
  std::array<Farthest, 2> farthest_{};
};

bool SolveFeatures(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                   const Options& options, Tracker* tracker, Distance& d) {
  return Answer<SupportFeatures>(a, pose_a, b, pose_b, options, tracker, d);
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(SolveFeatures);

bool features_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                       const Options& options, Tracker* tracker, Distance& d) {
  return HWY_DYNAMIC_DISPATCH(SolveFeatures)(a, pose_a, b, pose_b, options, tracker, d);
}

}  // namespace apart
#endif
