// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "convex/vector.hpp"

namespace apart {

namespace detail {
struct MeshData;
}

struct Ball {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double radius = 0;
};

/// A ball around all the leaves below it.
struct SphereNode : Ball {
  /// Of its two children, which are neighbours, the first; of a leaf ~label.
  std::int32_t child = ~0;

  bool leaf() const { return child < 0; }
  std::int32_t label() const { return ~child; }
};

/// The tree of balls of Quinlan 1994: a leaf covers a part of a polygon, whose label it bears; or,
/// in a tree over several bodies, one of them. Lengths in it are of the order of one: a point p of
/// the object's frame is at (p - centre) / unit, where unit is a power of two. See
/// docs/notes/sphere-tree.md.
struct SphereTree {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double unit = 1;
  double reach = 0;               ///< no ball of a node stands out farther from the centre
  std::vector<SphereNode> nodes;  ///< the first is the root; none if there is no tree

  bool empty() const { return nodes.empty(); }
  std::size_t leaves() const { return (nodes.size() + 1) / 2; }
  std::size_t bytes() const { return nodes.capacity() * sizeof(SphereNode); }

  /// No path from the root to a leaf is longer: means cut a set of leaves unevenly at worst this
  /// many times, then medians cut it in halves.
  static constexpr int uneven_levels = 64, most_levels = uneven_levels + 31;

  /// The nodes above these leaves, which are in the tree's units; centre and unit are left alone.
  void build(std::vector<SphereNode> leaves);
};

/// A grid of balls over each polygon of the mesh, and the tree above them. A radius of 0: a
/// fiftieth of the longest side of the mesh's box. Throws InvalidInput if there would be absurdly
/// many.
SphereTree cover(const detail::MeshData& mesh, double leaf_radius);

/// Where the balls of a tree are, seen from elsewhere: the ball that one is mapped to holds its
/// image, rounding errors and the defect of the pose included.
class BallMap {
 public:
  BallMap() = default;
  /// A point p of the world is at (p - origin) / unit there. The body is rounded.
  BallMap(const SphereTree& tree, const Pose& pose, DoubleDouble rounding,
          const ExactVector& origin, double unit);

  Ball operator()(const Ball& ball) const {
    return {product(turn_, ball.centre) + offset_, ball.radius * stretch_ + slack_};
  }

 private:
  Eigen::Matrix3d turn_;
  Eigen::Vector3d offset_;
  double stretch_ = 0, slack_ = 0;
};

/// Where the centre of a tree is in the world.
ExactVector world_centre(const SphereTree& tree, const Pose& pose);

/// A lower bound of the distance of two balls, negative if they overlap.
inline double gap(const Ball& a, const Ball& b) {
  // The difference and its length err by 4u, relatively; the sum of the radii by u; what is taken
  // off here is that and its own rounding.
  return norm(b.centre - a.centre) * (1 - 8 * 0x1p-53) - (a.radius + b.radius) * (1 + 4 * 0x1p-53);
}

}  // namespace apart
