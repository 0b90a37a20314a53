// SPDX-License-Identifier: BSD-3-Clause
#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/point_box.cpp"
#include <hwy/foreach_target.h>

#include "convex/closed_form-inl.hpp"
#include "convex/convex_distance.hpp"
#include "convex/near_weights.hpp"
#include "convex/point_box.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A point, which is its own centre, and a box. The box's coordinates of the near point are those
/// of the point, clamped; those that are not at a face are free, and get Newton's steps until v is
/// normal to their axes: a pose need not be rigid to the last bit.
class PointBox {
 public:
  HWY_INLINE PointBox(const Pair& pair, const Stopping& stopping)
      : pair_(pair),
        stopping_(stopping),
        box_is_a_(pair.a().is_box()),
        sign_(box_is_a_ ? 1 : -1),
        rotation_(box_is_a_ ? pair.rotation_a() : pair.rotation_b()),
        half_((box_is_a_ ? pair.a() : pair.b()).extent * pair.scale()) {}

  HWY_INLINE End solve(Near& near, Found& found) {
    y_ = transposed_product(rotation_, pair_.offset()) * sign_;
    y_ = y_.cwiseMax(-half_).cwiseMin(half_);
    if (is_free(0) && is_free(1) && is_free(2)) return End::open;  // inside
    double error = 0;
    if (!approach(near, error)) return End::open;
    const auto reach = [&](const Vector<double>& q) HWY_ATTR {
      return dot<double>(transposed_product(rotation_, q).cwiseAbs(), half_);
    };
    const End end = judge(pair_, stopping_, near, error, reach, found);
    if (end != End::open) weigh(found);
    return end;
  }

 private:
  static constexpr int rounds = 4;

  HWY_INLINE void evaluate(Near& near) const {
    const WideFour zero{Four::of(0), Four::of(0)};
    const WideFour on_box = turned(rotation_, {Four::of(y_), Four::of(0)});
    near = near_points(pair_, box_is_a_ ? on_box : zero, box_is_a_ ? zero : on_box);
  }

  /// False if that does not come to an end.
  HWY_INLINE bool approach(Near& near, double& error) {
    for (int round = 0; round < rounds; ++round) {
      evaluate(near);
      // Columns of a rotation are unit vectors, normal to each other, as far as is checked: 1e-6.
      Vector<double> step = transposed_product(rotation_, point(near.v.hi)) * -sign_;
      bool within = true;
      for (int k = 0; k < 3; ++k) {
        step[k] = is_free(k) ? step[k] : 0.0;
        y_[k] += step[k];
        within &= step[k] == 0 || is_free(k);
      }
      const double largest = step.cwiseAbs().maxCoeff();
      if (within && largest <= small_step) {
        const Four along = Four::of(product(rotation_, step));
        WideFour& on_box = box_is_a_ ? near.a : near.b;
        on_box.lo = on_box.lo + along;
        near.v = two_sum(near.v.hi, near.v.lo + along * Four::of(sign_));
        error = 32 * unit_roundoff * largest;
        return true;
      }
      y_ = y_.cwiseMax(-half_).cwiseMin(half_);
    }
    return false;
  }

  HWY_INLINE bool is_free(int k) const { return std::abs(y_[k]) < half_[k]; }

  HWY_INLINE void weigh(Found& found) const {
    const CornersAround corners(Triple::of(y_), Triple::of(half_));
    found.size = corners.size;
    found.weight = corners.weight;
    (box_is_a_ ? found.vertex_a : found.vertex_b) = corners.corner;
  }

  const Pair& pair_;
  const Stopping& stopping_;
  const bool box_is_a_;
  const double sign_;  // of the box in A - B
  const Eigen::Matrix3d& rotation_;
  const Vector<double> half_;
  Vector<double> y_;
};

APART_FLATTEN bool PointBoxDistance(const Core& a, const Pose& pose_a, const Core& b,
                                    const Pose& pose_b, const Options& options, Tracker* tracker,
                                    Distance& d) {
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  const Stopping stopping(pair, options, Overlap::is_enough);
  Near near;
  Found found;
  const End end = PointBox(pair, stopping).solve(near, found);
  if (end != End::open) answer_near(pair, near, found, end, options.trace, tracker, d);
  return end != End::open;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(PointBoxDistance);

Distance point_box_distance(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                            const Options& options, Tracker* tracker) {
  Distance d;
  if (!HWY_DYNAMIC_DISPATCH(PointBoxDistance)(a, pose_a, b, pose_b, options, tracker, d) &&
      !inside_distance(a, pose_a, b, pose_b, options, tracker, d)) {
    d = vertex_distance(a, pose_a, b, pose_b, options, tracker);
  }
  return d;
}

}  // namespace apart
#endif
