// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_VERTEX_GJK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_VERTEX_GJK_INL
#undef APART_VERTEX_GJK_INL
#else
#define APART_VERTEX_GJK_INL
#endif

#include "convex/found.hpp"
#include "convex/newest_simplex.hpp"
#include "convex/placed-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// The algorithm of Gilbert, Johnson and Keerthi on vertices, as vertex_gjk() describes it. As
/// quick as it is short: a loop that fits into the processor's cache of decoded instructions, each
/// part of it in one place.
class VertexGjk {
 public:
  HWY_INLINE VertexGjk(const Pair& pair, const Stopping& stopping, Found& found, Trace* trace)
      : pair_(pair),
        stopping_(stopping),
        found_(found),
        trace_(trace),
        a_(pair.a(), pair.rotation_a(), pair.scale()),
        b_(pair.b(), pair.rotation_b(), pair.scale()) {}

  HWY_INLINE std::optional<End> run(const Tracker* tracker) {
    const double goal = pair_.goal();
    const bool plain = !stopping_.early() && !pair_.rounded();
    double last = INFINITY, upper = INFINITY;
    bool resumed = tracker && resume(*tracker);
    Vector<double> q = found_.q = pair_.start();
    for (int step = 0; step < limit; ++step) {
      if (resumed) {
        if (!advance(last)) break;
        simplex_.keep();
      } else {
        look(q);
        if (trace_ && simplex_.size() > 0) record(upper, false);
        if (upper - found_.lower <= goal || simplex_.holds(next_)) return finish();
        if (!plain && decides(upper)) {
          if (simplex_.size() > 0) return finish();
          if (decided()) return End::cut_off;
        }
        const Vector<double> p = next_point();
        simplex_.solve_with(p);
        if (!advance(last)) {
          simplex_.add(p, next_);
          break;
        }
        simplex_.keep_with(p, next_);
      }
      resumed = false;
      upper = std::sqrt(last);
      if (upper <= shortest * pair_.unit()) break;
      q = simplex_.direction();
    }
    name_vertices();
    if (simplex_.carriers() == 4) return overlap();
    return give_up();
  }

  HWY_INLINE int support_calls() const { return support_calls_; }

 protected:
  /// Far more than any pair has been seen to need.
  static constexpr int limit = 64;
  /// Below this many units of u * S, v is left to double-double.
  static constexpr double shortest = 64;
  /// Of iterative refinement: one is the rule.
  static constexpr int rounds = 6;
  /// A step of a weight up to here need not be evaluated anew: edges are known to 16 u S in double,
  /// so three steps move v to within 48 steps of u S.
  static constexpr double small_step = 0x1p-44;
  /// What weights may lack of 1: those published sum to that, too; v is corrected to first order.
  static constexpr double small_rest = 4 * unit_roundoff;
  /// A tracker's simplex is trusted if its direction has turned by less than this; cosine squared.
  static constexpr double coherent = 0.8;

  /// Is what is asked for known already, though it is not all that can be?
  HWY_INLINE bool decides(double upper) const {
    if (simplex_.size() == 0) return stopping_.above_enough(found_.lower, found_.q);
    const double error = pair_.upper_error_in_double();
    return stopping_.judge(upper, found_.lower, found_.q, error) ||
           stopping_.balls_overlap(upper, error);
  }

  /// Is there a nearer point, and is it on the boundary of the simplex?
  HWY_INLINE bool advance(double& last) const {
    if (simplex_.carriers() % 4 == 0 || !(simplex_.squared() < last)) return false;
    last = simplex_.squared();
    return true;
  }

  /// The simplex that a tracker remembers and what carries it now, if it is still of use.
  APART_OUT_OF_LINE bool resume(const Tracker& tracker) {
    for (int i = 0; i < std::clamp(tracker.size, 0, 4); ++i) {
      const int a = tracker.vertex_a[i], b = tracker.vertex_b[i];
      if (a < 0 || b < 0 || a >= a_.core().count || b >= b_.core().count) continue;
      next_ = number(a, b);
      if (!simplex_.holds(next_)) simplex_.add(next_point(), next_);
    }
    if (simplex_.size() == 0) return false;
    if (simplex_.size() == 4) {
      if (simplex_.encloses_origin()) return true;
      rebuild();
    } else if (simplex_.solve() != simplex_.size()) {
      rebuild();
    }
    const Vector<double>& q = simplex_.direction();
    const double cosine = dot(q, tracker.direction);
    if (simplex_.carriers() > 0 && cosine * cosine >= coherent * dot(q, q)) return true;
    simplex_.clear();
    return false;
  }

  /// What carries the near point of points that did not come one by one against v: start from the
  /// shortest, and add what improves.
  APART_OUT_OF_LINE void rebuild() {
    const NewestSimplex all = simplex_;
    int next = 0;
    for (int i = 1; i < all.size(); ++i) {
      if (dot(all.point(i), all.point(i)) < dot(all.point(next), all.point(next))) next = i;
    }
    simplex_.clear();
    for (int step = 0; step < 8 && next >= 0; ++step) {
      simplex_.add(all.point(next), all.number(next));
      const int carriers = simplex_.solve();
      if (carriers == 0 || carriers == 4) return;
      const Vector<double>& q = simplex_.direction();
      double least = dot(q, simplex_.point(simplex_.carrier(0)));
      least -= 0x1p-40 * least;
      next = -1;
      for (int i = 0; i < all.size(); ++i) {
        if (dot(q, all.point(i)) < least) least = dot(q, all.point(i)), next = i;
      }
      if (next >= 0) simplex_.keep();
    }
  }

  /// The support of A - B against q: the vertices of the new point, and the plane's value.
  HWY_INLINE void look(const Vector<double>& q) {
    const Farthest a = a_.farthest(-q), b = b_.farthest(q);
    next_ = number(a.index, b.index);
    found_.q = q;
    found_.lower = ((-a.value - b.value) - dot(q, pair_.offset())) / norm(q);
    ++support_calls_;
  }

  /// A pair of vertices as one number.
  HWY_INLINE static std::uint64_t number(int a, int b) {
    return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b);
  }
  HWY_INLINE static int vertex_of_a(std::uint64_t number) { return static_cast<int>(number >> 32); }
  HWY_INLINE static int vertex_of_b(std::uint64_t number) { return static_cast<int>(number); }

  HWY_INLINE Vector<double> next_point() const {
    return (a_.point(vertex_of_a(next_)) - b_.point(vertex_of_b(next_))) - pair_.offset();
  }

  HWY_INLINE void name_vertices() {
    for (int i = 0; i < simplex_.size(); ++i) {
      found_.vertex_a[i] = vertex_of_a(simplex_.number(i));
      found_.vertex_b[i] = vertex_of_b(simplex_.number(i));
    }
  }

  /// The near points of weights found in double, nearly exactly. v, the combination of the simplex,
  /// has to be normal to all edges from the last point as far as published points show; if it is
  /// not, the weights are refined. A point whose weight turns out not to be positive is dropped.
  /// False if that does not come to an end.
  APART_OUT_OF_LINE bool evaluate(std::array<double, 4> weight) {
    const WideFour offset = wide(pair_.wide_offset());
    for (int round = 0; round < rounds; ++round) {
      const int n = simplex_.size();
      double rest = lacking(weight, n);
      if (!(std::abs(rest) <= small_rest)) {  // a point was dropped that had some
        for (int k = 0; k < n; ++k) weight[k] /= 1 - rest;
        rest = lacking(weight, n);
      }
      WideFour a = a_.combination(found_.vertex_a.data(), weight.data(), n, rest);
      WideFour b = b_.combination(found_.vertex_b.data(), weight.data(), n, rest);
      WideFour v = (a - b) - offset;
      double error = 0;
      if (n > 1) {
        const Vector<double> step = refinement(point(v.hi));
        if (!negligible(step)) {
          refine(weight, step);
          const int least = lightest(weight, n);
          if (!(weight[least] > 0)) {
            if (n == 4) return false;
            drop(least, weight);
            continue;
          }
          if (!(step.cwiseAbs().maxCoeff() <= small_step)) continue;
          const Vector<double> along_a = move(a_, found_.vertex_a, step);
          const Vector<double> along_b = move(b_, found_.vertex_b, step);
          a.lo = a.lo + Four::of(along_a);
          b.lo = b.lo + Four::of(along_b);
          v.lo = v.lo + Four::of(Vector<double>(along_a - along_b));
          error = 48 * small_step * pair_.unit();
        }
      }
      v = two_sum(v.hi, v.lo);
      v_ = point(v.hi);
      found_.size = n;
      found_.weight = weight;
      found_.point_a = point(a);
      found_.point_b = point(b + offset);
      found_.length = length(v);
      found_.length.lo += error;
      return true;
    }
    return false;
  }

  /// What steps of the weights mean for a core's near point, in double.
  HWY_INLINE Vector<double> move(const Placed& core, const std::array<int, 4>& id,
                                 const Vector<double>& step) const {
    const int last = simplex_.size() - 1;
    const Vector<double> from = core.point(id[last]);
    Vector<double> way = (core.point(id[0]) - from) * step[0];
    for (int k = 1; k < last; ++k) way += (core.point(id[k]) - from) * step[k];
    return way;
  }

  /// Would these steps of the weights move v by less than half a unit?
  HWY_INLINE bool negligible(const Vector<double>& step) const {
    const int last = simplex_.size() - 1;
    Vector<double> move = (simplex_.point(0) - simplex_.point(last)) * step[0];
    for (int k = 1; k < last; ++k) move += (simplex_.point(k) - simplex_.point(last)) * step[k];
    return dot(move, move) <= 0.25 * pair_.unit() * pair_.unit();
  }

  HWY_INLINE void refine(std::array<double, 4>& weight, const Vector<double>& step) const {
    const int last = simplex_.size() - 1;
    for (int k = 0; k < last; ++k) {
      weight[k] += step[k];
      weight[last] -= step[k];
    }
  }

  HWY_INLINE static int lightest(const std::array<double, 4>& weight, int n) {
    int least = 0;
    for (int k = 1; k < n; ++k) least = weight[k] < weight[least] ? k : least;
    return least;
  }

  /// A point that carries nothing after all, by rounding.
  HWY_INLINE void drop(int gone, std::array<double, 4>& weight) {
    for (int k = gone; k + 1 < simplex_.size(); ++k) {
      found_.vertex_a[k] = found_.vertex_a[k + 1];
      found_.vertex_b[k] = found_.vertex_b[k + 1];
      weight[k] = weight[k + 1];
    }
    simplex_.drop(gone);
  }

  /// What the weights lack of 1.
  HWY_INLINE static double lacking(const std::array<double, 4>& weight, int n) {
    if (n == 1) return 0;
    DoubleDouble sum = weight[0];
    for (int k = 1; k < n; ++k) {
      const DoubleDouble s = apart::two_sum(sum.hi, weight[k]);
      sum = {s.hi, sum.lo + s.lo};
    }
    return (1 - sum.hi) - sum.lo;
  }

  /// What to add to the weights of all points but the last.
  HWY_INLINE Vector<double> refinement(const Vector<double>& v) const {
    const int n = simplex_.size();
    const Vector<double>& p = simplex_.point(n - 1);
    const Vector<double> e = simplex_.point(0) - p;
    if (n == 2) return {-dot(v, e) / dot(e, e), 0, 0};
    const Vector<double> f = simplex_.point(1) - p;
    if (n == 3) {
      const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), ve = dot(v, e), vf = dot(v, f);
      const double area = ee * ff - ef * ef;
      return {(ef * vf - ff * ve) / area, (ef * ve - ee * vf) / area, 0};
    }
    const Vector<double> g = simplex_.point(2) - p;
    const Vector<double> fg = cross(f, g), ge = cross(g, e), ef = cross(e, f);
    const double volume = dot(e, fg);
    return {-dot(v, fg) / volume, -dot(v, ge) / volume, -dot(v, ef) / volume};
  }

  HWY_INLINE std::optional<End> finish() {
    name_vertices();
    if (!evaluate(simplex_.weights())) return give_up();
    const double upper = found_.length.hi;
    if (trace_) record(upper, true);
    if (stopping_.balls_overlap(upper, pair_.upper_error())) return End::inside;
    if (!stopping_.faces(v_, upper, found_.q)) return give_up();
    const auto end = stopping_.judge(upper, found_.lower, found_.q, pair_.upper_error());
    return end ? end : give_up();
  }

  /// One plane was enough to tell; unless it leaves so little open that the answer will count as
  /// exact: then its points have to face each other along the normal.
  APART_OUT_OF_LINE bool decided() {
    simplex_.add(next_point(), next_);
    name_vertices();
    evaluate({1});
    if (found_.length.hi - found_.lower > pair_.tolerance()) return true;
    simplex_.clear();
    return false;
  }

  /// Proved if the heights of the tetrahedron times the weights, which are the origin's distances
  /// from the faces, exceed what the combination misses the origin by.
  APART_OUT_OF_LINE std::optional<End> overlap() {
    if (stopping_.measures_overlap()) {
      give_up();
      return End::inside;
    }
    const Vector<double>& p = simplex_.point(3);
    const Vector<double> e = simplex_.point(0) - p, f = simplex_.point(1) - p;
    const Vector<double> g = simplex_.point(2) - p;
    const Vector<double> fg = cross(f, g), ge = cross(g, e), ef = cross(e, f);
    const Vector<double> base = fg + ge + ef;
    const double volume = dot(e, fg);
    const double area = std::sqrt(
        std::max(std::max(dot(fg, fg), dot(ge, ge)), std::max(dot(ef, ef), dot(base, base))));
    const double height = std::abs(volume) / area;
    if (!(height > 256 * pair_.unit())) return give_up();
    const double of_e = -dot(p, fg) / volume, of_f = -dot(p, ge) / volume;
    const double of_g = -dot(p, ef) / volume;
    if (!evaluate({of_e, of_f, of_g, 1 - (of_e + of_f + of_g)})) return give_up();
    const auto& w = found_.weight;
    const double least = std::min(std::min(w[0], w[1]), std::min(w[2], w[3]));
    const double off = found_.length.hi + 0x1p-90 * pair_.size() + pair_.upper_error();
    return least * height > 4 * off ? std::optional(End::inside) : give_up();
  }

  HWY_NOINLINE void record(double upper, bool extended) const {
    std::array<Vector<double>, 4> point;
    for (int i = 0; i < simplex_.size(); ++i) point[i] = simplex_.point(i);
    pair_.record(*trace_, std::span(point).first(simplex_.size()), upper, found_.q, found_.lower,
                 extended);
  }

  HWY_INLINE std::optional<End> give_up() {
    found_.size = simplex_.size();
    return {};
  }

  const Pair& pair_;
  const Stopping& stopping_;
  Found& found_;
  Trace* trace_;
  Placed a_, b_;
  NewestSimplex simplex_;
  std::uint64_t next_ = 0;  // the vertices of the point found last
  int support_calls_ = 0;
  Vector<double> v_;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
