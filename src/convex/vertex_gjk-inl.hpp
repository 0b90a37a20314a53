// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_VERTEX_GJK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_VERTEX_GJK_INL
#undef APART_VERTEX_GJK_INL
#else
#define APART_VERTEX_GJK_INL
#endif

#include "convex/closed_form-inl.hpp"
#include "convex/newest_simplex.hpp"
#include "convex/placed-inl.hpp"
#include "convex/resumed_simplex.hpp"

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
    const End end = search(tracker);
    return end == End::open ? std::nullopt : std::optional(end);
  }

  /// The same; open, if it is for double-double to go on.
  HWY_INLINE End search(const Tracker* tracker) {
    const double goal = pair_.goal();
    const bool plain = !stopping_.early() && !pair_.rounded();
    double last = INFINITY, upper = INFINITY;
    bool resumed = tracker && resumes(*tracker), found = false;
    Triple q = Triple::of(pair_.start());
    q.store(found_.q);  // in case that nothing else is looked at
    for (int step = 0; step < limit; ++step) {
      if (resumed) {
        if (!advance(last)) break;
        simplex_.keep();
      } else {
        look(q);
        if (trace_ && simplex_.size() > 0) record(upper, false);
        found = upper - found_.lower <= goal || simplex_.holds(next_);
        if (!plain && !found && decides(upper)) {
          if (pointless_) return decided_in_double();
          found = simplex_.size() > 0;
          if (!found && decided()) return End::cut_off;
        }
        if (found) break;
        const Triple p = next_point();
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
      q = simplex_.quick_direction();
    }
    name_vertices();
    if (found) return finish();
    if (simplex_.carriers() == 4) return overlap();
    return give_up();
  }

  /// Only yes or no is wanted: what is decided in double, with room for its errors, is decided.
  HWY_INLINE void without_points() { pointless_ = true; }

  HWY_INLINE int support_calls() const { return support_calls_; }
  HWY_INLINE const Near& near() const { return near_; }

 protected:
  /// Far more than any pair has been seen to need.
  static constexpr int limit = 64;
  /// Below this many units of u * S, v is left to double-double.
  static constexpr double shortest = 64;
  /// Of evaluation and iterative refinement: one is the rule.
  static constexpr int rounds = 6;

  /// Is what is asked for known already, though it is not all that can be?
  HWY_INLINE bool decides(double upper) const {
    if (simplex_.size() == 0) return stopping_.above_enough(found_.lower, found_.q);
    const double error = pair_.upper_error_in_double();
    return stopping_.verdict(upper, found_.lower, found_.q, error) != End::open ||
           stopping_.balls_overlap(upper, error);
  }

  /// Is there a nearer point, and is it on the boundary of the simplex?
  HWY_INLINE bool advance(double& last) const {
    if (simplex_.carriers() % 4 == 0 || !(simplex_.squared() < last)) return false;
    last = simplex_.squared();
    return true;
  }

  /// The simplex that a tracker remembers and what carries it now, if it is still of use.
  APART_OUT_OF_LINE bool resumes(const Tracker& tracker) {
    const auto place = [&](int a, int b) HWY_ATTR { return difference(a, b); };
    return resume(simplex_, tracker, a_.core().count, b_.core().count, place);
  }

  /// The support of A - B against q: the vertices of the new point, and the plane's value.
  HWY_INLINE void look(const Vector<double>& q) { look(Triple::of(q)); }
  HWY_INLINE void look(Triple q) {
    const Farthest a = a_.farthest(q * -1), b = b_.farthest(q);
    next_ = vertex_pair(a.index, b.index);
    q.store(found_.q);
    found_.lower = ((-a.value - b.value) - dot(q, offset())) / std::sqrt(dot(q, q));
    ++support_calls_;
  }

  HWY_INLINE Triple difference(int a, int b) const {
    return (a_.place(a) - b_.place(b)) - offset();
  }
  HWY_INLINE Triple next_point() const {
    return difference(vertex_of_a(next_), vertex_of_b(next_));
  }
  HWY_INLINE Triple offset() const { return Triple::of(pair_.offset()); }

  /// At least three, the first again where there are fewer: none of them weighs anything.
  HWY_INLINE void name_vertices() {
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t n = simplex_.number(i < simplex_.size() ? i : 0);
      found_.vertex_a[i] = vertex_of_a(n);
      found_.vertex_b[i] = vertex_of_b(n);
    }
  }

  /// Near points, nearly exact, and their distance.
  HWY_INLINE void evaluate(const WideFour& a, const WideFour& b) {
    const Near near = near_points(pair_, a, b);
    v_ = point(near.v.hi);
    found_.length = length(near.v);
    found_.length.lo += split_error;
    keep(near.a, near_.a);
    keep(near.b, near_.b);
    keep(near.v, near_.v);
  }

  /// Would these steps of the weights move v by less than half a unit?
  HWY_INLINE bool negligible(const Vector<double>& step) const {
    const int last = simplex_.size() - 1;
    Vector<double> move = (simplex_.point(0) - simplex_.point(last)) * step[0];
    for (int k = 1; k < last; ++k) move += (simplex_.point(k) - simplex_.point(last)) * step[k];
    return dot(move, move) <= 0.25 * pair_.unit() * pair_.unit();
  }

  /// Weights for which v is normal to all edges as far as published points show. A point whose
  /// weight turns out not to be positive is dropped. False if they are that already.
  APART_OUT_OF_LINE bool refine(std::array<double, 4>& weight) {
    const int last = simplex_.size() - 1;
    if (last == 0) return false;
    const Vector<double> step = refinement(v_);
    if (negligible(step)) return false;
    int least = last;
    for (int k = 0; k < last; ++k) {
      weight[k] += step[k];
      weight[last] -= step[k];
    }
    for (int k = 0; k < last; ++k) least = weight[k] < weight[least] ? k : least;
    if (weight[least] > 0) return true;
    if (last == 3) return false;
    drop(least, weight);
    return true;
  }

  /// A point that carries nothing after all, by rounding.
  HWY_INLINE void drop(int gone, std::array<double, 4>& weight) {
    simplex_.drop(gone);
    for (int k = gone; k < 3; ++k) weight[k] = weight[k + 1];
    name_vertices();
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

  HWY_INLINE End finish() {
    auto weight = simplex_.weights();
    for (int round = 0; round < rounds; ++round) {
      WideFour a, b;
      if (simplex_.size() == 1) {
        weight = {1};
        a = a_.exact_point(found_.vertex_a[0]);
        b = b_.exact_point(found_.vertex_b[0]);
      } else {
        const Weights<3> exact(weight.data());
        weight[0] = exact.first();
        if (!(weight[0] > 0)) {
          drop(0, weight);
          continue;
        }
        a = a_.combination(found_.vertex_a.data(), exact);
        b = b_.combination(found_.vertex_b.data(), exact);
      }
      evaluate(a, b);
      found_.size = simplex_.size();
      found_.weight = weight;
      const End end = proved();
      if (end != End::open) return end;
      if (!refine(weight)) break;
    }
    return give_up();
  }

  /// Is what was evaluated an answer?
  HWY_INLINE End proved() {
    const double upper = found_.length.hi;
    if (stopping_.balls_overlap(upper, pair_.upper_error())) return End::inside;
    if (!stopping_.faces(v_, upper, found_.q)) return End::open;
    const End end = stopping_.verdict(upper, found_.lower, found_.q, pair_.upper_error());
    if (trace_ && end != End::open) record(upper, true);
    if (stopping_.measures_overlap()) keep_near(pair_, near_, found_);
    return end;
  }

  /// What decides(), with what is known of the points in double: the near point that the weights
  /// make up, which of a thin triangle may be farther than its plane. If it is the plane looked at
  /// last, nothing of them: more than anything.
  APART_OUT_OF_LINE End decided_in_double() {
    const bool by_plane = stopping_.above_enough(found_.lower, found_.q);
    const double error = pair_.upper_error_in_double();
    const double upper = by_plane ? 4 * pair_.size() : norm(simplex_.combination()) + error;
    if (simplex_.size() == 0) simplex_.add(next_point(), next_);
    name_vertices();
    give_up();
    found_.length = upper;
    return stopping_.balls_overlap(upper, 0) ? End::inside : End::cut_off;
  }

  /// One plane was enough to tell; unless it leaves so little open that the answer will count as
  /// exact: then its points have to face each other along the normal.
  APART_OUT_OF_LINE bool decided() {
    simplex_.add(next_point(), next_);
    name_vertices();
    found_.size = 1;
    found_.weight = {1};
    evaluate(a_.exact_point(found_.vertex_a[0]), b_.exact_point(found_.vertex_b[0]));
    if (found_.length.hi - found_.lower > pair_.tolerance()) return true;
    simplex_.clear();
    return false;
  }

  /// Proved if the heights of the tetrahedron times the weights, which are the origin's distances
  /// from the faces, exceed what the combination misses the origin by.
  APART_OUT_OF_LINE End overlap() {
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
    const double edges = dot(e, e) * (dot(f, f) * dot(g, g));
    if (!(height > 256 * pair_.unit() && volume * volume > known_volume * edges)) return give_up();
    const double of_e = -dot(p, fg) / volume, of_f = -dot(p, ge) / volume;
    const double of_g = -dot(p, ef) / volume;
    auto& weight = found_.weight = {of_e, of_f, of_g, 1 - (of_e + of_f + of_g)};
    found_.size = 4;
    if (pointless_) {
      const Vector<double> v = p + (e * of_e + (f * of_f + g * of_g));
      const double least = std::min(std::min(of_e, of_f), std::min(of_g, weight[3]));
      if (least * height > 4 * (norm(v) + pair_.upper_error_in_double())) return End::inside;
    }
    for (int round = 0; round < rounds; ++round) {
      const Weights<4> exact(weight.data());
      weight[0] = exact.first();
      evaluate(a_.combination(found_.vertex_a.data(), exact),
               b_.combination(found_.vertex_b.data(), exact));
      const double least = std::min(std::min(weight[0], weight[1]), std::min(weight[2], weight[3]));
      const double off = found_.length.hi + split_error + pair_.upper_error();
      const bool near = off <= 2 * pair_.unit();  // as far as the one point published shows
      if (near && least * height > 4 * off) return End::inside;
      if (!refine(weight)) break;
    }
    return give_up();
  }

  HWY_NOINLINE void record(double upper, bool extended) const {
    std::array<Vector<double>, 4> point;
    for (int i = 0; i < simplex_.size(); ++i) point[i] = simplex_.point(i);
    pair_.record(*trace_, std::span(point).first(simplex_.size()), upper, found_.q, found_.lower,
                 extended);
  }

  HWY_INLINE End give_up() {
    found_.size = simplex_.size();
    return End::open;
  }

  const Pair& pair_;
  const Stopping& stopping_;
  Found& found_;
  Trace* trace_;
  Placed a_, b_;
  NewestSimplex simplex_;
  std::uint64_t next_ = 0;  // the vertices of the point found last
  int support_calls_ = 0;
  bool pointless_ = false;
  Near near_;
  Vector<double> v_;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
