// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <cstdint>

namespace apart {

void check_options(const Options& options);
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
/// Do both poses hold what validate() asks, with a little room? If not, it has the last word.
/// Two at once, lane by lane. Also false for NaN. If x and y are unit vectors, normal to each
/// other, and z is their cross product, with errors that sum to e, then |R^T R - I| <= sqrt(8) e
/// (z.z errs by up to twice as much as z), and the determinant is positive.
inline bool plainly_rigid(const Pose& a, const Pose& b) {
  using Two = double __attribute__((vector_size(16)));
  using Bits = std::int64_t __attribute__((vector_size(16)));
  constexpr double e = 3.4e-7;
  const auto rotation = [&](int k) { return Two{a.rotation.data()[k], b.rotation.data()[k]}; };
  const auto translation = [&](int k) { return Two{a.translation[k], b.translation[k]}; };
  const auto size = [](Two x) { return (Two)((Bits)x & INT64_MAX); };
  const Two x0 = rotation(0), x1 = rotation(1), x2 = rotation(2);
  const Two y0 = rotation(3), y1 = rotation(4), y2 = rotation(5);
  const Two xx = x0 * x0 + x1 * x1 + x2 * x2, yy = y0 * y0 + y1 * y1 + y2 * y2;
  const Two xy = x0 * y0 + x1 * y1 + x2 * y2;
  const Two z0 = (x1 * y2 - x2 * y1) - rotation(6), z1 = (x2 * y0 - x0 * y2) - rotation(7);
  const Two z2 = (x0 * y1 - x1 * y0) - rotation(8);
  const Two off = size(xx - 1) + size(yy - 1) + size(xy) + (size(z0) + size(z1) + size(z2));
  const Two far = size(translation(0)) + size(translation(1)) + size(translation(2));
  const auto good = (off <= e) & (far <= 0x1p500);
  return (good[0] & good[1]) != 0;
}
/// Lets it have that.
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
