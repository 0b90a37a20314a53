// SPDX-License-Identifier: BSD-3-Clause
#include "convex/vertex_gjk.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/vertex_gjk.cpp"
#include <hwy/foreach_target.h>

#include "convex/convex_distance.hpp"
#include "convex/vertex_gjk-inl.hpp"
#include "convex/vertex_within.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// Out of line: hardly ever called.
HWY_NOINLINE Distance Settle(const Pair& pair, const Options& options, const Found& simplex,
                             int support_calls, Tracker* tracker) {
  Gjk gjk(pair, options);
  Distance d = gjk.settle(simplex, tracker);
  d.support_calls += support_calls;
  return d;
}

APART_FLATTEN void Solve(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                         const Options& options, Tracker* tracker, Distance& d) {
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  const Stopping stopping(pair, options, Overlap::is_enough);
  Found found;
  VertexGjk gjk(pair, stopping, found, options.trace);
  const End end = gjk.search(tracker);
  if (end == End::open) {
    d = Settle(pair, options, found, gjk.support_calls(), tracker);
    return;
  }
  if (tracker) found.remember(pair, *tracker);
  publish_near(pair, gjk.near(), found, end, d);
  d.support_calls = gjk.support_calls();
}

/// Where neither is proved without points.
HWY_NOINLINE bool StillWithin(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                              const Options& options, Tracker* tracker) {
  Distance d;
  Solve(a, pose_a, b, pose_b, options, tracker, d);
  return !(d.lower > *options.enough);
}

APART_FLATTEN bool Within(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                          const Options& options, Tracker* tracker) {
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  const Stopping stopping(pair, options, Overlap::is_enough);
  Found found;
  VertexGjk gjk(pair, stopping, found, options.trace);
  gjk.without_points();
  const End end = gjk.search(tracker);
  if (end == End::open) {  // which leaves nothing to ask for
    return !(Settle(pair, options, found, gjk.support_calls(), tracker).lower > *options.enough);
  }
  if (tracker) found.remember(pair, *tracker);
  if (end == End::inside) return true;
  Distance d;
  publish_bounds(pair, found, end, d);
  if (d.lower > *options.enough) return false;
  return d.upper <= *options.enough || StillWithin(a, pose_a, b, pose_b, options, tracker);
}

APART_FLATTEN std::optional<End> Search(const Pair& pair, const Stopping& stopping,
                                        const Tracker* tracker, Trace* trace, Found& found,
                                        int& support_calls) {
  VertexGjk gjk(pair, stopping, found, trace);
  const auto end = gjk.run(tracker);
  support_calls += gjk.support_calls();
  return end;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(Search);
HWY_EXPORT(Solve);
HWY_EXPORT(Within);

std::optional<End> vertex_gjk(const Pair& pair, const Stopping& stopping, const Tracker* tracker,
                              Trace* trace, Found& found, int& support_calls) {
  return HWY_DYNAMIC_DISPATCH(Search)(pair, stopping, tracker, trace, found, support_calls);
}

bool vertex_within(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                   const Options& options, Tracker* tracker) {
  return HWY_DYNAMIC_DISPATCH(Within)(a, pose_a, b, pose_b, options, tracker);
}

Distance vertex_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                         const Options& options, Tracker* tracker) {
  Distance d;
  HWY_DYNAMIC_DISPATCH(Solve)(a, pose_a, b, pose_b, options, tracker, d);
  return d;
}

}  // namespace apart
#endif
