// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_ways.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_forms.cpp"
#include <hwy/foreach_target.h>

#include "convex/plain_answer-inl.hpp"
#include "convex/turn.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

constexpr double u = unit_roundoff;

/// Near points of the cores: A's from its centre and the way to it from B's, which errs by `error`;
/// and the value of the plane normal to that, which errs by `slack`.
struct Near {
  Triple at_a, v;
  double length, value;
  double error, slack;
};

HWY_INLINE bool closed(const PlainSize& m, const Near& near) {
  return near.length > PlainMeasure::shortest * m.unit &&
         near.length - near.value <= PlainMeasure::closed * m.unit;
}

/// Is |point_b - point_a - upper * normal| <= 4u (|point_a| + |point_b| + S)? Squares tell, as a
/// rule.
HWY_INLINE bool shown(const PlainSize& m, double error, double apart, Triple a, Triple b) {
  const double off = (error + 2 * u * apart) - 4 * u * m.all, aa = dot(a, a), bb = dot(b, b);
  if (off <= 3 * u * apart || off * off <= (9 * u * u) * (aa + bb)) return true;
  return off <= 3 * u * (std::sqrt(aa) + std::sqrt(bb));
}

/// |v|, rounded once; `root` is what it is in double.
HWY_INLINE double exact_length(Triple v, double root) {
  const Four all = Four::of(v.x, v.y, v.z, root);
  const WideFour square = two_product(all, all);
  HWY_ALIGN double hi[4], lo[4];
  square.hi.store(hi);
  square.lo.store(lo);
  const DoubleDouble yz = apart::two_sum(hi[1], hi[2]), xyz = apart::two_sum(hi[0], yz.hi);
  const double rest = (yz.lo + xyz.lo) + ((lo[0] + lo[1]) + (lo[2] - lo[3]));
  return root + ((xyz.hi - hi[3]) + rest) / (root + root);
}

/// The answer for cores whose near points are `length` apart up to `error`. Not, if it is not
/// certain on which side of zero it is, or if rounding would show.
HWY_INLINE bool publish(const PlainSize& m, const Near& near, double length, double error,
                        Triple centre_a, double rounding_a, Distance& d) {
  const double apart = length - m.rounding, to_unit = 1 / length;
  error += u * (m.rounding + 2 * std::abs(apart));
  const Triple n = Triple{0, 0, 0} - near.v * to_unit, core = centre_a + near.at_a;
  d.support_calls = 1;
  if (apart + error < 0) {  // share the way in proportion, which ends in both
    const Triple common = core + n * (length * (rounding_a / m.rounding));
    n.store(d.normal);
    common.store(d.point_a);
    common.store(d.point_b);
    d.status = Status::overlapping;
    return true;
  }
  const Triple a = core + n * rounding_a, b = a + n * apart;
  const double lower = (near.value - m.rounding) - (near.slack + 2 * u * m.rounding);
  if (!(lower > 0 && shown(m, error, apart, a, b))) return false;
  n.store(d.normal);
  a.store(d.point_a);
  b.store(d.point_b);
  d.lower = lower;
  d.upper = apart + error;
  d.optimality = std::max(0.0, length * (length - near.value));
  d.status = Status::separated;
  return true;
}

/// Out of line: where rounding would show.
APART_OUT_OF_LINE bool publish_exactly(const PlainSize& m, const Near& near, Triple centre_a,
                                       double rounding_a, Distance& d) {
  return publish(m, near, exact_length(near.v, near.length), near.error + 1.1 * u * near.length,
                 centre_a, rounding_a, d);
}

HWY_INLINE bool publish(const PlainSize& m, const Near& near, Triple centre_a, double rounding_a,
                        Distance& d) {
  const double length = near.length, error = near.error + 2.6 * u * length;
  return publish(m, near, length, error, centre_a, rounding_a, d) ||
         publish_exactly(m, near, centre_a, rounding_a, d);
}

/// Lumelsky's problem, parameters being lengths along the axes: by clamping one after the other,
/// which is all there is to it but for rounding, and then by Newton's method.
class TwoSegments {
 public:
  HWY_INLINE TwoSegments(Triple axis_a, double half_a, Triple axis_b, double half_b, Triple offset)
      : axis_a_(axis_a), axis_b_(axis_b), offset_(offset), half_a_(half_a), half_b_(half_b) {
    const double at_a = dot(axis_a, offset), at_b = dot(axis_b, offset);
    cosine_ = dot(axis_a, axis_b);
    const double sine = 1 - cosine_ * cosine_;
    over_ = sine > 0x1p-40 ? 1 / sine : 0;
    s_ = clamped((at_a - cosine_ * at_b) * over_, half_a);
    t_ = clamped(s_ * cosine_ - at_b, half_b);
    s_ = clamped(t_ * cosine_ + at_a, half_a);
  }

  HWY_INLINE Near near(const PlainSize& m) {
    const Triple at_a = axis_a_ * s_, v = (at_a - axis_b_ * t_) - offset_;
    along_a_ = dot(v, axis_a_), along_b_ = dot(v, axis_b_);
    const double length = std::sqrt(dot(v, v));
    const double reach = std::abs(along_a_) * half_a_ + std::abs(along_b_) * half_b_;
    const double value = (0 - (reach + dot(v, offset_))) / length;
    return {at_a,
            v,
            length,
            value,
            u * (2.1 * m.extent + m.gap + 1.1 * length),
            12 * m.unit + 6 * u * length};
  }

  HWY_INLINE void improve() {
    if (free_a() && free_b() && over_ > 0) {
      s_ = clamped(s_ + (cosine_ * along_b_ - along_a_) * over_, half_a_);
      t_ = clamped(t_ + (along_b_ - cosine_ * along_a_) * over_, half_b_);
    } else if (free_a()) {
      s_ = clamped(s_ - along_a_, half_a_);
    } else if (free_b()) {
      t_ = clamped(t_ + along_b_, half_b_);
    }
  }

  HWY_INLINE void share_out(Witness& w) const {
    const unsigned corner = unsigned{s_ > 0 && !free_a()} | unsigned{t_ > 0 && !free_b()} << 4;
    HWY_NAMESPACE::share_out(corner, free_coordinate(1, s_, half_a_, free_a()),
                             free_coordinate(16, t_, half_b_, free_b()), w);
  }

 private:
  HWY_INLINE static double clamped(double x, double half) {
    return std::min(half, std::max(-half, x));
  }
  HWY_INLINE bool free_a() const { return std::abs(s_) < half_a_; }
  HWY_INLINE bool free_b() const { return std::abs(t_) < half_b_; }
  HWY_INLINE static FreeCoordinate free_coordinate(unsigned bit, double x, double half, bool free) {
    const double above = free ? x + half : 0, whole = free ? half + half : 1;
    return {bit & (0u - unsigned{free}), above / whole};
  }

  const Triple axis_a_, axis_b_, offset_;
  const double half_a_, half_b_;
  double cosine_, over_;  // over_: one over the sine squared, or zero
  double s_, t_;
  double along_a_ = 0, along_b_ = 0;  // what is left of the last v
};

/// From A's centre to B's.
HWY_INLINE Triple offset_of(const Pose& a, const Pose& b) {
  return Triple::of(b.translation) - Triple::of(a.translation);
}

APART_FLATTEN bool BallAndBall(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                               const Pose& pose_b, Tracker* tracker, Distance& d) {
  const Triple offset = offset_of(pose_a, pose_b);
  const double gap = std::sqrt(dot(offset, offset));
  const PlainSize m(0, a.axis.rounding + b.axis.rounding, gap);
  if (!(rigid(pose_a, pose_b) && m.usual() && gap > 8 * m.unit)) return false;
  d.witness.size = 1;
  d.witness.weight[0] = 1;
  const Near near{{0, 0, 0}, offset * -1, gap, gap, u * gap, 6 * u * gap};
  return publish(m, near, Triple::of(pose_a.translation), a.axis.rounding, d) &&
         remembered(d, tracker);
}

APART_FLATTEN bool StickAndStick(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                                 const Pose& pose_b, Tracker* tracker, Distance& d) {
  const Triple offset = offset_of(pose_a, pose_b);
  TwoSegments segments(Turn::column(pose_a.rotation, 2), a.axis.half,
                       Turn::column(pose_b.rotation, 2), b.axis.half, offset);
  const PlainSize m(a.axis.half + b.axis.half, a.axis.rounding + b.axis.rounding,
                    std::sqrt(dot(offset, offset)));
  if (!(rigid(pose_a, pose_b) && m.usual())) return false;
  Near near = segments.near(m);
  for (int round = 0; !closed(m, near); ++round) {
    if (round == 3) return false;
    segments.improve();
    near = segments.near(m);
  }
  segments.share_out(d.witness);
  return publish(m, near, Triple::of(pose_a.translation), a.axis.rounding, d) &&
         remembered(d, tracker);
}

/// The point of a box that is nearest another, which is given from the box' centre, like it: its
/// coordinates are clamped.
struct NearOnBox {
  Triple half, local{0, 0, 0};

  HWY_INLINE explicit NearOnBox(const double* sides)
      : half{sides[0] / 2, sides[1] / 2, sides[2] / 2} {}

  HWY_INLINE PlainSize measure(Triple point, double radius) const {
    return {std::sqrt(dot(half, half)), radius, std::sqrt(dot(point, point))};
  }
  HWY_INLINE Near near(const PlainSize& m, const Pose& pose, Triple point) {
    const Turn turn(pose.rotation, 1);
    const Triple inside = turn.back(point);
    local = {clamped(inside.x, half.x), clamped(inside.y, half.y), clamped(inside.z, half.z)};
    const Triple on_box = turn * local, v = on_box - point, along = turn.back(v);
    const double length = std::sqrt(dot(v, v));
    const double reach = dot({std::abs(along.x), std::abs(along.y), std::abs(along.z)}, half);
    const double value = (0 - (reach + dot(v, point))) / length;
    return {on_box,
            v,
            length,
            value,
            u * (3.8 * m.extent + m.gap + 1.1 * length),
            12 * m.unit + 6 * u * length};
  }
  /// `first` is 0 for A, 4 for B.
  HWY_INLINE bool share_out(int first, Witness& w) const {
    double above[8], whole[8];
    unsigned corner = 0, free = 0;
    const auto along = [&](int k, double x, double half_side) HWY_ATTR {
      above[k] = x + half_side, whole[k] = half_side + half_side;
      free |= unsigned{std::abs(x) < half_side} << k;
      corner |= unsigned{x > 0} << k;
    };
    along(first, local.x, half.x);
    along(first + 1, local.y, half.y);
    along(first + 2, local.z, half.z);
    return HWY_NAMESPACE::share_out(corner & ~free, free, above, whole, w);
  }

 private:
  HWY_INLINE static double clamped(double x, double half) {
    return std::max(-half, std::min(half, x));
  }
};

APART_FLATTEN bool BoxAndBall(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                              const Pose& pose_b, Tracker* tracker, Distance& d) {
  NearOnBox box(a.sides);
  const Triple point = offset_of(pose_a, pose_b);
  const PlainSize m = box.measure(point, b.axis.rounding);
  const Near near = box.near(m, pose_a, point);
  return rigid(pose_a, pose_b) && m.usual() && closed(m, near) && box.share_out(0, d.witness) &&
         publish(m, near, Triple::of(pose_a.translation), 0, d) && remembered(d, tracker);
}

APART_FLATTEN bool BallAndBox(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                              const Pose& pose_b, Tracker* tracker, Distance& d) {
  NearOnBox box(b.sides);
  const Triple point = offset_of(pose_b, pose_a);
  const PlainSize m = box.measure(point, a.axis.rounding);
  Near near = box.near(m, pose_b, point);
  near.at_a = {0, 0, 0};
  near.v = near.v * -1;
  return rigid(pose_a, pose_b) && m.usual() && closed(m, near) && box.share_out(4, d.witness) &&
         publish(m, near, Triple::of(pose_a.translation), a.axis.rounding, d) &&
         remembered(d, tracker);
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

APART_PLAIN_WAY(ball_and_ball, BallAndBall)
APART_PLAIN_WAY(stick_and_stick, StickAndStick)
APART_PLAIN_WAY(box_and_ball, BoxAndBall)
APART_PLAIN_WAY(ball_and_box, BallAndBox)

}  // namespace apart
#endif
