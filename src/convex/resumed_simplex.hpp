// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <apart/tracker.hpp>
#include <cstdint>

#include "convex/newest_simplex.hpp"

namespace apart {

/// A pair of vertices as one number.
inline std::uint64_t vertex_pair(int a, int b) {
  return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b);
}
inline int vertex_of_a(std::uint64_t pair) { return static_cast<int>(pair >> 32); }
inline int vertex_of_b(std::uint64_t pair) { return static_cast<int>(pair); }

/// What carries the near point of points that did not come one by one against v: start from the
/// shortest, and add what improves.
inline void rebuild(NewestSimplex& simplex) {
  const NewestSimplex all = simplex;
  int next = 0;
  for (int i = 1; i < all.size(); ++i) {
    if (dot(all.point(i), all.point(i)) < dot(all.point(next), all.point(next))) next = i;
  }
  simplex.clear();
  for (int step = 0; step < 8 && next >= 0; ++step) {
    simplex.add(all.point(next), all.number(next));
    const int carriers = simplex.solve();
    if (carriers == 0 || carriers == 4) return;
    const Vector<double> q = simplex.direction();
    double least = dot(q, simplex.point(simplex.carrier(0)));
    least -= 0x1p-40 * least;
    next = -1;
    for (int i = 0; i < all.size(); ++i) {
      if (dot(q, all.point(i)) < least) least = dot(q, all.point(i)), next = i;
    }
    if (next >= 0) simplex.keep();
  }
}

/// What a tracker remembers is trusted if its direction has turned by less; cosine squared.
inline bool coherent(Triple q, const Tracker& tracker) {
  const double cosine = dot(q, Triple::of(tracker.direction));
  return cosine * cosine >= 0.8 * dot(q, q);
}

/// Fills an empty simplex with what a tracker remembers, and tells whether that is of use: whether
/// it is coherent. `place` gives a pair's point of A - B.
template <class Place>
inline bool resume(NewestSimplex& simplex, const Tracker& tracker, int count_a, int count_b,
                   const Place& place) {
  for (int i = 0; i < std::clamp(tracker.size, 0, 4); ++i) {
    const int a = tracker.vertex_a[i], b = tracker.vertex_b[i];
    if (a < 0 || b < 0 || a >= count_a || b >= count_b) continue;
    const std::uint64_t pair = vertex_pair(a, b);
    if (!simplex.holds(pair)) simplex.add(place(a, b), pair);
  }
  if (simplex.size() == 0) return false;
  if (simplex.size() == 4) {
    if (simplex.encloses_origin()) return true;
    rebuild(simplex);
  } else if (simplex.solve() != simplex.size()) {
    rebuild(simplex);
  }
  if (simplex.carriers() > 0 && coherent(simplex.quick_direction(), tracker)) return true;
  simplex.clear();
  return false;
}

}  // namespace apart
