// SPDX-License-Identifier: BSD-3-Clause
#include <apart/compound.hpp>
#include <apart/error.hpp>
#include <string>

#include "tree/body.hpp"
#include "tree/compound_data.hpp"

namespace apart {

namespace {

/// The parts of a compound, however many times it is rounded, as pieces of another.
void flatten(const Shape& shape, const Pose& pose, std::span<const double> rounding, int part,
             std::vector<detail::Piece>& pieces) {
  if (const auto* rounded = std::get_if<Rounded>(&shape.variant());
      rounded && !convex(rounded->shape())) {
    std::vector<double> more(rounding.begin(), rounding.end());
    more.push_back(rounded->radius());
    return flatten(rounded->shape(), pose, more, part, pieces);
  }
  if (const auto* compound = std::get_if<Compound>(&shape.variant())) {
    for (const detail::Piece& piece : compound->data().pieces) {
      flatten(piece.shape, composed(pose, piece.pose), rounding, part, pieces);
    }
    return;
  }
  Shape whole = shape;
  for (const double radius : rounding) whole = Rounded(whole, radius);
  pieces.push_back({std::move(whole), pose, part});
}

void check(std::span<const Part> parts) {
  if (parts.empty()) throw InvalidInput("compound: there must be at least one part");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string name = "compound: parts[" + std::to_string(i) + "]";
    if (!bounded(parts[i].shape)) {
      throw InvalidInput(name + " is unbounded (" + type_name(parts[i].shape) + ")");
    }
    validate(parts[i].pose, (name + ".pose").c_str());
  }
}

/// Eight corners of a box around each piece.
TreePoints piece_corners(std::span<const detail::Piece> pieces) {
  TreePoints points;
  points.stride = 8;
  for (const detail::Piece& piece : pieces) {
    Body body(piece.shape, piece.pose, 0);
    const TreeView& outline = body.outline();
    const WideNode& node = outline.nodes[0];
    Eigen::Vector3d half(node.axis(0, 0)[0], node.axis(1, 1)[0], node.axis(2, 2)[0]);
    half = half * outline.unit + Eigen::Vector3d::Constant(body.rounding().hi) * (1 + 0x1p-40);
    for (int corner = 0; corner < 8; ++corner) {
      const Eigen::Vector3d sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      points.point.push_back(piece.pose * (outline.centre + half.cwiseProduct(sign)));
    }
  }
  return points;
}

/// Quinlan's tree over the trees of several bodies, built as they are, if all pieces have one.
SphereTree meta_tree(std::span<const detail::Piece> pieces) {
  std::vector<SphereNode> leaves;
  Eigen::AlignedBox3d box;
  for (const detail::Piece& piece : pieces) {
    const Body body(piece.shape, piece.pose, 0);
    const SphereTree* tree = body.sphere_tree();
    if (!tree) return {};
    SphereNode& leaf = leaves.emplace_back();
    static_cast<Ball&>(leaf) =
        BallMap(*tree, piece.pose, body.rounding(), ExactVector::Zero(), 1)(tree->nodes[0]);
    leaf.child = ~static_cast<std::int32_t>(leaves.size() - 1);
    box.extend(leaf.centre);
  }
  SphereTree tree;
  tree.centre = box.min() + box.sizes() / 2;
  const double size = box.sizes().maxCoeff() + leaves[0].radius;
  if (size > 0) tree.unit = std::ldexp(1, std::ilogb(size));
  for (SphereNode& leaf : leaves) {
    leaf.centre = (leaf.centre - tree.centre) / tree.unit;
    leaf.radius = (leaf.radius / tree.unit + norm(leaf.centre) * 0x1p-50) * (1 + 0x1p-50);
  }
  tree.build(std::move(leaves));
  return tree;
}

}  // namespace

Compound::Compound(std::span<const Part> parts) {
  check(parts);
  auto data = std::make_shared<detail::CompoundData>();
  data->parts.assign(parts.begin(), parts.end());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    flatten(parts[i].shape, parts[i].pose, {}, static_cast<int>(i), data->pieces);
  }
  for (std::size_t i = 0; i < data->pieces.size(); ++i) {
    if (Body(data->pieces[i].shape, Pose(), 0).solid()) data->solids.push_back(static_cast<int>(i));
  }
  TreePoints points = piece_corners(data->pieces);
  data->tree = WideTree::build(points, {.leaf_size = 1});
  data->sphere_tree = meta_tree(data->pieces);
  data_ = std::move(data);
}

int Compound::size() const { return static_cast<int>(data_->parts.size()); }
const Part& Compound::part(int i) const { return data_->parts[i]; }

}  // namespace apart
