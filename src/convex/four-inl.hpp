// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_FOUR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_FOUR_INL
#undef APART_FOUR_INL
#else
#define APART_FOUR_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#ifndef APART_FLATTEN
// Before a function: all that it calls becomes part of it, compiled for the same instruction set.
// Not under sanitizers: what they add to the code, put into one function, takes minutes to compile.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define APART_FLATTEN
#else
#define APART_FLATTEN __attribute__((flatten))
#endif
/// A function of its own, with all that it calls.
#define APART_OUT_OF_LINE __attribute__((noinline)) APART_FLATTEN
#endif

#include "convex/pair.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Registers of up to four doubles: wider ones gain nothing in a single query.
using Tag = hn::CappedTag<double, 4>;
using Register = hn::Vec<Tag>;
inline constexpr Tag tag;
inline constexpr int lanes = static_cast<int>(hn::MaxLanes(tag));

/// Four doubles, in one register or more. Every operation is the plain one on each, so the bits do
/// not depend on how many registers there are. Multiplications are never fused with additions.
struct Four {
  static constexpr int parts = 4 / lanes;
  Register part[parts];

  HWY_INLINE static Four of(double x) {
    Four y;
    for (auto& p : y.part) p = hn::Set(tag, x);
    return y;
  }
  HWY_INLINE static Four load(const double* x) {
    Four y;
    for (int k = 0; k < parts; ++k) y.part[k] = hn::LoadU(tag, x + k * lanes);
    return y;
  }
  HWY_INLINE static Four of(double x, double y, double z, double w) {
    Four v;
#if HWY_TARGET != HWY_SCALAR
    if constexpr (lanes == 4) {
      const hn::Half<Tag> half;
      const auto xy = hn::InterleaveLower(half, hn::Set(half, x), hn::Set(half, y));
      const auto zw = hn::InterleaveLower(half, hn::Set(half, z), hn::Set(half, w));
      v.part[0] = hn::Combine(tag, zw, xy);
      return v;
    }
#endif
    HWY_ALIGN const double values[4] = {x, y, z, w};
    v = load(values);
    return v;
  }
  HWY_INLINE static Four of(const Vector<double>& v) { return of(v.x(), v.y(), v.z(), 0); }
  /// Three doubles in memory; the last is zero.
  HWY_INLINE static Four three(const double* x) {
#if HWY_TARGET != HWY_SCALAR
    if constexpr (lanes == 4) {
      Four v;
      v.part[0] = hn::MaskedLoad(hn::FirstN(tag, 3), tag, x);
      return v;
    }
#endif
    return of(x[0], x[1], x[2], 0);
  }
  HWY_INLINE void store(double* x) const {
    for (int k = 0; k < parts; ++k) hn::StoreU(part[k], tag, x + k * lanes);
  }
  HWY_INLINE void store_three(double* x) const {
#if HWY_TARGET != HWY_SCALAR
    if constexpr (lanes == 4) {
      const hn::Half<Tag> half;
      hn::StoreU(hn::LowerHalf(half, part[0]), half, x);
      x[2] = hn::GetLane(hn::UpperHalf(half, part[0]));
      return;
    }
#endif
    HWY_ALIGN double all[4];
    store(all);
    for (int k = 0; k < 3; ++k) x[k] = all[k];
  }
};

#define APART_FOUR_OPERATION(name, operation)                                              \
  HWY_INLINE Four name(const Four& a, const Four& b) {                                     \
    Four c;                                                                                \
    for (int k = 0; k < Four::parts; ++k) c.part[k] = hn::operation(a.part[k], b.part[k]); \
    return c;                                                                              \
  }
APART_FOUR_OPERATION(operator+, Add)
APART_FOUR_OPERATION(operator-, Sub)
APART_FOUR_OPERATION(operator*, Mul)
APART_FOUR_OPERATION(operator/, Div)
APART_FOUR_OPERATION(least, Min)
#undef APART_FOUR_OPERATION

HWY_INLINE Four root(const Four& a) {
  Four c;
  for (int k = 0; k < Four::parts; ++k) c.part[k] = hn::Sqrt(a.part[k]);
  return c;
}

/// Yes or no to each of four.
struct WhichOfFour {
  hn::Mask<Tag> part[Four::parts];

  HWY_INLINE unsigned bits() const {
    unsigned all = 0;
    for (int k = 0; k < Four::parts; ++k) {
      std::uint8_t here[8] = {};
      hn::StoreMaskBits(tag, part[k], here);
      all |= static_cast<unsigned>(here[0]) << (k * lanes);
    }
    return all;
  }
  HWY_INLINE Four select(const Four& yes, const Four& no) const {
    Four c;
    for (int k = 0; k < Four::parts; ++k) {
      c.part[k] = hn::IfThenElse(part[k], yes.part[k], no.part[k]);
    }
    return c;
  }
};
HWY_INLINE WhichOfFour operator<(const Four& a, const Four& b) {
  WhichOfFour c;
  for (int k = 0; k < Four::parts; ++k) c.part[k] = hn::Lt(a.part[k], b.part[k]);
  return c;
}
HWY_INLINE WhichOfFour operator==(const Four& a, const Four& b) {
  WhichOfFour c;
  for (int k = 0; k < Four::parts; ++k) c.part[k] = hn::Eq(a.part[k], b.part[k]);
  return c;
}
HWY_INLINE WhichOfFour operator&(const WhichOfFour& a, const WhichOfFour& b) {
  WhichOfFour c;
  for (int k = 0; k < Four::parts; ++k) c.part[k] = hn::And(a.part[k], b.part[k]);
  return c;
}

/// Four sums hi + lo, each known to about 2^-100 of what went into it.
struct WideFour {
  Four hi, lo;
};

/// To memory by whole registers: copied in smaller pieces, they are slow to load.
HWY_INLINE void keep(const WideFour& x, WideFour& kept) {
  for (int k = 0; k < Four::parts; ++k) {
    kept.hi.part[k] = x.hi.part[k];
    kept.lo.part[k] = x.lo.part[k];
  }
}

HWY_INLINE WideFour two_sum(const Four& a, const Four& b) {
  const Four s = a + b, bb = s - a;
  return {s, (a - (s - bb)) + (b - bb)};
}

/// As two_product() of one pair: two ways, the same bits.
HWY_INLINE WideFour two_product(const Four& a, const Four& b) {
  const Four p = a * b;
#if HWY_NATIVE_FMA
  Four e;
  for (int k = 0; k < Four::parts; ++k) e.part[k] = hn::MulSub(a.part[k], b.part[k], p.part[k]);
  return {p, e};
#else
  const Four split = Four::of(134217729);  // 2^27 + 1 (Veltkamp)
  const Four ca = split * a, ah = ca - (ca - a), al = a - ah;
  const Four cb = split * b, bh = cb - (cb - b), bl = b - bh;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
#endif
}

HWY_INLINE WideFour operator+(const WideFour& a, const WideFour& b) {
  const WideFour s = two_sum(a.hi, b.hi);
  return {s.hi, s.lo + (a.lo + b.lo)};
}
HWY_INLINE WideFour operator-(const WideFour& a, const WideFour& b) {
  const Four zero = Four::of(0);
  return a + WideFour{zero - b.hi, zero - b.lo};
}
HWY_INLINE WideFour operator*(const WideFour& a, const Four& b) {
  const WideFour p = two_product(a.hi, b);
  return {p.hi, p.lo + a.lo * b};
}

/// Between what the algorithms keep and registers.
HWY_INLINE WideFour wide(const WidePoint& x) {
  return {Four::three(x.hi.data()), Four::three(x.lo.data())};
}
HWY_INLINE Vector<double> point(const Four& x) {
  HWY_ALIGN double coordinate[4];
  x.store(coordinate);
  return {coordinate[0], coordinate[1], coordinate[2]};
}
HWY_INLINE WidePoint point(const WideFour& x) { return {point(x.hi), point(x.lo)}; }

// Lengths near 1 need no double-double to be nearly exact. A number is split at 2^-25; products of
// two upper parts are multiples of 2^-50, and as long as sums stay below 8 they have no rounding
// at all. What the lower parts add is small, and so are its roundings: see docs/certificate.md.

/// x = hi + lo, hi a multiple of 2^-25.
HWY_INLINE WideFour split(const WideFour& x) {
  const Four grid = Four::of(0x1.8p27), hi = ((x.hi + x.lo) + grid) - grid;
  return {hi, (x.hi - hi) + x.lo};
}
HWY_INLINE WideFour split(const Four& x) {
  const Four grid = Four::of(0x1.8p27), hi = (x + grid) - grid;
  return {hi, x - hi};
}
/// x less a length that is added to what such products make up.
HWY_INLINE WideFour fine_split(const WideFour& x) {
  const Four grid = Four::of(6), hi = (x.hi + grid) - grid;  // multiples of 2^-50
  return {hi, (x.hi - hi) + x.lo};
}

/// Weights of points that sum to 1 exactly: the first is what the others leave of it.
template <int count>
struct Weights {
  double hi[count], lo[count];

  HWY_INLINE explicit Weights(const double* weight) {
    hi[0] = 1;
    lo[0] = 0;
    for (int k = 1; k < count; ++k) {
      hi[k] = (weight[k] + 0x1.8p27) - 0x1.8p27;
      lo[k] = weight[k] - hi[k];
      hi[0] -= hi[k];
      lo[0] -= lo[k];
    }
  }
  HWY_INLINE double first() const { return hi[0] + lo[0]; }
};

/// A combination of points of coordinates below 2.
template <int count, class Points>
HWY_INLINE WideFour combined(const Points& point, const Weights<count>& weight) {
  WideFour sum;
  for (int k = 0; k < count; ++k) {
    const Four p = point(k), h = Four::of(weight.hi[k]), l = Four::of(weight.lo[k]);
    const WideFour x = split(p), term{x.hi * h, x.lo * h + p * l};
    sum = k == 0 ? term : WideFour{sum.hi + term.hi, sum.lo + term.lo};
  }
  return sum;
}

/// A local point of coordinates below 2, hi + lo, in world axes.
HWY_INLINE WideFour turned(const Eigen::Matrix3d& rotation, const WideFour& local) {
  const WideFour x = split(local);
  HWY_ALIGN double hi[4], lo[4], whole[4];
  x.hi.store(hi);
  x.lo.store(lo);
  (x.hi + x.lo).store(whole);
  WideFour sum;
  for (int k = 0; k < 3; ++k) {
    const WideFour column = split(Four::three(rotation.data() + 3 * k));
    const WideFour term{column.hi * Four::of(hi[k]),
                        column.hi * Four::of(lo[k]) + column.lo * Four::of(whole[k])};
    sum = k == 0 ? term : WideFour{sum.hi + term.hi, sum.lo + term.lo};
  }
  return sum;
}

/// What the difference of two such points may lack of being exact.
inline constexpr double split_error = 0x1p-68;

/// |x| over the first three.
HWY_INLINE DoubleDouble length(const WideFour& x) {
  const WideFour square = two_product(x.hi, x.hi);
  HWY_ALIGN double hi[4], lo[4];
  square.hi.store(hi);
  (square.lo + (x.hi + x.hi) * x.lo).store(lo);
  const DoubleDouble xy = apart::two_sum(hi[0], hi[1]), xyz = apart::two_sum(xy.hi, hi[2]);
  const double rest = (xy.lo + xyz.lo) + (lo[0] + (lo[1] + lo[2]));
  const double root = std::sqrt(xyz.hi);
  if (!(root > 0)) return 0;
  const WideFour back = two_product(Four::of(root), Four::of(root));
  const double missing =
      ((xyz.hi - hn::GetLane(back.hi.part[0])) - hn::GetLane(back.lo.part[0])) + rest;
  return fast_two_sum(root, missing * (0.5 / root));
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
