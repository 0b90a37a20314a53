// SPDX-License-Identifier: BSD-3-Clause
#include <apart/error.hpp>
#include <apart/mesh.hpp>
#include <cmath>
#include <string>

#include "number_text.hpp"
#include "tree/mesh_data.hpp"

namespace apart {

namespace {

constexpr double largest_coordinate = 0x1p500;

void check_vertex(const Eigen::Vector3d& p, int i) {
  for (int k = 0; k < 3; ++k) {
    if (std::abs(p[k]) <= largest_coordinate) continue;
    const char* wrong = std::isfinite(p[k]) ? "must not exceed 2^500" : "must be finite";
    throw InvalidInput("mesh: vertices[" + std::to_string(i) + "][" + std::to_string(k) + "] " +
                       wrong + ", got " + text(p[k]));
  }
}

void check_index(int index, std::size_t vertices, const char* list, std::size_t i, std::size_t k) {
  if (index >= 0 && static_cast<std::size_t>(index) < vertices) return;
  throw InvalidInput("mesh: " + std::string(list) + "[" + std::to_string(i) + "][" +
                     std::to_string(k) + "] must be a vertex, 0 to " +
                     std::to_string(static_cast<long long>(vertices) - 1) + ", got " +
                     std::to_string(index));
}

void check_sizes(std::size_t vertices, std::size_t triangles) {
  if (triangles == 0) throw InvalidInput("mesh: there must be at least one triangle");
  constexpr std::size_t most = 1u << 29;
  if (vertices > most || triangles > most) {
    throw InvalidInput("mesh: at most 2^29 vertices and triangles, got " +
                       std::to_string(vertices) + " and " + std::to_string(triangles));
  }
}

/// Vertices that no triangle uses, and which may be anywhere, are where one is that is used.
TreePoints corners_of(const detail::MeshData& data) {
  TreePoints points;
  points.point.assign(data.vertices.size(), data.vertices[data.triangles[0][0]]);
  for (const auto& corners : data.triangles) {
    for (const int corner : corners) points.point[corner] = data.vertices[corner];
  }
  points.corner = data.triangles;
  return points;
}

Mesh build(std::shared_ptr<detail::MeshData> data, const MeshOptions& options) {
  if (options.threads < 0) {
    throw InvalidInput("mesh: threads must not be negative, got " +
                       std::to_string(options.threads));
  }
  data->topology = find_topology(data->vertices, data->triangles);
  data->solid = options.solid.value_or(data->topology.closed);
  data->kind = options.tree;
  data->leaf_radius = options.leaf_radius;
  TreePoints points = corners_of(*data);
  data->tree = WideTree::build(
      points, {.leaf_size = 4, .threads = options.threads, .progress = options.progress});
  data->groups = make_groups(data->tree, points);
  if (data->kind == TreeKind::spheres) data->sphere_tree = cover(*data, options.leaf_radius);
  data->tree.element = std::vector<std::int32_t>();
  return Mesh(std::move(data));
}

/// `polygon` as in MeshData.
Mesh make(std::span<const Eigen::Vector3d> vertices, std::span<const Mesh::Corners> triangles,
          std::vector<int> polygon, const MeshOptions& options) {
  check_sizes(vertices.size(), triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      check_index(triangles[i][k], vertices.size(), "triangles", i, k);
      check_vertex(vertices[triangles[i][k]], triangles[i][k]);
    }
  }
  auto data = std::make_shared<detail::MeshData>();
  data->vertices.assign(vertices.begin(), vertices.end());
  data->triangles.assign(triangles.begin(), triangles.end());
  data->polygon = std::move(polygon);
  return build(std::move(data), options);
}

}  // namespace

Mesh Mesh::from_triangles(std::span<const Eigen::Vector3d> vertices,
                          std::span<const Corners> triangles, const MeshOptions& options) {
  return make(vertices, triangles, {}, options);
}

Mesh Mesh::from_polygons(std::span<const Eigen::Vector3d> vertices,
                         std::span<const std::vector<int>> polygons, const MeshOptions& options) {
  std::vector<Corners> triangles;
  std::vector<int> owner;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    const auto& corner = polygons[i];
    if (corner.size() < 3) {
      throw InvalidInput("mesh: polygons[" + std::to_string(i) +
                         "] must have at least three corners, has " +
                         std::to_string(corner.size()));
    }
    for (std::size_t k = 0; k < corner.size(); ++k) {
      check_index(corner[k], vertices.size(), "polygons", i, k);
    }
    for (std::size_t k = 2; k < corner.size(); ++k) {
      triangles.push_back({corner[0], corner[k - 1], corner[k]});
      owner.push_back(static_cast<int>(i));
    }
  }
  if (triangles.size() == polygons.size()) owner = {};
  return make(vertices, triangles, std::move(owner), options);
}

void Mesh::update(std::span<const Eigen::Vector3d> vertices) {
  if (vertices.size() != data_->vertices.size()) {
    throw InvalidInput("mesh: there must be as many vertices as before, " +
                       std::to_string(data_->vertices.size()) + ", got " +
                       std::to_string(vertices.size()));
  }
  for (const Corners& corners : data_->triangles) {
    for (const int i : corners) check_vertex(vertices[i], i);
  }
  auto data = std::make_shared<detail::MeshData>(*data_);
  data->vertices.assign(vertices.begin(), vertices.end());
  data->topology = find_topology(data->vertices, data->triangles);
  data->solid = data_->solid && (data->topology.closed || !data_->topology.closed);
  TreePoints points = corners_of(*data);
  data->tree.element = elements_of(data_->groups);
  data->tree.refit(points);
  data->groups = make_groups(data->tree, points);
  data->tree.element = std::vector<std::int32_t>();
  if (data->kind == TreeKind::spheres) data->sphere_tree = cover(*data, data->leaf_radius);
  data_ = std::move(data);
}

std::span<const Eigen::Vector3d> Mesh::vertices() const { return data_->vertices; }
std::span<const Mesh::Corners> Mesh::triangles() const { return data_->triangles; }
int Mesh::polygon(int triangle) const {
  return data_->polygon.empty() ? triangle : data_->polygon[triangle];
}
bool Mesh::closed() const { return data_->topology.closed; }
bool Mesh::solid() const { return data_->solid; }
int Mesh::components() const { return data_->topology.components; }
TreeKind Mesh::tree() const { return data_->kind; }
std::size_t Mesh::bytes() const {
  return sizeof(*data_) + data_->vertices.capacity() * sizeof(Eigen::Vector3d) +
         data_->triangles.capacity() * sizeof(Corners) + data_->polygon.capacity() * sizeof(int) +
         data_->topology.probes.capacity() * sizeof(int) + data_->tree.bytes() +
         data_->groups.capacity() * sizeof(Group) + data_->sphere_tree.bytes();
}

}  // namespace apart
