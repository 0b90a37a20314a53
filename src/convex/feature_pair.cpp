// SPDX-License-Identifier: BSD-3-Clause
#include "convex/feature_pair.hpp"

#include <algorithm>

#include "convex/local_methods.hpp"

namespace apart {

namespace {

std::array<double, 3> on_edge(double t) { return {1 - t, t, 0}; }

}  // namespace

/// Is a triangle of this normal, made of edges e and f, one? (The paper's ac - b^2 >= mu.)
bool FeaturePair::broad(Triple normal, Triple e, Triple f) const {
  const double longest = std::max(dot(e, e), std::max(dot(f, f), dot(f - e, f - e)));
  return dot(normal, normal) > shortest_ * shortest_ * longest;
}

/// Measures a candidate, and keeps it if it is the nearest so far.
void FeaturePair::consider(Near near) {
  ++measured_;
  for (Part& part : near.part) {
    int n = 0;
    for (int k = 0; k < part.size; ++k) {
      if (!(part.weight[k] > 0)) continue;
      part.corner[n] = part.corner[k];
      part.weight[n++] = part.weight[k];
    }
    part.size = n;
  }
  const auto& [a, b] = near.part;
  // From the way between two corners: where that is short, little is lost in what is added.
  Triple v = way(0, a.corner[0], b.corner[0]);
  for (int k = 1; k < a.size; ++k) v = v + edge(0, a.corner[0], a.corner[k]) * a.weight[k];
  for (int k = 1; k < b.size; ++k) v = v - edge(1, b.corner[0], b.corner[k]) * b.weight[k];
  near.direction = v;
  near.squared = dot(v, v);
  Triple normal{0, 0, 0};
  if (a.size == 2 && b.size == 2) {
    normal = cross(edge(0, a.corner[0], a.corner[1]), edge(1, b.corner[0], b.corner[1]));
  } else if (a.size == 3 || b.size == 3) {
    const int side = a.size == 3 ? 0 : 1;
    const auto& c = near.part[side].corner;
    normal = cross(edge(side, c[0], c[1]), edge(side, c[0], c[2]));
  }
  const double area = dot(normal, normal);
  if (area > 0) {
    const double height = dot(normal, way(0, a.corner[0], b.corner[0]));
    near.direction = normal * std::copysign(1.0, height);
    near.squared = height * height / area;
  }
  if (near.squared < best_.squared) best_ = near;
}

void FeaturePair::edge_and_point(int side, int i, int j) {
  const double t = point_edge(way(side, i, 0) * -1, edge(side, i, j));
  Near near;
  near.part[side] = {2, {i, j}, on_edge(t)};
  near.part[1 - side] = {1, {0}, {1}};
  consider(near);
}

void FeaturePair::edge_and_edge(int i, int j, int k, int l) {
  const Triple m0 = edge(0, i, j), m1 = edge(1, k, l), normal = cross(m0, m1);
  const double area = broad(normal, m0, m1) ? dot(normal, normal) : 0;
  const auto [s, t] = edge_edge(way(0, i, k), m0, m1, area);
  Near near;
  near.part[0] = {2, {i, j}, on_edge(s)};
  near.part[1] = {2, {k, l}, on_edge(t)};
  consider(near);
}

/// True if the point is over, or under, the inner part of the triangle. A degenerate one is its
/// edges, those with the last corner if that is new, or else not measured.
bool FeaturePair::facet_and_point(int side, const std::array<int, 3>& facet, int point,
                                  bool last_is_new) {
  const Triple e = edge(side, facet[0], facet[1]), f = edge(side, facet[0], facet[2]);
  const Triple normal = cross(e, f);
  if (!broad(normal, e, f)) {
    if (last_is_new) edge_and_point(side, facet[0], facet[2]);
    if (last_is_new) edge_and_point(side, facet[1], facet[2]);
    return false;
  }
  const auto weight = point_facet(way(side, facet[0], point), e, f, dot(normal, normal));
  Near near;
  near.part[side] = {3, facet, weight};
  near.part[1 - side] = {1, {point}, {1}};
  consider(near);
  return weight[0] > 0 && weight[1] > 0 && weight[2] > 0;
}

/// The triangle is on `side`. `newest` is the side of which only parts with the last corner count.
void FeaturePair::edge_and_facet(int side, int newest) {
  const Triple e = edge(side, 0, 1), f = edge(side, 0, 2), normal = cross(e, f);
  if (broad(normal, e, f)) {
    const Triple from0 = way(side, 0, 0), from1 = way(side, 0, 1);
    const double height0 = -dot(normal, from0), height1 = -dot(normal, from1);
    if ((height0 > 0) == (height1 > 0)) {
      // Above the triangle, no point of the edge is nearer than its lower end.
      const int lower = std::abs(height0) < std::abs(height1) ? 0 : 1;
      if (facet_and_point(side, {0, 1, 2}, lower, false)) return;
    } else {
      const double t = height0 / (height0 - height1);
      const Triple from = from0 + (from1 - from0) * t;
      const auto weight = point_facet(from, e, f, dot(normal, normal));
      if (weight[0] > 0 && weight[1] > 0 && weight[2] > 0) {
        Feature facet = side_[side], edge = side_[1 - side];
        std::copy(weight.begin(), weight.end(), facet.weight.begin());
        edge.weight = {1 - t, t};
        crossing_ = side == 0 ? spread(facet, edge) : spread(edge, facet);
        return;
      }
      facet_and_point(side, {0, 1, 2}, 0, false);
      facet_and_point(side, {0, 1, 2}, 1, false);
    }
  }
  for (const auto& [i, j] : {std::array{1, 2}, {0, 2}, {0, 1}}) {
    if (newest == side && j != 2) continue;
    side == 0 ? edge_and_edge(i, j, 0, 1) : edge_and_edge(0, 1, i, j);
  }
}

/// The faces that hold the newest corner and have the point beyond them; none: it is inside.
void FeaturePair::tetrahedron_and_point(int side) {
  bool visible = false;
  for (const auto& [i, j, k] : {std::array{0, 1, 2}, {1, 2, 0}, {0, 2, 1}}) {
    const Triple normal = cross(edge(side, 3, i), edge(side, 3, j));
    const double above = dot(normal, edge(side, 3, k)), point = -dot(normal, way(side, 3, 0));
    if (above > 0 ? point >= 0 : above < 0 && point <= 0) continue;
    visible = true;
    facet_and_point(side, {i, j, 3}, 0, true);
  }
  if (!visible) enclose(side, side_[side].id);
}

void FeaturePair::enclose(int side, const std::array<int, 4>& around) {
  crossing_.size = 4;
  (side == 0 ? crossing_.a : crossing_.b) = around;
  (side == 0 ? crossing_.b : crossing_.a).fill(side_[1 - side].id[0]);
}

/// The nearest parts of both sides, five corners in all at most. If one of them has just grown,
/// only parts with its last corner count: without it, they were no nearer before. False if a
/// triangle is degenerate, and there is no such corner.
bool FeaturePair::measure(int newest) {
  best_.squared = INFINITY;
  crossing_.size = 0;
  const int n = side_[0].size, m = side_[1].size;
  const int side = n >= m ? 0 : 1;  // of the larger one
  if (n + m == 2) {
    Near near;
    near.part[0] = near.part[1] = {1, {0}, {1}};
    consider(near);
  } else if (n + m == 3) {
    edge_and_point(side, 0, 1);
  } else if (n == 2 && m == 2) {
    edge_and_edge(0, 1, 0, 1);
  } else if (n + m == 4) {
    facet_and_point(side, {0, 1, 2}, 0, newest == side);
    return best_.squared < INFINITY;
  } else if (std::max(n, m) == 3) {
    edge_and_facet(side, newest);
  } else {
    tetrahedron_and_point(side);
  }
  return true;
}

bool FeaturePair::set(const Feature& a, const Feature& b) {
  side_ = {a, b};
  if (!measure(-1)) return false;
  take();
  return true;
}

FeaturePair::Growth FeaturePair::grow(int side, int vertex, Triple place) {
  Feature& x = side_[side];
  for (int k = 0; k < x.size; ++k) {
    if (!apart(place - x.at[k])) return Growth::none;
  }
  x.add(vertex, place);
  measure(side);
  if (crossing_.size > 0) return Growth::overlap;
  if (!(best_.squared < squared_)) {
    --x.size;
    return Growth::none;
  }
  take();
  return Growth::nearer;
}

/// What carries the near points is what is left of the features.
void FeaturePair::take() {
  for (int s = 0; s < 2; ++s) {
    const Feature all = side_[s];
    const Part& part = best_.part[s];
    side_[s].size = 0;
    for (int k = 0; k < part.size; ++k) {
      side_[s].weight[k] = part.weight[k];
      side_[s].add(all.id[part.corner[k]], all.at[part.corner[k]]);
    }
  }
  direction_ = best_.direction;
  squared_ = best_.squared;
}

/// Shares the weights of one side out to the other's, corner by corner.
VertexPairs FeaturePair::spread(const Feature& a, const Feature& b) {
  VertexPairs pairs;
  int i = 0, j = 0;
  double left_a = a.weight[0], left_b = b.weight[0];
  for (;;) {
    pairs.a[pairs.size] = a.id[i];
    pairs.b[pairs.size++] = b.id[j];
    const bool last_a = i + 1 == a.size, last_b = j + 1 == b.size;
    if (last_a && last_b) return pairs;
    if (last_b || (!last_a && left_a < left_b)) {
      left_b -= left_a;
      left_a = a.weight[++i];
    } else {
      left_a -= left_b;
      left_b = b.weight[++j];
    }
  }
}

}  // namespace apart
