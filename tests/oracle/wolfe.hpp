// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Wolfe's method (1976) for the point of a convex hull nearest the origin, in R^m, over any number
// type. Over the integers it is exact and finite; over floats it is the usual iteration. It shares
// nothing with the library it is used to judge.

#include <cstddef>
#include <utility>
#include <vector>

namespace oracle {

/// What Wolfe needs of a number type besides + - *. The integers specialise this.
template <class T>
struct Ring {
  static void dot(T& out, const T* a, const T* b, int n) {
    out = a[0] * b[0];
    for (int k = 1; k < n; ++k) out += a[k] * b[k];
  }
  /// out = (a b - c d) / e, where e divides the numerator.
  static void cross(T& out, const T& a, const T& b, const T& c, const T& d, const T& e) {
    out = (a * b - c * d) / e;
  }
  /// Keeps fractions over a common denominator in range: floats make the denominator 1.
  static void reduce(std::vector<T>& numerators, T& denominator, bool /*growing*/) {
    for (T& x : numerators) x /= denominator;
    denominator = T(1);
  }
};

/// The affinely independent points ("corral") in whose hull the current point x lies:
/// x = sum of weight[i] / denominator * point(i). After minimise(), direction = denominator * x.
template <class T>
class Corral {
 public:
  explicit Corral(int dimension) : m_(dimension), direction_(std::size_t(dimension)) {}

  int size() const { return int(tags_.size()); }
  const T* point(int i) const { return &points_[std::size_t(i * m_)]; }
  const std::vector<std::pair<int, int>>& tags() const { return tags_; }
  const T* direction() const { return direction_.data(); }
  const T& denominator() const { return denominator_; }

  bool holds(std::pair<int, int> tag) const {
    for (const auto& t : tags_) {
      if (t == tag) return true;
    }
    return false;
  }

  void clear() {
    points_.clear();
    tags_.clear();
    weights_.clear();
    denominator_ = T(0);
  }

  /// Adds a - b. As a start: every point gets the same weight. Later: the new one gets none.
  void add(const T* a, const T* b, std::pair<int, int> tag, bool start) {
    for (int k = 0; k < m_; ++k) points_.push_back(a[k] - b[k]);
    tags_.push_back(tag);
    weights_.push_back(T(start ? 1 : 0));
    if (start) denominator_ += T(1);
  }

  /// Moves x to the point of the corral's hull nearest the origin and drops the points that have no
  /// part in it (Wolfe's minor cycles). False if the points are affinely dependent.
  bool minimise() {
    for (;;) {
      if (!solve()) return false;
      int first = -1;  // of the points without positive weight, the one met first on the way
      for (int i = 0; i < size(); ++i) {
        if (next_[std::size_t(i)] > 0) continue;
        if (first < 0 || met_before(i, first)) first = i;
      }
      if (first < 0) break;
      step_to(first);
    }
    std::swap(weights_, next_);
    std::swap(denominator_, next_denominator_);
    update_direction();
    return true;
  }

 private:
  T& cell(int row, int column) { return gram_[std::size_t(row * (size() + 1) + column)]; }

  /// next_ / next_denominator_ = barycentric coordinates of the point of the affine hull nearest
  /// the origin, from the normal equations, by fraction-free Gauss-Jordan elimination (Bareiss).
  bool solve() {
    const int n = size() - 1;
    if (n < 0) return false;  // only floats can lose every point
    fill_normal_equations(n);
    T previous(1), t;
    for (int p = 0; p < n; ++p) {
      const T pivot = cell(p, p);
      if (!(pivot > 0)) return false;  // a Gram determinant: not positive means dependent
      for (int i = 0; i < n; ++i) {
        if (i == p) continue;
        for (int j = p + 1; j <= n; ++j) {
          Ring<T>::cross(t, pivot, cell(i, j), cell(i, p), cell(p, j), previous);
          std::swap(cell(i, j), t);
        }
      }
      previous = pivot;
    }
    next_.assign(std::size_t(size()), T(0));
    next_denominator_ = previous;
    next_[0] = previous;
    for (int i = 0; i < n; ++i) {
      next_[std::size_t(i + 1)] = cell(i, n);
      next_[0] -= cell(i, n);
    }
    Ring<T>::reduce(next_, next_denominator_, false);
    return true;
  }

  /// E^T E x = -E^T p0 with the edges p_i - p0 as columns of E.
  void fill_normal_equations(int n) {
    gram_.resize(std::size_t((n + 1) * (n + 2)));
    edges_.resize(std::size_t(n * m_));
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < m_; ++k) edges_[std::size_t(i * m_ + k)] = point(i + 1)[k] - point(0)[k];
    }
    for (int i = 0; i < n; ++i) {
      const T* e = &edges_[std::size_t(i * m_)];
      for (int j = 0; j <= i; ++j) {
        Ring<T>::dot(cell(i, j), e, &edges_[std::size_t(j * m_)], m_);
        if (j < i) cell(j, i) = cell(i, j);
      }
      Ring<T>::dot(cell(i, n), e, point(0), m_);
      cell(i, n) = -cell(i, n);
    }
  }

  // On the way from x (weights w/W) to y (weights n/N), weight i vanishes at
  // w N / (w N - n W), where numerator and denominator are not negative.
  void vanishes_at(int i, T& over, T& under) const {
    over = weights_[std::size_t(i)] * next_denominator_;
    under = over - next_[std::size_t(i)] * denominator_;
  }

  bool met_before(int i, int j) const {
    T over_i, under_i, over_j, under_j;
    vanishes_at(i, over_i, under_i);
    vanishes_at(j, over_j, under_j);
    return over_i * under_j < over_j * under_i;
  }

  /// Moves x towards y up to where the weight of `first` vanishes, and drops the weightless.
  void step_to(int first) {
    T a, b, over, under;
    vanishes_at(first, a, b);
    if (!(b > 0)) {  // x = y already, up to a weight of zero
      a = T(0);
      b = T(1);
    }
    std::vector<T> moved(weights_.size());
    for (int i = 0; i < size(); ++i) {
      vanishes_at(i, over, under);
      moved[std::size_t(i)] = over * b - a * under;
    }
    denominator_ = T(denominator_ * next_denominator_) * b;
    moved[std::size_t(first)] = T(0);
    std::swap(weights_, moved);
    drop_weightless(first);
    Ring<T>::reduce(weights_, denominator_, true);
  }

  void drop_weightless(int first) {
    int kept = 0;
    for (int i = 0; i < size(); ++i) {
      if (i == first || !(weights_[std::size_t(i)] > 0)) continue;
      if (kept != i) {
        for (int k = 0; k < m_; ++k) {
          std::swap(points_[std::size_t(kept * m_ + k)], points_[std::size_t(i * m_ + k)]);
        }
        std::swap(weights_[std::size_t(kept)], weights_[std::size_t(i)]);
        tags_[std::size_t(kept)] = tags_[std::size_t(i)];
      }
      ++kept;
    }
    points_.resize(std::size_t(kept * m_));
    weights_.resize(std::size_t(kept));
    tags_.resize(std::size_t(kept));
  }

  void update_direction() {
    for (int k = 0; k < m_; ++k) {
      T sum = weights_[0] * point(0)[k];
      for (int i = 1; i < size(); ++i) sum += weights_[std::size_t(i)] * point(i)[k];
      direction_[std::size_t(k)] = sum;
    }
  }

  int m_;
  std::vector<T> points_, weights_, next_, gram_, edges_, direction_;
  T denominator_ = T(0), next_denominator_ = T(0);
  std::vector<std::pair<int, int>> tags_;
};

}  // namespace oracle
