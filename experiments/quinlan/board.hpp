// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/compound.hpp>
#include <apart/distance.hpp>
#include <functional>
#include <random>
#include <vector>

namespace quinlan {

/// What a number of queries looked at, and how much of a processor's time they took.
struct Effort {
  long queries = 0;
  apart::SearchCounts counts;
  double seconds = 0;

  double nodes() const { return per_query(static_cast<double>(counts.node_pairs)); }
  double triangles() const { return per_query(static_cast<double>(counts.triangle_pairs)); }
  double microseconds() const { return per_query(seconds * 1e6); }

 private:
  double per_query(double x) const { return queries > 0 ? x / static_cast<double>(queries) : 0; }
};

/// Six chess pieces that are placed at random in a cube of side 500, again and again; the same
/// places for every board.
class Board {
 public:
  explicit Board(std::vector<apart::Shape> pieces) : piece_(std::move(pieces)) {}

  /// Gets an answer with what it took.
  using See = std::function<void(const apart::Distance&, const Effort&)>;
  /// The distance of each piece from the union of the five others.
  void play(int placements, double relative_error, const See& see) const;
  Effort play(int placements, double relative_error) const;

 private:
  std::vector<apart::Shape> piece_;
};

/// The chess set, with trees of this kind.
std::vector<apart::Mesh> chess_meshes(apart::TreeKind kind, double leaf_radius);
/// What the leaves of their trees are: balls, and nothing but them.
std::vector<apart::Shape> leaf_spheres(const std::vector<apart::Mesh>& pieces, double leaf_radius);
std::size_t leaves(const apart::Mesh& mesh);

}  // namespace quinlan
