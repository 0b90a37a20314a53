// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <cstdint>

namespace apart {

/// An unevaluated sum hi + lo with |lo| <= ulp(hi)/2: about 106 bits. Each operation errs by at
/// most 16 * 2^-106 of its result (Joldes, Muller, Popescu 2017), barring over- and underflow,
/// which the caller excludes by scaling. Only what the kernel needs.
struct DoubleDouble {
  double hi = 0, lo = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double x) : hi(x) {}
  constexpr DoubleDouble(double h, double l) : hi(h), lo(l) {}
  explicit operator double() const { return hi; }
};

/// a + b without error.
inline DoubleDouble two_sum(double a, double b) {
  const double s = a + b, bb = s - a;
  return {s, (a - (s - bb)) + (b - bb)};
}

/// a + b without error, given |a| >= |b| or a = 0.
inline DoubleDouble fast_two_sum(double a, double b) {
  const double s = a + b;
  return {s, b - (s - a)};
}

/// a * b without error. The two ways differ in speed, never in bits.
inline DoubleDouble two_product(double a, double b) {
  const double p = a * b;
#ifdef __FMA__
  return {p, std::fma(a, b, -p)};
#else
  constexpr double split = 134217729;  // 2^27 + 1 (Veltkamp)
  const double ca = split * a, ah = ca - (ca - a), al = a - ah;
  const double cb = split * b, bh = cb - (cb - b), bl = b - bh;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
#endif
}

inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.hi, -a.lo}; }
inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  DoubleDouble s = two_sum(a.hi, b.hi);
  const DoubleDouble t = two_sum(a.lo, b.lo);
  s = fast_two_sum(s.hi, s.lo + t.hi);
  return fast_two_sum(s.hi, s.lo + t.lo);
}
inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + (-b); }
inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  DoubleDouble p = two_product(a.hi, b.hi);
  p.lo += a.hi * b.lo + a.lo * b.hi;
  return fast_two_sum(p.hi, p.lo);
}
inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double q1 = a.hi / b.hi;
  DoubleDouble r = a - b * q1;
  const double q2 = r.hi / b.hi;
  r = r - b * q2;
  return fast_two_sum(q1, q2) + DoubleDouble(r.hi / b.hi);
}
inline DoubleDouble& operator+=(DoubleDouble& a, const DoubleDouble& b) { return a = a + b; }
inline DoubleDouble& operator-=(DoubleDouble& a, const DoubleDouble& b) { return a = a - b; }
inline DoubleDouble& operator*=(DoubleDouble& a, const DoubleDouble& b) { return a = a * b; }
inline DoubleDouble& operator/=(DoubleDouble& a, const DoubleDouble& b) { return a = a / b; }

inline bool operator==(const DoubleDouble& a, const DoubleDouble& b) {
  return a.hi == b.hi && a.lo == b.lo;
}
inline bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
  return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}
inline bool operator>(const DoubleDouble& a, const DoubleDouble& b) { return b < a; }
inline bool operator<=(const DoubleDouble& a, const DoubleDouble& b) { return !(b < a); }
inline bool operator>=(const DoubleDouble& a, const DoubleDouble& b) { return !(a < b); }

inline DoubleDouble sqrt(const DoubleDouble& a) {
  if (!(a.hi > 0)) return 0;
  const double s = std::sqrt(a.hi);  // one Newton step doubles its digits
  const DoubleDouble r = a - two_product(s, s);
  return fast_two_sum(s, r.hi / (2 * s));
}

/// A number that is at least / at most the sum, one rounding away from it at the most. Without a
/// branch: which way it goes is anyone's guess.
inline double round_up(const DoubleDouble& a) {
  const auto bits = std::bit_cast<std::int64_t>(a.hi);
  return std::bit_cast<double>(bits + std::int64_t{a.lo > 0} * (a.hi < 0 ? -1 : 1));
}
inline double round_down(const DoubleDouble& a) { return -round_up({-a.hi, -a.lo}); }

inline constexpr double unit_roundoff = 0x1p-53;

}  // namespace apart

namespace Eigen {
template <>
struct NumTraits<apart::DoubleDouble> : GenericNumTraits<apart::DoubleDouble> {
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 2,
    AddCost = 20,
    MulCost = 20
  };
};
}  // namespace Eigen
