// SPDX-License-Identifier: BSD-3-Clause
#include "convex/hull_graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace apart {

namespace {

using Points = std::span<const Vector<double>>;

/// A set whose extent in some direction is below this share of its size counts as flat there.
/// Points that stand out of the flat hull are found and put back later, so this decides speed, not
/// truth.
constexpr double flat = 0x1p-45;

template <class Measure>
int farthest(Points points, const Measure& measure) {
  int best = 0;
  double most = -INFINITY;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    const double value = measure(points[i]);
    if (value > most) most = value, best = i;
  }
  return best;
}

/// Points p0..pk spanning the set, each as far as can be from the flat of those before it.
struct Frame {
  int dimension;
  std::array<int, 4> index;
  Vector<double> normal;  // of the plane, in dimension 2
};

Frame span_of(Points points) {
  Frame f{0, {0, 0, 0, 0}, Vector<double>::Zero()};
  f.index[0] = farthest(points, [](const auto& p) { return p.x(); });
  const Vector<double> p0 = points[f.index[0]];
  f.index[1] = farthest(points, [&](const auto& p) { return norm(p - p0); });
  const Vector<double> e = points[f.index[1]] - p0;
  const double size = norm(e);
  if (!(size > 0)) return f;
  f.dimension = 1;
  const auto area = [&](const auto& p) { return norm(cross<double>(e, p - p0)); };
  f.index[2] = farthest(points, area);
  if (!(area(points[f.index[2]]) > flat * size * size)) return f;
  f.dimension = 2;
  f.normal = cross<double>(e, points[f.index[2]] - p0);
  const auto volume = [&](const auto& p) { return std::abs(dot<double>(f.normal, p - p0)); };
  f.index[3] = farthest(points, volume);
  if (volume(points[f.index[3]]) > flat * size * norm(f.normal)) f.dimension = 3;
  return f;
}

HullGraph everything(Points points, int dimension) {
  HullGraph graph;
  graph.dimension = dimension;
  graph.vertices.resize(points.size());
  std::iota(graph.vertices.begin(), graph.vertices.end(), 0);
  return graph;
}

/// Twice the signed area of abc in the plane of axes i, j.
double turn(const Vector<double>& a, const Vector<double>& b, const Vector<double>& c, int i,
            int j) {
  const DoubleDouble abi = two_sum(b[i], -a[i]), abj = two_sum(b[j], -a[j]);
  const DoubleDouble aci = two_sum(c[i], -a[i]), acj = two_sum(c[j], -a[j]);
  return (abi * acj - abj * aci).hi;
}

/// Andrew's monotone chain, after dropping the coordinate along which the plane is steepest.
HullGraph planar(Points points, const Frame& frame) {
  int drop;
  frame.normal.cwiseAbs().maxCoeff(&drop);
  const int i = (drop + 1) % 3, j = (drop + 2) % 3;
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return std::pair(points[a][i], points[a][j]) < std::pair(points[b][i], points[b][j]);
  });
  std::vector<int> chain;
  const auto sweep = [&](auto begin, auto end) {
    const std::size_t base = chain.size() + 1;
    for (auto it = begin; it != end; ++it) {
      while (chain.size() > base &&
             turn(points[chain[chain.size() - 2]], points[chain.back()], points[*it], i, j) <= 0) {
        chain.pop_back();
      }
      chain.push_back(*it);
    }
    chain.pop_back();  // the other sweep begins with it
  };
  sweep(order.begin(), order.end());
  sweep(order.rbegin(), order.rend());
  HullGraph graph{2, chain, {}};
  const std::size_t n = chain.size();
  for (std::size_t k = 0; k < n; ++k) graph.edges.emplace_back(chain[k], chain[(k + 1) % n]);
  // A fan from the first vertex on one side, from the second on the other: no two diagonals join
  // the same vertices.
  for (std::size_t k = 1; k + 1 < n; ++k) {
    graph.triangles.push_back({chain[0], chain[k], chain[k + 1]});
    graph.triangles.push_back({chain[1], chain[(k + 2) % n], chain[k + 1]});
  }
  return graph;
}

class Qhull {
 public:
  Qhull(const char* command, std::vector<double>& coordinates, int count)
      : quiet_(std::fopen("/dev/null", "w")) {
    qh_zero(&state_, quiet_);
    // Its input is not const, but with ismalloc false it is neither kept nor freed.
    failed_ = qh_new_qhull(&state_, 3, count, coordinates.data(), False, const_cast<char*>(command),
                           nullptr, quiet_) != 0;
  }
  ~Qhull() {
    qh_freeqhull(&state_, qh_ALL);
    int current = 0, total = 0;
    qh_memfreeshort(&state_, &current, &total);
    if (quiet_) std::fclose(quiet_);
  }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  bool failed() const { return failed_; }

  HullGraph graph() {
    HullGraph result;
    result.dimension = 3;
    qhT* qh = &state_;
    vertexT* vertex;
    FORALLvertices { result.vertices.push_back(qh_pointid(qh, vertex->point)); }
    facetT* facet;
    FORALLfacets {
      std::array<int, 3> corner{};
      int n = 0;
      vertexT** vertexp;
      FOREACHvertex_(facet->vertices) {
        if (n < 3) corner[n++] = qh_pointid(qh, vertex->point);
      }
      for (int k = 0; k < 3; ++k) result.edges.emplace_back(corner[k], corner[(k + 1) % 3]);
      result.triangles.push_back(corner);
    }
    return result;
  }

 private:
  std::FILE* quiet_;
  qhT state_;
  bool failed_ = true;
};

}  // namespace

HullGraph hull_graph(Points points) {
  const Frame frame = span_of(points);
  const auto& k = frame.index;
  if (frame.dimension == 0) return {0, {k[0]}, {}};
  if (frame.dimension == 1) {
    // p0 need not be an end: it was chosen along x.
    const Vector<double> e = points[k[1]] - points[k[0]];
    const int low = farthest(points, [&](const auto& p) { return -dot(e, p); });
    const int high = farthest(points, [&](const auto& p) { return dot(e, p); });
    return {1, {low, high}, {{low, high}}};
  }
  if (frame.dimension == 2) return planar(points, frame);
  std::vector<double> coordinates;
  coordinates.reserve(3 * points.size());
  for (const auto& p : points) coordinates.insert(coordinates.end(), {p.x(), p.y(), p.z()});
  // Without merging (Q0) first: merging nearly coplanar facets takes time quadratic in the vertices
  // of one face, as a prism of 10,000 sides shows, and buys a convexity that is not relied on.
  for (const char* command : {"qhull Q0 Pp", "qhull Qt Pp"}) {
    Qhull qhull(command, coordinates, static_cast<int>(points.size()));
    if (!qhull.failed()) return qhull.graph();
  }
  return everything(points, 3);
}

}  // namespace apart
