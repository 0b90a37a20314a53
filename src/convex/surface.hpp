// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "convex/expanding_polytope.hpp"
#include "convex/gjk.hpp"

namespace apart {

/// Corners of the surface that fit in the memory a query has of its own.
inline constexpr int fixed_corners = 512;
/// The gap, in units of u * S, at which faces in double are good enough.
inline constexpr double quick_goal = 40;
/// A surface of more corners than these may call, by rounding, for one that it has already: then it
/// would go round in circles.
inline constexpr int few_corners = 12;

/// Memory for a surface of a given number of corners.
template <class Real>
struct SurfaceRoom {
  typename ExpandingPolytope<Real>::Room room;
  Vertex* vertex = nullptr;
};

template <class Real, int n>
class FixedSurfaceRoom {
 public:
  SurfaceRoom<Real> view() {
    return {{n, corner_, rim_at_, face_, distance_, hole_, rim_}, vertex()};
  }

 private:
  using Polytope = ExpandingPolytope<Real>;
  Vertex* vertex() { return reinterpret_cast<Vertex*>(vertex_); }  // constructed as they come

  Vector<Real> corner_[n];
  int rim_at_[n];
  typename Polytope::Face face_[2 * n];
  double distance_[2 * n];
  int hole_[2 * n];
  typename Polytope::Rim rim_[n];
  alignas(Vertex) std::byte vertex_[n * sizeof(Vertex)];
};

/// The same, twice as large whenever asked; what is in it stays.
template <class Real>
class GrowingSurfaceRoom {
 public:
  SurfaceRoom<Real> view() {
    return {{corners(), corner_.data(), rim_at_.data(), face_.data(), distance_.data(),
             hole_.data(), rim_.data()},
            vertex_.data()};
  }
  int corners() const { return static_cast<int>(corner_.size()); }
  std::size_t bytes() const { return corner_.size() * bytes_per_corner; }

  void reserve(int n) {
    if (corners() < n) resize(n);
  }
  void resize(std::size_t n) {
    corner_.resize(n);
    rim_at_.resize(n);
    face_.resize(2 * n);
    distance_.resize(2 * n);
    hole_.resize(2 * n);
    rim_.resize(n);
    vertex_.resize(n);
  }

 private:
  using Polytope = ExpandingPolytope<Real>;
  static constexpr std::size_t bytes_per_corner =
      sizeof(Vector<Real>) + sizeof(int) + 2 * sizeof(typename Polytope::Face) +
      2 * sizeof(double) + 2 * sizeof(int) + sizeof(typename Polytope::Rim) + sizeof(Vertex);

  std::vector<Vector<Real>> corner_;
  std::vector<int> rim_at_;
  std::vector<typename Polytope::Face> face_;
  std::vector<double> distance_;
  std::vector<int> hole_;
  std::vector<typename Polytope::Rim> rim_;
  std::vector<Vertex> vertex_;
};

namespace detail {
struct PolytopeRoom : GrowingSurfaceRoom<double> {};
}  // namespace detail

/// A growing surface of points of A - B, and of which points of A and of B each corner is made. Of
/// a prism's pair, A - B is infinite along the axis: there the surface starts as a double pyramid
/// with its apexes so far out along the axis that its faces are parallel to it but for less than
/// numbers show.
template <class Real>
class Surface {
 public:
  using Polytope = ExpandingPolytope<Real>;
  using Outcome = typename Polytope::Outcome;

  Surface(const Pair& pair, const SurfaceRoom<Real>& room)
      : pair_(pair), room_(room), polytope_(room.room, pair.unit()) {}

  const Polytope& polytope() const { return polytope_; }
  /// None for an apex.
  const Vertex& vertex(int i) const { return room_.vertex[i]; }
  bool apex(int i) const { return pair_.axis() && (i == 3 || i == 4); }

  /// The simplex of a state, four points or, with an axis, three.
  Outcome start(const Gjk::State& state) {
    std::array<Vector<Real>, 5> p;
    for (int i = 0; i < state.size; ++i) {
      p[i] = point(state.vertex[i]);
      std::construct_at(room_.vertex + i, state.vertex[i]);
    }
    int count = state.size;
    if (pair_.axis()) {
      const ExactVector out = far_out();
      p[count++] = narrowed(out);
      p[count++] = narrowed(ExactVector(-out));
      for (int i = 3; i < 5; ++i) std::construct_at(room_.vertex + i);
    }
    const Outcome outcome = polytope_.start(std::span(p).first(count));
    if (polytope_.swapped()) std::swap(room_.vertex[0], room_.vertex[1]);
    return outcome;
  }

  Outcome insert(const Vertex& v, int from) {
    const Outcome outcome = polytope_.insert(point(v), from);
    if (outcome == Outcome::done) std::construct_at(room_.vertex + polytope_.vertices() - 1, v);
    return outcome;
  }

  /// Where it is now, after its room has grown.
  void move_to(const SurfaceRoom<Real>& room) {
    polytope_.move_to(room.room);
    room_ = room;
  }

  bool holds(const Vertex& v) const {
    return std::find(room_.vertex, room_.vertex + polytope_.vertices(), v) !=
           room_.vertex + polytope_.vertices();
  }

  /// A corner, nearly exactly.
  ExactVector exact_corner(int i) const {
    if constexpr (std::is_same_v<Real, DoubleDouble>) {
      return polytope_.corner(i);
    } else {
      if (!apex(i)) return pair_.exact_difference(room_.vertex[i]);
      const ExactVector out = far_out();
      return i == 3 ? out : ExactVector(-out);
    }
  }

  /// How far a corner may lie outside of the true A - B.
  double corner_error() const {
    return pair_.upper_error() + (std::is_same_v<Real, double> ? 6 * pair_.unit() : 0);
  }

 private:
  static Vector<Real> narrowed(const ExactVector& x) {
    if constexpr (std::is_same_v<Real, DoubleDouble>) {
      return x;
    } else {
      return rounded(x);
    }
  }
  Vector<Real> point(const Vertex& v) const {
    if constexpr (std::is_same_v<Real, DoubleDouble>) {
      return pair_.exact_difference(v);
    } else {
      return pair_.difference(v);
    }
  }
  ExactVector far_out() const { return (*pair_.axis() * 0x1p40).template cast<DoubleDouble>(); }

  const Pair& pair_;
  SurfaceRoom<Real> room_;
  Polytope polytope_;
};

}  // namespace apart
