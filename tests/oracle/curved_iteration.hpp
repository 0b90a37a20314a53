// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Wolfe's method on the difference of two cores, given by their support functions, over any number
// type.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "oracle/curved_support.hpp"
#include "oracle/wolfe.hpp"

namespace oracle {

/// The plane or space in which the distance is sought: unit vectors, as rows.
template <class T>
using Frame = std::vector<Vec<T>>;

template <class T>
Vec<T> cross3(const Vec<T>& a, const Vec<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class T>
Vec<T> unit(Vec<T> a) {
  using std::sqrt;
  const T length = sqrt(dot3(a, a));
  for (T& x : a) x /= length;
  return a;
}

/// All of space; or, if a prism runs along z, the plane normal to it.
template <class T>
Frame<T> frame_of(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  const Map* prism = nullptr;
  if (a.kind == Kind::prism) prism = &pose_a;
  if (b.kind == Kind::prism) prism = &pose_b;
  if (!prism) return {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
  const Vec<T> z{T(prism->r[2]), T(prism->r[5]), T(prism->r[8])};
  using std::abs;
  const Vec<T> x = abs(z[0]) < T(0.5) ? Vec<T>{T(1), T(0), T(0)} : Vec<T>{T(0), T(1), T(0)};
  const Vec<T> u = unit(cross3(z, x));
  return {u, unit(cross3(z, u))};
}

/// What one stage of the iteration knows: bounds on the distance of the cores, and the directions
/// whose support points make up the corral.
template <class T>
struct Stage {
  T lower = 0, upper = std::numeric_limits<T>::max();
  std::vector<std::vector<T>> directions;
  std::vector<T> near;  ///< the nearest point of the difference
};

/// Wolfe's method on the difference of two cores, in the coordinates of a frame.
template <class T>
class Iteration {
 public:
  /// b is taken to be moved by `offset`, given in the frame.
  Iteration(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b,
            const std::vector<T>& offset = {})
      : a_(a),
        b_(b),
        pose_a_(pose_a),
        pose_b_(pose_b),
        frame_(frame_of<T>(a, pose_a, b, pose_b)),
        offset_(offset),
        corral_(int(frame_.size())) {
    offset_.resize(frame_.size(), T(0));
  }

  /// Starts from the directions of a coarser stage and goes on until the bounds are `tolerance`
  /// apart or no longer improve.
  Stage<T> run(const std::vector<std::vector<T>>& start, const T& tolerance, int most) {
    for (const auto& d : start) add_start(d);
    T last = std::numeric_limits<T>::max();
    for (int step = 0; step < most; ++step) {
      const T norm = squared_norm();
      if (!(norm < last)) break;
      last = norm;
      if (!improve(norm, tolerance)) break;
    }
    for (const auto& tag : corral_.tags()) {
      stage_.directions.push_back(used_[std::size_t(tag.first)]);
    }
    return stage_;
  }

 private:
  void evaluate(const std::vector<T>& d, std::vector<T>& pa, std::vector<T>& pb) const {
    Vec<T> forth{}, back{};
    for (std::size_t i = 0; i < frame_.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) forth[k] += frame_[i][k] * d[i];
    }
    for (std::size_t k = 0; k < 3; ++k) back[k] = -forth[k];
    const Vec<T> sa = support(a_, pose_a_, forth), sb = support(b_, pose_b_, back);
    for (std::size_t i = 0; i < frame_.size(); ++i) {
      pa.push_back(dot3(frame_[i], sa));
      pb.push_back(dot3(frame_[i], sb) + offset_[i]);
    }
  }

  /// Adds the support point along d; leaves the corral as it was if that makes it dependent.
  void add_start(const std::vector<T>& d) {
    const Corral<T> before = corral_;
    std::vector<T> pa, pb;
    evaluate(d, pa, pb);
    used_.push_back(d);
    corral_.add(pa.data(), pb.data(), {int(used_.size()) - 1, 0}, before.size() == 0);
    if (!corral_.minimise()) corral_ = before;
  }

  T squared_norm() const {
    T norm;
    Ring<T>::dot(norm, corral_.direction(), corral_.direction(), int(frame_.size()));
    return norm;
  }

  /// One major cycle of Wolfe's. False if there is nothing left to improve.
  bool improve(const T& norm, const T& tolerance) {
    using std::sqrt;
    const std::size_t m = frame_.size();
    const T length = sqrt(norm);
    stage_.near.assign(corral_.direction(), corral_.direction() + m);
    stage_.upper = std::min(stage_.upper, length);
    if (length <= tolerance) return false;
    std::vector<T> d(m), pa, pb;
    for (std::size_t k = 0; k < m; ++k) d[k] = -corral_.direction()[k] / length;
    evaluate(d, pa, pb);
    T bound = 0;
    for (std::size_t k = 0; k < m; ++k) bound += (pb[k] - pa[k]) * d[k];
    stage_.lower = std::max(stage_.lower, bound);
    if (stage_.upper - stage_.lower <= tolerance) return false;
    const Corral<T> before = corral_;
    used_.push_back(d);
    corral_.add(pa.data(), pb.data(), {int(used_.size()) - 1, 0}, false);
    if (corral_.minimise()) return true;
    corral_ = before;
    return false;
  }

  const Body &a_, &b_;
  const Map &pose_a_, &pose_b_;
  Frame<T> frame_;
  std::vector<T> offset_;
  Corral<T> corral_;
  std::vector<std::vector<T>> used_;
  Stage<T> stage_;
};

}  // namespace oracle
