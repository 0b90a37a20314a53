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

HWY_INLINE void add_square(Triple x, double part, double (&m)[6]) {
  m[0] += x.x * x.x * part;
  m[1] += x.x * x.y * part;
  m[2] += x.x * x.z * part;
  m[3] += x.y * x.y * part;
  m[4] += x.y * x.z * part;
  m[5] += x.z * x.z * part;
}
HWY_INLINE Triple product(const double (&m)[6], Triple x) {
  return {m[0] * x.x + (m[1] * x.y + m[2] * x.z), m[1] * x.x + (m[3] * x.y + m[4] * x.z),
          m[2] * x.x + (m[4] * x.y + m[5] * x.z)};
}

/// The x, normal to q and to the edge, if it is not zero, for which (m + c) x = off there: how
/// Newton's method turns q if v is off its line by that, and the vertices stay the same. However
/// small c is, that is told to the last digits.
HWY_INLINE Triple newton_turn(Triple q, Triple off, double c, const double (&m)[6], Triple edge) {
  const Triple s = cross(edge, q);
  const double ss = dot(s, s);
  if (ss > 0) return s * (dot(s, off) / (dot(s, product(m, s)) + c * ss));
  const double over = 1 / dot(q, q);
  double stiff[6] = {m[0] + c, m[1], m[2], m[3] + c, m[4], m[5] + c};
  add_square(q, (stiff[0] + (stiff[3] + stiff[5])) * over, stiff);  // there is no way along q
  const Metric metric(stiff);
  const Triple turn = metric.solve_transposed(metric.solve(off));
  return turn - q * (dot(q, turn) * over);
}

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
APART_OUT_OF_LINE inline bool solve_any(NewestSimplex& simplex) {
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

  Triple q, v;                  ///< v: the near point for what q touches
  double lower = 0, upper = 0;  ///< the gap along q, and |v|

  /// Anew from q.
  HWY_INLINE void forget() { count_ = carriers_ = 0, on_face_ = false; }
  /// As if it had met these vertices; three pairs at most.
  HWY_INLINE void expect(int a, int b) {
    const VertexPair pair{a, b};
    if (!knows(pair)) active_[count_++] = {pair, centre(pair)};
  }

  /// Both bodies against q.
  HWY_INLINE void look() {
    a_.look(q * -1);
    b_.look(q);
    over_length_ = 1 / norm(q);
    lower = ((0 - a_.value() - b_.value()) - dot(q, offset_)) * over_length_;
  }

  /// Has it met the vertices before that q touches?
  HWY_INLINE bool knows() const { return knows(touched()); }

  /// The near point of what q touches and has touched. False if double cannot tell.
  APART_OUT_OF_LINE bool nearest() {
    if (!knows()) active_[count_++] = {touched(), centre(touched())};
    if (count_ == 1) {
      carriers_ = 1;
      carrier_[0] = 0;
      weight_[0] = 1;
      v = place(active_[0]);
    } else {
      NewestSimplex simplex{};  // so that all of it is set, as far as a compiler knows
      for (int i = 0; i < count_; ++i) simplex.add(place(active_[i]), static_cast<unsigned>(i));
      if (!solve_any(simplex)) return false;
      v = combination(simplex);
      carriers_ = simplex.carriers();
      for (int k = 0; k < carriers_; ++k) {
        carrier_[k] = static_cast<int>(simplex.number(simplex.carrier(k)));
        weight_[k] = simplex.weight(k);
      }
    }
    upper = norm(v);
    return true;
  }
  /// The pairs that carry it.
  HWY_INLINE int carriers() const { return carriers_; }
  HWY_INLINE void keep(int k) const {
    a_.keep(k, active_[carrier_[k]].pair.a);
    b_.keep(k, active_[carrier_[k]].pair.b);
  }

  /// Newton's step. False if double cannot tell.
  APART_OUT_OF_LINE bool advance() {
    const double c = upper * over_length_;
    double m[6] = {};
    for (int k = 0; k < carriers_; ++k) {
      a_.add_curvature(active_[carrier_[k]].pair.a, weight_[k], m);
      b_.add_curvature(active_[carrier_[k]].pair.b, weight_[k], m);
    }
    a_.remember_direction();
    b_.remember_direction();
    if (count_ > 1 && !choose_carriers(m, c)) return false;
    if (count_ == carriers_ && count_ < 3) {
      const Triple off = v - q * (dot(q, v) * over_length_ * over_length_);
      Triple edge{0, 0, 0};
      if (count_ == 2) edge = active_edge(1);
      q = q + newton_turn(q, off, c, m, edge);
    }
    make_normal();
    on_face_ = count_ == 3;
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
    const auto lateral = [&](VertexPair pair) HWY_ATTR {
      const Triple way = body.centre(disc_.id) - other.place(is_a ? pair.b : pair.a);
      const Triple p = is_a ? way - offset_ : way + offset_;
      return p - q * dot(q, p);
    };
    const auto extreme = [&](Triple along) HWY_ATTR {
      const int id = extreme_of_tied(other, along * -1);
      return is_a ? VertexPair{disc_.id, id} : VertexPair{id, disc_.id};
    };
    NewestSimplex simplex;
    const Triple off = nearest_lateral(touched(), lateral, extreme, 0.7 * body.rim(), simplex);
    if (simplex.carriers() % 4 == 0) return 0;
    if (dot(off, off) > 0) body.touch_rim(off * -1);
    disc_.way = off * -1;
    const int count = simplex.carriers();
    for (int k = 0; k < count; ++k) {
      const std::uint64_t number = simplex.number(simplex.carrier(k));
      other.keep(k, is_a ? vertex_of_b(number) : vertex_of_a(number));
      weight[k] = simplex.weight(k);
      if (!body.keep_on_disc(k, disc_.id, disc_.way)) return 0;
    }
    return count;
  }
  /// Is q normal to a face that it has met?
  HWY_INLINE bool on_face() const { return on_face_; }
  /// The pairs that carry the near point on that face, which q touches: they are kept. None if the
  /// near point is not there.
  HWY_INLINE int face(double near) {
    const auto lateral = [&](VertexPair pair) HWY_ATTR {
      const Triple p = place(pair);
      return p - q * (dot(q, p) * over_length_ * over_length_);
    };
    const auto extreme = [&](Triple along) HWY_ATTR {
      return VertexPair{extreme_of_tied(a_, along), extreme_of_tied(b_, along * -1)};
    };
    NewestSimplex simplex;
    const Triple off = nearest_lateral(touched(), lateral, extreme, near, simplex);
    if (simplex.carriers() % 4 == 0 || !(dot(off, off) < near * near)) return 0;
    for (int k = 0; k < simplex.carriers(); ++k) {
      const std::uint64_t number = simplex.number(simplex.carrier(k));
      a_.keep(k, vertex_of_a(number));
      b_.keep(k, vertex_of_b(number));
    }
    return simplex.carriers();
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
  struct Active {
    VertexPair pair;
    Triple centre;  // without curves
  };
  struct OnDisc {
    int id;
    Triple way;
  };

  HWY_INLINE VertexPair touched() const { return {a_.id(), b_.id()}; }
  HWY_INLINE bool knows(VertexPair pair) const {
    for (int i = 0; i < count_; ++i) {
      if (active_[i].pair == pair) return true;
    }
    return false;
  }
  HWY_INLINE Triple centre(VertexPair pair) const {
    return (a_.centre(pair.a) - b_.centre(pair.b)) - offset_;
  }
  HWY_INLINE Triple place(VertexPair pair) const { return place({pair, centre(pair)}); }
  HWY_INLINE Triple place(const Active& active) const {
    return active.centre + (a_.slope(active.pair.a) - b_.slope(active.pair.b));
  }
  HWY_INLINE Triple active_edge(int k) const { return place(active_[k]) - place(active_[0]); }

  /// Which pairs carry the near point in Newton's metric: only these stay active. If they are
  /// others than before, q becomes what goes with them, and there are no carriers. False if double
  /// cannot tell.
  HWY_INLINE bool choose_carriers(const double (&curvature)[6], double c) {
    double m[6] = {curvature[0] + c, curvature[1], curvature[2],
                   curvature[3] + c, curvature[4], curvature[5] + c};
    const Metric metric(m);
    // What |v| and the gap differ by is put back along q: it damps the first steps, and vanishes.
    const Triple damping = q * ((upper - lower) * over_length_);
    NewestSimplex simplex{};
    for (int i = 0; i < count_; ++i) {
      simplex.add(metric.solve(place(active_[i]) + damping), static_cast<unsigned>(i));
    }
    if (!solve_any(simplex)) return false;
    std::array<Active, 4> kept{};
    unsigned now = 0, before = 0;
    for (int k = 0; k < simplex.carriers(); ++k) {
      const auto i = simplex.number(simplex.carrier(k));
      kept[k] = active_[i];
      now |= 1u << i;
    }
    for (int k = 0; k < carriers_; ++k) before |= 1u << carrier_[k];
    active_ = kept;
    count_ = simplex.carriers();
    if (now != before) {
      q = metric.solve_transposed(combination(simplex));
      carriers_ = 0;
    }
    return true;
  }

  /// To all that it is known to be normal to, up to rounding.
  HWY_INLINE void make_normal() {
    if (count_ < 2) return;
    const Triple e = active_edge(1);
    if (count_ == 2) {
      q = q - e * (dot(e, q) / dot(e, e));
      return;
    }
    const Triple n = cross(e, active_edge(2));
    q = n * std::copysign(norm(q) / norm(n), dot(n, q));
  }

  /// Of pairs that are equally far along q, the combination nearest to the line of q, or one that
  /// is within `near` of it. `lateral` tells where a pair is, seen along q; `extreme` which is the
  /// farthest in a direction.
  template <class Lateral, class Extreme>
  HWY_INLINE static Triple nearest_lateral(VertexPair first, const Lateral& lateral,
                                           const Extreme& extreme, double near,
                                           NewestSimplex& simplex) {
    Triple off{0, 0, 0};
    VertexPair next = first;
    for (int step = 0; step < 12; ++step) {
      const Triple p = lateral(next);
      if (step > 0) {
        const Triple along = simplex.quick_direction();
        const double least = dot(along, off);
        if (!(dot(along, p) < least - 0x1p-30 * std::abs(least))) break;
        simplex.keep();
      }
      simplex.add(p, vertex_pair(next.a, next.b));
      if (simplex.solve() % 4 == 0) break;
      off = combination(simplex);
      if (dot(off, off) < near * near) break;
      next = extreme(simplex.quick_direction());
    }
    return off;
  }
  /// Of the vertices that are as far as the farthest, up to rounding: the one that is least along
  /// this. A proposal, so rough.
  HWY_INLINE int extreme_of_tied(const CurvedBody& body, Triple along) const {
    const double tied = 0x1p-45 * (1 + norm(offset_));
    int best = body.id();
    double least = dot(along, body.place(best));
    for (int i = 0; i < body.count(); ++i) {
      if (body.behind(i) > tied) continue;
      const double here = dot(along, body.place(i));
      if (here < least) least = here, best = i;
    }
    return best;
  }

  CurvedBody &a_, &b_;
  const Triple offset_;
  double over_length_ = 1;
  int count_ = 0, carriers_ = 0;
  std::array<Active, 4> active_;
  std::array<int, 3> carrier_{};
  std::array<double, 3> weight_{};
  OnDisc disc_{0, {0, 0, 0}};
  bool on_face_ = false;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
