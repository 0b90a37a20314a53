// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>

#include "convex/vector.hpp"

namespace apart {

/// The distance subalgorithm of Gilbert, Johnson and Keerthi (1988): which points, of at most four,
/// carry the point of their hull nearest the origin, and with which weights. It works on inner
/// products alone and keeps them from one iteration to the next. The scalar is double for speed, or
/// DoubleDouble where double has lost its way: same code.
template <class Real>
class Johnson {
 public:
  struct Solution {
    unsigned mask = 0;             ///< the points that carry v; 0: none found
    std::array<Real, 4> weight{};  ///< their weights, positive, summing to 1
    Vector<Real> v = Vector<Real>::Zero();
    Real squared = 0;  ///< |v|^2
  };

  int size() const { return size_; }
  const Vector<Real>& point(int i) const { return point_[i]; }

  /// Adds a point; only its inner products with those already there are computed.
  void add(const Vector<Real>& y) {
    const int n = size_++;
    point_[n] = y;
    for (int i = 0; i <= n; ++i) product_[n][i] = product_[i][n] = dot(point_[i], y);
  }

  /// Drops all points outside the mask, keeping the order and the inner products of the rest.
  void keep(unsigned mask) {
    int n = 0;
    std::array<int, 4> old{};
    for (int i = 0; i < size_; ++i) {
      if (mask >> i & 1) old[n++] = i;
    }
    for (int i = 0; i < n; ++i) {
      point_[i] = point_[old[i]];
      for (int j = 0; j < n; ++j) product_[i][j] = product_[old[i]][old[j]];
    }
    size_ = n;
  }

  /// Theorem 3: the subset with D > 0, all D_i > 0 inside and all D_j <= 0 outside. Subsets are
  /// tried likeliest first; mask 0 if round-off lets none pass.
  Solution solve() {
    known_ = 0;
    for (const unsigned mask : ordered_subsets()) {
      if (mask && optimal(mask)) return solution(mask);
    }
    return {};
  }

  /// The paper's backup procedure: the least |v| over all subsets with positive weights. It always
  /// finds one. |v| is that of the combination itself, so it is attained.
  Solution backup() {
    known_ = 0;
    Solution best;
    for (unsigned mask = 1; mask < 1u << size_; ++mask) {
      if (!positive(mask)) continue;
      const Solution s = solution(mask);
      if (!best.mask || s.squared < best.squared) best = s;
    }
    return best;
  }

 private:
  /// D_i of the subset; equations (24), (25) of the paper, computed when first needed.
  const Real& determinant(unsigned mask, int i) {
    Real& d = determinant_[mask][i];
    const unsigned long long bit = 1ull << (4 * mask + i);
    if (known_ & bit) return d;
    const unsigned rest = mask & ~(1u << i);
    if (rest == 0) {
      d = Real(1);
    } else {
      const int k = std::countr_zero(rest);
      d = Real(0);
      for (unsigned m = rest; m; m &= m - 1) {
        const int j = std::countr_zero(m);
        d += determinant(rest, j) * (product_[j][k] - product_[j][i]);
      }
    }
    known_ |= bit;
    return d;
  }

  bool positive(unsigned mask) {
    for (unsigned m = mask; m; m &= m - 1) {
      if (!(determinant(mask, std::countr_zero(m)) > Real(0))) return false;
    }
    return true;
  }

  bool optimal(unsigned mask) {
    if (!positive(mask)) return false;
    for (int j = 0; j < size_; ++j) {
      if (!(mask >> j & 1) && determinant(mask | 1u << j, j) > Real(0)) return false;
    }
    return true;
  }

  Solution solution(unsigned mask) {
    Solution s;
    s.mask = mask;
    Real sum(0);
    for (unsigned m = mask; m; m &= m - 1) sum += determinant(mask, std::countr_zero(m));
    for (unsigned m = mask; m; m &= m - 1) {
      const int i = std::countr_zero(m);
      s.weight[i] = determinant(mask, i) / sum;
      s.v += point_[i] * s.weight[i];
    }
    s.squared = dot(s.v, s.v);
    return s;
  }

  /// The newest point is the last. Of the old ones, the paper drops first the one that has the
  /// largest product with it: that face holds the answer about four times in five. Subsets without
  /// the newest point have been tested before and come last.
  std::array<unsigned, 16> ordered_subsets() const {
    std::array<unsigned, 16> order{};
    const unsigned newest = 1u << (size_ - 1), all = 2 * newest - 1;
    int n = 0;
    unsigned likely = all;
    if (size_ == 4) {
      int drop = 0;
      for (int i = 1; i < 3; ++i) {
        if (product_[i][3] > product_[drop][3]) drop = i;
      }
      likely = all & ~(1u << drop);
    }
    order[n++] = likely;
    for (int count = size_; count > 0; --count) {
      for (unsigned m = newest; m <= all; ++m) {
        if (std::popcount(m) == count && m != likely) order[n++] = m;
      }
    }
    for (unsigned m = newest - 1; m > 0; --m) order[n++] = m;
    return order;
  }

  int size_ = 0;
  std::array<Vector<Real>, 4> point_;
  std::array<std::array<Real, 4>, 4> product_;
  std::array<std::array<Real, 4>, 16> determinant_;
  unsigned long long known_ = 0;  // bit 4 * mask + i: determinant_[mask][i] is up to date
};

}  // namespace apart
