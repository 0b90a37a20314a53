// SPDX-License-Identifier: BSD-3-Clause
#include "tree/topology.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

namespace apart {

namespace {

std::uint64_t place_hash(const Eigen::Vector3d& p) {
  std::uint64_t h = 0;
  for (int k = 0; k < 3; ++k) {  // + 0.0: zeros of either sign become one
    h = (h ^ std::bit_cast<std::uint64_t>(p[k] + 0.0)) * 0x9e3779b97f4a7c15;
    h ^= h >> 32;
  }
  return h;
}

/// Disjoint sets of vertices, with halved paths.
class Sets {
 public:
  explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int i, int j) { parent_[find(i)] = find(j); }

 private:
  std::vector<int> parent_;
};

struct Edge {
  int to;
  bool forward;
};

/// Every edge of the triangles once per triangle, in a list of its lower vertex.
class EdgeLists {
 public:
  EdgeLists(std::span<const Mesh::Corners> triangles, std::size_t vertices)
      : start_(vertices + 1), edges_(3 * triangles.size()) {
    for_each_edge(triangles, [&](int low, Edge) { ++start_[low + 1]; });
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    std::vector<int> next(start_.begin(), start_.end() - 1);
    for_each_edge(triangles, [&](int low, Edge edge) { edges_[next[low]++] = edge; });
  }
  /// Those whose lower vertex this is, by their other one.
  std::span<const Edge> sorted(int low) {
    const auto list = std::span(edges_).subspan(start_[low], start_[low + 1] - start_[low]);
    std::ranges::sort(list, {}, &Edge::to);
    return list;
  }

 private:
  template <class Visit>
  static void for_each_edge(std::span<const Mesh::Corners> triangles, Visit visit) {
    for (const auto& [a, b, c] : triangles) {
      if (a == b || b == c || c == a) continue;
      visit(std::min(a, b), Edge{std::max(a, b), a < b});
      visit(std::min(b, c), Edge{std::max(b, c), b < c});
      visit(std::min(c, a), Edge{std::max(c, a), c < a});
    }
  }

  std::vector<int> start_;
  std::vector<Edge> edges_;
};

}  // namespace

std::vector<int> weld(std::span<const Eigen::Vector3d> vertices) {
  const std::size_t mask = std::bit_ceil(2 * vertices.size() + 1) - 1;
  std::vector<int> table(mask + 1, -1), first(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    std::size_t slot = place_hash(vertices[i]) & mask;
    while (table[slot] >= 0 && vertices[table[slot]] != vertices[i]) slot = (slot + 1) & mask;
    if (table[slot] < 0) table[slot] = static_cast<int>(i);
    first[i] = table[slot];
  }
  return first;
}

Topology find_topology(std::span<const Eigen::Vector3d> vertices,
                       std::span<const Mesh::Corners> triangles) {
  const std::vector<int> place = weld(vertices);
  std::vector<Mesh::Corners> welded(triangles.begin(), triangles.end());
  Sets sets(vertices.size());
  for (auto& corners : welded) {
    for (int& corner : corners) corner = place[corner];
    sets.join(corners[0], corners[1]);
    sets.join(corners[1], corners[2]);
  }
  Topology topology;
  std::vector<bool> known(vertices.size());
  for (const auto& corners : welded) {
    const int set = sets.find(corners[0]);
    if (known[set]) continue;
    known[set] = true;
    topology.probes.push_back(corners[0]);
  }
  topology.components = static_cast<int>(topology.probes.size());
  EdgeLists edges(welded, vertices.size());
  for (int low = 0; low < static_cast<int>(vertices.size()); ++low) {
    const auto list = edges.sorted(low);
    for (auto edge = list.begin(); edge != list.end();) {
      int uses = 0, balance = 0;
      for (const int to = edge->to; edge != list.end() && edge->to == to; ++edge) {
        ++uses;
        balance += edge->forward ? 1 : -1;
      }
      topology.oriented &= balance == 0;
      topology.closed &= balance == 0 || uses == 2;
    }
  }
  return topology;
}

}  // namespace apart
