// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "convex/plain_distance.hpp"
#include "convex/rigid.hpp"
#include "convex/way_out.hpp"

namespace apart {

namespace {

constexpr double u = unit_roundoff;

/// A ball and a box or a cylinder, its centre from theirs. Lengths are not scaled: only squares of
/// them are formed.
class BallInside {
 public:
  /// So much room, as a part of S, and whatever is off does not matter; and nothing that is squared
  /// underflows, as far as it matters.
  static constexpr double ample = 0x1p-20, smallest = 0x1p-400, largest = 0x1p400;

  static bool fits(const PlainBody& a, const PlainBody& b) {
    const auto body = [](const PlainBody& c) {
      return c.kind == PlainBody::drum || c.kind == PlainBody::box;
    };
    return (a.kind == PlainBody::ball && body(b)) || (body(a) && b.kind == PlainBody::ball);
  }

  BallInside(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b)
      : body_is_a_(b.kind == PlainBody::ball),
        box_((body_is_a_ ? a : b).kind == PlainBody::box),
        body_(body_is_a_ ? pose_a : pose_b),
        ball_(body_is_a_ ? pose_b : pose_a),
        turn_(body_.rotation, 1),
        half_(half_of(body_is_a_ ? a : b)),
        extent_(box_ ? norm(half_) : std::sqrt(half_.x * half_.x + half_.z * half_.z)),
        rounding_((body_is_a_ ? b : a).axis.rounding),
        way_(Triple::of(ball_.translation) - Triple::of(body_.translation)),
        size_((extent_ + rounding_) + norm(way_)),
        at_(turn_.back(way_)),
        exit_(box_ ? exit_of_box(half_, at_) : exit_of_cylinder(half_.x, half_.z, at_)) {}

  /// Rotations have to be rigid to 1e-6.
  bool amply() const { return exit_.room > ample * size_ && size_ > smallest && size_ < largest; }

  /// With the centre for a point of both.
  void overlap(Distance& d) const {
    d = {};
    d.point_a = d.point_b = ball_.translation;
    const Triple n = turn_ * exit_.outward;
    (nowhere + n * (sign() / norm(n))).store(d.normal);
    weigh(box_ ? place() : at_, d.witness);
    d.status = Status::overlapping;
    d.support_calls = 1;
  }

  /// False if the body's rotation is not rigid up to rounding.
  bool depth(Penetration& p) const {
    const Seat seat(turn_, way_);
    if (!(seat.defect <= Seat::plain)) return false;
    const double unit = u * (1 + 16 * u) * size_, room = exit_.room;
    const Triple n = turn_ * exit_.outward;
    const double length = norm(n), value = (reach(n) - dot(n, way_)) / length;
    const double least = room - seat.loss(room, extent_);
    const double slack = (box_ ? 12 : 24) * unit + u * (8 * value + 3 * rounding_);
    p.lower = -((value + rounding_) + slack);
    p.upper = 2 * u * (room + rounding_) - (least + rounding_);
    p.signed_distance = std::clamp(-(room + rounding_), p.lower, p.upper);
    const Triple outward = n * (1 / length);
    const Triple end = Triple::of(body_.translation) + turn_ * exit_.end;
    const Triple on_ball = Triple::of(ball_.translation) - outward * rounding_;
    (body_is_a_ ? end : on_ball).store(p.point_a);
    (body_is_a_ ? on_ball : end).store(p.point_b);
    (nowhere + outward * sign()).store(p.direction);
    weigh(exit_.end, p.witness);
    p.status = Status::overlapping;
    p.support_calls = 1;
    return true;
  }

 private:
  static constexpr Triple nowhere{0, 0, 0};  // added, it leaves no negative zeros

  static Triple half_of(const PlainBody& body) {
    if (body.kind == PlainBody::drum)
      return {body.axis.rounding, body.axis.rounding, body.axis.half};
    return Triple{body.sides[0], body.sides[1], body.sides[2]} * 0.5;
  }
  /// From A to B is out of the body, or into it.
  double sign() const { return body_is_a_ ? 1 : -1; }

  /// How far the body reaches along n.
  double reach(Triple n) const {
    const Triple q = turn_.back(n);
    if (box_) return half_.x * std::abs(q.x) + (half_.y * std::abs(q.y) + half_.z * std::abs(q.z));
    return half_.x * std::sqrt(q.x * q.x + q.y * q.y) + half_.z * std::abs(q.z);
  }

  /// Where the centre is to the last digits, which the witness is to show: a defect is made up for.
  Triple place() const {
    Triple at = at_;
    for (int round = 0; round < 2; ++round) {
      const Triple left = way_ - turn_ * at;
      const double most = larger(std::abs(left.x), larger(std::abs(left.y), std::abs(left.z)));
      if (most <= 4 * u * size_) break;
      at = at + turn_.back(left);
    }
    return at;
  }

  void weigh(Triple at, Witness& w) const {
    w = {};
    auto& of_body = body_is_a_ ? w.vertex_a : w.vertex_b;
    w.size = 1;
    w.weight[0] = 1;
    of_body[0] = -1;
    if (!box_) return;
    const CornersAlong corners(at, half_);
    w.size = corners.size;
    w.weight = corners.weight;
    of_body = corners.corner;
  }

  const bool body_is_a_, box_;
  const Pose &body_, &ball_;
  const Turn turn_;
  const Triple half_;  // sides; of a cylinder the radius, twice, and the height
  const double extent_, rounding_;
  const Triple way_;  // from the body's centre to the ball's
  const double size_;
  const Triple at_;  // the same in the body's axes
  const Exit exit_;
};

}  // namespace

bool plain_inside(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
                  Tracker* tracker, Distance& d) {
  if (!BallInside::fits(a, b)) return false;
  const BallInside inside(a, pose_a, b, pose_b);
  if (!inside.amply() || !plainly_rigid(pose_a, pose_b)) return false;
  inside.overlap(d);
  if (tracker) remember(d.witness, d.normal, *tracker);
  return true;
}

bool is_plainly_inside(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                       const Pose& pose_b) {
  return BallInside::fits(a, b) && BallInside(a, pose_a, b, pose_b).amply() &&
         plainly_rigid(pose_a, pose_b);
}

bool plain_inside_depth(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                        const Pose& pose_b, Penetration& p) {
  if (!BallInside::fits(a, b)) return false;
  const BallInside inside(a, pose_a, b, pose_b);
  return inside.amply() && inside.depth(p);
}

}  // namespace apart
