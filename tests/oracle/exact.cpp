// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/exact.hpp"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>

#include "oracle/wolfe.hpp"

namespace oracle {

/// Integers, with the temporaries kept from call to call: allocation would cost more than the
/// arithmetic.
template <>
struct Ring<mpz_class> {
  static void dot(mpz_class& out, const mpz_class* a, const mpz_class* b, int n) {
    mpz_mul(out.get_mpz_t(), a[0].get_mpz_t(), b[0].get_mpz_t());
    for (int k = 1; k < n; ++k) {
      mpz_addmul(out.get_mpz_t(), a[k].get_mpz_t(), b[k].get_mpz_t());
    }
  }
  static void cross(mpz_class& out, const mpz_class& a, const mpz_class& b, const mpz_class& c,
                    const mpz_class& d, const mpz_class& e) {
    mpz_mul(out.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
    mpz_submul(out.get_mpz_t(), c.get_mpz_t(), d.get_mpz_t());
    if (e != 1) mpz_divexact(out.get_mpz_t(), out.get_mpz_t(), e.get_mpz_t());
  }
  static void reduce(std::vector<mpz_class>& numerators, mpz_class& denominator, bool growing) {
    if (!growing) return;
    mpz_class g = denominator;
    for (const mpz_class& x : numerators) g = gcd(g, x);
    if (g <= 1) return;
    for (mpz_class& x : numerators) x /= g;
    denominator /= g;
  }
};

namespace {

using Guess = long double;

/// A double as odd integer * 2^exponent; zero has the exponent LONG_MAX.
struct Odd {
  std::int64_t value = 0;
  long exponent = LONG_MAX;

  explicit Odd(double x) {
    if (x == 0) return;
    int e = 0;
    value = std::int64_t(std::ldexp(std::frexp(x, &e), 53));
    const int zeros = std::countr_zero(std::uint64_t(value < 0 ? -value : value));
    value /= std::int64_t(1) << zeros;
    exponent = e - 53 + zeros;
  }
};

/// A product of two doubles, or one double times 1.
struct Term {
  Odd a, b;
  Term(double x, double y) : a(x), b(y) {}
  bool zero() const { return a.value == 0 || b.value == 0; }
  long exponent() const { return a.exponent + b.exponent; }
};

/// Each coordinate as the sum of `width` consecutive terms.
Points sum_terms(const std::vector<Term>& terms, std::size_t width, int dimension) {
  Points out;
  out.dimension = dimension;
  out.exponent = LONG_MAX;
  for (const Term& term : terms) {
    if (!term.zero()) out.exponent = std::min(out.exponent, term.exponent());
  }
  if (out.exponent == LONG_MAX) out.exponent = 0;
  out.value.resize(terms.size() / width);
  mpz_class product;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].zero()) continue;
    product = long(terms[i].a.value);
    product *= long(terms[i].b.value);
    product <<= mp_bitcnt_t(terms[i].exponent() - out.exponent);
    out.value[i / width] += product;
  }
  return out;
}

long longest(const Points& a) {
  long bits = 1;
  for (const mpz_class& x : a.value) bits = std::max(bits, long(mpz_sizeinbase(x.get_mpz_t(), 2)));
  return bits;
}

std::vector<Guess> scaled(const Points& a, long bits) {
  std::vector<Guess> out;
  out.reserve(a.value.size());
  for (const mpz_class& x : a.value) out.push_back(rounded(x, bits));
  return out;
}

/// Index of the point least (sign < 0: greatest) along d, and its dot product.
template <class T>
int extreme(const T* points, int n, int m, const T* d, int sign, T& best) {
  int at = 0;
  T value;
  for (int i = 0; i < n; ++i) {
    Ring<T>::dot(value, points + i * m, d, m);
    if (i == 0 || (sign > 0 ? value < best : value > best)) {
      std::swap(best, value);
      at = i;
    }
  }
  return at;
}

/// Where Wolfe's method ends in floats: nearly always with the right points.
struct Guessed {
  std::vector<std::pair<int, int>> tags;
  std::vector<Guess> direction;  ///< nearest point of the difference, times 2^-bits
  long bits;
};

Guessed guess(const Points& a_exact, const Points& b_exact) {
  const int m = a_exact.dimension, na = a_exact.size(), nb = b_exact.size();
  Guessed out{{}, {}, std::max(longest(a_exact), longest(b_exact))};
  const std::vector<Guess> a = scaled(a_exact, out.bits), b = scaled(b_exact, out.bits);
  Corral<Guess> corral(m);
  corral.add(&a[0], &b[0], {0, 0}, true);
  Guess last = INFINITY;
  for (int step = 0; step < 100 && corral.minimise(); ++step) {
    Guess norm, low_a = 0, high_b = 0;
    const Guess* x = corral.direction();
    Ring<Guess>::dot(norm, x, x, m);
    if (!(norm < last)) break;
    last = norm;
    out.tags = corral.tags();
    out.direction.assign(x, x + m);
    const int i = extreme(a.data(), na, m, x, 1, low_a);
    const int j = extreme(b.data(), nb, m, x, -1, high_b);
    if (low_a - high_b >= norm * (1 - 0x1p-60L) || corral.holds({i, j})) break;
    corral.add(&a[std::size_t(i * m)], &b[std::size_t(j * m)], {i, j}, false);
  }
  return out;
}

}  // namespace

void align(Points& a, Points& b) {
  Points& coarse = a.exponent > b.exponent ? a : b;
  const long exponent = std::min(a.exponent, b.exponent);
  const auto shift = mp_bitcnt_t(coarse.exponent - exponent);
  if (shift != 0) {
    for (mpz_class& x : coarse.value) x <<= shift;
  }
  coarse.exponent = exponent;
}

long double rounded(const mpz_class& x, long bits) {
  thread_local mpz_class top;
  const long cut = std::max(0L, long(mpz_sizeinbase(x.get_mpz_t(), 2)) - 64);
  mpz_tdiv_q_2exp(top.get_mpz_t(), x.get_mpz_t(), mp_bitcnt_t(cut));
  const auto leading = static_cast<long double>(mpz_get_ui(top.get_mpz_t()));
  return std::ldexp(sgn(x) < 0 ? -leading : leading, int(cut - bits));
}

Points posed(std::span<const Vec3> points, const Map& map) {
  std::vector<Term> terms;
  terms.reserve(points.size() * 12);
  for (const Vec3& x : points) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) terms.emplace_back(map.r[3 * i + k], x[k]);
      terms.emplace_back(map.t[i], 1.0);
    }
  }
  return sum_terms(terms, 4, 3);
}

Points exact_points(std::span<const double> coordinates, int dimension) {
  std::vector<Term> terms;
  terms.reserve(coordinates.size());
  for (const double x : coordinates) terms.emplace_back(x, 1.0);
  return sum_terms(terms, 1, dimension);
}

ExactDistance exact_distance(Points a, Points b) {
  align(a, b);
  const int m = a.dimension;
  Corral<mpz_class> corral(m);
  const std::vector<std::pair<int, int>> first = guess(a, b).tags;
  for (const auto& [i, j] : first) corral.add(a.point(i), b.point(j), {i, j}, true);
  ExactDistance out;
  out.exponent = a.exponent;
  if (!corral.minimise()) {  // the guess was affinely dependent
    out.guessed = false;
    corral.clear();
    corral.add(a.point(0), b.point(0), {0, 0}, true);
    corral.minimise();
  }
  if (corral.size() != int(first.size())) out.guessed = false;
  for (;;) {
    // x.p is the same for every point p of the corral, namely |x|^2.
    const mpz_class* x = corral.direction();
    Ring<mpz_class>::dot(out.over, x, corral.point(0), m);
    out.under = corral.denominator();
    if (out.zero()) return out;
    mpz_class low_a, high_b;
    const int i = extreme(a.value.data(), a.size(), m, x, 1, low_a);
    const int j = extreme(b.value.data(), b.size(), m, x, -1, high_b);
    if (low_a - high_b >= out.over) return out;  // the optimality condition, exactly
    out.guessed = false;
    corral.add(a.point(i), b.point(j), {i, j}, false);
    corral.minimise();
  }
}

int ExactDistance::compare(double bound) const {
  if (std::isinf(bound)) return -1;
  const Odd b(bound);
  if (b.value == 0) return sgn(over);
  mpz_class left = over, right = under;
  right *= long(b.value);
  right *= long(b.value);
  const long shift = 2 * (b.exponent - exponent);
  (shift > 0 ? right : left) <<= mp_bitcnt_t(std::labs(shift));
  return cmp(left, right);
}

bool ExactDistance::holds(double lower, double upper) const {
  if (!(lower >= 0) || !(upper >= lower)) return false;
  return compare(lower) >= 0 && compare(upper) <= 0;
}

double ExactDistance::approximate() const {
  long e_over = 0, e_under = 0;
  const double top = mpz_get_d_2exp(&e_over, over.get_mpz_t());
  const double bottom = mpz_get_d_2exp(&e_under, under.get_mpz_t());
  long e = e_over - e_under;
  double ratio = top / bottom;
  if (e % 2 != 0) {
    ratio *= 2;
    e -= 1;
  }
  return std::ldexp(std::sqrt(ratio), int(e / 2 + exponent));
}

mpq_class ExactDistance::squared() const {
  mpq_class q(over, under);
  q.canonicalize();
  if (exponent >= 0) return q << mp_bitcnt_t(2 * exponent);
  return q >> mp_bitcnt_t(-2 * exponent);
}

RoughDistance rough_distance(const Points& a_in, const Points& b_in) {
  Points a = a_in, b = b_in;
  align(a, b);
  const Guessed nearest = guess(a, b);
  Guess norm;
  Ring<Guess>::dot(norm, nearest.direction.data(), nearest.direction.data(), 3);
  norm = std::sqrt(norm);
  RoughDistance out{};
  out.distance = double(std::ldexp(norm, int(nearest.bits + a.exponent)));
  for (std::size_t k = 0; k < 3; ++k) {
    out.direction[k] = norm > 0 ? double(-nearest.direction[k] / norm) : double(k == 0);
  }
  return out;
}

}  // namespace oracle
