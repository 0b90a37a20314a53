// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_TREE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_TREE_LANES_INL
#undef APART_TREE_LANES_INL
#else
#define APART_TREE_LANES_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Registers for the sixteen pairs of four things with four others: pair 4 i + j is of the i-th and
/// the j-th. Every operation is the plain one on each pair, never a fused one, so the bits do not
/// depend on how many registers it takes.
template <class Real>
struct Pairs {
  using Tag = hn::CappedTag<Real, 16>;
  using Register = hn::Vec<Tag>;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(Tag()));
  static constexpr int parts = 16 / lanes;

  HWY_INLINE static Register set(Real x) { return hn::Set(Tag(), x); }

  /// Of the part's pairs, the first of them: x[i].
  HWY_INLINE static Register first(const Real* x, int part) {
    if constexpr (lanes <= 4) return set(x[part * lanes / 4]);
#if HWY_TARGET != HWY_SCALAR
    else if constexpr (lanes == 8)
      return hn::Combine(Tag(), hn::Set(half, x[2 * part + 1]), hn::Set(half, x[2 * part]));
    else {
      HWY_ALIGN static constexpr std::int32_t which[16] = {0, 0, 0, 0, 1, 1, 1, 1,
                                                           2, 2, 2, 2, 3, 3, 3, 3};
      return hn::TableLookupLanes(second(x, part), hn::SetTableIndices(Tag(), which));
    }
#endif
  }
  /// The second of them: x[j].
  HWY_INLINE static Register second(const Real* x, int part) {
    if constexpr (lanes < 4)
      return hn::LoadU(Tag(), x + part * lanes % 4);
    else if constexpr (lanes == 4)
      return hn::LoadU(Tag(), x);
#if HWY_TARGET != HWY_SCALAR
    else if constexpr (sizeof(Real) == 4)
      return hn::LoadDup128(Tag(), x);
    else
      return hn::Combine(Tag(), hn::LoadU(half, x), hn::LoadU(half, x));
#endif
  }

#if HWY_TARGET != HWY_SCALAR
 private:
  static constexpr hn::Half<Tag> half{};
#endif
};

HWY_INLINE void StoreFloats(const Pairs<float>::Register& x, float* to) {
  hn::Store(x, Pairs<float>::Tag(), to);
}
HWY_INLINE void StoreFloats(const Pairs<double>::Register& x, float* to) {
  constexpr int lanes = Pairs<double>::lanes;
  HWY_ALIGN double room[lanes];
  hn::Store(x, Pairs<double>::Tag(), room);
  for (int k = 0; k < lanes; ++k) to[k] = static_cast<float>(room[k]);
}

/// Registers of four.
template <class Real>
struct Quad {
  using Tag = hn::CappedTag<Real, 4>;
  using Register = hn::Vec<Tag>;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(Tag()));
  static constexpr int parts = 4 / lanes;
};

template <class V>
struct Triple {
  V x, y, z;
};
template <class V>
HWY_INLINE Triple<V> operator+(const Triple<V>& a, const Triple<V>& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
template <class V>
HWY_INLINE Triple<V> operator-(const Triple<V>& a, const Triple<V>& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <class V>
HWY_INLINE Triple<V> operator*(const V& s, const Triple<V>& a) {
  return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)};
}
template <class V>
HWY_INLINE V Dot(const Triple<V>& a, const Triple<V>& b) {
  return hn::Add(hn::Mul(a.x, b.x), hn::Add(hn::Mul(a.y, b.y), hn::Mul(a.z, b.z)));
}
template <class V>
HWY_INLINE Triple<V> Cross(const Triple<V>& a, const Triple<V>& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
          hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
template <class M, class V>
HWY_INLINE Triple<V> Select(const M& mask, const Triple<V>& yes, const Triple<V>& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
          hn::IfThenElse(mask, yes.z, no.z)};
}

/// y = matrix * x + offset, four at a time; the matrix by rows.
template <class Real, class From>
HWY_INLINE void Map(const Real* matrix, const Real* offset, const From (&x)[3][4],
                    Real (&y)[3][4]) {
  using Q = Quad<Real>;
  const typename Q::Tag tag;
  for (int p = 0; p < Q::parts; ++p) {
    const int at = p * Q::lanes;
    const auto load = [&](int k) HWY_ATTR {
      if constexpr (std::is_same_v<Real, From>) {
        return hn::LoadU(tag, x[k] + at);
      } else {
        return hn::PromoteTo(tag, hn::LoadU(hn::Rebind<From, typename Q::Tag>(), x[k] + at));
      }
    };
    const auto x0 = load(0), x1 = load(1), x2 = load(2);
    for (int i = 0; i < 3; ++i) {
      const Real* m = matrix + 3 * i;
      const auto sum =
          hn::Add(hn::Mul(hn::Set(tag, m[0]), x0),
                  hn::Add(hn::Mul(hn::Set(tag, m[1]), x1), hn::Mul(hn::Set(tag, m[2]), x2)));
      hn::StoreU(hn::Add(sum, hn::Set(tag, offset[i])), tag, y[i] + at);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
