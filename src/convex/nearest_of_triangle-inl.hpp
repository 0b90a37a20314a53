// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_NEAREST_OF_TRIANGLE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_NEAREST_OF_TRIANGLE_INL
#undef APART_NEAREST_OF_TRIANGLE_INL
#else
#define APART_NEAREST_OF_TRIANGLE_INL
#endif

#include <bit>
#include <cmath>
#include <cstdint>

#include "convex/four-inl.hpp"
#include "convex/newest_simplex.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// Three coordinates of four vectors.
struct FourTriples {
  Four x, y, z;

  /// The first three go round: 1, 2, 0.
  HWY_INLINE FourTriples turned() const { return {turned(x), turned(y), turned(z)}; }
  HWY_INLINE static Four turned(const Four& a) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
    return {Register{_mm256_permute4x64_pd(a.part[0].raw, 0xC9)}};
#else
    HWY_ALIGN double all[4];
    a.store(all);
    return Four::of(all[1], all[2], all[0], all[3]);
#endif
  }
};
HWY_INLINE FourTriples operator-(const FourTriples& a, const FourTriples& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
HWY_INLINE FourTriples operator*(const FourTriples& a, const Four& b) {
  return {a.x * b, a.y * b, a.z * b};
}
HWY_INLINE Four dot(const FourTriples& a, const FourTriples& b) {
  return a.x * b.x + (a.y * b.y + a.z * b.z);
}
HWY_INLINE FourTriples cross(const FourTriples& a, const FourTriples& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// What of three points, none of which need carry anything, carries the point nearest the origin:
/// they become the simplex. Which of three corners, three edges and the face it is, is anybody's
/// guess, so no branch asks: a place of a register for each edge.
struct NearestOfTriangle {
  double squared;    // of the distance
  Triple direction;  // of any length

  /// False if rounding does not tell.
  HWY_INLINE bool solve(const Triple (&p)[3], const std::uint64_t (&number)[3],
                        NewestSimplex& simplex) {
    const FourTriples from{Four::of(p[0].x, p[1].x, p[2].x, 0), Four::of(p[0].y, p[1].y, p[2].y, 0),
                           Four::of(p[0].z, p[1].z, p[2].z, 0)};
    const FourTriples edge = from.turned() - from, normal = cross(edge, edge.turned());
    const Four back = dot(from, edge), ee = dot(edge, edge), zero = Four::of(0);
    const FourTriples across = from * ee - edge * back;
    const Triple n{first(normal.x), first(normal.y), first(normal.z)};
    // Where the origin is seen from an edge: less than zero is inward.
    const Four side =
        dot(FourTriples{Four::of(n.x), Four::of(n.y), Four::of(n.z)}, cross(edge, from));
    const unsigned inward = (side < zero).bits() & 7;
    const unsigned after = (back < zero).bits() & 7;               // the edge's first end
    const unsigned before = (zero < ee + back).bits() & 7;         // its second
    const unsigned last_before = (before << 1 | before >> 2) & 7;  // that of the edge before

    HWY_ALIGN double x[8], y[8], z[8], above[8], below[8];
    across.x.store(x), across.y.store(y), across.z.store(z);
    dot(across, across).store(above), (ee * ee).store(below);
    from.x.store(x + 4), from.y.store(y + 4), from.z.store(z + 4);
    dot(from, from).store(above + 4), Four::of(1).store(below + 4);
    const double height = apart::dot(n, p[0]), area = apart::dot(n, n);
    const double sign = std::copysign(1.0, height);
    x[3] = n.x * sign, y[3] = n.y * sign, z[3] = n.z * sign;
    above[3] = height * height, below[3] = area;

    const unsigned edges = ~inward & after & before, corners = ~after & ~last_before & 7;
    const unsigned all = edges | corners << 4 | (inward == 7 ? 8 : 0);
    if (all == 0) [[unlikely]]
      return false;
    const int k = std::countr_zero(all);
    squared = above[k] / below[k];
    direction = {x[k], y[k], z[k]};
    simplex.set(p, number, kept[k], sizes[k]);
    return true;
  }

 private:
  HWY_INLINE static double first(const Four& a) { return hn::GetLane(a.part[0]); }

  static constexpr std::uint8_t kept[8][3] = {{0, 1, 0}, {1, 2, 0}, {2, 0, 0}, {0, 1, 2},
                                              {0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 0}};
  static constexpr std::uint8_t sizes[8] = {2, 2, 2, 3, 1, 1, 1, 0};
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
