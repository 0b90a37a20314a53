// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The exact distance between the convex hulls of two finite sets of points in R^m. Input doubles
// are taken at their exact values; every decision is made in integers.

#include <gmpxx.h>

#include <array>
#include <span>
#include <vector>

namespace oracle {

using Vec3 = std::array<double, 3>;

/// The affine map x -> r x + t of its 12 doubles, r by rows.
struct Map {
  std::array<double, 9> r{1, 0, 0, 0, 1, 0, 0, 0, 1};
  Vec3 t{0, 0, 0};
};

/// Points of R^m as integers: coordinate k of point i is value[i * m + k] * 2^exponent.
struct Points {
  int dimension = 3;
  long exponent = 0;
  std::vector<mpz_class> value;

  int size() const { return int(value.size()) / dimension; }
  const mpz_class* point(int i) const { return &value[std::size_t(i * dimension)]; }
};

/// The points r x + t, exactly.
Points posed(std::span<const Vec3> points, const Map& map);
/// Points of R^m, m numbers each, one after the other.
Points exact_points(std::span<const double> coordinates, int dimension);

/// Brings both to the same exponent.
void align(Points& a, Points& b);
/// x / 2^bits, rounded to 64 bits.
long double rounded(const mpz_class& x, long bits);

/// A squared distance: over / under * 4^exponent.
struct ExactDistance {
  mpz_class over = 0, under = 1;
  long exponent = 0;
  bool guessed = true;  ///< the floating-point guess proved right at once

  bool zero() const { return over == 0; }
  /// Whether 0 <= lower <= d <= upper, decided exactly. NaN never holds, infinity may.
  bool holds(double lower, double upper) const;
  /// Sign of d - bound for bound >= 0.
  int compare(double bound) const;
  /// d, correct to about 15 digits.
  double approximate() const;
  mpq_class squared() const;
};

/// The distance between the hulls. The points may have different exponents.
ExactDistance exact_distance(Points a, Points b);

/// The distance between the hulls to about 17 digits, for building cases: b moved by -gap along the
/// direction brings it that much nearer. The direction is the unit vector from a to b.
struct RoughDistance {
  double distance;
  Vec3 direction;
};
RoughDistance rough_distance(const Points& a, const Points& b);

}  // namespace oracle
