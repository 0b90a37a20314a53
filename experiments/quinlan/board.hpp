// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/compound.hpp>
#include <apart/distance.hpp>
#include <functional>
#include <vector>

namespace apart::experiments {

/// What a number of queries looked at, and how much of a processor's time they took.
struct Effort {
  long queries = 0;
  SearchCounts counts;
  double seconds = 0;

  double nodes() const { return per_query(static_cast<double>(counts.node_pairs)); }
  double triangles() const { return per_query(static_cast<double>(counts.triangle_pairs)); }
  double exact() const { return per_query(static_cast<double>(counts.exact_pairs)); }
  double microseconds() const { return per_query(seconds * 1e6); }

  Effort& operator+=(const Effort& o) {
    queries += o.queries, seconds += o.seconds;
    counts.node_pairs += o.counts.node_pairs;
    counts.triangle_pairs += o.counts.triangle_pairs;
    counts.exact_pairs += o.counts.exact_pairs;
    return *this;
  }

 private:
  double per_query(double x) const { return queries > 0 ? x / static_cast<double>(queries) : 0; }
};

/// Six chess pieces that are placed at random in a cube of side 500, again and again; the same
/// places for every board.
class Board {
 public:
  explicit Board(std::vector<Shape> pieces) : piece_(std::move(pieces)) {}

  /// Gets an answer with what it took.
  using See = std::function<void(const Distance&, const Effort&)>;
  /// The distance of each piece from the union of the five others.
  void play(int placements, double relative_error, const See& see) const;
  Effort play(int placements, double relative_error) const;

 private:
  std::vector<Shape> piece_;
};

/// The chess set, with trees of this kind.
std::vector<Mesh> chess_meshes(TreeKind kind, double leaf_radius);
/// What the leaves of their trees are: balls, and nothing but them.
std::vector<Shape> leaf_spheres(const std::vector<Mesh>& pieces, double leaf_radius);
std::size_t leaves(const Mesh& mesh);

}  // namespace apart::experiments
