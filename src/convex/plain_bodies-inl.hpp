// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_PLAIN_BODIES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_PLAIN_BODIES_INL
#undef APART_PLAIN_BODIES_INL
#else
#define APART_PLAIN_BODIES_INL
#endif

#include "convex/corners-inl.hpp"
#include "convex/plain_distance.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A polytope of many vertices, as far as it does not depend on where it stands.
template <Through through>
struct Many {
  using Corners = ManyCorners<through>;
  const detail::PolytopeData& hull;

  HWY_INLINE explicit Many(const PlainBody& body) : hull(*body.hull) {}
  HWY_INLINE bool usual() const { return hull.centred; }
  HWY_INLINE const detail::PolytopeData* polytope() const { return &hull; }
  HWY_INLINE double radius() const { return hull.radius; }
  HWY_INLINE double slack() const { return hull.slack; }
  HWY_INLINE Corners corners(const Pose& pose, double scale) const { return {hull, pose, scale}; }
};
/// And one of few, or a box.
template <int most>
struct Few {
  using Corners = FewCorners<most>;
  const PlainBody& body;

  HWY_INLINE explicit Few(const PlainBody& b) : body(b) {}
  HWY_INLINE bool is_box() const { return body.kind == PlainBody::box; }
  HWY_INLINE bool usual() const { return is_box() || body.hull->centred; }
  /// Null if it is a box.
  HWY_INLINE const detail::PolytopeData* polytope() const { return is_box() ? nullptr : body.hull; }
  HWY_INLINE double radius() const {
    return is_box() ? std::sqrt(dot(half(), half())) : body.hull->radius;
  }
  HWY_INLINE double slack() const { return is_box() ? 0 : body.hull->slack; }
  HWY_INLINE Corners corners(const Pose& pose, double scale) const {
    const Turn turn(pose.rotation, scale);
    return is_box() ? Corners(half(), turn) : Corners(*body.hull, turn);
  }
  HWY_INLINE Triple half() const {
    return {body.sides[0] / 2, body.sides[1] / 2, body.sides[2] / 2};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
