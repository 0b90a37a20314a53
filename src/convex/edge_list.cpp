// SPDX-License-Identifier: BSD-3-Clause
#include "convex/edge_list.hpp"

#include <algorithm>
#include <bit>

namespace apart::detail {

namespace {

using Triangle = EdgeList::Triangle;

/// An edge of a triangle, from the lower to the higher vertex.
struct Side {
  int low, high, triangle;
  bool upward;  ///< as the triangle turns now

  auto key() const { return std::pair(low, high); }
};

std::vector<Side> sides_of(std::span<const Triangle> triangles) {
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (int f = 0; f < static_cast<int>(triangles.size()); ++f) {
    for (int k = 0; k < 3; ++k) {
      const int v = triangles[f][k], w = triangles[f][(k + 1) % 3];
      sides.push_back({std::min(v, w), std::max(v, w), f, v < w});
    }
  }
  std::sort(sides.begin(), sides.end(),
            [](const Side& x, const Side& y) { return x.key() < y.key(); });
  return sides;
}

/// What a triangle has beyond one of its edges, and whether both turn the same way.
struct Beyond {
  int triangle = -1;
  bool turned = false;
};

/// Three for each triangle, in any order; empty if an edge is not one of two triangles'.
std::vector<std::array<Beyond, 3>> beyond(std::span<const Triangle> triangles) {
  const std::vector<Side> sides = sides_of(triangles);
  std::vector<std::array<Beyond, 3>> result(triangles.size());
  std::vector<int> filled(triangles.size(), 0);
  for (std::size_t i = 0; i < sides.size(); i += 2) {
    const bool pair = i + 1 < sides.size() && sides[i].key() == sides[i + 1].key();
    if (!pair || (i + 2 < sides.size() && sides[i + 2].key() == sides[i].key())) return {};
    const Side &x = sides[i], &y = sides[i + 1];
    const bool turned = x.upward == y.upward;
    result[x.triangle][filled[x.triangle]++] = {y.triangle, turned};
    result[y.triangle][filled[y.triangle]++] = {x.triangle, turned};
  }
  return result;
}

/// Turns triangles until neighbours run along their common edge in opposite ways. False if they are
/// not of one piece, or have an edge that is not one of two.
bool turn_alike(std::vector<Triangle>& triangles) {
  const auto neighbours = beyond(triangles);
  if (neighbours.empty()) return false;
  enum : char { unknown, kept, reversed };
  std::vector<char> state(triangles.size(), unknown);
  std::vector<int> open{0};
  state[0] = kept;
  std::size_t reached = 1;
  while (!open.empty()) {
    const int f = open.back();
    open.pop_back();
    for (const auto& [g, turned] : neighbours[f]) {
      const char wanted = (state[f] == reversed) != turned ? reversed : kept;
      if (state[g] == unknown) {
        state[g] = wanted;
        open.push_back(g);
        ++reached;
      } else if (state[g] != wanted) {
        return false;
      }
    }
  }
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    if (state[f] == reversed) std::swap(triangles[f][1], triangles[f][2]);
  }
  return reached == triangles.size();
}

/// Six times what the surface encloses, negative if the triangles show their inner side.
double volume(std::span<const Vector<double>> vertices, std::span<const Triangle> triangles) {
  double sum = 0;
  const Vector<double>& origin = vertices[triangles[0][0]];
  for (const auto& [i, j, k] : triangles) {
    const Vector<double> a = vertices[i] - origin, b = vertices[j] - origin;
    sum += dot<double>(cross<double>(a, b), vertices[k] - origin);
  }
  return sum;
}

}  // namespace

std::unique_ptr<const EdgeList> EdgeList::of(std::span<const Vector<double>> vertices,
                                             std::vector<Triangle> triangles, bool flat) {
  auto list = std::make_unique<EdgeList>();
  list->flat_ = flat;
  const int count = static_cast<int>(vertices.size());
  if (count <= 2) {
    const Rings few = few_points_rings(count);
    list->start_.assign(few.start, few.start + count + 1);
    list->target_.assign(few.target, few.target + few.start[count]);
    return list;
  }
  if (triangles.empty() || !turn_alike(triangles)) return nullptr;
  if (!flat && volume(vertices, triangles) < 0) {
    for (auto& t : triangles) std::swap(t[1], t[2]);
  }
  if (!list->link(count, triangles)) return nullptr;
  return list;
}

bool EdgeList::link(int vertices, std::span<const Triangle> triangles) {
  // V - E + F = 2, with 2 E = 3 F half-edges.
  if (2 * vertices - static_cast<int>(triangles.size()) != 4) return false;
  start_.assign(vertices + 1, 0);
  for (const auto& t : triangles) {
    for (const int v : t) ++start_[v + 1];
  }
  for (int v = 0; v < vertices; ++v) start_[v + 1] += start_[v];
  std::vector<int> filled(start_.begin(), start_.end() - 1), next(start_.back());
  target_.resize(start_.back());
  for (const auto& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      const int at = filled[t[k]]++;
      target_[at] = t[(k + 1) % 3];
      next[at] = t[(k + 2) % 3];
    }
  }
  // From triangle to triangle around each vertex; all of them, once.
  std::vector<int> ring, where(vertices, -1);
  for (int v = 0; v < vertices; ++v) {
    const int from = start_[v], to = start_[v + 1];
    if (to - from < 2) return false;
    for (int k = from; k < to; ++k) where[target_[k]] = k;
    ring.assign(1, target_[from]);
    for (int w = next[from]; w != ring[0]; w = next[where[w]]) {
      if (where[w] < from || static_cast<int>(ring.size()) == to - from) return false;
      ring.push_back(w);
    }
    if (static_cast<int>(ring.size()) != to - from) return false;
    std::copy(ring.begin(), ring.end(), target_.begin() + from);
  }
  return true;
}

namespace {

struct BoxList {
  std::array<int, 9> start{};
  std::array<int, 36> target{};
};

/// Seen from outside, the neighbours of corner 0 along x, z, y are counterclockwise; every other
/// sign turns that round. The corners with an even number of signs have diagonals between them.
constexpr BoxList box_list() {
  BoxList list;
  int n = 0;
  for (int v = 0; v < 8; ++v) {
    const bool even = std::popcount(static_cast<unsigned>(v)) % 2 == 0;
    const std::array<int, 3> axis{1, even ? 4 : 2, even ? 2 : 4};
    for (int k = 0; k < 3; ++k) {
      list.target[n++] = v ^ axis[k];
      if (even) list.target[n++] = v ^ axis[k] ^ axis[(k + 1) % 3];
    }
    list.start[v + 1] = n;
  }
  return list;
}

constexpr BoxList of_box = box_list();
constexpr int alone_start[] = {0, 0}, alone_target[] = {0};
constexpr int segment_start[] = {0, 1, 2}, segment_target[] = {1, 0};
constexpr int triangle_start[] = {0, 2, 4, 6}, triangle_target[] = {1, 2, 2, 0, 0, 1};

}  // namespace

Rings box_rings() { return {of_box.start.data(), of_box.target.data(), false}; }

Rings few_points_rings(int count) {
  if (count <= 1) return {alone_start, alone_target, true};
  if (count == 2) return {segment_start, segment_target, true};
  return {triangle_start, triangle_target, true};
}

}  // namespace apart::detail
