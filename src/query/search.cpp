// SPDX-License-Identifier: BSD-3-Clause
#include "query/search.hpp"

#include <cmath>

#include "tree/compound_data.hpp"
#include "tree/mesh_data.hpp"
#include "tree/quest.hpp"
#include "tree/spheres_data.hpp"

namespace apart {

namespace {

Distance search_bounded(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options, Tracker* tracker, Aim aim) {
  Body body_a(a, pose_a, options.margin), body_b(b, pose_b, options.margin);
  return Quest(body_a, body_b, options, aim).run(tracker);
}

/// Null if it has none of its own.
const WideTree* tree_of(ShapeRef shape) {
  switch (shape.index()) {
    case detail::index_in<Mesh, ShapeVariant>:
      return &shape.as<Mesh>().data().tree;
    case detail::index_in<Spheres, ShapeVariant>:
      return &shape.as<Spheres>().data().tree;
    case detail::index_in<Compound, ShapeVariant>:
      return &shape.as<Compound>().data().tree;
    default:
      return nullptr;
  }
}

}  // namespace

/// A pose stretches a ball by less than 2^-20; all roundings together are below 2^-40 of the size.
bool plainly_farther(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double margin,
                     double r) {
  const WideTree *ta = tree_of(a), *tb = tree_of(b);
  if (!ta || !tb) return false;
  const Eigen::Vector3d moved = pose_b.translation - pose_a.translation;
  const Eigen::Vector3d apart =
      moved + (pose_b.rotation * tb->centre - pose_a.rotation * ta->centre);
  const double size =
      moved.lpNorm<1>() + (ta->centre.lpNorm<1>() + tb->centre.lpNorm<1>()) + margin + r;
  const double reach = (ta->radius + tb->radius) * (1 + 0x1p-20) + 2 * margin + r;
  const double needed = reach * (1 + 0x1p-40) + 0x1p-40 * size;
  const double square = apart.squaredNorm();
  return square > needed * needed && square > 0x1p-900;
}

Distance search_distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                         const Options& options, Tracker* tracker, Aim aim) {
  if (bounded(a) && bounded(b)) {
    return search_bounded(a, pose_a, b, pose_b, options, tracker, aim);
  }
  if (bounded(a)) {
    return swapped(search_distance(b, pose_b, a, pose_a, options, tracker, aim));
  }
  if (const RoundedHalfspace half = find_halfspace(a); half.halfspace) {
    return unsigned_part(search_halfspace(half, pose_a, b, pose_b, options.margin));
  }
  return search_prism(a, pose_a, b, pose_b, options.margin);
}

}  // namespace apart
