// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <span>

namespace apart {

namespace detail {
struct PolytopeData;
}

/// What is built of a hull besides what every query uses.
struct HullOptions {
  /// The faces around every vertex, in order: Method::voronoi walks on them, Method::features
  /// climbs along them.
  bool edge_list = false;
};

/// The convex hull of points. Immutable; copies share their data.
class Polytope {
 public:
  /// Any finite, non-empty set of points is legal: flat, collinear, coincident, or a single one.
  static Polytope hull(std::span<const Eigen::Vector3d> points, const HullOptions& options = {});

  /// Number of hull vertices kept.
  int size() const;
  /// Vertex i, exactly as it was given.
  Eigen::Vector3d vertex(int i) const;
  /// Which of the given points vertex i is.
  int given_index(int i) const;
  /// The vertices joined to vertex i by an edge of the (triangulated) hull.
  std::span<const int> neighbours(int i) const;
  /// Dimension of the hull, 0 to 3, as far as double precision tells.
  int dimension() const;
  /// No given point lies farther than this outside the hull of the kept vertices: at most a unit
  /// roundoff of the polytope's radius, and every lower bound on a distance is lowered by it.
  double slack() const;
  /// The given points that are not vertices.
  std::span<const Eigen::Vector3d> dropped() const;

  /// Was an edge list asked for?
  bool has_edge_list() const;
  /// Bytes that it takes; zero also where rounding left no closed surface to list, which leaves
  /// every query of Method::voronoi to Method::gjk.
  std::size_t edge_list_bytes() const;

  const detail::PolytopeData& data() const { return *data_; }

 private:
  explicit Polytope(std::shared_ptr<const detail::PolytopeData> data) : data_(std::move(data)) {}
  std::shared_ptr<const detail::PolytopeData> data_;
};

}  // namespace apart
