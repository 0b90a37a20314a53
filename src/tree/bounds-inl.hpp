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

/// One of the volumes of each pair, in the frame of its own tree.
template <class Real>
struct PairVolume {
  using V = typename Pairs<Real>::Register;
  Triple<V> centre, axis[3];
  V ball, radius;

  /// How far the volume reaches beyond its centre along n, times the length of n: the lesser of box
  /// and ball. `reversed`: along -n.
  template <bool reversed>
  HWY_INLINE V reach(const Triple<V>& n, const V& length) const {
    const V up = Dot(axis[2], n);
    const V box = hn::Add(hn::Abs(Dot(axis[0], n)), hn::Add(hn::Abs(Dot(axis[1], n)), hn::Abs(up)));
    const V middle = hn::Mul(ball, up), around = hn::Mul(radius, length);
    return hn::Min(box, reversed ? hn::Sub(around, middle) : hn::Add(around, middle));
  }
};

template <class Real, class Get>
HWY_INLINE PairVolume<Real> LoadVolume(const Volumes<Real>& v, const Get& get) {
  const auto triple = [&](const Real(&x)[3][4]) HWY_ATTR {
    return Triple<typename Pairs<Real>::Register>{get(x[0]), get(x[1]), get(x[2])};
  };
  return {triple(v.centre),
          {triple(v.axis[0]), triple(v.axis[1]), triple(v.axis[2])},
          get(v.ball),
          get(v.radius)};
}

/// The point of a box, relative to its centre, that is nearest to any other, if the box's axes are
/// orthogonal, which they nearly are.
template <class Real>
class NearestInBox {
  using P = Pairs<Real>;
  using V = typename P::Register;

 public:
  /// Points are given times `scale` squared.
  HWY_INLINE NearestInBox(const PairVolume<Real>& volume, Real scale) : volume_(volume) {
    for (int k = 0; k < 3; ++k) {
      const V square = hn::Mul(P::set(scale * scale), Dot(volume.axis[k], volume.axis[k]));
      over_[k] = hn::Div(P::set(1), hn::Max(square, P::set(Real(0x1p-120))));
    }
  }
  HWY_INLINE Triple<V> operator()(const Triple<V>& x) const {
    return Part(0, x) + (Part(1, x) + Part(2, x));
  }

 private:
  HWY_INLINE Triple<V> Part(int k, const Triple<V>& x) const {
    const V s = hn::Mul(Dot(volume_.axis[k], x), over_[k]);
    return hn::Max(P::set(-1), hn::Min(P::set(1), s)) * volume_.axis[k];
  }

  const PairVolume<Real>& volume_;
  V over_[3];
};

/// Sixteen pairs of volumes, or as many of them as a register holds.
template <class Real>
class VolumeBounds {
  using P = Pairs<Real>;
  using V = typename P::Register;
  using T = Triple<V>;

 public:
  HWY_INLINE VolumeBounds(const Volumes<Real>& a, const Volumes<Real>& b, const Real* rotation,
                          const Real* translation, Real scale, int part)
      : a_(LoadVolume(a, [&](const Real* x) HWY_ATTR { return P::first(x, part); })),
        b_(LoadVolume(b, [&](const Real* x) HWY_ATTR { return P::second(x, part); })),
        rotation_(rotation),
        scale_(scale) {
    b_.radius = hn::Mul(P::set(scale), b_.radius);
    const T t{P::set(translation[0]), P::set(translation[1]), P::set(translation[2])};
    apart_ = (Turned(b_.centre) + t) - a_.centre;
  }

  /// Lower bounds on the distances, less the slack that covers what was lost in rounding. The
  /// direction is that of the centres. Where that does not reach the limit though the centres are
  /// farther apart than that, it may be askew: projecting back and forth once gives a better one.
  HWY_INLINE V get(Real slack, Real limit) const {
    const V square = Dot(apart_, apart_);
    const V first = hn::Sub(Slab(apart_, square, square), P::set(slack));
    const V enough = P::set(limit);
    const auto askew =
        hn::And(hn::Lt(first, enough), hn::Gt(square, P::set(limit * limit * Real(askew_from))));
    if (hn::AllFalse(typename P::Tag(), askew)) return first;
    const T n = BetterDirection();
    const V second = hn::Sub(Slab(n, Dot(n, n), Dot(apart_, n)), P::set(slack));
    return hn::IfThenElse(askew, hn::Max(first, second), first);
  }

 private:
  static constexpr double askew_from = 1.25;

  HWY_INLINE V Entry(int row, int column) const { return P::set(rotation_[3 * row + column]); }
  HWY_INLINE T Turned(const T& x) const {
    const auto row = [&](int i) HWY_ATTR {
      return Dot(T{Entry(i, 0), Entry(i, 1), Entry(i, 2)}, x);
    };
    return {row(0), row(1), row(2)};
  }
  HWY_INLINE T TurnedBack(const T& x) const {
    const auto column = [&](int k) HWY_ATTR {
      return Dot(T{Entry(0, k), Entry(1, k), Entry(2, k)}, x);
    };
    return {column(0), column(1), column(2)};
  }

  /// The slab between the volumes along n, divided by |n|: a lower bound on the distance of any
  /// point of the one from any of the other, whatever n is. None if n is too short to tell.
  HWY_INLINE V Slab(const T& n, const V& square, const V& centres) const {
    const V length = hn::Sqrt(square);
    const V reach = hn::Add(a_.template reach<false>(n, length),
                            b_.template reach<true>(TurnedBack(n), length));
    const V slab = hn::Div(hn::Sub(centres, reach), length);
    return hn::IfThenElse(hn::Gt(square, P::set(Real(0x1p-100))), slab,
                          P::set(-Real(WideNode::far)));
  }

  HWY_INLINE T BetterDirection() const {
    const NearestInBox<Real> in_a(a_, 1), in_b(b_, scale_);
    const T from_a = apart_ - in_a(apart_);
    const T of_b = apart_ - Turned(in_b(TurnedBack(from_a)));
    return of_b - in_a(of_b);
  }

  PairVolume<Real> a_, b_;
  const Real* rotation_;
  Real scale_;
  T apart_;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
