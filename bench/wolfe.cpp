// SPDX-License-Identifier: BSD-3-Clause
#include "wolfe.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <limits>
#include <vector>

namespace bench {

namespace {

/// Wolfe's corral: affinely independent points, with the weights of the point x of their hull.
class Corral {
 public:
  explicit Corral(const Extended& p) : points_{p}, weights_{1} {}

  Extended x() const {
    Extended sum = Extended::Zero();
    for (std::size_t i = 0; i < points_.size(); ++i) sum += weights_[i] * points_[i];
    return sum;
  }

  bool holds(const Extended& p) const {
    return std::find(points_.begin(), points_.end(), p) != points_.end();
  }

  /// Wolfe's minor cycle: x becomes the nearest point of a face of the corral with p.
  void add(const Extended& p) {
    points_.push_back(p);
    weights_.push_back(0);
    while (true) {
      const std::vector<long double> target = nearest_in_plane();
      if (*std::min_element(target.begin(), target.end()) > 0) {
        weights_ = target;
        return;
      }
      go_towards(target);
    }
  }

 private:
  /// Weights of the point of the affine hull that is nearest to the origin.
  std::vector<long double> nearest_in_plane() const {
    const auto n = static_cast<Eigen::Index>(points_.size());
    std::vector<long double> result(points_.size(), 1);
    if (n == 1) return result;
    Eigen::Matrix<long double, 3, Eigen::Dynamic> edges(3, n - 1);
    for (Eigen::Index i = 1; i < n; ++i) edges.col(i - 1) = points_[i] - points_[0];
    // The corners of a parallelogram, as faces of a difference are, have to count as dependent.
    Eigen::CompleteOrthogonalDecomposition<decltype(edges)> decomposition;
    decomposition.setThreshold(1e-17L);
    decomposition.compute(edges);
    const Eigen::Matrix<long double, Eigen::Dynamic, 1> w = decomposition.solve(-points_[0]);
    for (Eigen::Index i = 1; i < n; ++i) {
      result[i] = w[i - 1];
      result[0] -= w[i - 1];
    }
    return result;
  }

  /// As far as all weights stay positive; a point whose weight vanishes is dropped.
  void go_towards(const std::vector<long double>& target) {
    long double part = std::numeric_limits<long double>::infinity();
    std::size_t leaving = 0;
    for (std::size_t i = 0; i < target.size(); ++i) {
      if (target[i] > 0) continue;
      const long double p = weights_[i] > 0 ? weights_[i] / (weights_[i] - target[i]) : 0;
      if (p < part) part = p, leaving = i;
    }
    for (std::size_t i = 0; i < target.size(); ++i) {
      weights_[i] += part * (target[i] - weights_[i]);
    }
    points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(leaving));
    weights_.erase(weights_.begin() + static_cast<std::ptrdiff_t>(leaving));
  }

  std::vector<Extended> points_;
  std::vector<long double> weights_;
};

}  // namespace

Nearest nearest_to_origin(const Support& support, long double extent) {
  const long double rounding = 16 * std::numeric_limits<long double>::epsilon() * extent;
  Corral corral(support(Extended(1, 0, 0)));
  long double before = std::numeric_limits<long double>::infinity();
  while (true) {
    const Extended x = corral.x();
    const long double upper = x.norm();
    if (upper <= 100 * rounding) return {Extended::Zero(), upper};
    const Extended p = support(-x / upper);
    const long double gap = upper - x.dot(p) / upper;
    // In exact arithmetic x gets ever nearer, and p is never one of those it is made of.
    if (gap <= rounding || corral.holds(p) || upper >= before) return {x, gap};
    before = upper;
    corral.add(p);
  }
}

}  // namespace bench
