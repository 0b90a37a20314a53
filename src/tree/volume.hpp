// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>
#include <span>
#include <vector>

#include "tree/wide_tree.hpp"

namespace apart {

/// How a set of points is spread about its mean. Triangles count by their area: how finely a
/// surface happens to be cut should not tilt its box.
struct Moments {
  double weight = 0;
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;

  void add(const Moments& other);
};

/// Points in order, their coordinates side by side.
struct PointList {
  std::vector<double> x, y, z, r;  ///< no radii if there are none

  std::size_t size() const { return x.size(); }
};

/// What a part of a tree has to tell to the volumes above it.
struct Fit {
  Moments moments;
  PointList points;
};
/// A part whose volumes are fitted already, and the node that it begins with.
struct FitPart {
  std::int32_t root;
  const Fit* fit;
};

/// Where it is noted which of the points that elements share were met; one for each thread.
class FitTables {
 public:
  using Table = std::vector<std::int32_t>;  ///< of -1

  explicit FitTables(const TreePoints& points)
      : size_(points.corner.empty() ? 0 : points.point.size()) {}
  Table take();
  void give_back(Table table);

 private:
  std::size_t size_;
  std::mutex mutex_;
  std::vector<Table> tables_;
};

/// A tree without volumes: what it is from its first node on.
struct FitTree {
  std::span<WideNode> nodes;
  std::span<const std::int32_t> element;  ///< as in WideTree
  int leaf_size;
};

/// Writes the volumes of a tree, but for those of parts that have theirs.
Fit fit_volumes(const TreePoints& points, FitTables& tables, const FitTree& tree,
                std::span<const FitPart> parts);

/// A slot without elements: a copy of the first, so that what is true of that one is true of it.
void empty_volume(WideNode& node, int slot);

}  // namespace apart
