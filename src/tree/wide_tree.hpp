// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace apart {

/// Four volumes side by side. A volume is the intersection of a parallelepiped, centre + sum of
/// s_k axis[k] with |s_k| <= 1, and of a ball that cuts its corners off where the contents bulge.
template <class Real>
struct Volumes {
  Real frame[3][4][4];  ///< by components, that all may be mapped at once: centres, three axes
  Real ball[4];         ///< its centre is the volume's plus this many times the last axis
  Real radius[4];       ///< of the ball; WideNode::far if it cuts nothing

  Real* centre(int component) { return frame[component][0]; }
  const Real* centre(int component) const { return frame[component][0]; }
  Real* axis(int k, int component) { return frame[component][1 + k]; }
  const Real* axis(int k, int component) const { return frame[component][1 + k]; }
};

/// Each of the volumes is around a part of the elements of a tree, in the tree's units. It is
/// whatever these floats say: the builder sees to it that the elements are inside.
struct WideNode : Volumes<float> {
  static constexpr int width = 4;
  static constexpr std::int32_t nothing = INT32_MIN;  ///< child of a slot that is not in use
  static constexpr float far = 0x1p50F;               ///< farther than anything

  std::int32_t child[width];  ///< a node, or ~leaf
};

/// What the elements of a tree are made of: each is the hull of `stride` balls.
struct TreePoints {
  std::vector<Eigen::Vector3d> point;
  std::vector<double> radius;  ///< one for each point, or none at all
  int stride = 3;
  /// Which points the elements share. If empty, each has its own, in order.
  std::span<const std::array<int, 3>> corner = {};

  int elements() const {
    return static_cast<int>(corner.empty() ? point.size() / stride : corner.size());
  }
  std::size_t index(std::int32_t element, int k) const {
    return corner.empty() ? static_cast<std::size_t>(element) * stride + k : corner[element][k];
  }
};

struct BuildOptions {
  int leaf_size = 4;
  int threads = 1;
  std::function<void(double)> progress = nullptr;
};

/// A tree of volumes, four to a node. Lengths in it are of the order of one: a point p of the
/// object's frame is at (p - centre) / unit, where unit is a power of two.
struct WideTree {
  /// Searches have room for no more: of the parts of a node none has more than 7/8 cubed of its
  /// elements, so that 2^30 elements take fewer.
  static constexpr int most_levels = 64;

  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double unit = 1;
  double radius = 0;  ///< no element is farther from the centre, in the object's units
  int leaf_size = 4;
  std::vector<WideNode> nodes;  ///< the first is the root
  /// leaf_size for every leaf, -1 where there is none. Dropped where groups say the same.
  std::vector<std::int32_t> element;

  int leaves() const { return static_cast<int>(element.size()) / leaf_size; }
  /// Children come after their parents.
  int levels() const {
    std::vector<int> level(nodes.size(), 1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (const std::int32_t child : nodes[i].child) {
        if (child >= 0) level[child] = level[i] + 1;
      }
    }
    return *std::max_element(level.begin(), level.end());
  }
  std::size_t bytes() const {
    return nodes.capacity() * sizeof(WideNode) + element.capacity() * sizeof(std::int32_t);
  }
  Eigen::Vector3d local(const Eigen::Vector3d& p) const { return (p - centre) / unit; }

  /// Points are those of the object's frame; on return they are local.
  static WideTree build(TreePoints& points, const BuildOptions& options = {});
  /// The same tree around the elements in new places.
  void refit(TreePoints& points);

 private:
  void place(TreePoints& points);
};

}  // namespace apart
