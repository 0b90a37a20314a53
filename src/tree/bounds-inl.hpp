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

/// Volumes as the other tree sees them, turned by a rotation that may scale, then moved.
template <class Real>
HWY_INLINE void Place(const Volumes<Real>& v, const Real* rotation, const Real* translation,
                      Real scale, Volumes<Real>& to) {
  using P = Pairs<Real>;
  const typename P::Tag tag;
  for (int at = 0; at < 16; at += P::lanes) {
    const auto x = hn::LoadU(tag, v.frame[0][0] + at), y = hn::LoadU(tag, v.frame[1][0] + at),
               z = hn::LoadU(tag, v.frame[2][0] + at);
    for (int i = 0; i < 3; ++i) {
      const Real* m = rotation + 3 * i;
      const auto turned =
          Dot(Triple<typename P::Register>{P::set(m[0]), P::set(m[1]), P::set(m[2])}, {x, y, z});
      const auto moved = hn::Add(turned, P::set(translation[i]));
      // Only the centres.
      hn::StoreU(at >= 4 ? turned : hn::IfThenElse(hn::FirstN(tag, 4), moved, turned), tag,
                 to.frame[i][0] + at);
    }
  }
  for (int i = 0; i < 4; ++i) to.ball[i] = v.ball[i];
  for (int i = 0; i < 4; ++i) to.radius[i] = scale * v.radius[i];
}

/// One of the volumes of each pair.
template <class Real>
struct PairVolume {
  using V = typename Pairs<Real>::Register;
  Triple<V> centre, axis[3];
  V ball, radius;

  template <class Get>
  HWY_INLINE PairVolume(const Volumes<Real>& v, const Get& get)
      : centre{get(v.centre(0)), get(v.centre(1)), get(v.centre(2))},
        axis{Axis(0, v, get), Axis(1, v, get), Axis(2, v, get)},
        ball(get(v.ball)),
        radius(get(v.radius)) {}

  /// How far the volume reaches beyond its centre along n, times the length of n: the lesser of box
  /// and ball. `reversed`: along -n.
  template <bool reversed>
  HWY_INLINE V reach(const Triple<V>& n, const V& length) const {
    const V up = Dot(axis[2], n);
    const V box = hn::Add(hn::Abs(Dot(axis[0], n)), hn::Add(hn::Abs(Dot(axis[1], n)), hn::Abs(up)));
    const V middle = hn::Mul(ball, up), around = hn::Mul(radius, length);
    return hn::Min(box, reversed ? hn::Sub(around, middle) : hn::Add(around, middle));
  }

 private:
  template <class Get>
  HWY_INLINE static Triple<V> Axis(int k, const Volumes<Real>& v, const Get& get) {
    return {get(v.axis(k, 0)), get(v.axis(k, 1)), get(v.axis(k, 2))};
  }
};

/// The point of a box, relative to its centre, that is nearest to any other, if the box's axes are
/// orthogonal, which they nearly are.
template <class Real>
class NearestInBox {
  using P = Pairs<Real>;
  using V = typename P::Register;

 public:
  template <class Get>
  HWY_INLINE NearestInBox(const PairVolume<Real>& volume, const Volumes<Real>& v, const Get& get)
      : volume_(volume) {
    for (int k = 0; k < 3; ++k) {
      HWY_ALIGN Real over[4];
      OneOverSquares(v, k, over);
      over_[k] = get(over);
    }
  }
  HWY_INLINE Triple<V> operator()(const Triple<V>& x) const {
    return Part(0, x) + (Part(1, x) + Part(2, x));
  }

 private:
  /// Four at a time: divisions of many take long.
  HWY_INLINE static void OneOverSquares(const Volumes<Real>& v, int k, Real (&over)[4]) {
    using Q = Quad<Real>;
    const typename Q::Tag tag;
    for (int at = 0; at < 4; at += Q::lanes) {
      const Triple<typename Q::Register> a{hn::LoadU(tag, v.axis(k, 0) + at),
                                           hn::LoadU(tag, v.axis(k, 1) + at),
                                           hn::LoadU(tag, v.axis(k, 2) + at)};
      const auto square = hn::Max(Dot(a, a), hn::Set(tag, Real(0x1p-120)));
      hn::StoreU(hn::Div(hn::Set(tag, Real(1)), square), tag, over + at);
    }
  }
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
  /// Both in the same frame.
  HWY_INLINE VolumeBounds(const Volumes<Real>& a, const Volumes<Real>& b, int part)
      : all_a_(a),
        all_b_(b),
        part_(part),
        a_(a, First{part}),
        b_(b, Second{part}),
        apart_(b_.centre - a_.centre) {}

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
  HWY_INLINE V between_centres() const { return hn::Sqrt(Dot(apart_, apart_)); }

 private:
  static constexpr double askew_from = 1.25;

  struct First {
    int part;
    HWY_INLINE V operator()(const Real* x) const { return P::first(x, part); }
  };
  struct Second {
    int part;
    HWY_INLINE V operator()(const Real* x) const { return P::second(x, part); }
  };

  /// The slab between the volumes along n, divided by |n|: a lower bound on the distance of any
  /// point of the one from any of the other, whatever n is. None if n is too short to tell.
  HWY_INLINE V Slab(const T& n, const V& square, const V& centres) const {
    const V length = hn::Sqrt(square);
    const V reach =
        hn::Add(a_.template reach<false>(n, length), b_.template reach<true>(n, length));
    const V slab = hn::Div(hn::Sub(centres, reach), length);
    return hn::IfThenElse(hn::Gt(square, P::set(Real(0x1p-100))), slab,
                          P::set(-Real(WideNode::far)));
  }

  HWY_INLINE T BetterDirection() const {
    const NearestInBox<Real> in_a(a_, all_a_, First{part_}), in_b(b_, all_b_, Second{part_});
    const T from_a = apart_ - in_a(apart_);
    const T of_b = apart_ - in_b(from_a);
    return of_b - in_a(of_b);
  }

  const Volumes<Real>&all_a_, &all_b_;
  int part_;
  PairVolume<Real> a_, b_;
  T apart_;
};

/// The directions in which the faces of four boxes look: along their axes, if these are orthogonal.
struct Faces {
  float length[3][4];  ///< of the axis
  float needed[3][4];  ///< what a box has of its own along it, and the margin, times the length

  HWY_INLINE Faces(const Volumes<float>& v, float margin) {
    using Q = Quad<float>;
    const Q::Tag tag;
    for (int k = 0; k < 3; ++k) {
      for (int at = 0; at < 4; at += Q::lanes) {
        const Triple<Q::Register> n{hn::LoadU(tag, v.axis(k, 0) + at),
                                    hn::LoadU(tag, v.axis(k, 1) + at),
                                    hn::LoadU(tag, v.axis(k, 2) + at)};
        const auto square = Dot(n, n), long_enough = hn::Set(tag, 0x1p-100F);
        const auto size = hn::Sqrt(square);
        const auto sum = hn::Add(square, hn::Mul(hn::Set(tag, margin), size));
        const auto far = hn::Set(tag, WideNode::far);
        hn::StoreU(size, tag, length[k] + at);
        hn::StoreU(hn::IfThenElse(hn::Gt(square, long_enough), sum, far), tag, needed[k] + at);
      }
    }
  }
};

/// Which of sixteen pairs of volumes in one frame, or of as many as a register holds, are apart by
/// more than the margin of the faces, along one of them? And what to look at first: the squares of
/// the distances of their centres.
class FaceTest {
  using P = Pairs<float>;
  using V = P::Register;

 public:
  HWY_INLINE FaceTest(const Volumes<float>& a, const Faces& faces_a, const Volumes<float>& b,
                      const Faces& faces_b, int part) {
    const auto first = [=](const float* x) HWY_ATTR { return P::first(x, part); };
    const auto second = [=](const float* x) HWY_ATTR { return P::second(x, part); };
    const PairVolume<float> va(a, first), vb(b, second);
    const Triple<V> apart = vb.centre - va.centre;
    square = Dot(apart, apart);
    V over = P::set(-WideNode::far), turned[3], across[3];
    for (int k = 0; k < 3; ++k) {
      const V c0 = Dot(va.axis[k], vb.axis[0]), c1 = Dot(va.axis[k], vb.axis[1]),
              c2 = Dot(va.axis[k], vb.axis[2]);
      const V box = hn::Add(hn::Abs(c0), hn::Add(hn::Abs(c1), hn::Abs(c2)));
      across[0] = k == 0 ? hn::Abs(c0) : hn::Add(across[0], hn::Abs(c0));
      across[1] = k == 0 ? hn::Abs(c1) : hn::Add(across[1], hn::Abs(c1));
      across[2] = k == 0 ? hn::Abs(c2) : hn::Add(across[2], hn::Abs(c2));
      if (k == 2) turned[0] = c0, turned[1] = c1, turned[2] = c2;
      const V s = Dot(va.axis[k], apart);
      const V middle = hn::Mul(vb.ball, hn::Xor(c2, Sign(s)));
      const V ball = hn::Sub(hn::Mul(vb.radius, first(faces_a.length[k])), middle);
      over = hn::Max(over, Beyond(s, first(faces_a.needed[k]), hn::Min(box, ball)));
    }
    for (int k = 0; k < 3; ++k) {
      const V s = Dot(vb.axis[k], apart);
      const V middle = hn::Mul(va.ball, hn::Xor(turned[k], Sign(s)));
      const V ball = hn::Add(hn::Mul(va.radius, second(faces_b.length[k])), middle);
      over = hn::Max(over, Beyond(s, second(faces_b.needed[k]), hn::Min(across[k], ball)));
    }
    apart_by_face = hn::Ge(over, P::set(0));
  }

  hn::Mask<P::Tag> apart_by_face;
  V square;

 private:
  HWY_INLINE static V Sign(const V& x) { return hn::And(x, P::set(-0.0F)); }
  HWY_INLINE static V Beyond(const V& s, const V& own, const V& other) {
    return hn::Sub(hn::Abs(s), hn::Add(own, other));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
