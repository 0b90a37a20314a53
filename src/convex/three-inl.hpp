// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_THREE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_THREE_INL
#undef APART_THREE_INL
#else
#define APART_THREE_INL
#endif

#include <apart/pose.hpp>

#include "convex/four-inl.hpp"
#include "convex/two.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

// A pose is twelve numbers in a row: columns are read with the number that follows them.
static_assert(sizeof(Pose) == 12 * sizeof(double));

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

/// Three numbers in one register: what is done to all of them takes one instruction. The fourth
/// place holds whatever there was; nothing looks at it.
struct Three {
  __m256d all;

  HWY_INLINE static Three of(double x) { return {_mm256_set1_pd(x)}; }
  HWY_INLINE static Three of(Triple t) { return {_mm256_setr_pd(t.x, t.y, t.z, t.z)}; }
  /// From memory with four numbers to read, and with three.
  HWY_INLINE static Three load(const double* x) { return {_mm256_loadu_pd(x)}; }
  HWY_INLINE static Three load_three(const double* x) {
    return {_mm256_maskload_pd(x, _mm256_setr_epi64x(-1, -1, -1, 0))};
  }
  /// Of the four numbers from x on the last three.
  HWY_INLINE Three last_three() const { return {_mm256_permute4x64_pd(all, 0x39)}; }
  HWY_INLINE void store(double* x) const { _mm256_storeu_pd(x, all); }
  HWY_INLINE void store_three(double* x) const {
    _mm_storeu_pd(x, _mm256_castpd256_pd128(all));
    _mm_store_sd(x + 2, _mm256_extractf128_pd(all, 1));
  }

  HWY_INLINE Triple triple() const {
    const __m128d xy = _mm256_castpd256_pd128(all), z = _mm256_extractf128_pd(all, 1);
    return {_mm_cvtsd_f64(xy), _mm_cvtsd_f64(_mm_unpackhi_pd(xy, xy)), _mm_cvtsd_f64(z)};
  }

  template <int k>
  HWY_INLINE Three spread() const {
    return {_mm256_permute4x64_pd(all, k * 0x55)};
  }
  /// One of them in all lanes.
  template <int k>
  HWY_INLINE Register all_lanes() const {
    return Register{spread<k>().all};
  }
  HWY_INLINE Three rotated() const { return {_mm256_permute4x64_pd(all, 0xC9)}; }  ///< y, z, x
  /// x + (y + z)
  HWY_INLINE double sum() const {
    const __m128d xy = _mm256_castpd256_pd128(all), z = _mm256_extractf128_pd(all, 1);
    return _mm_cvtsd_f64(_mm_add_sd(xy, _mm_add_sd(_mm_unpackhi_pd(xy, xy), z)));
  }

  HWY_INLINE friend Three operator+(Three a, Three b) { return {_mm256_add_pd(a.all, b.all)}; }
  HWY_INLINE friend Three operator-(Three a, Three b) { return {_mm256_sub_pd(a.all, b.all)}; }
  HWY_INLINE friend Three operator*(Three a, Three b) { return {_mm256_mul_pd(a.all, b.all)}; }
  HWY_INLINE friend Three operator/(Three a, Three b) { return {_mm256_div_pd(a.all, b.all)}; }
  HWY_INLINE friend Three smaller(Three a, Three b) { return {_mm256_min_pd(a.all, b.all)}; }
  HWY_INLINE friend Three larger(Three a, Three b) { return {_mm256_max_pd(a.all, b.all)}; }
  HWY_INLINE friend Three size(Three a) { return {_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.all)}; }
  HWY_INLINE friend Three root(Three a) { return {_mm256_sqrt_pd(a.all)}; }
  HWY_INLINE friend Three with_sign(Three size, Three sign) {
    const __m256d bit = _mm256_set1_pd(-0.0);
    return {_mm256_or_pd(_mm256_andnot_pd(bit, size.all), _mm256_and_pd(bit, sign.all))};
  }
  HWY_INLINE friend Three with_sign_of_product(Three size, Three a, Three b) {
    return with_sign(size, {_mm256_xor_pd(a.all, b.all)});
  }
  HWY_INLINE friend double largest(Three a) {
    const __m128d xy = _mm256_castpd256_pd128(a.all), z = _mm256_extractf128_pd(a.all, 1);
    return _mm_cvtsd_f64(_mm_max_sd(xy, _mm_max_sd(_mm_unpackhi_pd(xy, xy), z)));
  }
  /// The last five bits become numbers from `first` on.
  template <int first>
  HWY_INLINE friend Three numbered(Three a) {
    const __m256i number = _mm256_setr_epi64x(first, first + 1, first + 2, 0);
    const __m256d others = _mm256_castsi256_pd(_mm256_set1_epi64x(~31LL));
    return {_mm256_or_pd(_mm256_and_pd(a.all, others), _mm256_castsi256_pd(number))};
  }
  /// As bits 0 to 2.
  HWY_INLINE friend unsigned sign_bits(Three a) {
    return static_cast<unsigned>(_mm256_movemask_pd(a.all)) & 7;
  }
  HWY_INLINE friend unsigned below(Three a, Three b) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a.all, b.all, _CMP_LT_OQ))) & 7;
  }
  /// The third where the first is below the second, else zero.
  HWY_INLINE friend Three where_below(Three a, Three b, Three kept) {
    return {_mm256_and_pd(_mm256_cmp_pd(a.all, b.all, _CMP_LT_OQ), kept.all)};
  }
};

/// Rows as columns.
HWY_INLINE void transpose(const Three (&from)[3], Three (&to)[3]) {
  const __m256d a = from[0].all, b = from[1].all, c = from[2].all;
  const __m256d even = _mm256_unpacklo_pd(a, b), odd = _mm256_unpackhi_pd(a, b);
  to[0] = {_mm256_insertf128_pd(even, _mm256_castpd256_pd128(c), 1)};
  to[1] = {_mm256_insertf128_pd(odd, _mm256_castpd256_pd128(_mm256_permute_pd(c, 5)), 1)};
  to[2] = {_mm256_permute2f128_pd(even, c, 0x31)};
}

/// The sums of four at once, to the bits of one by one.
HWY_INLINE __m256d sums(Three a, Three b, Three c, Three d) {
  const __m256d xz_ab = _mm256_unpacklo_pd(a.all, b.all), y_ab = _mm256_unpackhi_pd(a.all, b.all);
  const __m256d xz_cd = _mm256_unpacklo_pd(c.all, d.all), y_cd = _mm256_unpackhi_pd(c.all, d.all);
  const __m256d x = _mm256_insertf128_pd(xz_ab, _mm256_castpd256_pd128(xz_cd), 1);
  const __m256d y = _mm256_insertf128_pd(y_ab, _mm256_castpd256_pd128(y_cd), 1);
  const __m256d z = _mm256_permute2f128_pd(xz_ab, xz_cd, 0x31);
  return _mm256_add_pd(x, _mm256_add_pd(y, z));
}
HWY_INLINE void take_apart(__m256d all, double (&number)[4]) {
  const __m128d first = _mm256_castpd256_pd128(all), last = _mm256_extractf128_pd(all, 1);
  number[0] = _mm_cvtsd_f64(first);
  number[1] = _mm_cvtsd_f64(_mm_unpackhi_pd(first, first));
  number[2] = _mm_cvtsd_f64(last);
  number[3] = _mm_cvtsd_f64(_mm_unpackhi_pd(last, last));
}
HWY_INLINE void sums(Three a, Three b, Three c, Three d, double (&sum)[4]) {
  take_apart(sums(a, b, c, d), sum);
}
/// The first two, and the others.
HWY_INLINE void sums(Three a, Three b, Three c, Three d, Two& ab, Two& cd) {
  const __m256d all = sums(a, b, c, d);
  ab = (Two)_mm256_castpd256_pd128(all);
  cd = (Two)_mm256_extractf128_pd(all, 1);
}
/// And their lengths.
HWY_INLINE void lengths(Three a, Three b, Three c, Three d, double (&length)[4]) {
  take_apart(_mm256_sqrt_pd(sums(a * a, b * b, c * c, d * d)), length);
}

#else

/// Three numbers, one by one: the same operations, and the same bits.
struct Three {
  double c[3];
  double beyond = 0;

  HWY_INLINE static Three of(double x) { return {{x, x, x}}; }
  HWY_INLINE static Three of(Triple t) { return {{t.x, t.y, t.z}}; }
  HWY_INLINE static Three load(const double* x) { return {{x[0], x[1], x[2]}, x[3]}; }
  HWY_INLINE static Three load_three(const double* x) { return {{x[0], x[1], x[2]}}; }
  HWY_INLINE Three last_three() const { return {{c[1], c[2], beyond}}; }
  HWY_INLINE void store(double* x) const {
    store_three(x);
    x[3] = beyond;
  }
  HWY_INLINE void store_three(double* x) const {
    for (int k = 0; k < 3; ++k) x[k] = c[k];
  }

  HWY_INLINE Triple triple() const { return {c[0], c[1], c[2]}; }

  template <int k>
  HWY_INLINE Three spread() const {
    return of(c[k]);
  }
  template <int k>
  HWY_INLINE Register all_lanes() const {
    return hn::Set(tag, c[k]);
  }
  HWY_INLINE Three rotated() const { return {{c[1], c[2], c[0]}}; }
  HWY_INLINE double sum() const { return c[0] + (c[1] + c[2]); }

#define APART_THREE_OPERATION(name, operation)                                        \
  HWY_INLINE friend Three name(Three a, Three b) {                                    \
    const auto of_two = [](double x, double y) HWY_ATTR { return operation; };        \
    return {{of_two(a.c[0], b.c[0]), of_two(a.c[1], b.c[1]), of_two(a.c[2], b.c[2])}, \
            of_two(a.beyond, b.beyond)};                                              \
  }
  APART_THREE_OPERATION(operator+, x + y)
  APART_THREE_OPERATION(operator-, x - y)
  APART_THREE_OPERATION(operator*, x* y)
  APART_THREE_OPERATION(operator/, x / y)
  APART_THREE_OPERATION(smaller, x < y ? x : y)
  APART_THREE_OPERATION(larger, x > y ? x : y)
  APART_THREE_OPERATION(with_sign, std::copysign(x, y))
#undef APART_THREE_OPERATION
  HWY_INLINE friend Three size(Three a) {
    return {{std::abs(a.c[0]), std::abs(a.c[1]), std::abs(a.c[2])}};
  }
  HWY_INLINE friend Three root(Three a) {
    return {{std::sqrt(a.c[0]), std::sqrt(a.c[1]), std::sqrt(a.c[2])}};
  }
  HWY_INLINE friend Three with_sign_of_product(Three size, Three a, Three b) {
    for (int k = 0; k < 3; ++k) {
      const bool below = std::signbit(a.c[k]) != std::signbit(b.c[k]);
      size.c[k] = std::copysign(size.c[k], below ? -1.0 : 1.0);
    }
    return size;
  }
  HWY_INLINE friend double largest(Three a) {
    const double yz = a.c[1] > a.c[2] ? a.c[1] : a.c[2];
    return a.c[0] > yz ? a.c[0] : yz;
  }
  template <int first>
  HWY_INLINE friend Three numbered(Three a) {
    for (int k = 0; k < 3; ++k) {
      const auto bits = std::bit_cast<std::uint64_t>(a.c[k]) & ~std::uint64_t{31};
      a.c[k] = std::bit_cast<double>(bits | static_cast<std::uint64_t>(first + k));
    }
    return a;
  }
  HWY_INLINE friend unsigned sign_bits(Three a) {
    return unsigned{std::signbit(a.c[0])} | unsigned{std::signbit(a.c[1])} << 1 |
           unsigned{std::signbit(a.c[2])} << 2;
  }
  HWY_INLINE friend unsigned below(Three a, Three b) {
    return unsigned{a.c[0] < b.c[0]} | unsigned{a.c[1] < b.c[1]} << 1 |
           unsigned{a.c[2] < b.c[2]} << 2;
  }
  HWY_INLINE friend Three where_below(Three a, Three b, Three kept) {
    for (int k = 0; k < 3; ++k) kept.c[k] = a.c[k] < b.c[k] ? kept.c[k] : 0;
    return kept;
  }
};

HWY_INLINE void transpose(const Three (&from)[3], Three (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = {{from[0].c[i], from[1].c[i], from[2].c[i]}};
}

HWY_INLINE void sums(Three a, Three b, Three c, Three d, double (&sum)[4]) {
  sum[0] = a.sum();
  sum[1] = b.sum();
  sum[2] = c.sum();
  sum[3] = d.sum();
}
HWY_INLINE void sums(Three a, Three b, Three c, Three d, Two& ab, Two& cd) {
  ab = Two{a.sum(), b.sum()};
  cd = Two{c.sum(), d.sum()};
}
HWY_INLINE void lengths(Three a, Three b, Three c, Three d, double (&length)[4]) {
  sums(a * a, b * b, c * c, d * d, length);
  for (double& x : length) x = std::sqrt(x);
}

#endif

HWY_INLINE Three operator*(Three a, double b) { return a * Three::of(b); }

using apart::cross;  // also of those
HWY_INLINE Three cross(Three a, Three b) { return (a * b.rotated() - a.rotated() * b).rotated(); }
HWY_INLINE Triple triple(Three a) { return a.triple(); }
HWY_INLINE Triple triple(Triple a) { return a; }
/// x times the first, y times the second, z times the third: product() of a matrix' columns.
HWY_INLINE Three combined(const Three (&column)[3], Three p) {
  return column[0] * p.spread<0>() + (column[1] * p.spread<1>() + column[2] * p.spread<2>());
}
HWY_INLINE Three combined(const Three (&column)[3], double x, double y, double z) {
  return column[0] * x + (column[1] * y + column[2] * z);
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
