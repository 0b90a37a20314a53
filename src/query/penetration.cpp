// SPDX-License-Identifier: BSD-3-Clause
#include <apart/penetration.hpp>
#include <new>
#include <type_traits>

#include "convex/box_depth.hpp"
#include "convex/depth.hpp"
#include "convex/inside.hpp"
#include "convex/plain_ground.hpp"
#include "convex/plain_ways.hpp"
#include "convex/upright.hpp"
#include "convex/vertex_depth.hpp"
#include "query/core_penetration.hpp"
#include "query/door.hpp"
#include "query/halfspace.hpp"
#include "query/search.hpp"

namespace apart {

namespace {

/// Of shapes that have a closed form; boxes, if they are apart.
bool direct_penetration(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options, Tracker* tracker, Penetration& p) {
  if (options.margin > 0) return false;
  const auto kernel = direct_ways[a.index()][b.index()]->signed_kernels[chosen_kernel()];
  if (!kernel(a.object(), pose_a, b.object(), pose_b, p) &&
      !plain_inside_depth(PlainBody(a), pose_a, PlainBody(b), pose_b, p)) {
    return false;
  }
  if (tracker) {
    tracker->surface.faces = 0;
    remember(p.witness, p.direction, *tracker);
  }
  return true;
}

/// Of polytopes and boxes that are apart, or in each other by hardly more than double can tell:
/// then the plane that shows it, and the points, bound the signed distance on both sides.
bool told_by_distance(const Pair& pair, const Pose& pose_a, const Pose& pose_b,
                      const Options& options, Penetration& p) {
  if (!asks_plainly(options) || pair.rounded()) return false;  // planes are the cores'
  Distance d;
  if (!plain_distance(PlainBody(pair.a()), pose_a, PlainBody(pair.b()), pose_b, nullptr, d)) {
    return false;
  }
  if (d.status == Status::separated) {
    p = signed_part(d);
    return true;
  }
  constexpr double wide = 48;
  const Vector<double> q = -d.normal;
  const double value = pair.support(q).value, upper = d.upper * pair.scale();
  if (!(upper - value <= wide * pair.unit())) return false;
  p = signed_part(d);
  const DoubleDouble lower = two_sum(value, -pair.lower_error(q, value));
  p.lower = unscaled(round_down(lower), pair.back(), -INFINITY);
  p.status = p.lower > 0 ? Status::separated : Status::touching;
  ++p.support_calls;
  return true;
}

// What follows is made where the caller wants it: only one thing is returned, and never assigned.
static_assert(std::is_trivially_destructible_v<Penetration>);

Penetration searched_penetration(const Pair& pair, const Pose& pose_a, const Pose& pose_b,
                                 const Options& options, Tracker* tracker, Workspace* workspace) {
  Penetration p;
  if (pair.a().has_vertices() && pair.b().has_vertices() && !pair.axis()) {
    if (vertex_depth(pair, options, From::centres, tracker, p)) return p;
    if (told_by_distance(pair, pose_a, pose_b, options, p)) {
      if (tracker) tracker->size = 0;
      return p;
    }
    if (vertex_depth(pair, options, From::askew, tracker, p)) return p;
  }
  new (&p) Penetration(Depth(pair, options, workspace).solve(tracker));
  return p;
}

/// Where there is no closed form for overlap, or the cores are apart. What decides `enough` in a
/// search may be narrower than what is published of it: then the search goes on to its end.
Penetration other_penetration(const Pair& pair, const Pose& pose_a, const Pose& pose_b,
                              const Options& options, Tracker* tracker, Workspace* workspace) {
  Penetration p = searched_penetration(pair, pose_a, pose_b, options, tracker, workspace);
  const bool cut_off = p.status == Status::cut_off;
  if (cut_off && !(p.lower > *options.enough || p.upper <= *options.enough)) [[unlikely]] {
    Options to_the_end = options;
    to_the_end.enough.reset();
    new (&p)
        Penetration(searched_penetration(pair, pose_a, pose_b, to_the_end, tracker, workspace));
  }
  return p;
}

/// The steps of a search, which a closed form does not take. To record them changes nothing.
void record_search(const Pair& pair, const Pose& pose_a, const Pose& pose_b, const Options& options,
                   const Tracker* tracker, Workspace* workspace) {
  Tracker before = tracker ? *tracker : Tracker();
  other_penetration(pair, pose_a, pose_b, options, tracker ? &before : nullptr, workspace);
}

bool is_box(ShapeRef shape) { return shape.index() == detail::index_in<Box, ShapeVariant>; }

/// Are two boxes so near that they may overlap? Then that is told sooner than how far apart they
/// are.
bool may_overlap(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b) {
  const double reach = 0.5 * (norm(a.as<Box>().size()) + norm(b.as<Box>().size()));
  return !(norm(pose_b.translation - pose_a.translation) > reach);
}

}  // namespace

Workspace::Workspace() : room_(std::make_unique<detail::PolytopeRoom>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
detail::PolytopeRoom& Workspace::room() {
  if (!room_) room_ = std::make_unique<detail::PolytopeRoom>();  // it had been moved from
  return *room_;
}
std::size_t Workspace::bytes() const { return room_ ? room_->bytes() : 0; }

namespace {

/// One of them, and only one, is a half-space or has one inside.
Penetration over_halfspace(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                           double margin) {
  Penetration p;
  if (margin == 0 && ground_penetration(a, pose_a, b, pose_b, p)) return p;
  const RoundedHalfspace half = find_halfspace(a);
  if (half.halfspace) {
    new (&p) Penetration(penetration_halfspace(half, pose_a, make_core(b), pose_b, margin));
  } else {
    new (&p) Penetration(
        swapped(penetration_halfspace(find_halfspace(b), pose_b, make_core(a), pose_a, margin)));
  }
  return p;
}

Penetration checked_penetration(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                                const Options& options, Tracker* tracker, Workspace* workspace);

/// One of them is a half-space.
[[gnu::noinline]] Penetration over_ground_or_checked(ShapeRef a, const Pose& pose_a, ShapeRef b,
                                                     const Pose& pose_b, Tracker* tracker,
                                                     Workspace* workspace) {
  Penetration p;
  if (!ground_penetration(a, pose_a, b, pose_b, p)) {
    new (&p) Penetration(checked_penetration(a, pose_a, b, pose_b, {}, tracker, workspace));
  }
  return p;
}

}  // namespace

Penetration penetration(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options, Tracker* tracker, Workspace* workspace) {
  if ((is_halfspace(a) || is_halfspace(b)) && asks_plainly(options)) {
    return over_ground_or_checked(a, pose_a, b, pose_b, tracker, workspace);
  }
  return checked_penetration(a, pose_a, b, pose_b, options, tracker, workspace);
}

namespace {

Penetration checked_penetration(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                                const Options& options, Tracker* tracker, Workspace* workspace) {
  if (options.enough) {
    check_signed_query(a, pose_a, b, pose_b, options);
  } else {
    check_query(a, pose_a, b, pose_b, options);
  }
  if (options.trace && plainly_bounded(a) && plainly_bounded(b)) {
    const Core core_a = make_core(a), core_b = make_core(b);
    const Pair pair(core_a, pose_a, core_b, pose_b, options.margin);
    record_search(pair, pose_a, pose_b, options, tracker, workspace);
    return penetration(a, pose_a, b, pose_b, silent(options), tracker, workspace);
  }
  if (direct_ways[a.index()][b.index()]) {
    Penetration p;
    const bool in_doubt = is_box(a) && is_box(b) && may_overlap(a, pose_a, b, pose_b);
    if (!in_doubt && direct_penetration(a, pose_a, b, pose_b, options, tracker, p)) return p;
    if (in_doubt) {
      const Core core_a = make_core(a), core_b = make_core(b);
      const Pair pair(core_a, pose_a, core_b, pose_b, options.margin);
      if (box_depth(pair, tracker, p)) return p;
      if (direct_penetration(a, pose_a, b, pose_b, options, tracker, p)) return p;
      return other_penetration(pair, pose_a, pose_b, options, tracker, workspace);
    }
  }
  if (plainly_bounded(a) && plainly_bounded(b)) {
    return core_penetration(make_core(a), pose_a, make_core(b), pose_b, options, tracker,
                            workspace);
  }
  if (!convex(a) || !convex(b)) return search_penetration(a, pose_a, b, pose_b, options, tracker);
  if (find_halfspace(a).halfspace || find_halfspace(b).halfspace) {
    return over_halfspace(a, pose_a, b, pose_b, options.margin);
  }
  return core_penetration(make_core(a), pose_a, make_core(b), pose_b, options, tracker, workspace);
}

}  // namespace

Penetration core_penetration(const Core& core_a, const Pose& pose_a, const Core& core_b,
                             const Pose& pose_b, const Options& options, Tracker* tracker,
                             Workspace* workspace) {
  const Pair pair(core_a, pose_a, core_b, pose_b, options.margin);
  if (options.trace) {
    record_search(pair, pose_a, pose_b, options, tracker, workspace);
    return core_penetration(core_a, pose_a, core_b, pose_b, silent(options), tracker, workspace);
  }
  const auto hull = [](const Core& core) { return core.kind == Core::Kind::polytope; };
  if (!hull(core_a) && !hull(core_b)) {
    Penetration p;
    if (inside_depth(pair, tracker, p)) return p;
    if (box_depth(pair, tracker, p) || upright_depth(pair, tracker, p)) return p;
  }
  return other_penetration(pair, pose_a, pose_b, options, tracker, workspace);
}

}  // namespace apart
