// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>

#include "convex/rigid.hpp"

namespace apart {

void check_options(const Options& options);
/// Without recording anything.
inline Options silent(Options options) {
  options.trace = nullptr;
  return options;
}
void check_bounded(ShapeRef a, ShapeRef b);
/// Is a shape convex and bounded by its mere type? That is quicker to tell than what is inside of a
/// rounded one.
inline bool plainly_bounded(ShapeRef shape) {
  static_assert(detail::index_in<Custom, ShapeVariant> + 1 == detail::index_in<Mesh, ShapeVariant>);
  constexpr unsigned convex = (2u << detail::index_in<Custom, ShapeVariant>)-1;
  constexpr unsigned others = 1u << detail::index_in<Halfspace, ShapeVariant> |
                              1u << detail::index_in<Prism, ShapeVariant> |
                              1u << detail::index_in<Rounded, ShapeVariant>;
  return ((convex & ~others) >> shape.index() & 1) != 0;
}
/// Lets validate() have the last word on poses that are not plainly rigid.
void check_poses(const Pose& a, const Pose& b);

/// What every query checks of its arguments before it starts; throws InvalidInput. First the poses,
/// then what is asked of which shapes.
inline void check_rigid(const Pose& a, const Pose& b) {
  if (!plainly_rigid(a, b)) check_poses(a, b);
}
inline void check_question(ShapeRef a, ShapeRef b, const Options& options) {
  check_options(options);
  if (!plainly_bounded(a) && !plainly_bounded(b)) check_bounded(a, b);
}
inline void check_query(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options) {
  check_rigid(pose_a, pose_b);
  check_question(a, b, options);
}
/// The same for a signed distance, of which `enough` may be negative.
void check_signed_query(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options);

}  // namespace apart
