// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_PLAIN_GJK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_PLAIN_GJK_INL
#undef APART_PLAIN_GJK_INL
#else
#define APART_PLAIN_GJK_INL
#endif

#include <optional>

#include "convex/corners-inl.hpp"
#include "convex/nearest_of_triangle-inl.hpp"
#include "convex/plain_guess.hpp"
#include "convex/plain_measure.hpp"
#include "convex/resumed_simplex.hpp"
#include "convex/surroundings.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// What is found by its number, and therefore in memory. The rest of a search need not be there.
struct PlainSimplex {
  NewestSimplex points;
  double weight[4];  // once near points are combined
};

/// As plain_distance() says, for two sets of corners: the algorithm of Gilbert, Johnson and
/// Keerthi.
template <class A, class B>
class PlainGjk {
 public:
  HWY_INLINE PlainGjk(const A& a, const B& b, const PlainMeasure& measure, const PlainGuess& guess,
                      double slack, PlainSimplex& simplex)
      : a_(a),
        b_(b),
        measure_(measure),
        guess_(guess),
        slack_(slack),
        simplex_(simplex.points),
        weight_(simplex.weight) {}

  /// How a search ends: with a plane that closes the gap, with a tetrahedron around the origin,
  /// with a v too short for double, when it is told to, or so that others have the word.
  enum class End { near, overlap, contact, stopped, unsure };

  /// False if there is no answer. If that is because v is next to nothing, or a tetrahedron around
  /// the origin too thin, its vertices are left in the witness for plain_contact(), and how many
  /// looks that took.
  HWY_INLINE bool solve(const Pose& pose_a, const Pose& pose_b, Tracker* tracker, Distance& d) {
    const End end = search_all(tracker);
    if (!conclude(end, pose_a, pose_b, d)) {
      leave_open(simplex_, end, d.witness);
      d.support_calls = support_calls_;
      return false;
    }
    if (tracker) remember(*tracker);
    return true;
  }

  /// The same where nothing is to be left behind: nobody else sees this object, so what it holds
  /// stays in registers, and the answer is written once. `otherwise` has the word if there is none.
  /// `rough` says which gaps need not be closed.
  template <class Rough, class OtherAnswer>
  HWY_INLINE Distance answer(const Pose& pose_a, const Pose& pose_b, Tracker* tracker,
                             const Rough& rough, const OtherAnswer& otherwise) {
    const auto stop = [&](double upper) HWY_ATTR { return rough.allows(upper, lower_); };
    const End end = search(start(), guess_.gap < nearby * guess_.extent, tracker, stop);
    if (end == End::near || end == End::stopped) {
      // How many points carry is asked once: what follows has no loops.
      switch (simplex_.size()) {
        case 1:
          if (const auto p = proved<1>(pose_a, pose_b, rough); p.good) [[likely]]
            return separated<1>(p, tracker);
          break;
        case 2:
          if (const auto p = proved<2>(pose_a, pose_b, rough); p.good) [[likely]]
            return separated<2>(p, tracker);
          break;
        case 3:
          if (const auto p = proved<3>(pose_a, pose_b, rough); p.good) [[likely]]
            return separated<3>(p, tracker);
          break;
        default:
          break;
      }
    } else if (end == End::overlap) {
      Triple at_a;
      if (enclosed(at_a)) {
        const Triple p = in_world(at_a, pose_a);
        if (tracker) remember(*tracker);
        return {0, 0, p, p, normal(), witness<4>(), Status::overlapping, 0, support_calls_};
      }
    }
    return otherwise();
  }

  /// Are the shapes within r of each other? No answer if that takes more care than this; `left` is
  /// as above.
  HWY_INLINE std::optional<bool> within(double r, Tracker* tracker, Witness& left) {
    const double limit_of_plane = r + (20 * measure_.unit + slack_);
    const double limit_of_points = r - 32 * measure_.unit;
    const auto decided = [&](double upper) HWY_ATTR {
      return lower_ > limit_of_plane ||
             (upper < limit_of_points && seen().reaches(limit_of_points));
    };
    const End end = search(start(), guess_.gap < 0.6 * guess_.extent, tracker, decided);
    const bool overlaps = end == End::overlap && seen().encloses();
    if (!overlaps && end != End::stopped) {
      leave_open(simplex_, end, left);
      return std::nullopt;
    }
    if (tracker && simplex_.size() > 0) remember(*tracker);
    return overlaps || !(lower_ > limit_of_plane);
  }

  /// The same for what another search ended with; the simplex has its points.
  HWY_INLINE void take(Triple q, double lower, int support_calls) {
    q_ = q;
    length_of_q_ = std::sqrt(dot(q, q));
    lower_ = lower;
    support_calls_ = support_calls;
  }
  HWY_INLINE bool conclude(End end, const Pose& pose_a, const Pose& pose_b, Distance& d) {
    const bool answered = end == End::near      ? publish_near(pose_a, pose_b, d)
                          : end == End::overlap ? publish_overlap(pose_a, d)
                                                : false;
    if (answered) publish_witness(d);
    return answered;
  }

  /// The point of A - B for a pair of vertices.
  HWY_INLINE Triple difference(int a, int b) const {
    return difference(a_.place(a), b_.place(b), measure_.offset);
  }

  /// Far more than any pair has been seen to need.
  static constexpr int limit = 64;
  /// In units of u * S: so far may points of both bodies be apart that are published as one.
  static constexpr double most_off = 4;

 protected:
  static constexpr double u = unit_roundoff;

  /// Of bodies about the same centre any direction is as good.
  HWY_INLINE Triple start() const {
    if (guess_.gap > 8 * measure_.unit) return guess_.between * -1;
    return Triple{0.6, 0.5, 0.4} * measure_.whole;
  }

  HWY_INLINE End search_all(const Tracker* tracker) {
    const auto go_on = [](double) HWY_ATTR { return false; };
    return search(start(), guess_.gap < nearby * guess_.extent, tracker, go_on);
  }

  /// `stop` is asked after every look, and told the length of v. What is waited for stays out of
  /// memory.
  template <class Stop>
  HWY_INLINE End search(Triple first, bool around, const Tracker* tracker, const Stop& stop) {
    const double goal = measure_.closed * measure_.unit;
    double last = INFINITY, upper = INFINITY;
    Triple q = q_ = first;
    NewestSimplex::Solution found;
    const auto nearer = [&](double squared, Triple direction) HWY_ATTR {
      last = squared;
      upper = std::sqrt(squared);
      q = direction;
    };
    if (tracker && resumes(*tracker, found)) {
      if (found.carriers % 4 == 0) return ended(found);
      nearer(found.squared, found.direction);
    } else if (around) {
      NearestOfTriangle nearest;
      const Around found_around = look_around(q, nearest);
      if (found_around == Around::inside) return End::overlap;
      if (found_around == Around::nearer) nearer(nearest.squared, nearest.direction);
    } else {
      // Along the line of centres, one point carries alone for a look or two, or to the end.
      Pair next = look(q);
      if (stop(upper)) return End::stopped;
      Triple p = difference(next.a, next.b);
      std::uint64_t number = numbered(next);
      do {
        simplex_.clear();
        simplex_.add(p, number);
        nearer(dot(p, p), p);
        if (upper <= measure_.shortest * measure_.unit) return End::contact;
        next = look(q);
        if (stop(upper)) return End::stopped;
        const std::uint64_t before = number;
        number = numbered(next);
        if (number == before || upper - lower_ <= goal) return End::near;
        p = difference(next.a, next.b);
        found = NewestSimplex::edge(1, p, q);
      } while (found.carriers == 1 && found.squared < last);
      simplex_.add(p, number);
      if (!(found.carriers == 2 && found.squared < last)) return End::unsure;
      nearer(found.squared, found.direction);
    }
    for (int step = 0; step < limit; ++step) {
      if (upper <= measure_.shortest * measure_.unit) return End::contact;
      const Pair next = look(q);
      if (stop(upper)) return End::stopped;
      const std::uint64_t number = numbered(next);
      // Asked in this order: the former is known sooner.
      if (simplex_.holds(number) || upper - lower_ <= goal) return End::near;
      const Triple p = difference(next.a, next.b);
      found = simplex_.solution_with(p);
      if (found.carriers % 4 == 0 || !(found.squared < last)) {
        simplex_.add(p, number);
        return ended(found);
      }
      simplex_.keep_with(found, p, number);
      nearer(found.squared, found.direction);
    }
    return End::unsure;
  }

  // What is not part of the kernel sees nothing of this object, or a copy: else it would have to be
  // in memory, all of it, from the beginning.
  HWY_INLINE PlainGjk seen() const { return *this; }

  /// Begins with what a tracker remembers, if that is of use: as a rule, all of it still carries.
  /// Where bodies have jumped, nothing does, and little is tried: a search anew has the word.
  HWY_INLINE bool resumes(const Tracker& tracker, NewestSimplex::Solution& found) {
    const int size = tracker.size;
    if (size < 1 || size > 4) return false;
    Triple p[4];
    double least = INFINITY, most = -INFINITY;  // along the last normal, where all were as far
    const Triple normal = Triple::of(tracker.direction);
    for (int k = 0; k < size; ++k) {
      const int a = tracker.vertex_a[k], b = tracker.vertex_b[k];
      if (a < 0 || b < 0 || a >= a_.count() || b >= b_.count()) return forget();
      p[k] = difference(a, b);
      least = lesser(dot(normal, p[k]), least);
      most = larger(dot(normal, p[k]), most);
      simplex_.add(p[k], vertex_pair(a, b));
    }
    if (size == 4) {
      found.carriers = 4;
      return around_origin({p[0], p[1], p[2]}, p[3]) || forget();
    }
    if (!((most - least <= 0.25 * guess_.extent) & (most < 0))) return forget();
    found = simplex_.solution_of_three();
    if (found.carriers == size) return coherent(found.direction, tracker) || forget();
    if (!resumes_changed(simplex_, a_, b_, measure_.offset, tracker)) return false;
    found = simplex_.found();
    return true;
  }
  HWY_INLINE bool forget() {
    simplex_.clear();
    return false;
  }
  APART_OUT_OF_LINE static bool resumes_changed(NewestSimplex& simplex, const A& a, const B& b,
                                                Triple offset, const Tracker& tracker) {
    const auto place = [&](int i, int j)
                           HWY_ATTR { return difference(a.place(i), b.place(j), offset); };
    simplex.clear();
    if (!resume(simplex, tracker, a.count(), b.count(), place)) return false;
    if (simplex.carriers() % 4 != 0) simplex.keep();
    return true;
  }

  /// Is the near point of the simplex that near the origin, as its weights have it?
  APART_OUT_OF_LINE bool reaches(double most) { return in_double().length <= most && carries(); }

  HWY_INLINE static End ended(const NewestSimplex::Solution& found) {
    return found.carriers == 4 ? End::overlap : End::unsure;
  }

  HWY_INLINE static Triple difference(Three a, Three b, Triple offset) {
    return triple((a - b) - Three::of(offset));
  }
  template <class PlaceA, class PlaceB>
  HWY_INLINE static Triple difference(PlaceA a, PlaceB b, Triple offset) {
    return (triple(a) - triple(b)) - offset;
  }

  /// The support of A - B against q: which pair of vertices, and the plane's value.
  struct Pair {
    int a, b;
  };
  /// Copies count as what they are copies of; their places are the same.
  HWY_INLINE std::uint64_t numbered(Pair pair) const {
    return vertex_pair(std::min(pair.a, a_.count() - 1), std::min(pair.b, b_.count() - 1));
  }
  HWY_INLINE Pair look(Triple q) {
    const Farthest a = a_.template choose<Way::against>(q);
    const Farthest b = b_.template choose<Way::along>(q);
    q_ = q;
    length_of_q_ = std::sqrt(dot(q, q));
    lower_ = ((a.value - b.value) - dot(q, measure_.offset)) / length_of_q_;
    ++support_calls_;
    return {a.index, b.index};
  }

  /// Three looks around q at once, and one back if bodies are likely to overlap: none waits for
  /// another.
  enum class Around { nothing, nearer, inside };
  HWY_INLINE Around look_around(Triple q, NearestOfTriangle& nearest) {
    constexpr bool enough = std::min(A::most_corners, B::most_corners) >= fewest_to_enclose;
    const bool back = enough && guess_.gap < deep(a_.count(), b_.count()) * guess_.extent;
    const Surroundings surroundings(q, guess_.extent, spread(a_.count(), b_.count()),
                                    Surroundings::widest(back));
    Triple p[3];
    std::uint64_t number[3];
    const auto look_along = [&](Triple way, Triple& point) HWY_ATTR {
      const Pair next{a_.template choose<Way::against>(way).index,
                      b_.template choose<Way::along>(way).index};
      point = difference(next.a, next.b);
      ++support_calls_;
      return numbered(next);
    };
    for (int k = 0; k < 3; ++k) number[k] = look_along(surroundings.way(k), p[k]);
    if (back) {
      Triple behind;
      const std::uint64_t number_behind = look_along(surroundings.back(), behind);
      if (around_origin(p, behind)) {
        for (int k = 0; k < 3; ++k) simplex_.add(p[k], number[k]);
        simplex_.add(behind, number_behind);
        return Around::inside;
      }
    }
    return nearest.solve(p, number, simplex_) ? Around::nearer : Around::nothing;
  }

  HWY_INLINE Triple normal() const {
    const double to_unit = 1 / std::sqrt(dot(q_, q_));
    return {0 - q_.x * to_unit, 0 - q_.y * to_unit, 0 - q_.z * to_unit};  // no negative zeros
  }

  /// Weights of all points but the last for which v is along q: by areas, which lose less than
  /// the determinants of the search do. Multiples of 2^-52: what they leave of 1 is exact.
  template <int size>
  HWY_INLINE std::array<double, 3> shares() const {
    if constexpr (size == 1) return {0, 0, 0};
    const Triple p = point(size - 1), e = point(0) - p;
    if constexpr (size == 2) return {on_grid(-dot(p, e) / dot(e, e)), 0, 0};
    const Triple f = point(1) - p;
    const double area = dot(cross(e, f), q_);
    return {on_grid(dot(cross(f, p), q_) / area), on_grid(dot(cross(p, e), q_) / area), 0};
  }
  HWY_INLINE static double on_grid(double x) { return (x + 1) - 1; }
  HWY_INLINE Triple point(int i) const { return Triple::of(simplex_.point(i)); }

  /// The near points of a simplex of that size for the weights, each from its own body's centre.
  template <int size>
  HWY_INLINE void combine(const std::array<double, 3>& weight, Triple& at_a, Triple& at_b) {
    constexpr int last = size - 1;
    for (int k = 0; k < 4; ++k) weight_[k] = k < last ? weight[k] : 0;
    weight_[last] = ((1 - weight[0]) - weight[1]) - weight[2];
    const std::uint64_t newest = simplex_.number(last);
    auto a = a_.place(vertex_of_a(newest));
    auto b = b_.place(vertex_of_b(newest));
    if constexpr (last > 0) {
      a = a * weight_[last];
      b = b * weight_[last];
    }
    for (int k = 0; k < last; ++k) {
      const std::uint64_t number = simplex_.number(k);
      a = a + a_.place(vertex_of_a(number)) * weight[k];
      b = b + b_.place(vertex_of_b(number)) * weight[k];
    }
    at_a = triple(a);
    at_b = triple(b);
  }
  HWY_INLINE void combine(const std::array<double, 3>& weight, Triple& at_a, Triple& at_b) {
    switch (simplex_.size()) {
      case 1:
        return combine<1>(weight, at_a, at_b);
      case 2:
        return combine<2>(weight, at_a, at_b);
      case 3:
        return combine<3>(weight, at_a, at_b);
      default:
        return combine<4>(weight, at_a, at_b);
    }
  }

  /// Near points of the simplex: A's from its centre, the way from B's to it, how far that may lie
  /// outside of the true A - B, and how far each point may lie outside of its body.
  struct Near {
    Triple at_a, v;
    double length, error, error_of_one;
  };

  template <int size>
  HWY_INLINE Near in_double() {
    Triple at_a, at_b;
    combine<size>(shares<size>(), at_a, at_b);
    // A point alone is what was looked along.
    const Triple v = size == 1 ? q_ : (at_a - at_b) - measure_.offset;
    const double length = size == 1 ? length_of_q_ : norm(v);
    const double apart = lesser(measure_.extent, measure_.gap + length);
    constexpr double each = size == 1 ? 3.8 : 3.8 + size;
    const double error = u * (each * measure_.extent + apart + measure_.gap + 1.1 * length);
    return {at_a, v, length, error, error - u * (each * measure_.smaller)};
  }
  HWY_INLINE Near in_double() {
    switch (simplex_.size()) {
      case 1:
        return in_double<1>();
      case 2:
        return in_double<2>();
      default:
        return in_double<3>();
    }
  }

  /// Which vertices carry the near points, in their own frames, the newest first, with which
  /// weights.
  template <int most>
  struct Weighed {
    double weight[most];
    Vector<double> a[most], b[most];
  };

  /// The same for the same weights, evaluated nearly exactly: about 1, where numbers are split.
  template <int most = 3>
  HWY_INLINE Near nearly_exact(const Pose& pose_a, const Pose& pose_b) const {
    const int last = simplex_.size() - 1;
    Weighed<most> points;
    for (int k = 0; k < most; ++k) {
      const int i = k == 0 || k > last ? last : k - 1;
      points.weight[k] = k <= last ? weight_[i] : 0;
      points.a[k] = a_.local(vertex_of_a(simplex_.number(i)));
      points.b[k] = b_.local(vertex_of_b(simplex_.number(i)));
    }
    return nearly_exact(pose_a, pose_b, points, measure_.whole, measure_.scale);
  }
  template <int most>
  APART_OUT_OF_LINE static Near nearly_exact(const Pose& pose_a, const Pose& pose_b,
                                             const Weighed<most>& points, double whole,
                                             double scaled) {
    const Weights<most> exact(points.weight);
    const Four scale = Four::of(scaled / whole);
    const auto corner_a = [&](int k) HWY_ATTR { return Four::of(points.a[k]) * scale; };
    const auto corner_b = [&](int k) HWY_ATTR { return Four::of(points.b[k]) * scale; };
    const WideFour a = turned(pose_a.rotation, combined(corner_a, exact));
    const WideFour b = turned(pose_b.rotation, combined(corner_b, exact));
    const WideFour to_b = two_sum(Four::of(pose_b.translation) * scale,
                                  Four::of(0) - Four::of(pose_a.translation) * scale);
    const WideFour offset = fine_split(to_b);
    const WideFour way = two_sum((a.hi - b.hi) - offset.hi, (a.lo - b.lo) - offset.lo);
    const Triple v = Triple::of(HWY_NAMESPACE::point(way.hi)) * whole;
    const double length = norm(v);
    const double error = u * 1.1 * length + split_error * whole;
    const Triple at_a = Triple::of(HWY_NAMESPACE::point(a.hi + a.lo)) * whole;
    return {at_a, v, length, error, error};
  }

  /// Is no weight negative? Areas may say so of a point that the search thought to carry.
  template <int size>
  HWY_INLINE bool carries() const {
    return size < 2 || (weight_[0] >= 0 && weight_[1] >= 0 && (size < 3 || weight_[2] >= 0));
  }
  HWY_INLINE bool carries() const { return carries<3>(); }

  /// The plane that was looked at last, and the points that carry it.
  HWY_INLINE bool publish_near(const Pose& pose_a, const Pose& pose_b, Distance& d) {
    const Near near = in_double();
    const double gap = near.length - lower_;
    if (!(gap <= measure_.closed * measure_.unit && carries())) return false;
    return publish(near, pose_a, d) || publish(nearly_exact(pose_a, pose_b), pose_a, d);
  }

  struct Published {
    Triple a, b, normal;
    double lower, upper, optimality;
    bool good;  // rounding does not show
  };
  HWY_INLINE Published published(const Near& near, const Pose& pose_a) const {
    const double length = near.length, back = measure_.back;
    const double lower_error = 12 * measure_.unit + 6 * u * length + slack_;
    const double to_unit = 1 / length_of_q_;
    const Triple n{0 - q_.x * to_unit, 0 - q_.y * to_unit, 0 - q_.z * to_unit};
    const Triple a = Triple::of(pose_a.translation) + near.at_a * back, b = a - near.v * back;
    const double far_a = measure_.scale * std::sqrt(dot(a, a));
    const double far_b = measure_.scale * std::sqrt(dot(b, b));
    const PlainShown shown(near.error, near.error_of_one, length, far_a, far_b, measure_.size());
    const Triple askew = near.v + n * length;
    const double skew = std::sqrt(dot(askew, askew)) + 2 * u * length;
    const double lower = lower_ - lower_error;
    return {a,
            b + n * (shown.outward * back),
            n,
            lower * back,
            (length + shown.upper_error) * back,
            larger(0.0, length * (length - lower_)) * back * back,
            shown.upper_error - shown.outward + skew <= shown.all && lower > 0};
  }
  HWY_INLINE bool publish(const Near& near, const Pose& pose_a, Distance& d) const {
    const Published p = published(near, pose_a);
    if (!p.good) return false;
    p.a.store(d.point_a);
    p.b.store(d.point_b);
    p.normal.store(d.normal);
    d.lower = p.lower;
    d.upper = p.upper;
    d.optimality = p.optimality;
    d.status = Status::separated;
    return true;
  }

  /// For answer(): of a simplex of that size.
  template <int size, class Rough>
  HWY_INLINE Published proved(const Pose& pose_a, const Pose& pose_b, const Rough& rough) {
    const Near near = in_double<size>();
    const bool closed = near.length - lower_ <= measure_.closed * measure_.unit;
    Published p;
    p.good = false;
    if (!((closed || rough.allows(near.length, lower_)) && carries<size>())) return p;
    p = published(near, pose_a);
    if (!p.good) [[unlikely]]
      p = published(nearly_exact(pose_a, pose_b), pose_a);
    return p;
  }
  template <int size>
  HWY_INLINE Distance separated(const Published& p, Tracker* tracker) const {
    if (tracker) remember(*tracker);
    return {p.lower,         p.upper,           p.a,          p.b,           p.normal,
            witness<size>(), Status::separated, p.optimality, support_calls_};
  }

  /// Does the tetrahedron hold the origin for certain? As publish_overlap() proves it, of points as
  /// they are in double.
  APART_OUT_OF_LINE bool encloses() const {
    const Triple p = point(3), e = point(0) - p, f = point(1) - p, g = point(2) - p;
    const Tetrahedron t(e, f, g);
    if (!(t.height > 256 * measure_.unit)) return false;
    const auto [of_e, of_f, of_g] = t.shares(p);
    const Triple v = p + (e * of_e + (f * of_f + g * of_g));
    const double least = lesser(lesser(of_e, of_f), lesser(of_g, 1 - (of_e + of_f + of_g)));
    return least * t.height > 4 * (std::sqrt(dot(v, v)) + 32 * measure_.unit);
  }

  /// A combination of the tetrahedron's corners that is the origin as far as a published point,
  /// midway between A's and B's, shows; proved if its heights times the weights, which are the
  /// origin's distances from the faces, exceed what it misses the origin by.
  HWY_INLINE bool enclosed(Triple& midway) {
    const Triple p = point(3), e = point(0) - p, f = point(1) - p, g = point(2) - p;
    const Tetrahedron t(e, f, g);
    if (!(t.height > 256 * measure_.unit)) return false;
    std::array<double, 3> weight = t.shares(p);
    Triple at_a, v;
    double off;
    for (int round = 0;; ++round) {
      Triple at_b;
      for (double& w : weight) w = on_grid(w);
      combine<4>(weight, at_a, at_b);
      v = (at_a - at_b) - measure_.offset;
      off = std::sqrt(dot(v, v));
      if (off <= most_off * measure_.unit) break;
      if (round == 1) return false;
      const std::array<double, 3> step = t.shares(v);
      for (int k = 0; k < 3; ++k) weight[k] += step[k];
    }
    const double least = lesser(lesser(weight_[0], weight_[1]), lesser(weight_[2], weight_[3]));
    midway = at_a - v * 0.5;
    return least * t.height > 4 * (off + 32 * measure_.unit);
  }
  HWY_INLINE bool publish_overlap(const Pose& pose_a, Distance& d) {
    Triple at_a;
    if (!enclosed(at_a)) return false;
    publish_common(at_a, pose_a, d);
    return true;
  }
  HWY_INLINE Triple in_world(Triple at_a, const Pose& pose_a) const {
    return Triple::of(pose_a.translation) + at_a * measure_.back;
  }

  /// A point of both.
  HWY_INLINE void publish_common(Triple at_a, const Pose& pose_a, Distance& d) const {
    const Triple world = in_world(at_a, pose_a);
    world.store(d.point_a);
    world.store(d.point_b);
    normal().store(d.normal);
    d.status = Status::overlapping;
  }

  template <int size>
  HWY_INLINE Witness witness() const {
    const auto a = [&](int k) HWY_ATTR {
      return k < size ? a_.given_index(vertex_of_a(simplex_.number(k))) : 0;
    };
    const auto b = [&](int k) HWY_ATTR {
      return k < size ? b_.given_index(vertex_of_b(simplex_.number(k))) : 0;
    };
    return {size,
            {a(0), a(1), a(2), a(3)},
            {b(0), b(1), b(2), b(3)},
            {weight_[0], weight_[1], weight_[2], weight_[3]}};
  }
  HWY_INLINE Witness witness() const {
    switch (simplex_.size()) {
      case 1:
        return witness<1>();
      case 2:
        return witness<2>();
      case 3:
        return witness<3>();
      default:
        return witness<4>();
    }
  }
  HWY_INLINE void publish_witness(Distance& d) const {
    d.support_calls = support_calls_;
    d.witness = witness();
  }

  /// The vertices of the simplex, by the polytopes' own numbers.
  template <class Witness>
  HWY_INLINE static void leave(const NewestSimplex& simplex, Witness& witness) {
    witness.size = simplex.size();
    for (int k = 0; k < simplex.size(); ++k) {
      const std::uint64_t number = simplex.number(k);
      witness.vertex_a[k] = vertex_of_a(number);
      witness.vertex_b[k] = vertex_of_b(number);
    }
  }
  APART_OUT_OF_LINE static void leave_open(const NewestSimplex& simplex, End end,
                                           Witness& witness) {
    if (end == End::contact || end == End::overlap) leave(simplex, witness);
  }
  HWY_INLINE void remember(Tracker& tracker) const {
    leave(simplex_, tracker);
    normal().store(tracker.direction);
  }

  /// Three edges from one corner: the least of the heights, and how much the others weigh in the
  /// point that -x is from that corner.
  struct Tetrahedron {
    Triple fg, ge, ef;
    double volume, height;  ///< the least height; zero if that is not known to a tenth

    HWY_INLINE Tetrahedron(Triple e, Triple f, Triple g)
        : fg(cross(f, g)), ge(cross(g, e)), ef(cross(e, f)), volume(dot(e, fg)) {
      const Triple base = (fg + ge) + ef;
      height = std::abs(volume) / std::sqrt(larger(larger(dot(fg, fg), dot(ge, ge)),
                                                   larger(dot(ef, ef), dot(base, base))));
      const double edges = dot(e, e) * (dot(f, f) * dot(g, g));
      if (!(volume * volume > known_volume * edges)) height = 0;
    }
    HWY_INLINE std::array<double, 3> shares(Triple x) const {
      return {-dot(x, fg) / volume, -dot(x, ge) / volume, -dot(x, ef) / volume};
    }
  };

  const A& a_;
  const B& b_;
  const PlainMeasure& measure_;
  const PlainGuess guess_;
  const double slack_;  // how far the shapes may stand out of their vertices
  NewestSimplex& simplex_;
  Triple q_{0, 0, 0};       // from B to A, of any length
  double length_of_q_ = 0;  // of the last look
  double lower_ = -INFINITY;
  double (&weight_)[4];
  int support_calls_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
