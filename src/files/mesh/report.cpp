// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <algorithm>
#include <apart/mesh_report.hpp>
#include <array>
#include <vector>

#include "files/mesh/collinear.hpp"
#include "tree/topology.hpp"

namespace apart {
namespace {

using Eigen::Vector3d;

struct Edge {
  int low, high;
  bool forward;
  bool same_place(const Edge& other) const { return low == other.low && high == other.high; }
};

bool collapsed(const Mesh::Corners& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

/// The corners of each triangle, vertices in the same place being one.
std::vector<Mesh::Corners> welded_triangles(const Mesh& mesh, std::span<const int> place) {
  std::vector<Mesh::Corners> result(mesh.triangles().begin(), mesh.triangles().end());
  for (auto& corners : result) {
    for (int& corner : corners) corner = place[corner];
  }
  return result;
}

void count_vertices(const Mesh& mesh, std::span<const int> place, MeshReport& report) {
  std::vector<bool> used(mesh.vertices().size());
  for (const auto& corners : mesh.triangles()) {
    for (const int corner : corners) used[corner] = true;
  }
  report.box_min = report.box_max = mesh.vertices()[mesh.triangles()[0][0]];
  for (std::size_t i = 0; i < used.size(); ++i) {
    report.duplicate_vertices += place[i] != static_cast<int>(i);
    report.unused_vertices += !used[i];
    if (!used[i]) continue;
    report.box_min = report.box_min.cwiseMin(mesh.vertices()[i]);
    report.box_max = report.box_max.cwiseMax(mesh.vertices()[i]);
  }
}

void count_triangles(const Mesh& mesh, std::vector<Mesh::Corners> welded, MeshReport& report) {
  for (const auto& corners : welded) {
    const bool is_collapsed = collapsed(corners);
    report.collapsed_triangles += is_collapsed;
    const auto vertex = [&](int k) { return mesh.vertices()[corners[k]]; };
    report.flat_triangles += is_collapsed || files::collinear(vertex(0), vertex(1), vertex(2));
  }
  for (auto& corners : welded) std::sort(corners.begin(), corners.end());
  std::sort(welded.begin(), welded.end());
  for (std::size_t i = 1; i < welded.size(); ++i) {
    report.duplicate_triangles += welded[i] == welded[i - 1];
  }
}

/// Whether every edge is passed as often in one direction as in the other.
bool count_edges(std::span<const Mesh::Corners> welded, MeshReport& report) {
  std::vector<Edge> edges;
  edges.reserve(3 * welded.size());
  for (const auto& t : welded) {
    if (collapsed(t)) continue;
    for (int k = 0; k < 3; ++k) {
      const int from = t[k], to = t[(k + 1) % 3];
      edges.push_back({std::min(from, to), std::max(from, to), from < to});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.low != b.low ? a.low < b.low : a.high < b.high;
  });
  bool balanced = true;
  for (std::size_t i = 0; i < edges.size();) {
    int uses = 0, balance = 0;
    for (const Edge first = edges[i]; i < edges.size() && edges[i].same_place(first); ++i) {
      ++uses;
      balance += edges[i].forward ? 1 : -1;
    }
    ++report.edges;
    report.open_edges += uses == 1;
    report.non_manifold_edges += uses > 2;
    report.inconsistent_edges += uses == 2 && balance != 0;
    balanced &= balance == 0;
  }
  return balanced;
}

/// The volume is the sum of that of tetrahedra with an apex in the middle of the box.
void measure(const Mesh& mesh, bool balanced, MeshReport& report) {
  const Vector3d middle = 0.5 * report.box_min + 0.5 * report.box_max;
  double volume = 0;
  for (const auto& [a, b, c] : mesh.triangles()) {
    const Vector3d p = mesh.vertices()[a] - middle;
    const Vector3d q = mesh.vertices()[b] - middle;
    const Vector3d r = mesh.vertices()[c] - middle;
    report.area += 0.5 * (q - p).cross(r - p).stableNorm();
    volume += p.dot(q.cross(r)) / 6;
  }
  if (balanced) report.volume = volume;
}

}  // namespace

MeshReport inspect(const Mesh& mesh) {
  MeshReport report;
  report.vertices = static_cast<int>(mesh.vertices().size());
  report.triangles = static_cast<int>(mesh.triangles().size());
  const std::vector<int> place = weld(mesh.vertices());
  const std::vector<Mesh::Corners> welded = welded_triangles(mesh, place);
  count_vertices(mesh, place, report);
  count_triangles(mesh, welded, report);
  const bool balanced = count_edges(welded, report);
  report.components = mesh.components();
  report.closed = mesh.closed();
  report.solid = mesh.solid();
  measure(mesh, balanced && report.edges > 0, report);
  return report;
}

}  // namespace apart
