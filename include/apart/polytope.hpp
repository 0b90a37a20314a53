// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>

namespace apart {

namespace detail {
struct PolytopeData;
}

/// The convex hull of points. Immutable; copies share their data.
class Polytope {
 public:
  /// Any finite, non-empty set of points is legal: flat, collinear, coincident, or a single one.
  static Polytope hull(std::span<const Eigen::Vector3d> points);

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

  const detail::PolytopeData& data() const { return *data_; }

 private:
  explicit Polytope(std::shared_ptr<const detail::PolytopeData> data) : data_(std::move(data)) {}
  std::shared_ptr<const detail::PolytopeData> data_;
};

}  // namespace apart
