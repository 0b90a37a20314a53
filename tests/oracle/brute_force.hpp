// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The squared distance between two hulls by trying every pair of features, and the squared depth of
// their overlap by trying every plane through points of the difference, in rationals: slow, and too
// simple to be wrong in the same way as the oracle.

#include <gmpxx.h>

#include <bit>
#include <optional>
#include <vector>

#include "oracle/exact.hpp"

namespace oracle {

using RationalPoint = std::vector<mpq_class>;

inline mpq_class dot(const RationalPoint& a, const RationalPoint& b) {
  mpq_class sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

inline RationalPoint minus(const RationalPoint& a, const RationalPoint& b) {
  RationalPoint c(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) c[k] = a[k] - b[k];
  return c;
}

/// The solution of the n equations in rows[i][0..n) = rows[i][n], unless they are singular.
inline std::optional<RationalPoint> solve(std::vector<RationalPoint> rows) {
  const std::size_t n = rows.size();
  for (std::size_t p = 0; p < n; ++p) {
    std::size_t at = p;
    while (at < n && rows[at][p] == 0) ++at;
    if (at == n) return std::nullopt;
    std::swap(rows[at], rows[p]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == p) continue;
      const mpq_class factor = rows[i][p] / rows[p][p];
      for (std::size_t j = p; j <= n; ++j) rows[i][j] -= factor * rows[p][j];
    }
  }
  RationalPoint x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = rows[i][n] / rows[i][i];
  return x;
}

/// Squared distance of the affine hulls of two features, if their near points are unique and lie
/// in the features.
inline std::optional<mpq_class> feature_distance(const std::vector<RationalPoint>& a,
                                                 const std::vector<RationalPoint>& b) {
  std::vector<RationalPoint> edges;
  for (std::size_t i = 1; i < a.size(); ++i) edges.push_back(minus(a[i], a[0]));
  for (std::size_t i = 1; i < b.size(); ++i) edges.push_back(minus(b[0], b[i]));
  RationalPoint v = minus(a[0], b[0]);
  std::vector<RationalPoint> rows(edges.size(), RationalPoint(edges.size() + 1));
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = 0; j < edges.size(); ++j) rows[i][j] = dot(edges[i], edges[j]);
    rows[i][edges.size()] = -dot(edges[i], v);
  }
  const auto x = solve(rows);
  if (!x) return std::nullopt;
  mpq_class rest_a = 1, rest_b = 1;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if ((*x)[i] < 0) return std::nullopt;
    (i + 1 < a.size() ? rest_a : rest_b) -= (*x)[i];
    for (std::size_t k = 0; k < v.size(); ++k) v[k] += (*x)[i] * edges[i][k];
  }
  if (rest_a < 0 || rest_b < 0) return std::nullopt;
  return dot(v, v);
}

inline std::vector<RationalPoint> subset(const std::vector<RationalPoint>& points, unsigned mask) {
  std::vector<RationalPoint> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (mask >> i & 1u) out.push_back(points[i]);
  }
  return out;
}

/// Every distance in R^m is that of two features with at most m + 2 vertices together.
inline mpq_class brute_force_squared(const std::vector<RationalPoint>& a,
                                     const std::vector<RationalPoint>& b) {
  const std::size_t most = a[0].size() + 2;
  std::optional<mpq_class> best;
  for (unsigned i = 1; i < 1u << a.size(); ++i) {
    const auto fa = subset(a, i);
    for (unsigned j = 1; j < 1u << b.size(); ++j) {
      if (fa.size() + std::size_t(std::popcount(j)) > most) continue;
      const auto d2 = feature_distance(fa, subset(b, j));
      if (d2 && (!best || *d2 < *best)) best = d2;
    }
  }
  return *best;
}

/// The depth of two hulls of R^3 that overlap.
inline mpq_class brute_force_depth_squared(const std::vector<RationalPoint>& a,
                                           const std::vector<RationalPoint>& b) {
  std::vector<RationalPoint> all;
  for (const RationalPoint& p : a) {
    for (const RationalPoint& q : b) all.push_back(minus(p, q));
  }
  std::optional<mpq_class> best;
  auto try_normal = [&](const RationalPoint& n) {
    mpq_class least = dot(n, all[0]), most = least;
    for (const RationalPoint& p : all) {
      const mpq_class value = dot(n, p);
      least = std::min(least, value);
      most = std::max(most, value);
    }
    const mpq_class h = std::min(most, mpq_class(-least)), squared = h * h / dot(n, n);
    if (!best || squared < *best) best = squared;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      for (std::size_t k = j + 1; k < all.size(); ++k) {
        const RationalPoint u = minus(all[j], all[i]), v = minus(all[k], all[i]);
        const RationalPoint n{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                              u[0] * v[1] - u[1] * v[0]};
        if (dot(n, n) != 0) try_normal(n);
      }
    }
  }
  return best ? *best : mpq_class(0);
}

}  // namespace oracle
