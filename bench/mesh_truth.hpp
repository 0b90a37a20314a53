// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <apart/pose.hpp>
#include <span>
#include <vector>

namespace bench {

struct Surface;

/// The distance of a surface from itself, elsewhere: a plain search of two trees of boxes along the
/// axes of the world, with the 15 pairs of features of two triangles in extended precision. Slow,
/// and without a line in common with the library.
class MeshTruth {
 public:
  explicit MeshTruth(const Surface& surface);
  /// 0 if any two triangles have a point in common.
  double distance(const apart::Pose& a, const apart::Pose& b);

 private:
  struct Placed {
    std::vector<Eigen::Vector3d> vertices;
    std::vector<Eigen::AlignedBox3d> boxes;  ///< of node i; children 2 i + 1, 2 i + 2
  };

  void split(int node, std::span<int> ids);
  void place(const apart::Pose& pose, Placed& placed) const;
  void search(int a, int b, double gap);
  void meet(std::span<const int> a, std::span<const int> b);

  const Surface& surface_;
  std::vector<int> ids_;
  std::vector<std::span<const int>> leaves_;  ///< of node i; empty: an inner one
  Placed a_, b_;
  double best_ = 0;
};

}  // namespace bench
