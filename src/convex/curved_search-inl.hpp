// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_CURVED_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_CURVED_SEARCH_INL
#undef APART_CURVED_SEARCH_INL
#else
#define APART_CURVED_SEARCH_INL
#endif

#include "convex/curved_body-inl.hpp"
#include "convex/newest_simplex.hpp"
#include "convex/resumed_simplex.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A symmetric positive matrix as G G^T (Cholesky).
class Metric {
 public:
  HWY_INLINE explicit Metric(const double (&m)[6]) {
    over_[0] = 1 / std::sqrt(m[0]);
    below_[0] = m[1] * over_[0];
    below_[1] = m[2] * over_[0];
    over_[1] = 1 / std::sqrt(m[3] - below_[0] * below_[0]);
    below_[2] = (m[4] - below_[0] * below_[1]) * over_[1];
    over_[2] = 1 / std::sqrt(m[5] - (below_[1] * below_[1] + below_[2] * below_[2]));
  }
  /// G^-1 r, whose length is that of r in the metric of the inverse.
  HWY_INLINE Triple solve(Triple r) const {
    const double x = r.x * over_[0], y = (r.y - below_[0] * x) * over_[1];
    return {x, y, (r.z - (below_[1] * x + below_[2] * y)) * over_[2]};
  }
  /// G^-T r.
  HWY_INLINE Triple solve_transposed(Triple r) const {
    const double z = r.z * over_[2], y = (r.y - below_[2] * z) * over_[1];
    return {(r.x - (below_[0] * y + below_[1] * z)) * over_[0], y, z};
  }

 private:
  double over_[3], below_[3];
};

/// The combination that is nearest the origin.
HWY_INLINE Triple combination(const NewestSimplex& simplex) {
  Triple v{0, 0, 0};
  for (int k = 0; k < simplex.carriers(); ++k) {
    v = v + Triple::of(simplex.point(simplex.carrier(k))) * simplex.weight(k);
  }
  return v;
}

/// What carries the nearest point of a simplex whose points came in no order. The newest is a
/// carrier as a rule; whether the solution holds is seen by its plane. False if there is none, or
/// it has four.
HWY_INLINE bool solve_any(NewestSimplex& simplex) {
  const auto holds = [&]() HWY_ATTR {
    const Triple q = simplex.quick_direction();
    double least = dot(q, Triple::of(simplex.point(simplex.carrier(0))));
    least -= 0x1p-40 * std::abs(least);
    bool all = true;
    for (int i = 0; i < simplex.size(); ++i) all &= dot(q, Triple::of(simplex.point(i))) >= least;
    return all;
  };
  if (simplex.solve() % 4 == 0 || !holds()) rebuild(simplex);
  return simplex.carriers() % 4 != 0;
}

/// Is it a direction? What is none has no farthest vertex.
HWY_INLINE bool directed(Triple q) {
  const double square = dot(q, q);
  return square > 0x1p-900 && square < 0x1p900;
}

/// Steps of Newton's method for the direction q that maximises the gap of two bodies with curves:
/// in double, a proposal.
///
/// Near points are combinations of vertex pairs, p_i being the point of A - B where q touches the
/// curves of the i-th pair. At the best q of unit length, sum w_i p_i = c q, c being the distance.
/// With H the curves' share of the support functions, each times the weight of its vertices,
/// Newton's method replaces p_i by p_i - H'' (q' - q), where H'' q = 0:
///     (H'' + c) q' = sum w_i p_i.
/// Its weights are those of the point nearest the origin in the metric of the inverse of H'' + c: a
/// problem as GJK poses it, so that vertices, edges and faces are found as there, while the near
/// points move along the curves at once. Where H has a kink, q along the axis of a disc, the near
/// point is on a cap: that is tried when q has passed the axis.
class CurvedSearch {
 public:
  HWY_INLINE CurvedSearch(CurvedBody& a, CurvedBody& b, Triple offset)
      : a_(a), b_(b), offset_(offset) {}

  Triple q, v;          ///< v: the near point for what q touches
  double lower, upper;  ///< the gap along q, and |v|

  /// Both bodies against q.
  HWY_INLINE void look() {
    a_.look(q * -1);
    b_.look(q);
    over_length_ = 1 / norm(q);
    lower = ((0 - a_.value() - b_.value()) - dot(q, offset_)) * over_length_;
  }

  /// The near point of what q touches and has touched. False if double cannot tell.
  HWY_INLINE bool nearest() {
    add({a_.id(), b_.id()});
    NewestSimplex simplex;
    for (int i = 0; i < count_; ++i) simplex.add(place(active_[i]), static_cast<unsigned>(i));
    if (!solve_any(simplex)) return false;
    v = combination(simplex);
    upper = norm(v);
    carriers_ = simplex.carriers();
    for (int k = 0; k < carriers_; ++k) {
      carrier_[k] = static_cast<int>(simplex.number(simplex.carrier(k)));
      weight_[k] = simplex.weight(k);
    }
    return true;
  }
  /// The pairs that carry it.
  HWY_INLINE int carriers() const { return carriers_; }
  HWY_INLINE void keep(int k) const {
    a_.keep(k, active_[carrier_[k]].a);
    b_.keep(k, active_[carrier_[k]].b);
  }

  /// Newton's step. False if double cannot tell.
  HWY_INLINE bool advance() {
    const double c = upper * over_length_;
    double m[6] = {c, 0, 0, c, 0, c};
    for (int k = 0; k < carriers_; ++k) {
      a_.add_curvature(active_[carrier_[k]].a, weight_[k], m);
      b_.add_curvature(active_[carrier_[k]].b, weight_[k], m);
    }
    const Metric metric(m);
    // What |v| and the gap differ by is put back along q: it damps the first steps, and vanishes.
    const Triple damping = q * ((upper - lower) * over_length_);
    NewestSimplex simplex;
    for (int i = 0; i < count_; ++i) {
      simplex.add(metric.solve(place(active_[i]) + damping), static_cast<unsigned>(i));
    }
    if (!solve_any(simplex)) return false;
    q = metric.solve_transposed(combination(simplex));
    std::array<VertexPair, 4> kept;
    for (int k = 0; k < simplex.carriers(); ++k) {
      kept[k] = active_[simplex.number(simplex.carrier(k))];
    }
    active_ = kept;
    count_ = simplex.carriers();
    make_normal();
    a_.remember_direction();
    b_.remember_direction();
    return directed(q);
  }

  /// The body whose disc q has passed the axis of, if any.
  HWY_INLINE CurvedBody* passed() const {
    return a_.passed_axis() ? &a_ : b_.passed_axis() ? &b_ : nullptr;
  }

  /// q becomes the axis of that disc. Is the near point on the cap? Then it has so many carriers:
  /// their points are kept, the disc's such that v is along q. If not, q touches that point of the
  /// rim which is nearest.
  APART_OUT_OF_LINE int cap(CurvedBody& body, std::array<double, 4>& weight) {
    const Triple axis = body.axis();
    q = dot(axis, q) < 0 ? axis * -1 : axis;
    look();
    disc_ = {body.id(), {0, 0, 0}};
    if (!body.curved(disc_.id)) return 0;
    const bool is_a = &body == &a_;
    CurvedBody& other = is_a ? b_ : a_;
    const auto lateral = [&](int i) HWY_ATTR {
      const Triple way = body.centre(disc_.id) - other.place(i);
      const Triple p = is_a ? way - offset_ : way + offset_;
      return p - q * dot(q, p);
    };
    NewestSimplex simplex;
    const Triple off = nearest_lateral(other, lateral, body.rim(), simplex);
    if (simplex.carriers() % 4 == 0) return 0;
    if (dot(off, off) > 0) body.touch_rim(off * -1);
    disc_.way = off * -1;
    const int count = simplex.carriers();
    for (int k = 0; k < count; ++k) {
      other.keep(k, static_cast<int>(simplex.number(simplex.carrier(k))));
      weight[k] = simplex.weight(k);
      if (!body.keep_on_disc(k, disc_.id, disc_.way)) return 0;
    }
    return count;
  }
  /// Moves the disc's point until v is along q. False if that leaves the disc.
  HWY_INLINE bool straighten(CurvedBody& body, Triple off, int count) {
    disc_.way = &body == &a_ ? disc_.way - off : disc_.way + off;
    bool inside = true;
    for (int k = 0; k < count; ++k) inside &= body.keep_on_disc(k, disc_.id, disc_.way);
    return inside;
  }

 private:
  struct VertexPair {
    int a, b;
    bool operator==(const VertexPair&) const = default;
  };
  struct OnDisc {
    int id;
    Triple way;
  };

  HWY_INLINE void add(VertexPair next) {
    for (int i = 0; i < count_; ++i) {
      if (active_[i] == next) return;
    }
    active_[count_++] = next;
  }
  HWY_INLINE Triple place(VertexPair pair) const {
    return (a_.place(pair.a) - b_.place(pair.b)) - offset_;
  }

  /// To all that it is known to be normal to, up to rounding.
  HWY_INLINE void make_normal() {
    if (count_ < 2) return;
    const Triple p = place(active_[0]), e = place(active_[1]) - p;
    if (count_ == 2) {
      q = q - e * (dot(e, q) / dot(e, e));
      return;
    }
    const Triple n = cross(e, place(active_[2]) - p);
    q = n * std::copysign(norm(q) / norm(n), dot(n, q));
  }

  /// Of the vertices that are as far along the axis, the combination nearest to it, or one that is
  /// well inside of the disc.
  template <class Lateral>
  HWY_INLINE Triple nearest_lateral(const CurvedBody& other, const Lateral& lateral, double rim,
                                    NewestSimplex& simplex) const {
    const double tied = 0x1p-45 * (1 + norm(offset_));
    Triple off{0, 0, 0};
    int next = other.id();
    for (int step = 0; step < 8 && next >= 0; ++step) {
      simplex.add(lateral(next), static_cast<unsigned>(next));
      if (simplex.solve() % 4 == 0) break;
      off = combination(simplex);
      if (dot(off, off) < 0.5 * rim * rim) break;
      const Triple along = simplex.quick_direction();
      double least = dot(along, off);
      least -= 0x1p-30 * std::abs(least);
      next = -1;
      for (int i = 0; i < other.count(); ++i) {
        if (other.behind(i) > tied) continue;
        const double here = dot(along, lateral(i));
        if (here < least) least = here, next = i;
      }
      if (next >= 0) simplex.keep();
    }
    return off;
  }

  CurvedBody &a_, &b_;
  const Triple offset_;
  double over_length_ = 1;
  int count_ = 0, carriers_ = 0;
  std::array<VertexPair, 4> active_;
  std::array<int, 3> carrier_{};
  std::array<double, 3> weight_{};
  OnDisc disc_{0, {0, 0, 0}};
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
