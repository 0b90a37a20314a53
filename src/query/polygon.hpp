// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace apart {

/// A convex polygon seen from above, counter-clockwise: x and y are its plane's, z is a height that
/// each corner carries along. Two corners are a segment, one is a point.
using Polygon = std::vector<Eigen::Vector3d>;

/// One of few corners, in memory of its own: what queries use, which allocate none. There is room
/// for what intersection() needs in between, of polygons of `few` and of `twice as many` corners.
class SmallPolygon {
 public:
  static constexpr int few = 16;
  using iterator = Eigen::Vector3d*;
  using const_iterator = const Eigen::Vector3d*;

  SmallPolygon() = default;
  SmallPolygon(const SmallPolygon& other) { *this = other; }
  SmallPolygon& operator=(const SmallPolygon& other) {
    size_ = other.size_;
    std::copy(other.begin(), other.end(), begin());
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Eigen::Vector3d& operator[](std::size_t i) { return point_[i]; }
  const Eigen::Vector3d& operator[](std::size_t i) const { return point_[i]; }
  const Eigen::Vector3d& back() const { return point_[size_ - 1]; }
  iterator begin() { return point_.data(); }
  iterator end() { return begin() + size_; }
  const_iterator begin() const { return point_.data(); }
  const_iterator end() const { return begin() + size_; }
  auto rbegin() const { return std::reverse_iterator(end()); }
  auto rend() const { return std::reverse_iterator(begin()); }

  void push_back(const Eigen::Vector3d& p) { point_[size_++] = p; }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void erase(const_iterator at) { erase(at, at + 1); }
  void erase(const_iterator from, const_iterator to) {
    std::copy(to, const_iterator(end()), begin() + (from - begin()));
    size_ -= static_cast<std::size_t>(to - from);
  }

 private:
  std::size_t size_ = 0;
  std::array<Eigen::Vector3d, few*(2 * few) + few + 2 * few> point_;
};

// For either of them.

/// The convex hull of the points. Corners that stand out of the rest by no more than the tolerance
/// are left out, those that stand out least first.
template <class Points = Polygon>
Points convex_polygon(Points points, double tolerance);

/// What two convex polygons have in common, without heights; they meet also where a gap of the
/// tolerance is between them. Empty if they do not.
template <class Points = Polygon>
Points intersection(const Points& p, const Points& q, double tolerance);

/// The height at x, y, which belong to the polygon but for rounding: a mean of its corners'.
double height_at(const Polygon& polygon, double x, double y);

}  // namespace apart
