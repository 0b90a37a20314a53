// SPDX-License-Identifier: BSD-3-Clause
#include <apart/penetration.hpp>

#include "convex/depth.hpp"
#include "convex/vertex_depth.hpp"
#include "query/core_penetration.hpp"
#include "query/door.hpp"
#include "query/halfspace.hpp"
#include "query/search.hpp"

namespace apart {

Workspace::Workspace() : room_(std::make_unique<detail::PolytopeRoom>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
detail::PolytopeRoom& Workspace::room() {
  if (!room_) room_ = std::make_unique<detail::PolytopeRoom>();  // it had been moved from
  return *room_;
}
std::size_t Workspace::bytes() const { return room_ ? room_->bytes() : 0; }

Penetration penetration(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options, Tracker* tracker, Workspace* workspace) {
  if (options.enough) {
    check_signed_query(a, pose_a, b, pose_b, options);
  } else {
    check_query(a, pose_a, b, pose_b, options);
  }
  if (plainly_bounded(a) && plainly_bounded(b)) {
    return core_penetration(make_core(a), pose_a, make_core(b), pose_b, options, tracker,
                            workspace);
  }
  if (!convex(a) || !convex(b)) return search_penetration(a, pose_a, b, pose_b, options, tracker);
  if (const RoundedHalfspace half = find_halfspace(a); half.halfspace) {
    return penetration_halfspace(half, pose_a, make_core(b), pose_b, options.margin);
  }
  if (const RoundedHalfspace half = find_halfspace(b); half.halfspace) {
    return swapped(penetration_halfspace(half, pose_b, make_core(a), pose_a, options.margin));
  }
  return core_penetration(make_core(a), pose_a, make_core(b), pose_b, options, tracker, workspace);
}

Penetration core_penetration(const Core& core_a, const Pose& pose_a, const Core& core_b,
                             const Pose& pose_b, const Options& options, Tracker* tracker,
                             Workspace* workspace) {
  const Pair pair(core_a, pose_a, core_b, pose_b, options.margin);
  Penetration p;
  const bool vertices = core_a.has_vertices() && core_b.has_vertices() && !pair.axis();
  if (vertices && vertex_depth(pair, options, tracker, p)) return p;
  return Depth(pair, options, workspace).solve(tracker);
}

}  // namespace apart
