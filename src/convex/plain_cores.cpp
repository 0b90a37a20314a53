// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_cores.hpp"

#include "convex/plain_ways.hpp"
#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_cores.cpp"
#include <hwy/foreach_target.h>

#include "convex/plain_answer-inl.hpp"
#include "convex/plain_gjk-inl.hpp"

#ifndef APART_PLAIN_CORES_ONCE
#define APART_PLAIN_CORES_ONCE
namespace apart {

/// Where A's centre is in the world, and B's from there; what double leaves of either is beside it.
struct CentrePair {
  Triple origin, origin_rest, offset, offset_rest;
  bool beside;  ///< the origins of their frames; else the rests are zero, or not asked for

  CentrePair(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b)
      : origin(Triple::of(pose_a.translation)),
        origin_rest{0, 0, 0},
        offset(Triple::of(pose_b.translation) - origin),
        offset_rest{0, 0, 0},
        beside(!a.centred || !b.centred) {
    if (beside) move(a, pose_a, b, pose_b);
  }

 private:
  [[gnu::noinline]] void move(const Core& a, const Pose& pose_a, const Core& b,
                              const Pose& pose_b) {
    const ExactVector of_a = exact_product(pose_a.rotation, a.centre);
    const ExactVector of_b = exact_product(pose_b.rotation, b.centre);
    DoubleDouble at[3], to_b[3];
    for (int i = 0; i < 3; ++i) {
      const double ta = pose_a.translation[i], tb = pose_b.translation[i];
      at[i] = DoubleDouble(ta) + of_a[i];
      to_b[i] = two_sum(tb, -ta) + (of_b[i] - of_a[i]);
    }
    origin = {at[0].hi, at[1].hi, at[2].hi};
    origin_rest = {at[0].lo, at[1].lo, at[2].lo};
    offset = {to_b[0].hi, to_b[1].hi, to_b[2].hi};
    offset_rest = {to_b[0].lo, to_b[1].lo, to_b[2].lo};
  }
};

/// The balls around two cores, A's and both, margins included.
struct Balls {
  double of_a, both;

  Balls(const Core& a, const Core& b, double margin)
      : of_a(a.rounding.hi + margin), both(of_a + (b.rounding.hi + margin)) {}
};

}  // namespace apart
#endif

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// The vertices of a core of few, turned into world axes at once.
template <int most>
class CoreCorners {
 public:
  static constexpr int most_corners = most;

  HWY_INLINE CoreCorners(const Core& core, const Pose& pose, double scale) : core_(core) {
    const Turn turn(pose.rotation, scale);
    if (core.kind == Core::Kind::polytope) {
      const detail::PolytopeData& hull = *core.polytope;
      turned_.turn(hull.x(), hull.y(), hull.z(), padded(), turn);
    } else if (core.kind == Core::Kind::box) {
      turned_.turn_box(Triple::of(core.extent), turn);
    } else {
      turn_points(turn);
    }
  }

  HWY_INLINE int count() const { return core_.count; }
  HWY_INLINE int given_index(int id) const { return core_.given_index(id); }
  template <Way way>
  HWY_INLINE Farthest choose(Triple q) const {
    return turned_.template choose<way>(q, padded());
  }
  HWY_INLINE Triple place(int id) const { return turned_[id]; }
  HWY_INLINE Vector<double> local(int id) const { return core_.vertex(id); }

 private:
  HWY_INLINE int padded() const { return most == 8 ? 8 : std::max(8, (count() + 3) & ~3); }
  /// With copies of the last, as all arrays of vertices are padded.
  HWY_INLINE void turn_points(const Turn& turn) {
    turned_.turn_fours(8, turn, [&](int i, int axis) HWY_ATTR {
      const auto at = [&](int k) { return core_.points[std::min(i + k, core_.count - 1)][axis]; };
      return Four::of(at(0), at(1), at(2), at(3));
    });
  }

  const Core& core_;
  TurnedCorners<most> turned_;
};

/// And of one of many.
struct CoreOfMany : ManyCorners<Through::either> {
  HWY_INLINE CoreOfMany(const Core& core, const Pose& pose, double scale)
      : ManyCorners(*core.polytope, pose, scale) {}
};

/// As a part of the cores' own extent: larger balls meet before three looks around are worth while.
inline constexpr double large_balls = 0.1;

/// PlainGjk with balls around, ending where the relative error allows.
template <class A, class B>
class CoreGjk : public PlainGjk<A, B> {
  using Base = PlainGjk<A, B>;
  using Base::guess_, Base::lower_, Base::measure_, Base::slack_, Base::u;
  using typename Base::End;
  using typename Base::Near;

 public:
  HWY_INLINE CoreGjk(const A& a, const B& b, const PlainMeasure& measure, const PlainGuess& guess,
                     double slack, PlainSimplex& simplex, const Balls& balls, double relative_error)
      : Base(a, b, measure, guess, slack, simplex),
        ball_a_(balls.of_a * measure.scale),
        balls_(balls.both * measure.scale),
        relative_error_(relative_error),
        loss_(40 * measure.unit + (12 * u * balls_ + slack)) {}

  HWY_INLINE bool solve(const CentrePair& at, const Pose& pose_a, const Pose& pose_b,
                        Tracker* tracker, Distance& d) {
    const auto decided = [&](double upper) HWY_ATTR { return decides(upper); };
    const bool around = guess_.gap < nearby * guess_.extent && balls_ < large_balls * guess_.extent;
    const End end = this->search(this->start(), around, tracker, decided);
    const bool answered = end == End::overlap ? enclose(at, d)
                                              : (end == End::near || end == End::stopped) &&
                                                    conclude(at, pose_a, pose_b, d);
    if (!answered) return false;
    this->publish_witness(d);
    if (tracker) this->remember(*tracker);
    return true;
  }

 private:
  /// With room for all that is lost until an interval is published. Of no points yet, nothing.
  HWY_INLINE bool decides(double upper) const {
    const double apart = upper - balls_;
    return apart * (1 - relative_error_) + loss_ <= lower_ - balls_ || apart < -loss_;
  }

  HWY_INLINE bool enclose(const CentrePair& at, Distance& d) {
    Triple midway;
    if (!this->enclosed(midway)) return false;
    publish_common(at, midway, d);
    return true;
  }
  HWY_INLINE Triple in_world(const CentrePair& at, Triple from_a) const {
    const Triple way = from_a * measure_.back;
    return at.origin + (at.beside ? way + at.origin_rest : way);
  }
  HWY_INLINE void publish_common(const CentrePair& at, Triple from_a, Distance& d) const {
    const Triple p = in_world(at, from_a);
    p.store(d.point_a);
    p.store(d.point_b);
    this->normal().store(d.normal);
    d.status = Status::overlapping;
  }

  /// A point between the cores, if it shows no more of rounding than it may: along v, which of a
  /// thin triangle is not quite along the normal.
  HWY_INLINE bool publish_overlap(const Near& near, const CentrePair& at, Distance& d) const {
    publish_common(at, near.at_a - near.v * (ball_a_ / balls_), d);
    const double far = measure_.scale * norm(Triple::of(d.point_a));
    return near.error_of_one + 2 * u * (measure_.extent + balls_) <=
           4 * u * (measure_.size() + balls_ + 1.5 * far);
  }

  HWY_INLINE bool conclude(const CentrePair& at, const Pose& pose_a, const Pose& pose_b,
                           Distance& d) {
    const Near near = this->in_double();
    const bool closed = near.length - lower_ <= measure_.closed * measure_.unit;
    if (!((closed || decides(near.length)) && this->carries())) return false;
    if (near.length + (near.error + u * (4 * near.length + 2 * balls_)) < balls_) {
      return publish_overlap(near, at, d) ||
             publish_overlap(nearly_exact(at, pose_a, pose_b), at, d);
    }
    return publish(near, at, d) || publish(nearly_exact(at, pose_a, pose_b), at, d);
  }

  /// Out of line; what is exact of the offset goes as the two translations.
  HWY_INLINE Near nearly_exact(const CentrePair& at, const Pose& pose_a, const Pose& pose_b) const {
    if (!at.beside) return Base::nearly_exact(pose_a, pose_b);
    return Base::nearly_exact({pose_a.rotation, (at.offset_rest * -1).vector()},
                              {pose_b.rotation, at.offset.vector()});
  }

  /// PlainGjk's published(), to the same bits if there are no balls; and of the balls their sum,
  /// its difference from the length, a product with a normal whose length errs by 3 u; of A's point
  /// one sum more. docs/certificate.md, "With balls around".
  HWY_INLINE bool publish(const Near& near, const CentrePair& at, Distance& d) const {
    const double length = near.length, back = measure_.back, apart = length - balls_;
    const bool balls = balls_ > 0;
    const double of_balls = balls ? u * (balls_ + 2 * std::abs(apart)) : 0;
    const double of_place = balls || at.beside ? u * (measure_.extent + 6 * balls_) : 0;
    const double lower_error = 12 * measure_.unit + 6 * u * length + slack_;
    const double lower = (lower_ - balls_) - (lower_error + (of_balls + u * balls_));
    const Triple n = this->normal();
    const Triple a = in_world(at, balls ? near.at_a + n * ball_a_ : near.at_a);
    const Triple bare_b = a - (balls ? near.v + n * balls_ : near.v) * back;
    const double far_a = measure_.scale * norm(a), far_b = measure_.scale * norm(bare_b);
    const double of_one = (near.error_of_one + of_place) + u * far_a;
    const double upper_error = (near.error + 3.5 * u * length) + of_balls;
    const double all = u * (3.9 * far_a + 1.9 * far_b + 4 * (measure_.size() + balls_));
    const double outward = lesser(0.5 * upper_error, larger(0.0, all - of_one));
    const Triple askew = near.v + n * length;
    const double skew = (norm(askew) + 2 * u * length) + 3 * u * balls_;
    const bool shown = of_place == 0 || of_one <= all;
    if (!(lower > 0 && shown && upper_error - outward + skew <= all)) return false;
    a.store(d.point_a);
    (bare_b + n * (outward * back)).store(d.point_b);
    n.store(d.normal);
    d.lower = lower * back;
    d.upper = (apart + upper_error) * back;
    d.optimality = larger(0.0, length * (length - lower_)) * back * back;
    d.status = Status::separated;
    return true;
  }

  const double ball_a_, balls_, relative_error_, loss_;
};

/// What both questions begin with.
struct CoreProblem {
  const CentrePair at;
  const Balls balls;
  const PlainMeasure measure;
  const PlainGuess guess;
  const double slack;

  HWY_INLINE CoreProblem(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                         double margin)
      : at(a, pose_a, b, pose_b),
        balls(a, b, margin),
        measure(a.radius, b.radius, at.offset),
        guess(measure, a.polytope, pose_a, b.polytope, pose_b),
        slack((a.slack + b.slack) * measure.scale) {}

  /// Not such balls as overflow when they are squared, nor centres so far off that double-double
  /// would show.
  HWY_INLINE bool usual(const Core& a, const Core& b) const {
    const double far = a.centre.cwiseAbs().maxCoeff() + b.centre.cwiseAbs().maxCoeff();
    return measure.usual && balls.both * measure.scale < 0x1p200 &&
           far * measure.scale <= 0x1p30 * measure.size();
  }
};

template <class A, class B>
HWY_INLINE bool Solve(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                      double margin, double relative_error, Tracker* tracker, Distance& d) {
  const CoreProblem p(a, pose_a, b, pose_b, margin);
  if (!rigid(pose_a, pose_b) || !p.usual(a, b)) return false;
  const A corners_a(a, pose_a, p.measure.scale);
  const B corners_b(b, pose_b, p.measure.scale);
  PlainSimplex simplex;
  return CoreGjk<A, B>(corners_a, corners_b, p.measure, p.guess, p.slack, simplex, p.balls,
                       relative_error)
      .solve(p.at, pose_a, pose_b, tracker, d);
}

/// The limit is a sum of up to five numbers: what that may be off by counts as slack.
template <class A, class B>
HWY_INLINE std::optional<bool> Decide(const Core& a, const Pose& pose_a, const Core& b,
                                      const Pose& pose_b, double margin, double r,
                                      Tracker* tracker) {
  const CoreProblem p(a, pose_a, b, pose_b, margin);
  if (!rigid(pose_a, pose_b) || !p.usual(a, b)) return std::nullopt;
  const double limit = (r + p.balls.both) * p.measure.scale;
  const double slack = p.slack + 8 * unit_roundoff * limit;
  // What the balls around both show already; radii may be stretched by 1e-6.
  if (p.guess.gap > p.guess.extent + (0x1p-19 * p.measure.size() + (limit + slack))) return false;
  // Likely to overlap: the careful way needs no weights to tell.
  const double extent = p.guess.extent;
  if (p.guess.gap < 0.6 * extent && limit > large_balls * extent) return std::nullopt;
  const A corners_a(a, pose_a, p.measure.scale);
  const B corners_b(b, pose_b, p.measure.scale);
  PlainSimplex simplex;
  Witness left;
  return PlainGjk<A, B>(corners_a, corners_b, p.measure, p.guess, slack, simplex)
      .within(limit * (1 - 8 * unit_roundoff), tracker, left);
}

#define APART_CORES(Name, A, B)                                                                    \
  APART_FLATTEN bool Name(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,    \
                          double margin, double relative_error, Tracker* tracker, Distance& d) {   \
    return Solve<A, B>(a, pose_a, b, pose_b, margin, relative_error, tracker, d);                  \
  }                                                                                                \
  APART_FLATTEN std::optional<bool> Name##Within(const Core& a, const Pose& pose_a, const Core& b, \
                                                 const Pose& pose_b, double margin, double r,      \
                                                 Tracker* tracker) {                               \
    return Decide<A, B>(a, pose_a, b, pose_b, margin, r, tracker);                                 \
  }
APART_CORES(CoresOfEight, CoreCorners<8>, CoreCorners<8>)
APART_CORES(CoresOfFew, CoreCorners<most_turned>, CoreCorners<most_turned>)
APART_CORES(CoresOfFewAndMany, CoreCorners<most_turned>, CoreOfMany)
APART_CORES(CoresOfManyAndFew, CoreOfMany, CoreCorners<most_turned>)
APART_CORES(CoresOfMany, CoreOfMany, CoreOfMany)
#undef APART_CORES

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

namespace {

#define APART_EXPORT_CORES(Name) \
  HWY_EXPORT(Name);              \
  HWY_EXPORT(Name##Within);
APART_EXPORT_CORES(CoresOfEight)
APART_EXPORT_CORES(CoresOfFew)
APART_EXPORT_CORES(CoresOfFewAndMany)
APART_EXPORT_CORES(CoresOfManyAndFew)
APART_EXPORT_CORES(CoresOfMany)
#undef APART_EXPORT_CORES

/// Highway's tables of what was compiled for each instruction set.
struct CoreWay {
  using Kernel = bool(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                      double margin, double relative_error, Tracker* tracker, Distance& d);
  using WithinKernel = std::optional<bool>(const Core& a, const Pose& pose_a, const Core& b,
                                           const Pose& pose_b, double margin, double r,
                                           Tracker* tracker);
  Kernel* const* kernels;
  WithinKernel* const* within;
};

const CoreWay& way(const Core& a, const Core& b) {
#define APART_CORE_WAY(name, Kernels) \
  static constexpr CoreWay name{HWY_DISPATCH_TABLE(Kernels), HWY_DISPATCH_TABLE(Kernels##Within)}
  APART_CORE_WAY(eight, CoresOfEight);
  APART_CORE_WAY(few, CoresOfFew);
  APART_CORE_WAY(few_then_many, CoresOfFewAndMany);
  APART_CORE_WAY(many_then_few, CoresOfManyAndFew);
  APART_CORE_WAY(many, CoresOfMany);
#undef APART_CORE_WAY
  if (a.count <= 8 && b.count <= 8) return eight;
  const bool few_a = a.count <= most_turned, few_b = b.count <= most_turned;
  return few_a && few_b ? few : few_a ? few_then_many : few_b ? many_then_few : many;
}

/// Polytopes and boxes as they stand, which plain_distance() is for.
bool bare(const Core& core) {
  return core.kind != Core::Kind::points && core.centred && core.rounding.hi == 0;
}
bool fits(const Core& core) {
  return core.has_vertices() && !core.infinite_along_z && core.rounding.lo == 0;
}
/// Two segments have a closed form, which takes no longer, and so have a box and a point.
bool fit(const Core& a, const Core& b) {
  const bool point_and_box = (a.is_point() && b.is_box()) || (a.is_box() && b.is_point());
  return fits(a) && fits(b) && !(a.is_segment() && b.is_segment()) && !point_and_box;
}

}  // namespace

bool plain_cores(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                 const Options& options, Tracker* tracker, Distance& d) {
  if (options.enough || options.trace || options.method != Method::gjk) return false;
  if (!fit(a, b)) return false;
  if (options.relative_error == 0 && options.margin == 0 && bare(a) && bare(b)) return false;
  return way(a, b).kernels[chosen_kernel()](a, pose_a, b, pose_b, options.margin,
                                            options.relative_error, tracker, d);
}

std::optional<bool> plain_cores_within(const Core& a, const Pose& pose_a, const Core& b,
                                       const Pose& pose_b, const Options& options,
                                       Tracker* tracker) {
  if (options.method != Method::gjk || !fit(a, b)) return std::nullopt;
  if (options.margin == 0 && bare(a) && bare(b)) return std::nullopt;
  return way(a, b).within[chosen_kernel()](a, pose_a, b, pose_b, options.margin, *options.enough,
                                           tracker);
}

}  // namespace apart
#endif
