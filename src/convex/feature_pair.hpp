// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>

#include "convex/vector.hpp"

namespace apart {

/// A vertex, an edge or a triangle of one object: its corners, each at its place from the object's
/// own centre, and what they weigh in the near point.
struct Feature {
  int size = 0;
  std::array<int, 4> id{};
  std::array<Triple, 4> at{};  ///< one more while it grows
  std::array<double, 4> weight{};

  bool holds(int vertex) const {
    for (int k = 0; k < size; ++k) {
      if (id[k] == vertex) return true;
    }
    return false;
  }
  void add(int vertex, Triple place) {
    id[size] = vertex;
    at[size++] = place;
  }
};

/// Vertices of A with vertices of B.
struct VertexPairs {
  int size = 0;
  std::array<int, 4> a{}, b{};
};

/// Two features, one of each object, that carry the near points of both: vertex and vertex, edge or
/// triangle, or edge and edge, all corners with positive weight. One of them is grown at a time, by
/// a vertex that lies nearer to the other object; the local methods then tell which parts of the
/// two carry the near points now (Sundaraj, d'Aulignac, Mazer 2000).
class FeaturePair {
 public:
  enum class Growth {
    nearer,   ///< the features have changed, and are nearer
    none,     ///< nothing has changed: the new feature is unstable, or not nearer
    overlap,  ///< the features meet; crossing() says where
  };

  /// `offset` is B's centre minus A's. Corners less than `shortest` apart are one, and so are the
  /// long sides of a triangle that is less high.
  FeaturePair(Triple offset, double shortest) : offset_(offset), shortest_(shortest) {}

  const Feature& feature(int side) const { return side_[side]; }  ///< 0: of A, 1: of B
  /// From B to A, of any length: normal to both features, which v, if short, hardly is.
  Triple direction() const { return direction_; }
  double squared() const { return squared_; }  ///< distance
  long measured() const { return measured_; }  ///< how many pairs of features so far

  /// Starts anew, from features of at most four corners in all; their parts will do, if these carry
  /// the near points. False if that cannot be, as one of them is degenerate.
  bool set(const Feature& a, const Feature& b);
  /// Adds a vertex to one side, that lies farther along the way to the other than the feature does.
  Growth grow(int side, int vertex, Triple place);

  /// Pairs whose differences are a simplex with the near point in it: three, of two edges.
  VertexPairs pairs() const { return spread(side_[0], side_[1]); }
  /// Those that have zero in it.
  const VertexPairs& crossing() const { return crossing_; }
  /// The same, of a vertex among four of the other side.
  void enclose(int side, const std::array<int, 4>& around);

 private:
  /// Some corners of a side, and their weights.
  struct Part {
    int size = 0;
    std::array<int, 3> corner{};
    std::array<double, 3> weight{};
  };
  /// What may carry the near points.
  struct Near {
    std::array<Part, 2> part;
    Triple direction{0, 0, 0};
    double squared = INFINITY;
  };

  /// From corner k of the other side to corner i of `side`.
  Triple way(int side, int i, int k) const {
    return side == 0 ? (side_[0].at[i] - side_[1].at[k]) - offset_
                     : (side_[1].at[i] - side_[0].at[k]) + offset_;
  }
  Triple edge(int side, int i, int j) const { return side_[side].at[j] - side_[side].at[i]; }
  bool apart(Triple m) const { return dot(m, m) > shortest_ * shortest_; }
  bool broad(Triple normal, Triple e, Triple f) const;

  bool measure(int newest);
  void consider(Near near);
  void edge_and_point(int side, int i, int j);
  void edge_and_edge(int i, int j, int k, int l);
  bool facet_and_point(int side, const std::array<int, 3>& facet, int point, bool last_is_new);
  void edge_and_facet(int side, int newest);
  void tetrahedron_and_point(int side);
  void take();
  static VertexPairs spread(const Feature& a, const Feature& b);

  Triple offset_;
  double shortest_;
  std::array<Feature, 2> side_;
  Triple direction_{0, 0, 0};
  double squared_ = INFINITY;
  Near best_;
  VertexPairs crossing_;
  long measured_ = 0;
};

}  // namespace apart
