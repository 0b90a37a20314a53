// SPDX-License-Identifier: BSD-3-Clause
#include <apart/distance.hpp>
#include <apart/error.hpp>

#include <new>
#include <type_traits>

#include "convex/plain_ground.hpp"
#include "convex/plain_ways.hpp"
#include "convex/plain_within.hpp"
#include "number_text.hpp"
#include "query/door.hpp"
#include "query/search.hpp"
#include "query/shape_pair.hpp"

namespace apart {

const char* to_string(Status status) {
  switch (status) {
    case Status::separated:
      return "separated";
    case Status::touching:
      return "touching";
    case Status::overlapping:
      return "overlapping";
    case Status::cut_off:
      return "cut_off";
    case Status::not_converged:
      return "not_converged";
  }
  return "unknown";
}

namespace {

/// Where plain double does not do, or more is asked for.
[[gnu::noinline]] Distance other_distance(ShapeRef a, const Pose& pose_a, ShapeRef b,
                                          const Pose& pose_b, const Options& options,
                                          Tracker* tracker) {
  check_question(a, b, options);
  if (plainly_bounded(a) && plainly_bounded(b)) {
    const Core core_a = make_core(a), core_b = make_core(b);
    return options.trace ? convex_distance(core_a, pose_a, core_b, pose_b, options, tracker)
                         : careful_distance(core_a, pose_a, core_b, pose_b, options, tracker);
  }
  if (!convex(a) || !convex(b)) return search_distance(a, pose_a, b, pose_b, options, tracker);
  return ShapePair(a, b).distance(pose_a, pose_b, options, tracker);
}

/// In plain double, else as above. What is known to be a Polytope is not asked what it is.
template <class A, class B>
[[gnu::noinline]] Distance plainly_or_other(const A& a, const Pose& pose_a, const B& b,
                                            const Pose& pose_b, const Options& options,
                                            Tracker* tracker) {
  Distance d;  // the only thing returned: it is made where the caller wants it
  if (!plain_distance(PlainBody(a), pose_a, PlainBody(b), pose_b, tracker, d)) {
    check_rigid(pose_a, pose_b);
    // Made in place: assigned, it would be copied.
    static_assert(std::is_trivially_destructible_v<Distance>);
    new (&d) Distance(other_distance(a, pose_a, b, pose_b, options, tracker));
  }
  return d;
}
/// What direct ways leave. To a relative error, other_distance() goes on as they would, to the same
/// bits.
Distance hulls_plainly(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                       Tracker* tracker, double relative_error) {
  if (relative_error == 0) return plainly_or_other(a, pose_a, b, pose_b, {}, tracker);
  check_rigid(pose_a, pose_b);
  return other_distance(a, pose_a, b, pose_b, {.relative_error = relative_error}, tracker);
}
Distance asked_plainly(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b) {
  Distance d;
  if (!plain_inside(PlainBody(a), pose_a, PlainBody(b), pose_b, nullptr, d)) {
    new (&d) Distance(plainly_or_other(a, pose_a, b, pose_b, {}, nullptr));  // as above
  }
  return d;
}

/// One of them is a half-space.
[[gnu::noinline]] Distance over_ground_or_other(ShapeRef a, const Pose& pose_a, ShapeRef b,
                                                const Pose& pose_b, const Options& options,
                                                Tracker* tracker) {
  Distance d;
  if (!ground_distance(a, pose_a, b, pose_b, d)) {
    check_rigid(pose_a, pose_b);
    new (&d) Distance(other_distance(a, pose_a, b, pose_b, options, tracker));
  }
  return d;
}

bool is_hull(ShapeRef s) { return s.index() == detail::index_in<Polytope, ShapeVariant>; }
/// Null if the two are not of one kind.
const HullWay* hull_way(const Polytope& a, const Polytope& b) {
  const PlainBody::Kind kind = PlainBody::kind_of(a.data());
  return kind == PlainBody::kind_of(b.data()) ? &hull_ways[kind - PlainBody::eight] : nullptr;
}

/// Where no direct way leads.
[[gnu::noinline]] Distance indirectly(ShapeRef a, const Pose& pose_a, ShapeRef b,
                                      const Pose& pose_b, const Options& options,
                                      Tracker* tracker) {
  if (is_halfspace(a) || is_halfspace(b)) {
    return over_ground_or_other(a, pose_a, b, pose_b, options, tracker);
  }
  return plainly_or_other(a, pose_a, b, pose_b, options, tracker);
}
/// The first of all queries has to ask for the instruction set.
[[gnu::noinline, gnu::cold]] Distance at_first(ShapeRef a, const Pose& pose_a, ShapeRef b,
                                               const Pose& pose_b, const Options& options,
                                               Tracker* tracker) {
  choose_target();
  return distance(a, pose_a, b, pose_b, options, tracker);
}

/// To the kernel for the two types, if nothing but the distance is asked for. Nothing is called on
/// the way: every argument would have to be saved for that.
[[gnu::always_inline]] inline Distance directly(ShapeRef a, const Pose& pose_a, ShapeRef b,
                                                const Pose& pose_b, const Options& options,
                                                Tracker* tracker) {
  const hwy::ChosenTarget* const target = chosen_target.load(std::memory_order_acquire);
  if (!target) return at_first(a, pose_a, b, pose_b, options, tracker);
  if (is_hull(a) && is_hull(b)) {
    const Polytope &hull_a = a.as<Polytope>(), &hull_b = b.as<Polytope>();
    if (const HullWay* const way = hull_way(hull_a, hull_b)) {
      const auto kernels = tracker ? way->tracked_kernels : way->kernels;
      return kernels[kernel_of(*target)](hull_a, pose_a, hull_b, pose_b, tracker, hulls_plainly, 0);
    }
    return hulls_plainly(hull_a, pose_a, hull_b, pose_b, tracker, 0);
  }
  const DirectWay* const way = direct_ways[a.index()][b.index()];
  if (way && !tracker) {
    return way->kernels[kernel_of(*target)](a.object(), pose_a, b.object(), pose_b, asked_plainly);
  }
  return indirectly(a, pose_a, b, pose_b, options, tracker);
}

/// Is less than all of the distance asked for, and nothing else?
bool asks_roughly(const Options& options) {
  return asks_for_all(options) && !options.trace && options.relative_error >= 0 &&
         options.relative_error <= 1;
}

/// The steps of a search by the careful way. To record them changes nothing.
Distance recorded(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                  const Options& options, Tracker* tracker) {
  Options recording = options;
  recording.counts = nullptr;
  Tracker before = tracker ? *tracker : Tracker();
  check_rigid(pose_a, pose_b);
  other_distance(a, pose_a, b, pose_b, recording, tracker ? &before : nullptr);
  return distance(a, pose_a, b, pose_b, silent(options), tracker);
}

/// Two polytopes of one kind by their kernel; a half-space and closed forms as exactly as ever, for
/// that takes no longer.
[[gnu::noinline]] Distance asked_for_more(ShapeRef a, const Pose& pose_a, ShapeRef b,
                                          const Pose& pose_b, const Options& options,
                                          Tracker* tracker) {
  if (options.trace && is_hull(a) && is_hull(b)) {
    return recorded(a, pose_a, b, pose_b, options, tracker);
  }
  const bool roughly = asks_roughly(options);
  if (roughly && is_hull(a) && is_hull(b)) {
    const Polytope &hull_a = a.as<Polytope>(), &hull_b = b.as<Polytope>();
    if (const HullWay* const way = hull_way(hull_a, hull_b)) {
      return way->tracked_kernels[chosen_kernel()](hull_a, pose_a, hull_b, pose_b, tracker,
                                                   hulls_plainly, options.relative_error);
    }
  }
  if (roughly && (is_halfspace(a) || is_halfspace(b))) {
    return over_ground_or_other(a, pose_a, b, pose_b, options, tracker);
  }
  if (roughly && !is_hull(a) && !is_hull(b)) {
    Distance d;
    if (plain_way(PlainBody(a), pose_a, PlainBody(b), pose_b, tracker, d)) return d;
  }
  check_rigid(pose_a, pose_b);
  return other_distance(a, pose_a, b, pose_b, options, tracker);
}

/// Nothing that plain_within() does not know of, nor that has to be refused.
bool asks_plainly_within(const Options& options) {
  return options.relative_error >= 0 && options.relative_error <= 1 && options.margin == 0 &&
         options.method == Method::gjk && (!options.enough || *options.enough >= 0);
}
/// Where plain double does not do, or more is asked for.
bool searched_within(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double r,
                     const Options& options, Tracker* tracker);

}  // namespace

Distance distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b) {
  static constexpr Options none{};
  return directly(a, pose_a, b, pose_b, none, nullptr);
}
Distance distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                  const Options& options, Tracker* tracker) {
  if (!asks_plainly(options) || options.trace) {
    return asked_for_more(a, pose_a, b, pose_b, options, tracker);
  }
  return directly(a, pose_a, b, pose_b, options, tracker);
}

bool intersects(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                const Options& options, Tracker* tracker) {
  return within(a, pose_a, b, pose_b, 0, options, tracker);
}

bool within(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double r,
            const Options& options, Tracker* tracker) {
  if (!(r >= 0)) throw InvalidInput("within: r must be 0 or more, got " + text(r));
  if (options.trace) {
    // To record the steps of a search changes nothing.
    Tracker before = tracker ? *tracker : Tracker();
    searched_within(a, pose_a, b, pose_b, r, options, tracker ? &before : nullptr);
    return within(a, pose_a, b, pose_b, r, silent(options), tracker);
  }
  if (asks_plainly_within(options)) {
    if (const auto decided = ground_within(a, pose_a, b, pose_b, r)) return *decided;
    const auto decided = plain_within(PlainBody(a), pose_a, PlainBody(b), pose_b, r, tracker);
    if (decided) return *decided;
  }
  return searched_within(a, pose_a, b, pose_b, r, options, tracker);
}

namespace {

bool searched_within(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double r,
                     const Options& options, Tracker* tracker) {
  check_options(options);
  Options asked = options;
  asked.enough = r;
  check_options(asked);
  asked.relative_error = 0;  // which would leave the question open near r
  check_query(a, pose_a, b, pose_b, asked);
  if (!convex(a) || !convex(b)) {
    if (plainly_farther(a, pose_a, b, pose_b, options.margin, r)) return false;
    return !(search_distance(a, pose_a, b, pose_b, asked, tracker, Aim{.points = false}).lower > r);
  }
  const ShapePair pair(a, b);
  if (pair.far_apart(pose_a, pose_b, options.margin, r)) return false;
  return pair.within(pose_a, pose_b, asked, tracker);
}

}  // namespace

}  // namespace apart
