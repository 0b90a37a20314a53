// SPDX-License-Identifier: BSD-3-Clause
#include "convex/extended_simplex.hpp"

#include <algorithm>
#include <cmath>

namespace apart {

namespace {

DoubleDouble determinant(const ExactVector& a, const ExactVector& b, const ExactVector& c) {
  return dot<DoubleDouble>(a, cross(b, c));
}

/// Coordinates of r along one, two or three edges, by least squares.
using Coordinates = std::array<DoubleDouble, 3>;
Coordinates coordinates(int edges, const std::array<ExactVector, 3>& e, const ExactVector& r) {
  if (edges == 1) return {dot(r, e[0]) / dot(e[0], e[0])};
  if (edges == 2) {
    const ExactVector n = cross(e[0], e[1]);
    const DoubleDouble square = dot(n, n);
    return {determinant(n, r, e[1]) / square, determinant(n, e[0], r) / square};
  }
  const DoubleDouble volume = determinant(e[0], e[1], e[2]);
  return {determinant(r, e[1], e[2]) / volume, determinant(e[0], r, e[2]) / volume,
          determinant(e[0], e[1], r) / volume};
}

}  // namespace

void ExtendedSimplex::keep(unsigned mask) {
  int n = 0;
  for (int i = 0; i < size_; ++i) {
    if (mask >> i & 1) point_[n++] = point_[i];
  }
  size_ = n;
}

ExtendedSimplex::Solution ExtendedSimplex::solve(unsigned mask) const {
  std::array<int, 4> index{};
  int n = 0;
  for (int i = 0; i < size_; ++i) {
    if (mask >> i & 1) index[n++] = i;
  }
  const ExactVector& p = point_[index[0]];
  std::array<ExactVector, 3> edge;
  for (int i = 1; i < n; ++i) edge[i - 1] = point_[index[i]] - p;

  Solution s;
  s.v = p;
  Coordinates x{};
  // All rounds but the first are iterative refinement; a sliver may take a few.
  double moved = INFINITY;
  for (int round = 0; round < 8 && n > 1 && moved > 0x1p-80; ++round) {
    const Coordinates step = coordinates(n - 1, edge, s.v);
    s.v = p;
    moved = 0;
    for (int i = 0; i + 1 < n; ++i) {
      x[i] -= step[i];
      s.v += edge[i] * x[i];
      moved = std::max(moved, std::abs(step[i].hi));
    }
  }
  s.weight[index[0]] = 1;
  for (int i = 1; i < n; ++i) {
    s.weight[index[i]] = x[i - 1];
    s.weight[index[0]] -= x[i - 1];
  }
  for (int i = 0; i < n; ++i) {
    if (!(s.weight[index[i]] > DoubleDouble(0))) return {};  // false for a degenerate one's NaN
  }
  s.mask = mask;
  s.squared = dot(s.v, s.v);
  s.direction = s.v;
  if (n == 3) {
    s.direction = cross(edge[0], edge[1]);
    if (dot(s.direction, p) < DoubleDouble(0)) s.direction = -s.direction;
  }
  return s;
}

ExtendedSimplex::Solution ExtendedSimplex::nearest(double reach) const {
  Solution best;
  double least = INFINITY;
  for (unsigned mask = 1; mask < 1u << size_; ++mask) {
    const Solution s = solve(mask);
    if (!s.mask) continue;
    if (s.squared.hi <= reach * reach) return s;
    if (mask == 15) continue;
    const double gap = deficit(s);
    if (gap < least) best = s, least = gap;
  }
  return best;
}

double ExtendedSimplex::deficit(const Solution& s) const {
  DoubleDouble lowest = dot(s.direction, point_[0]);
  for (int i = 1; i < size_; ++i) {
    const DoubleDouble value = dot(s.direction, point_[i]);
    if (value < lowest) lowest = value;
  }
  const DoubleDouble length = sqrt(dot(s.direction, s.direction));
  if (!(length > DoubleDouble(0))) return INFINITY;
  return (sqrt(s.squared) - lowest / length).hi;
}

bool ExtendedSimplex::encloses_origin(double margin) const {
  constexpr double arithmetic = 0x1p-90;  // of products of three coordinates, each at most 2
  for (int l = 0; l < 4; ++l) {
    const ExactVector& p = point_[(l + 1) % 4];
    const ExactVector n = cross<DoubleDouble>(point_[(l + 2) % 4] - p, point_[(l + 3) % 4] - p);
    const double to_origin = -dot(n, p).hi;
    const double to_vertex = dot<DoubleDouble>(n, point_[l] - p).hi;
    const double least = margin * norm(rounded(n)) * 1.01 + arithmetic;
    if (!(std::abs(to_origin) > least) || (to_origin > 0) != (to_vertex > 0)) return false;
  }
  return true;
}

}  // namespace apart
