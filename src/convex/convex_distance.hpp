// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/core.hpp"
#include "convex/curved_contact.hpp"
#include "convex/gjk.hpp"
#include "convex/inside.hpp"
#include "convex/plain_cores.hpp"
#include "convex/plain_distance.hpp"
#include "convex/point_box.hpp"
#include "convex/round_body.hpp"
#include "convex/segment_pair.hpp"

namespace apart {

/// Of cores with vertices, bounded: see vertex_gjk().
Distance vertex_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                         const Options& options, Tracker* tracker);

/// Of cores that RoundBodies fits: see round_contact().
Distance round_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                        const Options& options, Tracker* tracker);

/// Of cores of which has_curves() holds: see curved_contact().
Distance curved_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                         const Options& options, Tracker* tracker);

/// By the method that the options ask for, which is not Method::gjk; where that does not apply, or
/// proves nothing, by Method::gjk after all.
Distance distance_by_method(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                            const Options& options, Tracker* tracker);

/// The distance of two cores by the way that is quickest for them, unless one is asked for, where
/// plain double does not do.
inline Distance quickest_distance(const Core& a, const Pose& pose_a, const Core& b,
                                  const Pose& pose_b, const Options& options, Tracker* tracker) {
  if (options.method != Method::gjk) [[unlikely]] {
    return distance_by_method(a, pose_a, b, pose_b, options, tracker);
  }
  const bool bounded = !a.infinite_along_z && !b.infinite_along_z;
  const bool polytopes = a.kind == Core::Kind::polytope && b.kind == Core::Kind::polytope;
  if (polytopes && bounded) return vertex_distance(a, pose_a, b, pose_b, options, tracker);
  if (a.is_segment() && b.is_segment()) {
    return segment_pair_distance(a, pose_a, b, pose_b, options, tracker);
  }
  if ((a.is_point() && b.is_box()) || (a.is_box() && b.is_point())) {
    return point_box_distance(a, pose_a, b, pose_b, options, tracker);
  }
  if (may_be_inside(a, b)) {
    Distance d;
    if (inside_distance(a, pose_a, b, pose_b, options, tracker, d)) return d;
  }
  if (a.has_vertices() && b.has_vertices() && bounded) {
    return vertex_distance(a, pose_a, b, pose_b, options, tracker);
  }
  if (RoundBodies::fits(a) && RoundBodies::fits(b) && !(a.has_vertices() && b.has_vertices())) {
    return round_distance(a, pose_a, b, pose_b, options, tracker);
  }
  if (has_curves(a, b)) return curved_distance(a, pose_a, b, pose_b, options, tracker);
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  return Gjk(pair, options).solve(tracker);
}

/// The same. What decides `enough` in a search may be narrower than what is published of it, by the
/// rounding of the points: then the search goes on to its end.
inline Distance searched_distance(const Core& a, const Pose& pose_a, const Core& b,
                                  const Pose& pose_b, const Options& options, Tracker* tracker) {
  Distance d = quickest_distance(a, pose_a, b, pose_b, options, tracker);  // made in place
  const bool cut_off = d.status == Status::cut_off;
  if (cut_off && !(d.lower > *options.enough || d.upper <= *options.enough)) [[unlikely]] {
    Options to_the_end = options;
    to_the_end.enough.reset();
    d = quickest_distance(a, pose_a, b, pose_b, to_the_end, tracker);
  }
  return d;
}

/// Where closed forms and polytopes as they stand have been tried in plain double, if they were not
/// to be less exact: what else that is good for, else the careful way.
inline Distance careful_distance(const Core& a, const Pose& pose_a, const Core& b,
                                 const Pose& pose_b, const Options& options, Tracker* tracker) {
  Distance d;
  const bool hulls = a.kind == Core::Kind::polytope || b.kind == Core::Kind::polytope;
  if (options.relative_error > 0 && !hulls && asks_for_all(options)) {
    if (plain_way(PlainBody(a), pose_a, PlainBody(b), pose_b, tracker, d)) return d;
  }
  if (plain_cores(a, pose_a, b, pose_b, options, tracker, d)) return d;
  new (&d) Distance(searched_distance(a, pose_a, b, pose_b, options, tracker));
  return d;
}

/// The distance of two cores, whatever does.
inline Distance silent_distance(const Core& a, const Pose& pose_a, const Core& b,
                                const Pose& pose_b, const Options& options, Tracker* tracker) {
  Distance d;
  if (asks_plainly(options) &&
      plain_distance(PlainBody(a), pose_a, PlainBody(b), pose_b, tracker, d)) {
    return d;
  }
  new (&d) Distance(careful_distance(a, pose_a, b, pose_b, options, tracker));
  return d;
}

/// The same where steps are recorded, which plain double does not: the careful way takes such
/// steps, and recording changes nothing. A closed form takes the last of them only.
inline Distance traced_distance(const Core& a, const Pose& pose_a, const Core& b,
                                const Pose& pose_b, const Options& options, Tracker* tracker) {
  Tracker before = tracker ? *tracker : Tracker();
  auto& steps = options.trace->steps;
  const auto first = static_cast<std::ptrdiff_t>(steps.size());
  searched_distance(a, pose_a, b, pose_b, options, tracker ? &before : nullptr);
  Options silent = options;
  silent.trace = nullptr;
  const Distance d = silent_distance(a, pose_a, b, pose_b, silent, tracker);
  const bool one_look = d.support_calls == 1 && std::ssize(steps) > first;
  if (one_look) steps.erase(steps.begin() + first, steps.end() - 1);
  return d;
}

inline Distance convex_distance(const Core& a, const Pose& pose_a, const Core& b,
                                const Pose& pose_b, const Options& options, Tracker* tracker) {
  return options.trace ? traced_distance(a, pose_a, b, pose_b, options, tracker)
                       : silent_distance(a, pose_a, b, pose_b, options, tracker);
}

}  // namespace apart
