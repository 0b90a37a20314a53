// SPDX-License-Identifier: BSD-3-Clause
#include "convex/box_depth.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/box_depth.cpp"
#include <hwy/foreach_target.h>

#include "convex/signed_answer.hpp"
#include "convex/zonotope-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

HWY_INLINE Zonotope::Body body_of(const Core& core, const Eigen::Matrix3d& rotation, double scale) {
  const Triple half = core.is_box() ? Triple::of(core.extent) : Triple{0, 0, core.radius};
  return {rotation, half * scale};
}

/// Of a corner by its three bits: a segment has the last of them, a point none.
HWY_INLINE int vertex_of(const Core& core, int corner) {
  return core.is_box() ? corner : core.is_point() ? 0 : corner >> 2;
}

HWY_INLINE Zonotope difference_of(const Pair& pair) {
  return {body_of(pair.a(), pair.rotation_a(), pair.scale()),
          body_of(pair.b(), pair.rotation_b(), pair.scale()), Triple::of(pair.offset()),
          pair.unit()};
}

HWY_INLINE void take(const Pair& pair, const Zonotope::Carried& point, Found& found) {
  found.size = point.size;
  for (int k = 0; k < point.size; ++k) {
    found.weight[k] = point.weight[k];
    found.vertex_a[k] = vertex_of(pair.a(), point.corner_of_a(k));
    found.vertex_b[k] = vertex_of(pair.b(), point.corner_of_b(k));
  }
  found.point_a = {point.a, Vector<double>::Zero()};
  found.point_b = WidePoint(point.b.vector().cast<DoubleDouble>() + pair.exact_offset());
}

APART_FLATTEN bool BoxOverlap(const Pair& pair, Found& found) {
  Zonotope difference = difference_of(pair);
  Zonotope::Carried point;
  if (!difference.common_point(point)) return false;
  take(pair, point, found);
  found.q = Vector<double>::UnitX() * -1;
  return true;
}

APART_FLATTEN bool BoxDepth(const Pair& pair, Tracker* tracker, Penetration& p) {
  const double unit = pair.unit();
  Zonotope difference = difference_of(pair);
  Zonotope::Depth depth;
  if (!difference.measure(depth)) return false;
  // So little as balls around the cores may hide is not inside.
  const double hidden = pair.rounded() ? 2 * unit : 0, value = depth.plane.value;
  const double upper = depth.inner > hidden ? -depth.inner : difference.outside(depth);
  constexpr double wide = 48;  // to which the plane's own error is added
  if (!(upper - value <= wide * unit)) return false;
  Found found;
  take(pair, depth.point, found);
  found.q = depth.plane.normal * -1;
  found.lower = value;
  if (tracker) {
    tracker->surface.faces = 0;
    found.remember(pair, *tracker);
  }
  publish_signed(pair, found, {true, upper, wide * unit}, End::converged, p);
  publish_signed_points(pair, found, p);
  p.support_calls = difference.planes();
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(BoxDepth);
HWY_EXPORT(BoxOverlap);

namespace {

/// Is one of them a box, the other one, too, or a point or an axis that may be in it?
bool fits(const Pair& pair) {
  const Core &a = pair.a(), &b = pair.b();
  const auto fits = [](const Core& c) { return c.is_box() || c.on_axis || c.is_point(); };
  if (!fits(a) || !fits(b) || !(a.is_box() || b.is_box())) return false;
  // Balls around both may show that they are apart; radii may be stretched by 1e-6.
  const double reach = (a.radius + b.radius) * pair.scale() * (1 + 0x1p-19);
  return !(dot(pair.offset(), pair.offset()) > reach * reach);
}

}  // namespace

bool box_depth(const Pair& pair, Tracker* tracker, Penetration& p) {
  return fits(pair) && HWY_DYNAMIC_DISPATCH(BoxDepth)(pair, tracker, p);
}

bool box_overlap(const Pair& pair, Found& found) {
  return fits(pair) && HWY_DYNAMIC_DISPATCH(BoxOverlap)(pair, found);
}

}  // namespace apart
#endif
