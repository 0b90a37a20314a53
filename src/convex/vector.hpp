// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <cstdint>

#include "convex/double_double.hpp"

namespace apart {

template <class Real>
using Vector = Eigen::Matrix<Real, 3, 1>;
using ExactVector = Vector<DoubleDouble>;  // "exact" for the purposes of a double result

/// Always in this order: the bits of a dot product are part of the interface.
template <class Real>
inline Real dot(const Vector<Real>& a, const Vector<Real>& b) {
  return a.x() * b.x() + (a.y() * b.y() + a.z() * b.z());
}
template <class Real>
inline Vector<Real> cross(const Vector<Real>& a, const Vector<Real>& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(),
          a.x() * b.y() - a.y() * b.x()};
}
inline double norm(const Vector<double>& a) { return std::sqrt(dot(a, a)); }
inline Vector<double> rounded(const ExactVector& v) { return {v.x().hi, v.y().hi, v.z().hi}; }

/// m * x, nearly exact.
inline ExactVector exact_product(const Eigen::Matrix3d& m, const Vector<double>& x) {
  ExactVector y;
  for (int i = 0; i < 3; ++i) {
    y[i] = two_product(m(i, 0), x[0]) + two_product(m(i, 1), x[1]) + two_product(m(i, 2), x[2]);
  }
  return y;
}

/// m * x and m^T * x with a fixed order of operations.
inline Vector<double> product(const Eigen::Matrix3d& m, const Vector<double>& x) {
  return {m(0, 0) * x[0] + (m(0, 1) * x[1] + m(0, 2) * x[2]),
          m(1, 0) * x[0] + (m(1, 1) * x[1] + m(1, 2) * x[2]),
          m(2, 0) * x[0] + (m(2, 1) * x[1] + m(2, 2) * x[2])};
}
inline Vector<double> transposed_product(const Eigen::Matrix3d& m, const Vector<double>& x) {
  return {m(0, 0) * x[0] + (m(1, 0) * x[1] + m(2, 0) * x[2]),
          m(0, 1) * x[0] + (m(1, 1) * x[1] + m(2, 1) * x[2]),
          m(0, 2) * x[0] + (m(1, 2) * x[1] + m(2, 2) * x[2])};
}

/// A vector in registers: what is written to memory number by number, as Eigen's vectors often are,
/// and read two numbers at a time a moment later, is waited for. For loops that wait for nothing
/// else. The operations are those above.
struct Triple {
  double x, y, z;

  Triple() = default;
  constexpr Triple(double first, double second, double third) : x(first), y(second), z(third) {}
  /// Number by number: a compiler would copy two at a time, or more, of what was written one by
  /// one.
  constexpr Triple(const Triple& t) : x(t.x), y(t.y), z(t.z) {}
  Triple& operator=(const Triple& t) {
    x = t.x;
    y = t.y;
    z = t.z;
    return *this;
  }

  static Triple of(const Vector<double>& v) { return {v.x(), v.y(), v.z()}; }
  Vector<double> vector() const { return {x, y, z}; }
  operator Vector<double>() const { return vector(); }
  void store(Vector<double>& v) const {
    v.x() = x;
    v.y() = y;
    v.z() = z;
  }
};
inline Triple operator+(Triple a, Triple b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Triple operator-(Triple a, Triple b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Triple operator*(Triple a, double b) { return {a.x * b, a.y * b, a.z * b}; }
inline double dot(Triple a, Triple b) { return a.x * b.x + (a.y * b.y + a.z * b.z); }
inline double norm(Triple a) { return std::sqrt(dot(a, a)); }
inline Triple cross(Triple a, Triple b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// std::min and std::max by value: those return references, which a compiler may take for a reason
/// to have numbers in memory, and to branch.
inline double lesser(double a, double b) { return b < a ? b : a; }
inline double larger(double a, double b) { return a < b ? b : a; }

/// One over the power of two at or below x, which is positive and neither very small nor large.
inline double one_over_power_of_two(double x) {
  const auto exponent = std::bit_cast<std::uint64_t>(x) >> 52;
  return std::bit_cast<double>((2046 - exponent) << 52);
}

/// The power of two itself.
inline double power_of_two(double x) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) >> 52 << 52);
}

/// x times the power of two that brings its largest component into [1, 2); zero stays zero.
inline Vector<double> normalised(const Vector<double>& x) {
  const double largest = x.cwiseAbs().maxCoeff();
  if (largest >= 0x1p-1000 && largest <= 0x1p1000) return x * one_over_power_of_two(largest);
  if (!(largest > 0)) return x;
  return normalised(Vector<double>(x * (largest < 1 ? 0x1p1000 : 0x1p-1000)));
}

}  // namespace apart
