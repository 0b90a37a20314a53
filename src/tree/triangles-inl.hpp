// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_TREE_TRIANGLES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_TREE_TRIANGLES_INL
#undef APART_TREE_TRIANGLES_INL
#else
#define APART_TREE_TRIANGLES_INL
#endif

#include "tree/kernels.hpp"
#include "tree/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// Corners of four triangles, in a common frame.
template <class Real>
using Corners = Real[3][3][4];

/// The nearest points of two triangles that do not cross are on two edges, or a corner and a face.
/// Collects the shortest vector from a to b.
template <class Real>
class TrianglePairs {
  using P = Pairs<Real>;
  using V = typename P::Register;
  using T = Triple<V>;

 public:
  HWY_INLINE TrianglePairs(const Corners<Real>& a, const Corners<Real>& b, int part) {
    for (int k = 0; k < 3; ++k) {
      a_[k] = {P::first(a[k][0], part), P::first(a[k][1], part), P::first(a[k][2], part)};
      b_[k] = {P::second(b[k][0], part), P::second(b[k][1], part), P::second(b[k][2], part)};
    }
  }

  /// The slab along the line that joins their middles, which tells enough of most pairs.
  HWY_INLINE V quick_bound(Real slack) const {
    const T n = (b_[0] + (b_[1] + b_[2])) - (a_[0] + (a_[1] + a_[2]));
    const V square = Dot(n, n);
    const V slab = hn::Sub(hn::Div(Between(n), hn::Sqrt(square)), P::set(slack));
    return hn::IfThenElse(hn::Gt(square, P::set(Real(0x1p-100))), slab,
                          P::set(-Real(WideNode::far)));
  }

  HWY_INLINE void solve() {
    const V one = P::set(1), tiny = P::set(Real(0x1p-120));
    T u[3], w[3];
    V over_u[3], over_w[3];
    for (int k = 0; k < 3; ++k) {
      u[k] = a_[(k + 1) % 3] - a_[k];
      w[k] = b_[(k + 1) % 3] - b_[k];
      over_u[k] = hn::Div(one, hn::Max(Dot(u[k], u[k]), tiny));
      over_w[k] = hn::Div(one, hn::Max(Dot(w[k], w[k]), tiny));
    }
    square_ = P::set(Real(0x1p120));
    towards_ = b_[0] - a_[0];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) Edges(a_[i], u[i], over_u[i], b_[j], w[j], over_w[j]);
    }
    CornerFace(a_, b_[0], w[0], w[1], false);
    CornerFace(b_, a_[0], u[0], u[1], true);
  }

  /// Proved however the near points were found: it is the slab along the line that joins them.
  HWY_INLINE V lower_bound(Real slack) {
    length_ = hn::Sqrt(square_);
    towards_ = hn::Div(P::set(1), hn::Max(length_, P::set(Real(0x1p-60)))) * towards_;
    return hn::Sub(Between(towards_), P::set(slack));
  }

  /// The rest of what was found, after lower_bound().
  HWY_INLINE void store(ElementPairs& pairs, Real slack, int part) const {
    const int at = part * P::lanes;
    // A little more where doubles become floats.
    const V grown = sizeof(Real) == 4 ? length_ : hn::Mul(length_, P::set(Real(1 + 0x1p-22)));
    StoreFloats(hn::Add(grown, P::set(slack)), pairs.upper + at);
    StoreFloats(towards_.x, pairs.towards[0] + at);
    StoreFloats(towards_.y, pairs.towards[1] + at);
    StoreFloats(towards_.z, pairs.towards[2] + at);
  }

 private:
  static constexpr Real least_sine2 = sizeof(Real) == 4 ? Real(0x1p-20) : Real(0x1p-46);

  /// From the highest corner of a to the lowest of b, along n.
  HWY_INLINE V Between(const T& n) const {
    const V high = hn::Max(Dot(n, a_[0]), hn::Max(Dot(n, a_[1]), Dot(n, a_[2])));
    const V low = hn::Min(Dot(n, b_[0]), hn::Min(Dot(n, b_[1]), Dot(n, b_[2])));
    return hn::Sub(low, high);
  }
  HWY_INLINE static V Clamp(const V& x) { return hn::Max(P::set(0), hn::Min(P::set(1), x)); }

  /// The nearest points p + s u, q + t w of two edges: s for the lines, then t for that s, then s
  /// for that t. Lines that are nearly parallel may get any s; the last two steps mend it.
  HWY_INLINE void Edges(const T& p, const T& u, const V& over_u, const T& q, const T& w,
                        const V& over_w) {
    const T r = q - p;
    const V uw = Dot(u, w), ur = Dot(u, r), wr = Dot(w, r);
    const V shear = hn::Mul(uw, over_w);
    const V sine2 = hn::Sub(P::set(1), hn::Mul(hn::Mul(uw, over_u), shear));
    const V top = hn::Mul(hn::Sub(ur, hn::Mul(shear, wr)), over_u);
    V s = Clamp(hn::Div(top, hn::Max(sine2, P::set(least_sine2))));
    const V t = Clamp(hn::Mul(hn::Sub(hn::Mul(uw, s), wr), over_w));
    s = Clamp(hn::Mul(hn::Add(hn::Mul(uw, t), ur), over_u));
    Offer(r + t * w - s * u);
  }

  /// The corner that is nearest to the plane of a face, if all of them are on one side of it and
  /// that one is above the face itself.
  HWY_INLINE void CornerFace(const T* corner, const T& origin, const T& e, const T& f,
                             bool reversed) {
    const T n = Cross(e, f);
    const V square = Dot(n, n);
    const V zero = P::set(0);
    const V h0 = Dot(n, corner[0] - origin), h1 = Dot(n, corner[1] - origin),
            h2 = Dot(n, corner[2] - origin);
    const V low = hn::Min(h0, hn::Min(h1, h2)), high = hn::Max(h0, hn::Max(h1, h2));
    const V height = hn::IfThenElse(hn::Gt(low, zero), low, high);
    const auto one_side = hn::Or(hn::Gt(low, zero), hn::Lt(high, zero));
    T p = Select(hn::Eq(h1, height), corner[1], corner[2]);
    p = Select(hn::Eq(h0, height), corner[0], p) - origin;
    // p = x e + y f + z n, with f from the end of e: inside where 1 >= x >= y >= 0.
    const V x = Dot(Cross(p, f), n), y = Dot(Cross(e, p), n);
    const auto inside = hn::And(hn::And(hn::Ge(y, zero), hn::Ge(x, y)), hn::Ge(square, x));
    const V over = hn::Div(height, hn::Max(square, P::set(Real(0x1p-120))));
    const V step = hn::Mul(over, height);
    const auto better = hn::And(hn::And(one_side, inside), hn::Lt(step, square_));
    square_ = hn::IfThenElse(better, step, square_);
    towards_ = Select(better, (reversed ? over : hn::Neg(over)) * n, towards_);
  }

  HWY_INLINE void Offer(const T& towards) {
    const V square = Dot(towards, towards);
    const auto better = hn::Lt(square, square_);
    square_ = hn::IfThenElse(better, square, square_);
    towards_ = Select(better, towards, towards_);
  }

  T a_[3], b_[3];
  V square_, length_;
  T towards_;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
