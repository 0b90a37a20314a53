// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_ways.hpp"

#include <new>

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_forms.cpp"
#include <hwy/foreach_target.h>

#include "convex/plain_answer-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

constexpr double u = unit_roundoff;

/// Near points of the cores: A's from its centre and the way to it from B's, which errs by `error`
/// and 1.1 u |v|; and the value of the plane normal to that, which errs by `slack` and 6 u |v|.
/// What does not depend on |v| need not wait for it. What follows is made in place and never
/// copied: a copy of numbers that were written one by one is waited for.
struct Near {
  PlainSize m;
  Three at_a = Three::of(0), v = Three::of(0);
  double length = 0, value = 0, error = 0, slack = 0;

  HWY_INLINE void refine() {}
  HWY_INLINE bool known() const { return length > PlainMeasure::shortest * m.unit; }
  HWY_INLINE bool closed() const {
    return known() && length - value <= PlainMeasure::closed * m.unit;
  }
  /// Might there be something to refine?
  HWY_INLINE bool open() const { return known() && !closed(); }
};

/// |v|, rounded once; `root` is what it is in double.
HWY_INLINE double exact_length(Three from, double root) {
  const Triple v = triple(from);
  const Four all = Four::of(v.x, v.y, v.z, root);
  const WideFour square = two_product(all, all);
  HWY_ALIGN double hi[4], lo[4];
  square.hi.store(hi);
  square.lo.store(lo);
  const DoubleDouble yz = apart::two_sum(hi[1], hi[2]), xyz = apart::two_sum(hi[0], yz.hi);
  const double rest = (yz.lo + xyz.lo) + ((lo[0] + lo[1]) + (lo[2] - lo[3]));
  return root + ((xyz.hi - hi[3]) + rest) / (root + root);
}

/// What is published of near points whose distance is `length` up to `error`.
class Publication {
 public:
  HWY_INLINE Publication(const Near& near, double length, double error, Three centre_a,
                         double rounding_a)
      : near_(near),
        length_(length),
        apart_(length - near.m.rounding),
        error_(error + u * (near.m.rounding + 2 * std::abs(apart_))),
        rounding_a_(rounding_a),
        normal_(Three::of(0) - near.v * (1 / length)),
        core_(centre_a + near.at_a),
        a_(core_ + normal_ * rounding_a),
        b_(a_ + normal_ * apart_),
        lower_((near.value - near.m.rounding) -
               ((near.slack + 2 * u * near.m.rounding) + 6 * u * near.length)) {}

  HWY_INLINE bool overlaps() const { return apart_ + error_ < 0; }
  /// Apart for certain, and |point_b - point_a - upper * normal| <= 4u (|point_a| + |point_b| + S)?
  /// That is the error, the rounding of the way that is added to A's point, and u |point_b| for
  /// that sum. That the two lengths are at least what their squares sum to, and at least their
  /// distance, is enough, as a rule.
  HWY_INLINE bool shows() const { return lower_ > 0 && shows_signed(); }
  /// The same whether apart or not.
  HWY_INLINE bool shows_signed() const {
    const double off = (error_ + 1.1 * u * std::abs(apart_)) - 4 * u * near_.m.all;
    const double squares = (a_ * a_ + b_ * b_).sum();
    if (!(squares < in_reach)) return false;
    if (off * std::abs(off) <= (9 * u * u) * std::max(squares, apart_ * apart_)) return true;
    return off <= 3 * u * (std::sqrt((a_ * a_).sum()) + std::sqrt((b_ * b_).sum()));
  }

  template <class Carried>
  HWY_INLINE Distance apart(const Carried& c) const {
    Distance d;
    d.lower = lower_;
    d.upper = apart_ + error_;
    a_.store_three(d.point_a.data());
    b_.store_three(d.point_b.data());
    normal_.store_three(d.normal.data());
    c.write(d.witness);
    d.status = Status::separated;
    d.optimality = std::max(0.0, length_ * (length_ - near_.value));
    d.support_calls = 1;
    return d;
  }

  template <class Carried>
  HWY_INLINE void signed_distance(const Carried& c, Penetration& p) const {
    p.signed_distance = apart_;
    p.lower = lower_;
    p.upper = apart_ + error_;
    a_.store_three(p.point_a.data());
    b_.store_three(p.point_b.data());
    normal_.store_three(p.direction.data());
    c.write(p.witness);
    p.status = p.lower > 0   ? Status::separated
               : p.upper < 0 ? Status::overlapping
                             : Status::touching;
    p.support_calls = 1;
  }

  /// With a point of both: the way between is shared in proportion.
  template <class Carried>
  HWY_INLINE bool overlap(const Carried& c, Distance& d) const {
    const Three p = core_ + normal_ * (length_ * (rounding_a_ / near_.m.rounding));
    if (!((p * p).sum() < in_reach)) return false;
    d = {};
    p.store_three(d.point_a.data());
    p.store_three(d.point_b.data());
    normal_.store_three(d.normal.data());
    c.write(d.witness);
    d.status = Status::overlapping;
    d.support_calls = 1;
    return true;
  }

 private:
  /// As the square of a length: with such points, and a gap that is usual, poses are in reach.
  static constexpr double in_reach = 0x1p900;

  const Near& near_;
  const double length_, apart_, error_, rounding_a_;
  const Three normal_, core_, a_, b_;
  const double lower_;
};

/// As far as plain double knows the length, and where rounding would show.
HWY_INLINE Publication in_double(const Near& near, Three centre_a, double rounding_a) {
  return {near, near.length, near.error + 3.7 * u * near.length, centre_a, rounding_a};
}
HWY_INLINE Publication nearly_exact(const Near& near, Three centre_a, double rounding_a) {
  return {near, exact_length(near.v, near.length), near.error + 2.2 * u * near.length, centre_a,
          rounding_a};
}

// Closed forms for two bodies.

struct TwoBalls : Near {
  HWY_INLINE TwoBalls(const PlainBody& a, const Placed& pose_a, const PlainBody& b,
                      const Placed& pose_b)
      : TwoBalls(a.axis.rounding + b.axis.rounding, pose_b.at - pose_a.at) {}
  HWY_INLINE bool usual() const { return length > 8 * m.unit; }
  HWY_INLINE Carriers weighed() const { return {}; }

 private:
  HWY_INLINE TwoBalls(double rounding, Three offset)
      : Near{{0, rounding, std::sqrt((offset * offset).sum())}} {
    v = Three::of(0) - offset;
    length = value = m.gap;
    error = slack = 0;
  }
};

/// Lumelsky's problem, parameters being lengths along the axes. For any t the best s is c t + a,
/// and for any s the best t is c s - b, clamped. So each is that of the two lines, clamped to what
/// the other's ends leave of it: one clamping after another would be waited for.
class TwoSticks : public Near {
 public:
  HWY_INLINE TwoSticks(const PlainBody& a, const Placed& pose_a, const PlainBody& b,
                       const Placed& pose_b)
      : TwoSticks(triple(pose_a.column[2]), a.axis, triple(pose_b.column[2]), b.axis,
                  triple(pose_b.at - pose_a.at)) {}

  /// Two capsules without a length are for TwoBalls.
  HWY_INLINE bool usual() const { return m.extent > 0 && closed(); }
  /// By Newton's method.
  HWY_INLINE void refine() {
    for (int round = 0; round < 3 && !closed(); ++round) {
      improve();
      evaluate();
    }
  }

  HWY_INLINE Carriers weighed() const {
    // Both at a time, and without a branch: which of them is free is anybody's guess.
    using Bits = std::int64_t __attribute__((vector_size(16)));
    const Two at{s_, t_}, half{half_a_, half_b_};
    const Bits free = size(at) < half, upper = (at > Two{0, 0}) & ~free;
    const Two above = (Two)((Bits)(at + half) & free);
    const Two whole = (Two)(((Bits)(half + half) & free) | ((Bits)Two{1, 1} & ~free));
    const Two share = on_grid(above / whole, Two{1, 1});
    return carriers(unsigned(upper[0] & 1) | unsigned(upper[1] & 16),
                    {unsigned(free[0] & 1), share[0]}, {unsigned(free[1] & 16), share[1]});
  }

 private:
  /// Below the first, of the squared sine, s and t are not told apart; below the second, rounding
  /// would show if each were found for itself.
  static constexpr double parallel = 0x1p-40, nearly_parallel = 0x1p-4;

  HWY_INLINE TwoSticks(Triple axis_a, PlainBody::Axis a, Triple axis_b, PlainBody::Axis b,
                       Triple offset)
      : Near{{a.half + b.half, a.rounding + b.rounding, norm(offset)}},
        axis_a_(axis_a),
        axis_b_(axis_b),
        offset_(offset),
        half_a_(a.half),
        half_b_(b.half),
        cosine_(dot(axis_a, axis_b)) {
    const double along_a = dot(axis_a, offset), along_b = dot(axis_b, offset);
    const double sine = sine_squared(), cosine = std::abs(cosine_);
    const double of_lines = sine > parallel ? (cosine_ * along_a - along_b) / sine : 0;
    t_ = between_ends(of_lines, 0 - along_b, cosine * half_a_, half_b_);
    s_ = sine > nearly_parallel ? between_ends((along_a - cosine_ * along_b) / sine, along_a,
                                               cosine * half_b_, half_a_)
                                : clamped(t_ * cosine_ + along_a, half_a_);
    evaluate();
  }

  HWY_INLINE static double clamped(double x, double half) {
    return std::min(half, std::max(-half, x));
  }
  /// What the other's ends leave is `reach` to both sides of `middle`.
  HWY_INLINE static double between_ends(double x, double middle, double reach, double half) {
    return std::min(clamped(middle + reach, half), std::max(clamped(middle - reach, half), x));
  }

  HWY_INLINE void evaluate() {
    const Triple on_a = axis_a_ * s_, way = (on_a - axis_b_ * t_) - offset_;
    at_a = Three::of(on_a);
    v = Three::of(way);
    along_a_ = dot(way, axis_a_), along_b_ = dot(way, axis_b_);
    length = norm(way);
    const double reach = std::abs(along_a_) * half_a_ + std::abs(along_b_) * half_b_;
    value = (0 - (reach + dot(way, offset_))) / length;
    error = u * (2.1 * m.extent + m.gap);
    slack = 12 * m.unit;
  }

  HWY_INLINE void improve() {
    const double sine = sine_squared();
    if (free_a() && free_b() && sine > parallel) {
      s_ = clamped(s_ + (cosine_ * along_b_ - along_a_) / sine, half_a_);
      t_ = clamped(t_ + (along_b_ - cosine_ * along_a_) / sine, half_b_);
    } else if (free_a()) {
      s_ = clamped(s_ - along_a_, half_a_);
    } else if (free_b()) {
      t_ = clamped(t_ + along_b_, half_b_);
    }
  }

  HWY_INLINE double sine_squared() const { return 1 - cosine_ * cosine_; }
  HWY_INLINE bool free_a() const { return std::abs(s_) < half_a_; }
  HWY_INLINE bool free_b() const { return std::abs(t_) < half_b_; }

  const Triple axis_a_, axis_b_, offset_;
  const double half_a_, half_b_, cosine_;
  double s_, t_;
  double along_a_, along_b_;  // what is left of the last v
};

/// The point of a box that is nearest a ball's centre: its coordinates are clamped.
class BallByBox : public Near {
 public:
  HWY_INLINE bool usual() const { return closed(); }
  /// Where R^T is not R's inverse: by what v is short of being normal to the box, again and again.
  /// What is left becomes |R^T R - I| times less.
  HWY_INLINE void refine() {
    for (int round = 0; round < 3 && open(); ++round) {
      local_ = clamped(local_ - combined(row_, v));
      evaluate();
    }
  }

 protected:
  HWY_INLINE BallByBox(const double* sides, const Placed& box, double radius, const Placed& ball)
      : BallByBox(Three::load_three(sides) * 0.5, box, radius, ball, ball.at - box.at) {}

  HWY_INLINE BallByBox(Three half, const Placed& box, double radius, const Placed& ball,
                       Three point)
      : Near{{std::sqrt((half * half).sum()), radius, std::sqrt((point * point).sum())}},
        box_(box),
        half_(half),
        point_(point) {
    transpose(box.column, row_);
    local_ = clamped(row_[0] * ball.way_from(box, 0) +
                     (row_[1] * ball.way_from(box, 1) + row_[2] * ball.way_from(box, 2)));
    error = u * (3.8 * m.extent + m.gap);
    slack = 12 * m.unit;
    evaluate();
  }

  /// `first` is 0 for A, 4 for B.
  HWY_INLINE Carriers weighed_from(int first) const {
    BoxCarriers box;
    box.add(first, local_, half_);
    return box.result();
  }

 private:
  HWY_INLINE Three clamped(Three seen) const {
    return larger(Three::of(0) - half_, smaller(half_, seen));
  }
  HWY_INLINE void evaluate() {
    at_a = combined(box_.column, local_);
    v = at_a - point_;
    const Three along = size(combined(row_, v));
    length = std::sqrt((v * v).sum());
    value = (0 - (along * half_ + v * point_).sum()) / length;
  }

  const Placed& box_;
  const Three half_, point_;
  Three row_[3], local_;
};
struct BoxThenBall : BallByBox {
  HWY_INLINE BoxThenBall(const PlainBody& a, const Placed& pose_a, const PlainBody& b,
                         const Placed& pose_b)
      : BallByBox(a.sides, pose_a, b.axis.rounding, pose_b) {}
  HWY_INLINE Carriers weighed() const { return weighed_from(0); }
};
struct BallThenBox : BallByBox {
  HWY_INLINE BallThenBox(const PlainBody& a, const Placed& pose_a, const PlainBody& b,
                         const Placed& pose_b)
      : BallByBox(b.sides, pose_b, a.axis.rounding, pose_a) {
    swap();
  }
  HWY_INLINE void refine() {
    if (!open()) return;
    v = Three::of(0) - v;
    BallByBox::refine();
    swap();
  }
  HWY_INLINE Carriers weighed() const { return weighed_from(4); }

 private:
  HWY_INLINE void swap() {
    at_a = Three::of(0);
    v = Three::of(0) - v;
  }
};

/// A point of a cylinder, which has no vertices, and a ball's centre.
struct OnDrum {
  int size = 1, vertex_a, vertex_b;

  HWY_INLINE void write(Witness& w) const {
    w.size = 1;
    w.vertex_a = {vertex_a, 0, 0, 0};
    w.vertex_b = {vertex_b, 0, 0, 0};
    w.weight = {1, 0, 0, 0};
  }
};

/// The point of a cylinder that is nearest a ball's centre: clamped along the axis and across it.
class BallByDrum : public Near {
 public:
  HWY_INLINE bool usual() const { return closed(); }
  /// As of a box.
  HWY_INLINE void refine() {
    for (int round = 0; round < 3 && open(); ++round) {
      local_ = clamped(triple(local_ - combined(row_, v)));
      evaluate();
    }
  }

 protected:
  HWY_INLINE BallByDrum(PlainBody::Axis drum, const Placed& at_drum, double radius,
                        const Placed& ball)
      : BallByDrum(drum.half, drum.rounding, at_drum, radius, ball, ball.at - at_drum.at) {}

  HWY_INLINE BallByDrum(double half, double rim, const Placed& drum, double radius,
                        const Placed& ball, Three point)
      : Near{{std::sqrt(half * half + rim * rim), radius, std::sqrt((point * point).sum())}},
        drum_(drum),
        half_(half),
        rim_(rim),
        point_(point) {
    transpose(drum.column, row_);
    local_ = clamped(triple(row_[0] * ball.way_from(drum, 0) +
                            (row_[1] * ball.way_from(drum, 1) + row_[2] * ball.way_from(drum, 2))));
    error = u * (3.8 * m.extent + m.gap);
    slack = 24 * m.unit;
    evaluate();
  }

 private:
  HWY_INLINE Three clamped(Triple seen) const {
    const double rho = std::sqrt(seen.x * seen.x + seen.y * seen.y);
    const bool beside = rho > rim_;
    return Three::of(Triple{beside ? rim_ * (seen.x / rho) : seen.x,
                            beside ? rim_ * (seen.y / rho) : seen.y,
                            std::min(half_, std::max(-half_, seen.z))});
  }
  HWY_INLINE void evaluate() {
    at_a = combined(drum_.column, local_);
    v = at_a - point_;
    const Triple along = triple(combined(row_, v));
    length = std::sqrt((v * v).sum());
    const double across = std::sqrt(along.x * along.x + along.y * along.y);
    const double reach = rim_ * across + half_ * std::abs(along.z);
    value = (0 - (reach + (v * point_).sum())) / length;
  }

  const Placed& drum_;
  const double half_, rim_;
  const Three point_;
  Three row_[3], local_;
};
struct DrumThenBall : BallByDrum {
  HWY_INLINE DrumThenBall(const PlainBody& a, const Placed& pose_a, const PlainBody& b,
                          const Placed& pose_b)
      : BallByDrum(a.axis, pose_a, b.axis.rounding, pose_b) {}
  HWY_INLINE OnDrum weighed() const { return {1, -1, 0}; }
};
struct BallThenDrum : BallByDrum {
  HWY_INLINE BallThenDrum(const PlainBody& a, const Placed& pose_a, const PlainBody& b,
                          const Placed& pose_b)
      : BallByDrum(b.axis, pose_b, a.axis.rounding, pose_a) {
    swap();
  }
  HWY_INLINE void refine() {
    if (!open()) return;
    v = Three::of(0) - v;
    BallByDrum::refine();
    swap();
  }
  HWY_INLINE OnDrum weighed() const { return {1, 0, -1}; }

 private:
  HWY_INLINE void swap() {
    at_a = Three::of(0);
    v = Three::of(0) - v;
  }
};

HWY_INLINE double rounding_of(const PlainBody& a) {
  return a.kind == PlainBody::ball || a.kind == PlainBody::stick ? a.axis.rounding : 0;
}

/// Of bodies.
template <class Form>
HWY_INLINE bool answer(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                       const Pose& pose_b, Tracker* tracker, Distance& d) {
  const Placed at_a(pose_a), at_b(pose_b);
  Form form(a, at_a, b, at_b);
  form.refine();
  const auto c = form.weighed();
  if (!(rotate(at_a, at_b) && form.m.usual() && form.usual() && c.size > 0)) return false;
  const Publication p = in_double(form, at_a.at, rounding_of(a));
  if (p.overlaps()) return p.overlap(c, d) && remembered(d, tracker);
  if (p.shows()) {
    d = p.apart(c);
  } else {
    const Publication exact = nearly_exact(form, at_a.at, rounding_of(a));
    if (exact.overlaps() || !exact.shows()) return false;
    d = exact.apart(c);
  }
  return remembered(d, tracker);
}

/// Where there is something to refine, or else `otherwise`.
template <class Form, class A, class B>
APART_OUT_OF_LINE Distance refined(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b,
                                   Otherwise* otherwise) {
  Distance d;  // the only thing returned: it is made where the caller wants it
  if (!answer<Form>(PlainBody(a), pose_a, PlainBody(b), pose_b, nullptr, d)) {
    new (&d) Distance(otherwise(a, pose_a, b, pose_b));
  }
  return d;
}

/// Of shapes that are apart, if there is nothing to refine: a loop here is slow even if unused.
template <class Form, class A, class B>
HWY_INLINE Distance answer(const A& shape_a, const Pose& pose_a, const B& shape_b,
                           const Pose& pose_b, Otherwise* otherwise) {
  const PlainBody a(shape_a), b(shape_b);
  const Placed at_a(pose_a), at_b(pose_b);
  const Form form(a, at_a, b, at_b);
  const Publication p = in_double(form, at_a.at, rounding_of(a));
  const auto c = form.weighed();
  if (rotate(at_a, at_b) && form.m.usual() && form.usual() && c.size > 0 && !p.overlaps()) {
    if (p.shows()) return p.apart(c);
    const Publication exact = nearly_exact(form, at_a.at, rounding_of(a));
    if (!exact.overlaps() && exact.shows()) return exact.apart(c);
  }
  if (form.open()) return refined<Form>(shape_a, pose_a, shape_b, pose_b, otherwise);
  return otherwise(shape_a, pose_a, shape_b, pose_b);
}

/// How far apart bodies are, or how deep in each other, as long as their cores are apart.
template <class Form>
HWY_INLINE bool publish_signed(const Form& form, const PlainBody& a, const Placed& at_a,
                               const Placed& at_b, Penetration& d) {
  const Publication p = in_double(form, at_a.at, rounding_of(a));
  const auto c = form.weighed();
  if (!(rotate(at_a, at_b) && form.m.usual() && form.usual() && c.size > 0)) return false;
  if (p.shows_signed()) {
    p.signed_distance(c, d);
    return true;
  }
  const Publication exact = nearly_exact(form, at_a.at, rounding_of(a));
  if (!exact.shows_signed()) return false;
  exact.signed_distance(c, d);
  return true;
}
template <class Form>
APART_OUT_OF_LINE bool refined_signed(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                                      const Pose& pose_b, Penetration& d) {
  const Placed at_a(pose_a), at_b(pose_b);
  Form form(a, at_a, b, at_b);
  form.refine();
  return publish_signed(form, a, at_a, at_b, d);
}
template <class Form, class A, class B>
HWY_INLINE bool signed_answer(const A& shape_a, const Pose& pose_a, const B& shape_b,
                              const Pose& pose_b, Penetration& d) {
  const PlainBody a(shape_a), b(shape_b);
  const Placed at_a(pose_a), at_b(pose_b);
  const Form form(a, at_a, b, at_b);
  if (publish_signed(form, a, at_a, at_b, d)) return true;
  return form.open() && refined_signed<Form>(a, pose_a, b, pose_b, d);
}

#define APART_FORM(Name, Form)                                                        \
  APART_FLATTEN bool Name(const PlainBody& a, const Pose& pose_a, const PlainBody& b, \
                          const Pose& pose_b, Tracker* tracker, Distance& d) {        \
    return answer<Form>(a, pose_a, b, pose_b, tracker, d);                            \
  }
#define APART_FORM_OF(Name, Form, A, B)                                                       \
  APART_FLATTEN Distance Name(const void* a, const Pose& pose_a, const void* b,               \
                              const Pose& pose_b, Otherwise* otherwise) {                     \
    return answer<Form>(*static_cast<const A*>(a), pose_a, *static_cast<const B*>(b), pose_b, \
                        otherwise);                                                           \
  }                                                                                           \
  APART_FLATTEN bool Signed##Name(const void* a, const Pose& pose_a, const void* b,           \
                                  const Pose& pose_b, Penetration& p) {                       \
    return signed_answer<Form>(*static_cast<const A*>(a), pose_a, *static_cast<const B*>(b),  \
                               pose_b, p);                                                    \
  }
APART_FORM(BallAndBall, TwoBalls)
APART_FORM(StickAndStick, TwoSticks)
APART_FORM(BoxAndBall, BoxThenBall)
APART_FORM(BallAndBox, BallThenBox)
APART_FORM(DrumAndBall, DrumThenBall)
APART_FORM(BallAndDrum, BallThenDrum)
APART_FORM_OF(TwoSpheres, TwoBalls, Sphere, Sphere)
APART_FORM_OF(TwoCapsules, TwoSticks, Capsule, Capsule)
APART_FORM_OF(SphereAndCapsule, TwoSticks, Sphere, Capsule)
APART_FORM_OF(CapsuleAndSphere, TwoSticks, Capsule, Sphere)
APART_FORM_OF(BoxAndSphere, BoxThenBall, Box, Sphere)
APART_FORM_OF(SphereAndBox, BallThenBox, Sphere, Box)
APART_FORM_OF(CylinderAndSphere, DrumThenBall, Cylinder, Sphere)
APART_FORM_OF(SphereAndCylinder, BallThenDrum, Sphere, Cylinder)
#undef APART_FORM
#undef APART_FORM_OF

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

APART_PLAIN_WAY(ball_and_ball, BallAndBall)
APART_PLAIN_WAY(stick_and_stick, StickAndStick)
APART_PLAIN_WAY(box_and_ball, BoxAndBall)
APART_PLAIN_WAY(ball_and_box, BallAndBox)
APART_PLAIN_WAY(drum_and_ball, DrumAndBall)
APART_PLAIN_WAY(ball_and_drum, BallAndDrum)
APART_DIRECT_WAY(two_spheres, TwoSpheres)
APART_DIRECT_WAY(two_capsules, TwoCapsules)
APART_DIRECT_WAY(sphere_and_capsule, SphereAndCapsule)
APART_DIRECT_WAY(capsule_and_sphere, CapsuleAndSphere)
APART_DIRECT_WAY(box_and_sphere, BoxAndSphere)
APART_DIRECT_WAY(sphere_and_box, SphereAndBox)
APART_DIRECT_WAY(cylinder_and_sphere, CylinderAndSphere)
APART_DIRECT_WAY(sphere_and_cylinder, SphereAndCylinder)

}  // namespace apart
#endif
