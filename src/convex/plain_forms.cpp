// SPDX-License-Identifier: BSD-3-Clause
#include "convex/near_weights.hpp"
#include "convex/plain_distance.hpp"
#include "convex/plain_measure.hpp"
#include "convex/turn.hpp"

namespace apart {

namespace {

constexpr double u = unit_roundoff;

/// Near points of the cores: A's from its centre and the way to it from B's, which errs by `error`;
/// and the value of the plane normal to that, which errs by `slack`.
struct Near {
  Triple at_a, v;
  double length, value;
  double error, slack;
};

bool closed(const PlainMeasure& m, const Near& near) {
  return near.length > m.shortest * m.unit && near.length - near.value <= m.closed * m.unit;
}

/// Is |point_b - point_a - upper * normal| <= 4u (|point_a| + |point_b| + S)? One root tells, as a
/// rule.
bool shown(const PlainMeasure& m, double error, double apart, Triple a, Triple b) {
  const double off = error + 2 * u * apart, aa = dot(a, a), bb = dot(b, b);
  const double far = m.scale * std::sqrt(aa + bb);
  if (off <= u * (4 * m.size() + 3 * std::max(far, apart))) return true;
  return off <= u * (4 * m.size() + 3 * m.scale * (std::sqrt(aa) + std::sqrt(bb)));
}

/// |v|, rounded once.
double exact_length(Triple v) {
  const DoubleDouble square = two_product(v.x, v.x) + two_product(v.y, v.y) + two_product(v.z, v.z);
  const double root = std::sqrt(square.hi);
  const DoubleDouble missing = square - two_product(root, root);
  return root + missing.hi / (2 * root);
}

/// The answer for cores whose near points are `length` apart up to `error`. Not, if it is not
/// certain on which side of zero it is, or if rounding would show.
bool publish(const PlainMeasure& m, const Near& near, double length, double error,
             const Pose& pose_a, double rounding_a, Distance& d) {
  const double apart = length - m.rounding, to_unit = 1 / length;
  error += u * (m.rounding + 2 * std::abs(apart));
  const Triple n{0 - near.v.x * to_unit, 0 - near.v.y * to_unit, 0 - near.v.z * to_unit};
  const Triple core = Triple::of(pose_a.translation) + near.at_a * m.back;
  n.store(d.normal);
  d.support_calls = 1;
  if (apart + error < 0) {  // share the way in proportion, which ends in both
    const Triple common = core + n * (length * m.back * (rounding_a * m.scale / m.rounding));
    common.store(d.point_a);
    common.store(d.point_b);
    d.status = Status::overlapping;
    return true;
  }
  const Triple a = core + n * rounding_a, b = a + n * (apart * m.back);
  const double lower = (near.value - m.rounding) - (near.slack + 2 * u * m.rounding);
  if (!(lower > 0 && shown(m, error, apart, a, b))) return false;
  a.store(d.point_a);
  b.store(d.point_b);
  d.lower = lower * m.back;
  d.upper = (apart + error) * m.back;
  d.optimality = std::max(0.0, length * (length - near.value)) * m.back * m.back;
  d.status = Status::separated;
  return true;
}

bool publish(const PlainMeasure& m, const Near& near, const Pose& pose_a, double rounding_a,
             Distance& d) {
  const double length = near.length, error = near.error + 2.6 * u * length;
  if (publish(m, near, length, error, pose_a, rounding_a, d)) return true;
  return publish(m, near, exact_length(near.v), near.error + 1.1 * u * length, pose_a, rounding_a,
                 d);
}

/// Lumelsky's problem with parameters from -1 to 1: by clamping one after the other, which is all
/// there is to it but for rounding, and then by Newton's method.
class TwoSegments {
 public:
  TwoSegments(const PlainMeasure& m, Triple d1, Triple d2) : m_(m), d1_(d1), d2_(d2) {
    const double S1 = dot(d1, m.offset), S2 = dot(d2, m.offset);
    s_ = clamped((S1 * D2_ - S2 * R_) * over_det_);
    t_ = D2_ > 0 ? clamped((s_ * R_ - S2) * over_D2_) : -1;
    s_ = D1_ > 0 ? clamped((t_ * R_ + S1) * over_D1_) : -1;
  }

  double s() const { return s_; }
  double t() const { return t_; }

  Near near() const {
    const Triple at_a = d1_ * s_, v = (at_a - d2_ * t_) - m_.offset;
    const double length = std::sqrt(dot(v, v));
    const double reach = std::abs(dot(v, d1_)) + std::abs(dot(v, d2_));
    const double value = (-reach - dot(v, m_.offset)) / length;
    return {at_a,
            v,
            length,
            value,
            u * (3.1 * m_.extent + m_.gap + 1.1 * length),
            12 * m_.unit + 6 * u * length};
  }

  void improve(Triple v) {
    const double along1 = dot(v, d1_), along2 = dot(v, d2_);
    const bool free_s = std::abs(s_) < 1, free_t = std::abs(t_) < 1;
    if (free_s && free_t && over_det_ > 0) {
      s_ = clamped(s_ - (D2_ * along1 - R_ * along2) * over_det_);
      t_ = clamped(t_ - (R_ * along1 - D1_ * along2) * over_det_);
    } else if (free_s) {
      s_ = clamped(s_ - along1 * over_D1_);
    } else if (free_t) {
      t_ = clamped(t_ + along2 * over_D2_);
    }
  }

 private:
  static double clamped(double x) { return std::min(1.0, std::max(-1.0, x)); }
  static double over(double x) { return x > 0 ? 1 / x : 0; }

  const PlainMeasure& m_;
  const Triple d1_, d2_;
  const double D1_ = dot(d1_, d1_), D2_ = dot(d2_, d2_), R_ = dot(d1_, d2_);
  const double over_D1_ = over(D1_), over_D2_ = over(D2_), over_det_ = over(D1_ * D2_ - R_ * R_);
  double s_, t_;
};

}  // namespace

bool plain_sticks(Stick a, const Pose& pose_a, Stick b, const Pose& pose_b, Distance& d) {
  const PlainMeasure m(a.half + b.half, a.rounding + b.rounding, pose_a, pose_b);
  if (!m.usual) return false;
  if (m.extent == 0) {
    d.witness.size = 1;
    d.witness.weight[0] = 1;
    const double error = u * m.gap, slack = 6 * u * m.gap;
    return publish(m, {{0, 0, 0}, m.offset * -1, m.gap, m.gap, error, slack}, pose_a, a.rounding,
                   d);
  }
  TwoSegments segments(m, Turn::column(pose_a.rotation, 2) * (a.half * m.scale),
                       Turn::column(pose_b.rotation, 2) * (b.half * m.scale));
  Near near = segments.near();
  for (int round = 0; !closed(m, near); ++round) {
    if (round == 3) return false;
    segments.improve(near.v);
    near = segments.near();
  }
  const double weight_a[2] = {(1 - segments.s()) / 2, (1 + segments.s()) / 2};
  const double weight_b[2] = {(1 - segments.t()) / 2, (1 + segments.t()) / 2};
  weigh_ends(std::span(weight_a, a.half > 0 ? 2 : 1), std::span(weight_b, b.half > 0 ? 2 : 1),
             d.witness);
  return publish(m, near, pose_a, a.rounding, d);
}

namespace {

/// A box, and where the point of it is that is nearest another.
class NearOnBox {
 public:
  NearOnBox(const double* sides, const Pose& pose)
      : half_{sides[0] / 2, sides[1] / 2, sides[2] / 2}, turn_(pose.rotation, 1) {}

  double radius() const { return std::sqrt(dot(half_, half_)); }

  /// The box's coordinates of the near point are those of the point, clamped; that is from the
  /// box's centre, like the near point.
  Near near(const PlainMeasure& m, Triple point) {
    half_ = half_ * m.scale;
    const Triple inside = turn_.back(point);
    at_ = {clamped(inside.x, half_.x), clamped(inside.y, half_.y), clamped(inside.z, half_.z)};
    const Triple on_box = turn_ * at_, v = on_box - point, along = turn_.back(v);
    const double length = std::sqrt(dot(v, v));
    const double reach = dot({std::abs(along.x), std::abs(along.y), std::abs(along.z)}, half_);
    const double value = (-dot(v, point) - reach) / length;
    return {on_box,
            v,
            length,
            value,
            u * (3.8 * m.extent + m.gap + 1.1 * length),
            12 * m.unit + 6 * u * length};
  }
  CornersAround corners() const { return {at_, half_}; }

 private:
  static double clamped(double x, double half) { return std::max(-half, std::min(half, x)); }

  Triple half_, at_{0, 0, 0};
  const Turn turn_;
};

}  // namespace

bool plain_box_and_ball(const double* sides, const Pose& pose_a, double radius, const Pose& pose_b,
                        Distance& d) {
  NearOnBox box(sides, pose_a);
  const PlainMeasure m(box.radius(), radius, pose_a, pose_b);
  if (!m.usual) return false;
  const Near near = box.near(m, m.offset);
  if (!closed(m, near)) return false;
  const CornersAround corners = box.corners();
  d.witness.size = corners.size;
  d.witness.vertex_a = corners.corner;
  d.witness.weight = corners.weight;
  return publish(m, near, pose_a, 0, d);
}

bool plain_ball_and_box(double radius, const Pose& pose_a, const double* sides, const Pose& pose_b,
                        Distance& d) {
  NearOnBox box(sides, pose_b);
  const PlainMeasure m(box.radius(), radius, pose_a, pose_b);
  if (!m.usual) return false;
  Near near = box.near(m, m.offset * -1);
  if (!closed(m, near)) return false;
  const CornersAround corners = box.corners();
  d.witness.size = corners.size;
  d.witness.vertex_b = corners.corner;
  d.witness.weight = corners.weight;
  near.at_a = {0, 0, 0};
  near.v = near.v * -1;
  return publish(m, near, pose_a, radius, d);
}

}  // namespace apart
