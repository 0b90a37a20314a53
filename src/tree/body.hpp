// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <apart/shape.hpp>
#include <array>
#include <span>

#include "convex/core.hpp"
#include "tree/group.hpp"
#include "tree/sphere_tree.hpp"
#include "tree/wide_tree.hpp"

namespace apart {

/// The tree of an operand as a traversal sees it.
struct TreeView {
  std::span<const WideNode> nodes;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double unit = 1, radius = 0;
  int leaf_size = 1;
  const std::int32_t* element = nullptr;
  const Group* groups = nullptr;  ///< if the elements are triangles or balls

  TreeView() = default;
  TreeView(const WideTree& tree, const Group* leaf_groups)
      : nodes(tree.nodes),
        centre(tree.centre),
        unit(tree.unit),
        radius(tree.radius),
        leaf_size(tree.leaf_size),
        element(tree.element.data()),
        groups(leaf_groups) {}
};

/// A box and a ball around a body, in its frame: the box along the frame's axes.
struct BodyBox {
  Eigen::Vector3d centre, half;
};
struct BodyBall {
  Eigen::Vector3d centre;
  double radius;
};

/// An operand of a search, or a part of one, somewhere in the world: convex, or with a tree. A
/// view: it must not outlive the shape.
class Body {
 public:
  enum class Kind { convex, mesh, spheres, compound };

  /// Any shape but a half-space.
  Body(ShapeRef shape, const Pose& pose, DoubleDouble margin);
  Body(const Body&) = delete;  // its tree may be inside of it
  Body& operator=(const Body&) = delete;

  Kind kind() const { return kind_; }
  bool solid() const;
  /// Solid, and what is inside has the surface for its border: that is closed.
  bool encloses() const;
  const Pose& pose() const { return pose_; }
  /// Of a convex body: its outline.
  const TreeView& tree();
  /// A tree of a single leaf, around all of it.
  const TreeView& outline();
  /// Quinlan's tree, if it is a mesh that has one, or a compound of nothing but such meshes.
  const SphereTree* sphere_tree() const;
  /// Of a convex body, its rounding included; of an element of a mesh or of Spheres.
  const Core& core() const { return core_; }
  Core core(int element) const;
  /// Corners of an element of a mesh or of Spheres, in the body's frame; all in one place if it is
  /// a ball.
  std::array<const Eigen::Vector3d*, 3> corners(int element) const;
  /// What is added to all of it, but for what a convex core has of its own.
  DoubleDouble rounding() const { return rounding_; }
  /// Makes it the body without that, of a convex one without the core's as well; returns it.
  DoubleDouble take_off_rounding();
  /// Of an element, if that is a ball.
  double radius(int element) const;
  /// What a witness says of an element; vertices are those of the element's core until then.
  void name(int element, int& triangle, int& part_index, std::array<int, 4>& vertex) const;
  /// Around all of it, but for rounding() in the box.
  BodyBox box() const;
  BodyBall ball() const;
  /// No point is farther from the origin of its frame.
  double reach() const { return reach_; }

  const detail::MeshData& mesh() const { return *static_cast<const detail::MeshData*>(data_); }
  const detail::SpheresData& spheres() const {
    return *static_cast<const detail::SpheresData*>(data_);
  }
  const detail::CompoundData& compound() const {
    return *static_cast<const detail::CompoundData*>(data_);
  }

  int part = -1;  ///< of the compound it is part of

 private:
  void set_tree(const WideTree& tree, const Group* groups);

  Kind kind_ = Kind::convex;
  const void* data_ = nullptr;
  Core core_;
  Pose pose_;
  DoubleDouble rounding_ = 0;
  double reach_ = 0;
  TreeView tree_, outline_;
  WideNode node_;  // of the outline
  std::int32_t element_ = 0;
};

/// x -> outer(inner(x)), computed nearly exactly and rounded: where a part of a compound stands.
Pose composed(const Pose& outer, const Pose& inner);

/// A ball around a volume, in the frame of the tree's body, with room for a pose that stretches it.
struct VolumeBall {
  Eigen::Vector3d centre;
  double radius;

  VolumeBall(const TreeView& tree, const WideNode& node, int slot);
};

}  // namespace apart
