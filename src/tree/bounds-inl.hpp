// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_TREE_BOUNDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_TREE_BOUNDS_INL
#undef APART_TREE_BOUNDS_INL
#else
#define APART_TREE_BOUNDS_INL
#endif

#include "tree/lanes-inl.hpp"
#include "tree/wide_tree.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// One of the volumes of each pair.
template <class Real>
struct PairVolume {
  using V = typename Pairs<Real>::Register;
  Triple<V> centre, axis[3], ball;
  V radius;

  /// How far the volume reaches beyond its centre along n, times |n|: the lesser of box and ball.
  HWY_INLINE V reach(const Triple<V>& n, const V& length, const V& along_ball) const {
    const V box = hn::Add(hn::Abs(Dot(axis[0], n)),
                          hn::Add(hn::Abs(Dot(axis[1], n)), hn::Abs(Dot(axis[2], n))));
    return hn::Min(box, hn::Add(along_ball, hn::Mul(radius, length)));
  }

  /// The point of the box, relative to its centre, that is nearest to the point x, if the box's
  /// axes are orthogonal, which they nearly are.
  HWY_INLINE Triple<V> nearest(const Triple<V>& x) const {
    Triple<V> sum = Part(axis[0], x);
    sum = sum + Part(axis[1], x);
    return sum + Part(axis[2], x);
  }

 private:
  HWY_INLINE static Triple<V> Part(const Triple<V>& u, const Triple<V>& x) {
    const V square = hn::Max(Dot(u, u), Pairs<Real>::set(Real(0x1p-120)));
    const V s = hn::Div(Dot(u, x), square);
    const V one = Pairs<Real>::set(1), minus = Pairs<Real>::set(-1);
    return hn::Max(minus, hn::Min(one, s)) * u;
  }
};

template <class Real>
HWY_INLINE PairVolume<Real> FirstVolume(const Volumes<Real>& v, int part) {
  const auto get = [&](const Real* x) HWY_ATTR { return Pairs<Real>::first(x, part); };
  const auto triple = [&](const Real(&x)[3][4]) HWY_ATTR {
    return Triple<typename Pairs<Real>::Register>{get(x[0]), get(x[1]), get(x[2])};
  };
  return {triple(v.centre),
          {triple(v.axis[0]), triple(v.axis[1]), triple(v.axis[2])},
          triple(v.ball),
          get(v.radius)};
}
template <class Real>
HWY_INLINE PairVolume<Real> SecondVolume(const Volumes<Real>& v, int part) {
  const auto get = [&](const Real* x) HWY_ATTR { return Pairs<Real>::second(x, part); };
  const auto triple = [&](const Real(&x)[3][4]) HWY_ATTR {
    return Triple<typename Pairs<Real>::Register>{get(x[0]), get(x[1]), get(x[2])};
  };
  return {triple(v.centre),
          {triple(v.axis[0]), triple(v.axis[1]), triple(v.axis[2])},
          triple(v.ball),
          get(v.radius)};
}

/// The slab between the volumes along n, from any point of the one to any of the other, divided by
/// |n|: a lower bound on the distance, whatever n is. None at all if n is too short to tell.
template <class Real>
HWY_INLINE typename Pairs<Real>::Register Slab(const PairVolume<Real>& a, const PairVolume<Real>& b,
                                               const Triple<typename Pairs<Real>::Register>& apart,
                                               const Triple<typename Pairs<Real>::Register>& n) {
  using P = Pairs<Real>;
  const auto square = Dot(n, n);
  const auto length = hn::Sqrt(square);
  const auto reach =
      hn::Add(a.reach(n, length, Dot(a.ball, n)), b.reach(n, length, hn::Neg(Dot(b.ball, n))));
  const auto slab = hn::Div(hn::Sub(Dot(apart, n), reach), length);
  return hn::IfThenElse(hn::Gt(square, P::set(Real(0x1p-100))), slab, P::set(-Real(WideNode::far)));
}

/// Lower bounds on the distances of the volumes of a from those of b, less the slack that covers
/// what was lost in rounding them. The direction is that of the centres; where volumes are large
/// against their distance, a better one comes from projecting back and forth once.
template <class Real>
HWY_INLINE void LowerBounds(const Volumes<Real>& a, const Volumes<Real>& b, Real slack, bool refine,
                            Real* bound) {
  using P = Pairs<Real>;
  const typename P::Tag tag;
  for (int part = 0; part < P::parts; ++part) {
    const auto va = FirstVolume(a, part);
    const auto vb = SecondVolume(b, part);
    const auto apart = vb.centre - va.centre;
    auto best = Slab(va, vb, apart, apart);
    if (refine) {
      const auto pa = va.nearest(apart);
      const auto pb = vb.nearest(pa - apart);
      const auto qa = va.nearest(apart + pb);
      best = hn::Max(best, Slab(va, vb, apart, apart + pb - qa));
    }
    hn::StoreU(hn::Sub(best, P::set(slack)), tag, bound + part * P::lanes);
  }
}

/// Volumes of another tree, seen from this one.
template <class Real>
HWY_INLINE void MapVolumes(const Real* rotation, const Real* translation, Real scale,
                           const Volumes<float>& from, Volumes<Real>& to) {
  const Real zero[3] = {0, 0, 0};
  Map(rotation, translation, from.centre, to.centre);
  for (int k = 0; k < 3; ++k) Map(rotation, zero, from.axis[k], to.axis[k]);
  Map(rotation, zero, from.ball, to.ball);
  for (int i = 0; i < 4; ++i) to.radius[i] = static_cast<Real>(from.radius[i]) * scale;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
