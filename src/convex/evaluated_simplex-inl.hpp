// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_EVALUATED_SIMPLEX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_EVALUATED_SIMPLEX_INL
#undef APART_EVALUATED_SIMPLEX_INL
#else
#define APART_EVALUATED_SIMPLEX_INL
#endif

#include "convex/closed_form-inl.hpp"
#include "convex/newest_simplex.hpp"
#include "convex/resumed_simplex.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A simplex of A - B that a search in double ends with, evaluated nearly exactly: what proves an
/// answer. Its points are numbered by a vertex of each body, which knows them by that:
/// `exact_point(id)`, `combination(ids, weights)`.
template <class Body>
class EvaluatedSimplex {
 public:
  HWY_INLINE const Near& near() const { return near_; }

 protected:
  HWY_INLINE EvaluatedSimplex(const Pair& pair, const Stopping& stopping, Found& found)
      : pair_(pair),
        stopping_(stopping),
        found_(found),
        a_(pair.a(), pair.rotation_a(), pair.scale()),
        b_(pair.b(), pair.rotation_b(), pair.scale()) {}

  /// Of evaluation and iterative refinement: one is the rule.
  static constexpr int rounds = 6;

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

  /// The near points for these weights. False if a point is dropped instead, which carries nothing.
  HWY_INLINE bool evaluate(std::array<double, 4>& weight) {
    if (simplex_.size() == 1) {
      weight = {1};
      evaluate(a_.exact_point(found_.vertex_a[0]), b_.exact_point(found_.vertex_b[0]));
    } else {
      const Weights<3> exact(weight.data());
      weight[0] = exact.first();
      if (!(weight[0] > 0)) {
        drop(0, weight);
        return false;
      }
      evaluate(a_.combination(found_.vertex_a.data(), exact),
               b_.combination(found_.vertex_b.data(), exact));
    }
    found_.size = simplex_.size();
    found_.weight = weight;
    return true;
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

  HWY_INLINE End give_up() {
    found_.size = simplex_.size();
    return End::open;
  }

  const Pair& pair_;
  const Stopping& stopping_;
  Found& found_;
  Body a_, b_;
  NewestSimplex simplex_;
  bool pointless_ = false;  // only yes or no is wanted
  Near near_;
  Vector<double> v_;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
