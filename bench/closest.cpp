// SPDX-License-Identifier: BSD-3-Clause
#include "closest.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace bench {

namespace {

using Vector = Eigen::Matrix<long double, 3, 1>;

constexpr long double roundoff = std::numeric_limits<long double>::epsilon();

/// Wolfe's corral: affinely independent points, with the weights of the point x of their hull.
class Corral {
 public:
  explicit Corral(const Vector& p) : points_{p}, weights_{1} {}

  Vector x() const {
    Vector sum = Vector::Zero();
    for (std::size_t i = 0; i < points_.size(); ++i) sum += weights_[i] * points_[i];
    return sum;
  }

  bool holds(const Vector& p) const {
    return std::find(points_.begin(), points_.end(), p) != points_.end();
  }

  /// Wolfe's minor cycle: x becomes the nearest point of a face of the corral with p.
  void add(const Vector& p) {
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
    const Eigen::Matrix<long double, Eigen::Dynamic, 1> w =
        edges.colPivHouseholderQr().solve(-points_[0]);
    for (Eigen::Index i = 1; i < n; ++i) {
      result[i] = w[i - 1];
      result[0] -= w[i - 1];
    }
    return result;
  }

  /// As far as all weights stay positive; a point whose weight vanishes is dropped.
  void go_towards(const std::vector<long double>& target) {
    long double part = 1;
    std::size_t leaving = 0;
    for (std::size_t i = 0; i < target.size(); ++i) {
      if (target[i] > 0) continue;
      const long double p = weights_[i] / (weights_[i] - target[i]);
      if (p < part || part == 1) part = std::min(part, p), leaving = i;
    }
    for (std::size_t i = 0; i < target.size(); ++i) {
      weights_[i] += part * (target[i] - weights_[i]);
    }
    points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(leaving));
    weights_.erase(weights_.begin() + static_cast<std::ptrdiff_t>(leaving));
  }

  std::vector<Vector> points_;
  std::vector<long double> weights_;
};

}  // namespace

Separation::Cloud::Cloud(const Hull& hull, const apart::Pose& pose) {
  const Eigen::Matrix<long double, 3, 3> rotation = pose.rotation.cast<long double>();
  const Vector translation = pose.translation.cast<long double>();
  for (const auto& v : hull.vertices) {
    exact.push_back(rotation * v.cast<long double>() + translation);
    rounded.push_back(exact.back().cast<double>());
  }
}

const Vector& Separation::Cloud::support(const Eigen::Vector3d& direction) const {
  std::size_t best = 0;
  double height = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < rounded.size(); ++i) {
    const double h = rounded[i].dot(direction);
    if (h > height) height = h, best = i;
  }
  return exact[best];
}

Separation::Separation(const Hull& a, const apart::Pose& pose_a, const Hull& b,
                       const apart::Pose& pose_b)
    : a_(a, pose_a),
      b_(b, pose_b),
      extent_(a.radius + b.radius + (pose_b.translation - pose_a.translation).norm()) {}

/// The point of the difference B - A that is lowest in the direction x.
Vector Separation::lowest(const Vector& x, const Vector& shift) const {
  const Eigen::Vector3d d = x.normalized().cast<double>();
  return b_.support(-d) + shift - a_.support(d);
}

Separation::Result Separation::at(const Eigen::Vector3d& shift) const {
  const Vector moved = shift.cast<long double>();
  const long double extent = extent_ + shift.norm();
  Corral corral(lowest(Vector(1, 0, 0), moved));
  long double before = std::numeric_limits<long double>::infinity();
  while (true) {
    const Vector x = corral.x();
    const long double upper = x.norm();
    if (upper <= 16 * roundoff * extent) return {0, Eigen::Vector3d::Zero()};
    const Vector p = lowest(x, moved);
    const long double gap = upper - x.dot(p) / upper;
    if (gap <= 16 * roundoff * extent || corral.holds(p) || upper >= before) {
      if (gap <= 1e-14L * extent)
        return {static_cast<double>(upper), x.normalized().cast<double>()};
      throw std::runtime_error("bench: a distance is not found by exhaustion; try another seed");
    }
    before = upper;
    corral.add(p);
  }
}

double Separation::slide(const Eigen::Vector3d& direction, double gap) const {
  // Along the ray the distance is a convex function: Newton's steps from afar never pass the place.
  double s = 2 * extent_ + gap;
  for (int i = 0; i < 100; ++i) {
    const Result r = at(s * direction);
    const double step = (r.distance - gap) / r.normal.dot(direction);
    if (!(step > 1e-13 * extent_)) break;
    s -= step;
  }
  return s;
}

}  // namespace bench
