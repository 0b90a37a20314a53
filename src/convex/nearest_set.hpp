// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/hull_distance.hpp>
#include <array>
#include <bit>

#include "convex/johnson.hpp"

namespace apart {

/// The distance subalgorithm in R^m: keeps the points that carry the point of their hull nearest
/// the origin. Johnson's table of subsets up to R^3; above, where the table grows as 2^m, Wolfe's
/// active set (1976), which walks from one subset to the next.
class NearestSet {
 public:
  using Point = std::array<DoubleDouble, max_dimension>;
  static constexpr int capacity = max_dimension + 2;

  explicit NearestSet(int dimension) : dimension_(dimension) {}

  struct Entry {
    Point point;
    int a, b;  ///< which pair of vertices it is
    DoubleDouble weight;
  };
  int size() const { return size_; }
  const Entry& operator[](int i) const { return entry_[i]; }
  bool holds(int a, int b) const {
    for (int i = 0; i < size_; ++i) {
      if (entry_[i].a == a && entry_[i].b == b) return true;
    }
    return false;
  }

  void add(const Point& p, int a, int b) {
    entry_[size_] = {p, a, b, size_ == 0 ? 1 : 0};
    ++size_;
    for (int i = 0; i < size_; ++i) {
      product_[i][size_ - 1] = product_[size_ - 1][i] = inner(entry_[i].point, p);
    }
  }

  /// Moves to the nearest point of the hull and drops what does not carry it. False if round-off
  /// allows no solution.
  bool reduce() { return dimension_ <= 3 ? by_table() : by_active_set(); }

  Point nearest() const {
    Point v{};
    for (int i = 0; i < size_; ++i) {
      for (int k = 0; k < dimension_; ++k) v[k] += entry_[i].point[k] * entry_[i].weight;
    }
    return v;
  }

  DoubleDouble inner(const Point& a, const Point& b) const {
    DoubleDouble sum = 0;
    for (int k = 0; k < dimension_; ++k) sum += a[k] * b[k];
    return sum;
  }

 private:
  bool by_table() {
    if (size_ > 4) return false;
    Johnson<DoubleDouble> table;
    for (int i = 0; i < size_; ++i) {
      const Point& p = entry_[i].point;  // zero beyond the dimension
      table.add({p[0], p[1], p[2]});
    }
    auto solution = table.solve();
    if (!solution.mask) solution = table.backup();
    for (int i = 0; i < size_; ++i) entry_[i].weight = solution.weight[i];
    for (int i = size_ - 1; i >= 0; --i) {
      if (!(solution.mask >> i & 1)) drop(i);
    }
    return true;
  }

  bool by_active_set() {
    std::array<DoubleDouble, capacity> target;
    while (affine_minimum(target)) {
      // Step toward the minimum over the affine hull as far as all weights stay positive.
      DoubleDouble step = 1;
      int leaving = -1;
      for (int i = 0; i < size_; ++i) {
        if (target[i] > DoubleDouble(0)) continue;
        const DoubleDouble weight = entry_[i].weight;
        const DoubleDouble limit = weight > DoubleDouble(0) ? weight / (weight - target[i]) : 0;
        if (leaving < 0 || limit < step) step = limit, leaving = i;
      }
      for (int i = 0; i < size_; ++i) {
        entry_[i].weight += step * (target[i] - entry_[i].weight);
      }
      if (leaving < 0) return true;
      drop(leaving);
    }
    return false;
  }

  void drop(int gone) {
    --size_;
    for (int i = gone; i < size_; ++i) entry_[i] = entry_[i + 1];
    for (int i = 0; i < size_; ++i) {
      for (int j = 0; j < size_; ++j) {
        product_[i][j] = product_[i + (i >= gone)][j + (j >= gone)];
      }
    }
  }

  /// The weights, summing to 1, of the point of the affine hull nearest the origin: x / sum(x) with
  /// (e e^T + P^T P) x = e (Wolfe), by Cholesky's method without roots. False if the points are
  /// affinely dependent as far as double-double can tell.
  bool affine_minimum(std::array<DoubleDouble, capacity>& x) const {
    std::array<std::array<DoubleDouble, capacity>, capacity> l;
    for (int j = 0; j < size_; ++j) {
      for (int i = j; i < size_; ++i) {
        l[i][j] = product_[i][j] + DoubleDouble(1);
        for (int k = 0; k < j; ++k) l[i][j] -= l[i][k] * l[j][k] / l[k][k];
      }
      if (!(l[j][j] > DoubleDouble(0x1p-98))) return false;
    }
    for (int i = 0; i < size_; ++i) {
      x[i] = 1;
      for (int k = 0; k < i; ++k) x[i] -= l[i][k] * x[k] / l[k][k];
    }
    DoubleDouble sum = 0;
    for (int i = size_ - 1; i >= 0; --i) {
      for (int k = i + 1; k < size_; ++k) x[i] -= l[k][i] * x[k];
      x[i] /= l[i][i];
      sum += x[i];
    }
    for (int i = 0; i < size_; ++i) x[i] /= sum;
    return true;
  }

  int dimension_, size_ = 0;
  std::array<Entry, capacity> entry_;
  std::array<std::array<DoubleDouble, capacity>, capacity> product_;
};

}  // namespace apart
