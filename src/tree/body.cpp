// SPDX-License-Identifier: BSD-3-Clause
#include "tree/body.hpp"

#include <cmath>
#include <utility>

#include "tree/compound_data.hpp"
#include "tree/mesh_data.hpp"
#include "tree/spheres_data.hpp"
#include "tree/volume.hpp"

namespace apart {

namespace {

/// The tree of a single volume, that of the box with these half sides.
double write_box(const Eigen::Vector3d& half, WideNode& node) {
  const double unit = std::ldexp(1, std::ilogb(half.maxCoeff()) + 1);
  for (int k = 0; k < 3; ++k) {
    node.centre(k)[0] = 0;
    for (int i = 0; i < 3; ++i) node.axis(k, i)[0] = 0;
    node.axis(k, k)[0] = static_cast<float>(half[k] / unit * (1 + 0x1p-20));
  }
  node.ball[0] = 0;
  node.radius[0] = WideNode::far;
  node.child[0] = ~0;
  for (int slot = 1; slot < WideNode::width; ++slot) empty_volume(node, slot);
  return unit;
}

/// Along the axes of the body's frame, relative to the tree's centre, around the root's volumes.
Eigen::AlignedBox3d root_box(const TreeView& tree) {
  const WideNode& root = tree.nodes[0];
  Eigen::AlignedBox3d box;
  for (int slot = 0; slot < WideNode::width; ++slot) {
    if (root.child[slot] == WideNode::nothing) continue;
    Eigen::Vector3d centre, reach = Eigen::Vector3d::Zero();
    for (int c = 0; c < 3; ++c) {
      centre[c] = root.centre(c)[slot];
      for (int k = 0; k < 3; ++k) reach[c] += std::abs(root.axis(k, c)[slot]);
    }
    box.extend(tree.unit * (centre - reach));
    box.extend(tree.unit * (centre + reach));
  }
  const Eigen::Vector3d grown = box.sizes() * 0x1p-40 + Eigen::Vector3d::Constant(smallest_size);
  box.min() -= grown;
  box.max() += grown;
  return box;
}

/// Around a convex core, along its own axes.
Eigen::AlignedBox3d local_box(const Core& core) {
  Eigen::AlignedBox3d box;
  const double grown = core.rounding.hi + core.slack + smallest_size +
                       core.radius * (0x1p-40 + core.shortfall * unit_roundoff);
  for (int k = 0; k < 3; ++k) {
    const Vector<double> d = Vector<double>::Unit(k);
    box.min()[k] = -core.farthest(-d).value - grown;
    box.max()[k] = core.farthest(d).value + grown;
  }
  return box;
}

}  // namespace

VolumeBall::VolumeBall(const TreeView& tree, const WideNode& node, int slot) {
  Eigen::Vector3d middle;
  double square = 0;  // half the diagonal of a box whose axes are orthogonal, or nearly so
  for (int c = 0; c < 3; ++c) {
    middle[c] = node.centre(c)[slot];
    for (int k = 0; k < 3; ++k) square += double(node.axis(k, c)[slot]) * node.axis(k, c)[slot];
  }
  centre = tree.centre + tree.unit * middle;
  radius = tree.unit * std::sqrt(square) * (1 + 1e-5);
}

void Body::name(int element, int& triangle, int& part_index, std::array<int, 4>& vertex) const {
  part_index = part;
  triangle = kind_ == Kind::convex ? -1 : element;
  if (triangle < 0) return;
  for (int& v : vertex) {
    if (v >= 0) v = kind_ == Kind::mesh ? mesh().triangles[element][v] : element;
  }
}

Body::Body(ShapeRef shape, const Pose& pose, DoubleDouble margin) : pose_(pose), rounding_(margin) {
  while (shape.index() == detail::index_in<Rounded, ShapeVariant> && !convex(shape)) {
    rounding_ += shape.as<Rounded>().radius();
    shape = shape.as<Rounded>().shape();
  }
  switch (shape.index()) {
    case detail::index_in<Mesh, ShapeVariant>: {
      const auto& data = shape.as<Mesh>().data();
      kind_ = Kind::mesh;
      data_ = &data;
      set_tree(data.tree, data.groups.data());
      return;
    }
    case detail::index_in<Spheres, ShapeVariant>: {
      const auto& data = shape.as<Spheres>().data();
      kind_ = Kind::spheres;
      data_ = &data;
      set_tree(data.tree, data.groups.data());
      return;
    }
    case detail::index_in<Compound, ShapeVariant>: {
      const auto& data = shape.as<Compound>().data();
      kind_ = Kind::compound;
      data_ = &data;
      set_tree(data.tree, nullptr);
      return;
    }
    default:
      break;
  }
  core_ = make_core(shape);
  core_.rounding += margin;
  rounding_ = 0;
  reach_ = core_.radius + core_.slack + core_.rounding.hi + safe_norm(core_.centre);
}

const TreeView& Body::tree() { return kind_ == Kind::convex ? outline() : tree_; }

BodyBox Body::box() const {
  const bool has_core = kind_ == Kind::convex;
  const Eigen::AlignedBox3d box = has_core ? local_box(core_) : root_box(tree_);
  const Eigen::Vector3d centre = has_core ? core_.centre : tree_.centre;
  return {centre + box.center(), box.sizes() / 2};
}

BodyBall Body::ball() const {
  if (kind_ == Kind::convex) {
    return {core_.centre, core_.radius + core_.slack + core_.rounding.hi};
  }
  return {tree_.centre, tree_.radius + rounding_.hi};
}

const TreeView& Body::outline() {
  if (!outline_.nodes.empty()) return outline_;
  const BodyBox box = this->box();
  outline_.centre = box.centre;
  outline_.nodes = {&node_, 1};
  outline_.unit = write_box(box.half, node_);
  outline_.radius = box.half.norm() * (1 + 0x1p-40);
  outline_.leaf_size = 1;
  outline_.element = &element_;
  return outline_;
}

void Body::set_tree(const WideTree& tree, const Group* groups) {
  tree_ = TreeView(tree, groups);
  reach_ = tree.radius + safe_norm(tree.centre);
}

const SphereTree* Body::sphere_tree() const {
  const SphereTree* tree = kind_ == Kind::mesh       ? &mesh().sphere_tree
                           : kind_ == Kind::compound ? &compound().sphere_tree
                                                     : nullptr;
  return tree && !tree->empty() ? tree : nullptr;
}

DoubleDouble Body::take_off_rounding() {
  return std::exchange(kind_ == Kind::convex ? core_.rounding : rounding_, DoubleDouble(0));
}

bool Body::solid() const { return kind_ == Kind::mesh && mesh().solid; }

bool Body::encloses() const { return solid() && mesh().topology.closed; }

std::array<const Eigen::Vector3d*, 3> Body::corners(int element) const {
  if (kind_ == Kind::spheres) {
    const auto* p = &spheres().centre[element];
    return {p, p, p};
  }
  const auto& [a, b, c] = mesh().triangles[element];
  const auto& vertices = mesh().vertices;
  return {&vertices[a], &vertices[b], &vertices[c]};
}

double Body::radius(int element) const {
  return kind_ == Kind::spheres ? spheres().radius[element] : 0;
}

Core Body::core(int element) const {
  const auto corner = corners(element);
  Core core = kind_ == Kind::spheres ? make_core(Point(*corner[0]))
                                     : make_core(Triangle(*corner[0], *corner[1], *corner[2]));
  core.rounding += rounding_;
  core.rounding += radius(element);
  return core;
}

Pose composed(const Pose& outer, const Pose& inner) {
  Pose pose;
  for (int k = 0; k < 3; ++k) {
    pose.rotation.col(k) = rounded(exact_product(outer.rotation, inner.rotation.col(k)));
  }
  ExactVector moved = exact_product(outer.rotation, inner.translation);
  for (int k = 0; k < 3; ++k) moved[k] += outer.translation[k];
  pose.translation = rounded(moved);
  return pose;
}

}  // namespace apart
